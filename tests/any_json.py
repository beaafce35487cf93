"""Any value that JSON can hold, for tests of what a trainer may hand over; often with the names that labels have."""

from hypothesis import strategies as st

NAMES = ("item", "item_id", "question", "answer", "kind", "text", "role", "content", "output")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=8) | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
"""Numbers that are none, infinite ones and half a surrogate pair among them."""


def objects(*names: str) -> st.SearchStrategy[dict[str, object]]:
    """Objects that mostly have fields of these names."""
    return st.dictionaries(st.sampled_from(names) | st.text(max_size=3), VALUES, max_size=5)
