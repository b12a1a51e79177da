"""A reason that was seen in a sample of deals never speaks as if it held in all.

Proved here: sentences that say sure, cannot, nobody, never or the like have room for a word on how many deals were
looked at, unless they speak of what lies open or in the seat's hand; that word is there wherever not all deals were,
and a statement that failed somewhere is never said to hold without it. No clause says "not in every deal" of what
holds in none, and none has two negations.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from native import Match
from native.files import put
from native.games import GAMES
from native.play.judge import Worth
from native.play.reasons import Finding, Mark, Reason, Reasoning
from native.play.review import Grade, reasoning_of
from native.play.words import Telling
from native.strings import Strings
from native.tools.why import telling

LANGUAGES = ("en", "de")
CLAIMS = {
    "en": r"for certain|\bsure\b|cannot|nobody|nothing (can|hunts)|never|whatever|no longer"
    r"|\bno (such|card|reply)",
    "de": r"sicher\b|kann (nicht|nichts)|nicht zu schlagen|niemand|[Nn]ichts kann|\bnie\b|was auch"
    r"|kein(e|en)? (solche|Karte)",
}
OPEN = {  # what they say the seat can see by itself, or it is told only where the others' cards are known
    "tale.dead.text", "tale.flips_others.other", "heart.spends_last.text",
    "tricks.gives_up_lead.other.sure", "tricks.keeps_lead.text.last", "tricks.cashes.text.known",
    "tricks.ducks.other.left", "tricks.makes_void.text.only", "tricks.makes_void.text.top",
    "tricks.stuck_high.text.known", "tricks.stuck_high.text.many", "tricks.others_hold.text.known",
}  # fmt: skip
NOT_CLAIMED = {  # what is not said to be certain, or is by the rules
    "en": r"almost (certainly|never)|[Nn]obody pays you",
    "de": r"fast sicher|so gut wie nie|zahlt dir( dann)? niemand",
}
TOLD = {
    "en": r" in ((every|any) deal tried|nearly every deal|\d of 10 deals|very few deals|only \d)",
    "de": r" in (allen untersuchten|keinem der untersuchten|fast allen|(nur )?\d von 10|sehr wenigen) Fälle",
}
LOWER = re.compile(r"(^|[.!?] )[a-zäöü]")  # a sentence that begins with a small letter
PLACE = re.compile(r"\{(deals|rest)(_no)?\}")
NEGATION = {
    "en": r"\b(not?|none|nobody|nothing|never|cannot|neither|nor|without)\b",
    "de": r"\b(nicht|nichts|nie|niemand|niemals|kein(e|en|em|er|es)?|weder|ohne)\b",
}
EVERY = {"en": r"every deal|each deal", "de": r"allen (untersuchten )?Fällen"}
NONE = {"en": r"any deal|except in", "de": r"in keinem|außer in"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_sounds_certain_has_room_for_the_share_of_deals(language: str) -> None:
    texts = Strings(language)
    for key, text in texts.table.items():
        of, _, name = key.partition(".")
        if of != "motif" or not re.search(r"\.(text|other|never)\b", name) or name in OPEN:
            continue
        if re.search(CLAIMS[language], re.sub(NOT_CLAIMED[language], "", text)):
            assert PLACE.search(text), (key, text)


def with_deals(text: str, say: Telling, share: float, whole: bool) -> Iterator[str]:
    """A text of a reason, for one and for several of what it counts, with the word for the deals in which its
    statement holds; everything else stays in braces."""
    often = say.often(share, whole)
    for form in (r"\1", r"\2"):
        told = re.sub(r"\{\w+:((?:[^{}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*)\}", form, text)
        yield PLACE.sub(lambda found: often[found[0].strip("{}")], told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_holds_in_none_of_the_deals_is_not_said_to_fail_in_some(language: str) -> None:
    say, negation, said = telling(Match("duel", {}, seed=1), language), NEGATION[language], 0
    for key, text in say.t.table.items():
        if not PLACE.search(text) or key.startswith("reasons.deals"):
            continue
        never = "{rest" in text or "never" in key
        shares = (0.0, 0.01, 0.3) if never else (0.3, 0.99, 1.0)
        for share, whole in product(shares, (False, True)):
            for told in with_deals(text, say, share, whole):
                said += 1
                for clause in re.split(r"[.;:](?= |$)|,(?! außer| except| in keinem)", told):
                    words, none = re.subn(NONE[language], "", clause)
                    negations = len(re.findall(negation, words, re.IGNORECASE))
                    assert not (negations and re.search(EVERY[language], words)), (key, told)
                    assert not none or negations == 1, (key, told)
                    assert not (negations and re.search(r"in no deal|in keinem", words)), (key, told)
    assert said > 200


def test_the_word_for_the_deals_fits_a_sentence_with_a_negation() -> None:
    for language, no, yes in (
        ("en", "X does not do that in any deal tried.", "X avoids that in every deal tried."),
        ("de", "X bringt das nicht, in keinem der untersuchten Fälle.",
         "X vermeidet das in allen untersuchten Fällen."),
    ):  # fmt: skip
        say = telling(Match("duel", {}, seed=1), language)
        told = [say.t(f"reasons.{kind}.never", other="X", **say.often(0, False)) for kind in ("good", "bad")]
        assert told == [no, yes]
        assert "X" in say.t("reasons.good.never", other="X", **say.often(0, True))
        assert not re.search(TOLD[language], say.t("reasons.good.never", other="X", **say.often(0, True)))


def reasonings(game: str, seeds: range) -> list[Reasoning]:
    """The worst move against the best at random places of random matches."""
    found = []
    for seed in seeds:
        match, chance = Match(game, {}, seed=seed), random.Random(seed)
        until = 3 + chance.randrange(10 if game == "duel" else 25)
        while not match.over and (len(match.moves) < until or len(match.legal()) < 2):
            match.play(chance.choice(match.legal()))
        if match.over:
            continue
        advice = match.advise("dragon", permille=100)
        worst = min(advice.moves, key=lambda move: move.merit).move
        reasoning = reasoning_of(match, Grade(match.to_act or 0, worst, Worth(advice)), advice.shown, 16)
        reasoning.work()
        found.append(reasoning)
    return found


def said(reason: Reason, reasoning: Reasoning, language: str) -> list[tuple[str, str]]:
    """Of both sentences about a reason: its pattern and its words."""
    found: list[tuple[str, str]] = []
    say = telling(reasoning.match, language)

    class Noting(Strings):
        def __call__(self, key: str, **values: Any) -> str:
            words = super().__call__(key, **values)
            if "deals" in values:
                found.append((self.table[key], words))
            return words

    say.t = Noting(language)
    say.reason(reason, reasoning.move, reasoning.better)
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_held_in_a_sample_of_deals_is_said_with_that_word(game: str) -> None:
    some = 0
    for reasoning in reasonings(game, range(14)):
        for reason in reasoning.found:
            whole = reasoning.open or len(reasoning.deals) == reasoning.of
            assert reason.whole == (whole and not reason.played)  # each deal is played on in one way of many
            for language in LANGUAGES:
                both = telling(reasoning.match, language).reason(reason, reasoning.move, reasoning.better)
                assert not any(map(LOWER.search, both)), both
                for pattern, words in said(reason, reasoning, language):
                    if not reason.whole and PLACE.search(pattern):
                        assert re.search(TOLD[language], words), words
                        some += 1
    assert some or game == "tale"




@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("motif", ["stops_secret", "takes_secret"])
def test_every_sentence_of_a_reason_begins_with_a_capital_letter(motif: str, language: str) -> None:
    match = Match("tricks", {}, seed=4)
    while not match.state()["kind"]:
        match.play(match.legal()[0])
    worse, better = match.legal()[:2]
    finding = Finding((Mark("hand"),), values={"who": 1})
    for whole in (False, True):
        reason = Reason(f"tricks.{motif}", True, (0, 1), 1, None, finding, match.position(), whole=whole)
        both = telling(match, language).reason(reason, worse, better)
        assert both[0].count(". ") == 1 and not any(map(LOWER.search, both)), both


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reason_names_the_dragon_beside_the_card_that_may_be_it(language: str) -> None:
    for key, text in Strings(language).table.items():
        if key.startswith("motif.tricks.") and re.search(r"\{(move|other)\}", text):
            assert not re.search(r"Dragon\b|Drachen?\b", text), (key, text)


def test_a_card_in_a_german_sentence_has_its_article_in_the_case_of_its_place() -> None:
    say = telling(Match("tricks", {}, seed=4), "de")
    cards = ("NOM P", "DRU P", "WAR F", "DRAGON", "DRAGON WAR", "DRA C", "NOM K")
    text = "Nach {card:dat} behältst du {card:acc}."
    told = [put(text, {"card": say.apart(card, card)[0]}) for card in cards]
    assert told == [
        "Nach dem Prinzen der Nomaden behältst du den Prinzen der Nomaden.",
        "Nach der Prinzessin der Druiden behältst du die Prinzessin der Druiden.",
        "Nach dem Narren der Krieger behältst du den Narren der Krieger.",
        "Nach dem Drachen behältst du den Drachen.",
        "Nach dem Drachen als König der Krieger behältst du den Drachen als König der Krieger.",
        "Nach dem Grafen der Drachenherren behältst du den Grafen der Drachenherren.",
        "Nach dem König der Nomaden behältst du den König der Nomaden.",
    ]
    bare = r"\b([Nn]ach|[Mm]it|[Ss]pielst du|[Bb]ehalte|[Ww]irf) \{(move|other|cards?)\}"
    told = [text for key, text in say.t.table.items() if key.startswith("motif.tricks.")]
    assert [text for text in told if re.search(bare, text)] == []
