"""What a question shows where its options stay."""

from data_builder.convert.shown import Shown, unnested


def test_a_wrong_option_that_is_a_stretch_of_the_key_is_not_shown() -> None:
    one = Shown("Which colours?", ("green", "green and white", "red", "white and green"), (False, True, False, False))
    assert unnested(one) == Shown("Which colours?", ("green and white", "red", "white and green"), (True, False, False))


def test_what_would_leave_nothing_stays() -> None:
    two = Shown("Which colour?", ("green", "dark green"), (False, True))
    assert unnested(two) == two
    bundle = Shown("Where?", ("sink", "left of the sink", "hob"), (False, True, False), "bundle", "b")
    assert unnested(bundle) == bundle
    apart = Shown("Where?", ("sink", "sinking", "hob"), (False, True, False))
    assert unnested(apart) == apart
