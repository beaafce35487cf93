"""`python -m evaluation` is the same as `answerkey`."""

import sys

from evaluation.cli import main

sys.exit(main())
