"""Input: turns pygame's events of keyboard, mouse, touch and controller into actions, by tables."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any, NamedTuple

import pygame

from ..bounds import CLIPBOARD_LIMIT
from ..refusals import BadRecord
from ..store.settings import Settings
from . import window
from .displays import key_at, place_of
from .theme import THEME


class Action(NamedTuple):
    """Something that a person did, independent of the device."""

    name: str  # an action of the theme's tables, or point, press, release, scroll, letter
    place: tuple[int, int] = (0, 0)
    text: str = ""
    amount: int = 0


PAD_BUTTONS = {
    getattr(pygame, f"CONTROLLER_BUTTON_{name.upper()}"): name.replace("dpad_", "dp")
    for name in THEME["pad"]["buttons"]
}
STICK_AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("up", "down"),
}
STICK_MOST = 32_767
STICK_ON, STICK_OFF = 0.55, 0.4  # how far a stick must lean to count, and to count no more
FINGERS = {pygame.FINGERDOWN: "press", pygame.FINGERMOTION: "point", pygame.FINGERUP: "release"}
LONG_PRESS_MS = 600
TWICE_MS = 50  # one press may arrive twice within this time, from a controller and as a key
HELD_MS, AGAIN_MS = 380, 120  # before a direction held on a controller is repeated, and between repeats
DIRECTIONS = ("up", "down", "left", "right")
REPEATED = {*DIRECTIONS, "next", "letter", "earlier", "later"}  # what a held key repeats
# Where letters are on the keyboard that scancodes are named after.
PLACES = {letter: int(getattr(pygame, f"KSCAN_{letter.upper()}")) for letter in ascii_lowercase}
LETTERS = {place: letter for letter, place in PLACES.items()}
PASSIVE = {"point", "release", "let go", "scroll", ""}  # actions that press nothing
UNDOUBLED = REPEATED | PASSIVE  # actions that may come twice at once
DOUBLED_MS = 500  # a second press within this time is ignored, if the person wants that
EVENTS_MOST = 1000  # events handled in one turn of the main loop
REMAPPABLE: tuple[str, ...] = tuple(THEME["remappable"]["actions"])


class Input:
    """Turns pygame's events into actions, by a table of keys and one of buttons."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pads: dict[int, Any] = {}
        self.stick: dict[tuple[int, int], int] = {}  # where each controller's axes lean: -1, 0, 1
        self.down: dict[int, str] = {}  # the keys that are down, and the text that each has typed
        self.silent: set[int] = set()  # held keys whose press a controller's button has sent
        self.pushed: dict[tuple[int, int], tuple[str, int]] = {}  # directions held, and when each counts again
        self.listening = True  # whether typed text is asked for, as it is when pygame starts
        self.field: pygame.Rect | None = None  # the field that letters are typed into
        self.last = ("", "", 0)  # the last press of a key or controller: action, device, time
        self.answered = ("", -DOUBLED_MS)  # the last press that counted, and when
        self.deaf = False  # whether the button or finger that is down is ignored
        self.polls = (0, 0)  # times of the last two reads of events
        self.by_key: dict[str, str] = {}
        self.by_button: dict[str, str] = {}
        self.device = "mouse"  # the device used last: mouse, keyboard, pad
        self.make = "xbox"  # make of the controller used last, whose symbols are shown
        self.copied = ""  # the clipboard, if the system has none
        self.finger_is: tuple[int, int] | None = None  # the finger that points and drags until it is lifted
        self.finger_down = 0  # when the finger came down, ms
        self.resting = False  # whether the finger that is down has not moved
        self.caps: dict[str, str] = {}  # labels of letter keys in a layout without Latin letters
        self.remap()

    def keys(self) -> dict[str, list[str]]:
        """The keys of each action; the person's bindings override the theme's."""
        return dict(THEME["keys"]) | self.settings.keys

    def buttons(self) -> dict[str, list[str]]:
        """The controller buttons of each action."""
        return dict(THEME["buttons"]) | self.settings.buttons

    def remap(self) -> None:
        """Rebuilds the tables."""
        self.by_key = {key: action for action, names in self.keys().items() for key in names}
        self.by_button = {b: action for action, names in self.buttons().items() for b in names}

    def read_layout(self) -> None:
        """Finds the labels of keys whose Latin letters the keyboard layout lacks."""
        self.caps = {}
        if not pygame.display.get_init():
            return
        for letter, place in PLACES.items():
            name = sign_of(key_at(place))
            if not name.isascii() and not place_of(ord(letter)):
                self.caps[letter] = name

    def key_name(self, event: pygame.event.Event) -> str:
        """The name of a key. A letter of another script that is not bound counts as the Latin
        letter at its place on other keyboards."""
        name = sign_of(event.key)
        letter = LETTERS.get(getattr(event, "scancode", 0), name)
        if name.isascii() or name in self.by_key or letter == name:
            return name
        self.caps[letter] = name
        return letter

    def cap(self, name: str) -> str:
        """The label of a key on this keyboard."""
        return self.caps.get(name, name)

    def bind(self, action: str, name: str) -> None:
        """Binds a key or button to an action, and unbinds it from others."""
        pad = self.device == "pad"
        own = self.settings.buttons if pad else self.settings.keys
        now = self.buttons() if pad else self.keys()
        for other in REMAPPABLE:
            if name in now.get(other, []):
                own[other] = [n for n in now[other] if n != name]
        own[action] = [name]
        self.remap()

    def key_of(self, action: str) -> str:
        """The key to show for an action; "" if it has none."""
        names = self.keys().get(action, [])
        return str(names[0]) if names else ""

    def button_of(self, action: str) -> str:
        """The controller button to show for an action; "" if it has none."""
        names = self.buttons().get(action, [])
        return str(names[0]) if names else ""

    def printed(self, button: str) -> str:
        """The label of a button: letters, or (with a "/") the name of a picture."""
        signs: dict[str, str] = THEME["printed"]["all"] | THEME["printed"][self.make]
        return signs.get(button, button)

    def took(self, instance: int) -> None:
        """Notes that a controller was used: its symbols are shown from now on."""
        self.device = "pad"
        with contextlib.suppress(KeyError, UnicodeDecodeError):
            self.make = make_of(str(self.pads[instance].name))

    def pasted(self) -> str:
        """The text on the clipboard. Raises BadRecord if it is not text, or too long."""
        try:
            text = pygame.scrap.get_text() or self.copied
        except (pygame.error, AttributeError):
            text = self.copied
        except UnicodeDecodeError as error:
            raise BadRecord("no_utf8", byte=error.start) from None
        if len(text) > CLIPBOARD_LIMIT:
            raise BadRecord("too_large_text", most=f"{CLIPBOARD_LIMIT:,}")
        return text

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard; characters that it cannot hold are replaced."""
        self.copied = text.replace("\0", "?").encode("utf-8", "replace").decode("utf-8")
        with contextlib.suppress(pygame.error, AttributeError):
            pygame.scrap.put_text(self.copied)

    def events(self) -> Iterator[pygame.event.Event]:
        """The waiting events, at most EVENTS_MOST. A dropped file or text that is not UTF-8 comes
        as a drop of ""."""
        for _ in range(EVENTS_MOST):
            self.polls = (self.polls[1], pygame.time.get_ticks())
            try:
                event = pygame.event.poll()
            except (SystemError, UnicodeDecodeError):  # pygame raises either for such bytes
                event = pygame.event.Event(pygame.DROPFILE, file="")
            if event.type == pygame.NOEVENT:
                return
            yield event

    def open_pads(self) -> None:
        """Opens the controllers that are plugged in."""
        with contextlib.suppress(pygame.error, ImportError):
            from pygame._sdl2 import controller

            controller.init()
            for index in range(controller.get_count()):
                self.plug(index)

    def plug(self, index: int) -> None:
        """Opens a controller."""
        with contextlib.suppress(pygame.error, ImportError):
            from pygame._sdl2 import controller

            if controller.is_controller(index):
                pad = controller.Controller(index)
                self.pads[pad.as_joystick().get_instance_id()] = pad

    def actions(self, event: pygame.event.Event, typing: bool) -> Iterator[Action]:
        """The actions of an event. typing: letters are text, not commands."""
        for action in self.every_action(event, typing):
            if not (self.settings.ignore_doubles and self.doubles(action)):
                yield action

    def doubles(self, action: Action) -> bool:
        """Whether an action is a press that comes again too soon, or the end of one."""
        if action.name in UNDOUBLED:
            return self.deaf and action.name == "release"
        name, at = self.answered
        now = pygame.time.get_ticks()
        self.deaf = action.name == name and now - at < DOUBLED_MS
        if not self.deaf:
            self.answered = (action.name, now)
        return self.deaf

    def every_action(self, event: pygame.event.Event, typing: bool) -> Iterator[Action]:
        """The actions of an event, those that come again too soon among them."""
        if event.type == pygame.KEYMAPCHANGED:
            self.read_layout()
        elif event.type == pygame.WINDOWFOCUSLOST:
            yield from self.let_all_go()
        elif event.type == pygame.KEYDOWN:
            yield from self.key_down(event, typing)
        elif event.type == pygame.KEYUP:
            self.down.pop(event.scancode or event.key, None)
            self.silent.discard(event.scancode or event.key)
        elif event.type == pygame.TEXTINPUT:
            yield from self.text(event.text, typing)
        elif event.type == pygame.MOUSEMOTION:
            self.device = "mouse"
            yield Action("point", window.dots(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self.device = "mouse"
            yield Action("press" if event.button == 1 else "look", window.dots(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            yield Action("release", window.dots(event.pos))
        elif event.type in FINGERS:
            yield from self.finger(event)
        elif event.type == pygame.MOUSEWHEEL:
            yield Action("scroll", amount=-event.y)
        else:
            yield from self.pad(event)

    def let_all_go(self) -> Iterator[Action]:
        """Another window has the keys now: no more is heard of what is held."""
        self.down.clear()
        self.silent.clear()
        self.pushed.clear()
        if self.finger_is:
            self.finger_is = None
            self.resting = False
            yield Action("let go", (-1, -1))

    def key_down(self, event: pygame.event.Event, typing: bool) -> Iterator[Action]:
        """The action of a key that was pressed, or is held."""
        which = event.scancode or event.key  # keys without a name share a code, but not a place
        held = which in self.down
        self.down[which] = event.unicode
        action = self.key(event, typing)
        if held:
            if action.name in REPEATED and which not in self.silent:
                yield action
        elif self.is_new(action.name, "keyboard"):
            self.device = "keyboard"
            yield action
        else:
            self.silent.add(which)

    def listen(self, field: pygame.Rect | None) -> None:
        """Has the system's input method and screen keyboard serve a field while something is typed into
        it, and only then: otherwise keys are commands, which an input method would keep to itself."""
        if self.listening != (field is not None):
            self.listening = field is not None
            (pygame.key.start_text_input if self.listening else pygame.key.stop_text_input)()
        if field and self.field != field:
            pygame.key.set_text_input_rect(window.in_window(field))
        self.field = field

    def text(self, text: str, typing: bool) -> Iterator[Action]:
        """The letters of a text that comes without a key, as from an input method; one that comes with
        a key was heard with it."""
        if typing and text not in self.down.values():
            yield Action("letter", text=text)

    def is_new(self, name: str, device: str) -> bool:
        """Whether a press is not the last one once more, by the other of two devices. It has come at
        the earliest when events were last asked for without an answer."""
        known, other, at = self.last
        if name and name == known and device != other and self.polls[0] - at <= TWICE_MS:
            return False
        self.last = (name, device, pygame.time.get_ticks())
        return True

    def pad(self, event: pygame.event.Event) -> Iterator[Action]:
        """The actions of a controller's event."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self.plug(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self.unplug(event.instance_id)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            button = PAD_BUTTONS.get(event.button, "")
            name = self.by_button.get(button, "")
            if self.is_new(name, "pad"):
                self.took(event.instance_id)
                if name in DIRECTIONS:
                    due = pygame.time.get_ticks() + HELD_MS
                    self.pushed[event.instance_id, event.button] = (name, due)
                yield Action(name, text=button)
        elif event.type == pygame.CONTROLLERBUTTONUP:
            self.pushed.pop((event.instance_id, event.button), None)
        elif event.type == pygame.CONTROLLERAXISMOTION and event.axis in STICK_AXES:
            yield from self.lean(event.instance_id, event.axis, event.value / STICK_MOST)

    def repeats(self) -> Iterator[Action]:
        """What the directions that are held on controllers do once more by now."""
        now = pygame.time.get_ticks()
        for source, (name, due) in list(self.pushed.items()):
            if now >= due:
                self.pushed[source] = (name, now + AGAIN_MS)
                yield Action(name)

    def unplug(self, instance: int) -> None:
        """Forgets a controller."""
        self.pads.pop(instance, None)
        for axis in STICK_AXES:
            self.stick.pop((instance, axis), None)
        for source in [one for one in self.pushed if one[0] == instance]:
            del self.pushed[source]

    def finger(self, event: pygame.event.Event) -> Iterator[Action]:
        """A finger acts as a mouse that shows the tooltip under it; a long press only looks. The first
        finger counts until it is lifted, and no other does meanwhile."""
        one = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self.finger_is is None:
            self.finger_is = one
        if one != self.finger_is:
            return
        self.device = "mouse"
        width, height = window.size()
        place = window.dots((event.x * width, event.y * height))
        now = pygame.time.get_ticks()
        if event.type == pygame.FINGERDOWN:
            self.finger_down = now
        self.resting = event.type == pygame.FINGERDOWN or (
            self.resting and event.type == pygame.FINGERMOTION
        )
        if event.type == pygame.FINGERUP:
            self.finger_is = None
        long = event.type == pygame.FINGERUP and now - self.finger_down > LONG_PRESS_MS
        yield Action("let go" if long else FINGERS[event.type], place)

    def long_press(self) -> bool:
        """Whether a finger has been down long enough by now; true once."""
        long = self.resting and pygame.time.get_ticks() - self.finger_down > LONG_PRESS_MS
        self.resting = self.resting and not long
        return long

    def key(self, event: pygame.event.Event, typing: bool) -> Action:
        name = self.key_name(event)
        if name == "return" and event.mod & pygame.KMOD_ALT:
            return Action("fullscreen")
        held = THEME["keys_held"].get(name)
        if held and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return Action(held, text=name)
        if typing and name == "backspace":
            return Action("letter", text="\b")
        if typing and event.unicode and event.unicode.isprintable():
            return Action("letter", text=event.unicode)
        step = -1 if event.mod & pygame.KMOD_SHIFT else 1
        return Action(self.by_key.get(name, ""), text=name, amount=step)

    def lean(self, instance: int, axis: int, value: float) -> Iterator[Action]:
        """The action of a controller's stick: leaning it counts once, until it returns."""
        before = self.stick.get((instance, axis), 0)
        way = 1 if value > 0 else -1
        if abs(value) < (STICK_OFF if way == before else STICK_ON):
            way = 0
        self.stick[instance, axis] = way
        if way and way != before:
            name = STICK_AXES[axis][way > 0]
            if self.is_new(name, "pad"):
                self.took(instance)
                yield Action(name)


def sign_of(key: int) -> str:
    """The name of a key. pygame has none for letters of other scripts, but SDL has."""
    return pygame.key.name(key) or pygame.key.name(key, use_compat=False)


def make_of(name: str) -> str:
    """The make of a controller, by its name.

    >>> make_of("DualSense Wireless Controller"), make_of("Gamepad")
    ('playstation', 'xbox')
    """
    makes: dict[str, list[str]] = THEME["pad_names"]
    known = (make for make, words in makes.items() for word in words if word in name.lower())
    return next(known, "xbox")


def heed_signals() -> list[int]:
    """Makes Ctrl+C, a closed terminal and SIGTERM end the arcade as closing its window does.
    Returns the list that receives them."""
    asked: list[int] = []
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, lambda number, _: asked.append(number))
    return asked
