"""What reward-doctor says of our reward function: which exploits it accepts, which right answers it refuses.

pip install reward-doctor==0.2.0
python benchmarks/doctor.py

An undecided reply has the score 0 here, as it has in training without a judge; it is counted apart all the same. The
tool's own command, which also prints every case, is `reward-doctor audit benchmarks/doctor.py:reward`.
"""

import sys
from importlib.metadata import version

from reward_doctor import audit

from reward import Item, Verdict, score
from reward.key import key_of


def verdict(completion: str, reference: str, question: str = "") -> Verdict:
    """Our verdict where the key is only known as a plain text."""
    question = question or "What is the answer?"
    return score(Item(question=question, answer=key_of([reference], question=question)), completion)


def reward(completion: str, reference: str, question: str = "") -> float:
    """A reward function as others write it: a number for a reply and a reference."""
    return verdict(completion, reference, question).score or 0.0


def main() -> int:
    """Print the counts and every case on which the tool and we differ; 1 when an exploit is accepted."""
    found = audit(reward)
    print(
        f"answerkey {version('answerkey')}, reward-doctor {version('reward-doctor')}, Python {sys.version.split()[0]}"
    )
    exploits = [outcome for outcome in found.outcomes if outcome.case.category == "exploit"]
    print(f"exploits accepted      {len(found.exploits_accepted)} of {len(exploits)}")
    print(f"wrong answers accepted {len(found.false_positives)} of {len(found.should_reject)}")
    print(f"right answers refused  {len(found.false_negatives)} of {len(found.should_accept)}")
    print(f"errors                 {len(found.errors)}")
    for outcome in (o for o in found.outcomes if not o.passed):
        case = outcome.case
        ours = outcome.error or verdict(case.completion, case.reference, case.prompt).rule
        print(f"  {case.id}: key {case.reference!r}, reply {case.completion!r}: {ours}")
    return int(bool(found.exploits_accepted))


if __name__ == "__main__":
    sys.exit(main())
