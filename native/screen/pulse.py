"""Asks PulseAudio for its devices: where it has none, SDL crashes as soon as it is asked for sound."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from ctypes import POINTER, c_char_p, c_int, c_uint8, c_uint32, c_void_p
from typing import Any

LIBRARY = "libpulse.so.0"  # which SDL loads as well
ANSWER_S = 0.5  # a server that takes longer is none to play on
PAUSE_S = 0.002
READY, FAILED = 4, 5  # states of a connection; from FAILED on it is over
POINTERS = ("pa_mainloop_new", "pa_mainloop_get_api", "pa_context_new", "pa_context_get_server_info")


class Spec(ctypes.Structure):
    """pa_sample_spec of PulseAudio's introspect.h."""

    _fields_ = [("format", c_int), ("rate", c_uint32), ("channels", c_uint8)]


class Server(ctypes.Structure):
    """The beginning of pa_server_info."""

    _fields_ = [
        ("user", c_char_p), ("host", c_char_p), ("version", c_char_p), ("name", c_char_p),
        ("spec", Spec), ("sink", c_char_p), ("source", c_char_p),
    ]  # fmt: skip


Told = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Server), c_void_p)


def without_device() -> bool:
    """Whether SDL would meet a PulseAudio that has no device, or that does not answer."""
    if not sys.platform.startswith("linux") or "pulse" not in os.environ.get("SDL_AUDIODRIVER", "pulse"):
        return False
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        return False
    return devices(library) is False


def devices(library: Any) -> bool | None:
    """Whether the server has devices; None if there is no server."""
    found: list[bool] = []
    for name in POINTERS:
        getattr(library, name).restype = c_void_p

    def note(_: Any, server: Any, __: Any) -> None:
        found.append(bool(server) and None not in (server[0].sink, server[0].source))

    told = Told(note)
    loop = c_void_p(library.pa_mainloop_new())
    context = c_void_p(library.pa_context_new(c_void_p(library.pa_mainloop_get_api(loop)), b"Hoard"))
    request = None
    try:
        library.pa_context_connect(context, None, 0, None)
        end = time.monotonic() + ANSWER_S
        while not found and time.monotonic() < end:
            state = library.pa_context_get_state(context)
            if state >= FAILED:
                return None
            if state == READY and request is None:
                request = c_void_p(library.pa_context_get_server_info(context, told, None))
            if library.pa_mainloop_iterate(loop, 0, None) == 0:
                time.sleep(PAUSE_S)
        return bool(found and found[0])
    finally:
        if request:
            library.pa_operation_unref(request)
        library.pa_context_disconnect(context)
        library.pa_context_unref(context)
        library.pa_mainloop_free(loop)
