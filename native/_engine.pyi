"""The compiled module for mypy: whatever engine.h declares."""

from typing import Any

ffi: Any
lib: Any
