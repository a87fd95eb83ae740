"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Laws hold on a slow or busy machine as well: nothing fails there for the time that it took.
settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")
