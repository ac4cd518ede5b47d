import os

import pytest

import acies

#: Every ruleset that is listed, without a line for any of them.
RULESETS = [ruleset.id for ruleset in acies.rulesets()]


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes a minute or more; wants ACIES_SLOW=1")


def pytest_collection_modifyitems(items):
    if not os.environ.get("ACIES_SLOW"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="wants ACIES_SLOW=1"))


@pytest.fixture(params=RULESETS)
def ruleset(request):
    return request.param
