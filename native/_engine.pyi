"""What mypy is to know of the compiled module: declarations come from engine.h, values are what cffi makes of them."""

from typing import Any

ffi: Any
lib: Any
