"""How many forms counted things have in a language, and which of them a number takes."""

from __future__ import annotations

from collections.abc import Callable


def few(number: int) -> bool:
    """Whether a number ends in 2, 3 or 4, but not in 12, 13 or 14."""
    return 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14


def of_russian(number: int) -> int:
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if few(number) else 2


def of_polish(number: int) -> int:
    return 0 if number == 1 else 1 if few(number) else 2


def of_czech(number: int) -> int:
    return 0 if number == 1 else 1 if 2 <= number <= 4 else 2


def of_lithuanian(number: int) -> int:
    if 11 <= number % 100 <= 19 or number % 10 == 0:
        return 2
    return 0 if number % 10 == 1 else 1


def of_icelandic(number: int) -> int:
    return 0 if number % 10 == 1 and number % 100 != 11 else 1


def of_irish(number: int) -> int:
    return {1: 0, 2: 1}.get(number, 2 if number in range(3, 7) else 3 if number in range(7, 11) else 4)


def of_welsh(number: int) -> int:
    return {0: 0, 1: 1, 2: 2, 3: 3, 6: 4}.get(number, 5)


def of_maltese(number: int) -> int:
    if number == 1:
        return 0
    if number == 0 or 2 <= number % 100 <= 10:
        return 1
    return 2 if 11 <= number % 100 <= 19 else 3


def of_romanian(number: int) -> int:
    if number == 1:
        return 0
    return 1 if number == 0 or 1 <= number % 100 <= 19 else 2


def of_slovenian(number: int) -> int:
    return {1: 0, 2: 1, 3: 2, 4: 2}.get(number % 100, 3)


def of_french(number: int) -> int:
    return 0 if number < 2 else 1


def of_english(number: int) -> int:
    return 0 if number == 1 else 1


# By language: how many forms counted things have, and which of them a number takes. All others count as
# English does.
PLURALS: dict[str, tuple[int, Callable[[int], int]]] = {
    "en": (2, of_english),
    **dict.fromkeys(("be", "bs", "hr", "ru", "sr", "uk"), (3, of_russian)),
    "pl": (3, of_polish),
    **dict.fromkeys(("cs", "sk"), (3, of_czech)),
    **dict.fromkeys(("lt", "lv"), (3, of_lithuanian)),
    **dict.fromkeys(("is", "mk"), (2, of_icelandic)),
    "ga": (5, of_irish),
    "cy": (6, of_welsh),
    "mt": (4, of_maltese),
    "ro": (3, of_romanian),
    "sl": (4, of_slovenian),
    **dict.fromkeys(("fr", "pt"), (2, of_french)),
}
RULE = "@"  # before the language whose rule chooses among forms, as the last of them; English needs none
