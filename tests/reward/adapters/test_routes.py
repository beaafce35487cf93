"""What all trainers' routes have in common: they refuse nothing but what is no JSON object."""

import pytest
from fastapi.testclient import TestClient

from reward.service import TRAINERS

ROUTES = [*(("POST", path) for path in TRAINERS), ("POST", "/roll/result"), ("GET", "/roll/result")]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_only_what_is_no_json_object_is_refused(client: TestClient, method: str, path: str) -> None:
    for content in (b"", b"[]", b"3", b"null", b'"text"', b"{", b"\xff"):
        assert client.request(method, path, content=content).status_code == 422
    assert client.request(method, path, content=b'{"\\ud83c": "\\udc00"}').status_code == 200
