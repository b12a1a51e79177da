"""What a table shows: nothing lies across anything else, and nothing is told before it is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect

import game as arcade
from native.games import GAMES
from native.parlour.coach import Verdict
from native.parlour.samples import played
from tests.screen import Screen, screen

# ---- ghosts ----


def alike(rects: list[Rect]) -> bool:
    """Whether cards are equally large, but for the rounding of their cells."""
    wides = [rect.w for rect in rects]
    return max(wides) - min(wides) <= 2


def why_at(s: Screen, game: str, seed: int) -> arcade.Why:
    """Why one move is better than another, somewhere in a deal."""
    match = played(game, len(played(game, 10_000, seed).moves) // 2, seed)
    legal = match.legal()
    verdict = Verdict(match.to_act or 0, legal[0], legal[-1], 1, "mistake", len(match.moves))
    s.app.scenes = [arcade.Why(s.app, match, verdict)]
    s.app.draw()
    why = s.scene
    assert isinstance(why, arcade.Why)
    return why


@pytest.mark.parametrize("game", GAMES)
def test_real_cards_make_room_for_ghosts(tmp_path: Path, game: str) -> None:
    """However many moves of a course are shown, the cards lie where the ghosts leave them room."""
    laid = 0
    with screen(tmp_path) as s:
        for seed in range(1, 5):
            why = why_at(s, game, seed)
            assert why.reason
            for better in (False, True):
                why.better = better
                for upto in range(1, why.reason.shown(better) + 1):
                    why.upto = upto
                    s.app.draw()
                    board = why.board
                    places = board.arranged()
                    assert all(sprite.rect == places.get(sprite, sprite.rect) for sprite in board.sprites)
                    ghosts = list(board.haunted(why.ghosts()).values())
                    assert len(ghosts) == len(set(why.ghosts()))
                    laid += len(ghosts)
                    if game == "duel":
                        cards = [sprite.rect for sprite in board.of("grid")] + ghosts
                        assert alike(cards)
                        assert all(rect.collidelist(cards[:at]) < 0 for at, rect in enumerate(cards))
    assert laid


def test_both_moves_of_a_review_lie_beside_the_cards(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        arcade.draw_shot(s.app, lambda: arcade.review_graded(s.app, "duel", 8))
        review = s.scene
        assert isinstance(review, arcade.Review)
        seen = 0
        for ply in range(len(review.grader.grades) - 7, len(review.grader.grades) + 1):
            review.go(ply)
            s.app.draw()
            laid = [ghost for ghosts, *_ in review.laid() for ghost in ghosts]
            ghosts = list(review.board.haunted(laid).values())
            cards = [sprite.rect for sprite in review.board.of("grid")]
            assert all(ghost.collidelist(cards) < 0 for ghost in ghosts)
            assert alike(cards + ghosts)
            seen += len(ghosts)
        assert seen


@pytest.mark.parametrize(
    ("against", "keys"), [("own", ("better", "own")), ("others", ("better", "others")), ("next", ("next", "hinted"))]
)
def test_why_says_whose_moves_it_compares(tmp_path: Path, against: str, keys: tuple[str, str]) -> None:
    """After a hint nobody has moved: what is recommended stands against the next best."""
    with screen(tmp_path) as s:
        match = played("duel", 10)
        values = match.advise("dragon", permille=100)
        if against == "next":
            s.app.sit(match)
            s.table.advice, s.table.hinted = values, True
            s.table.aim("hand1")
            s.table.hint()
        else:
            move, better = values.moves[-1].move, values.shown
            doubt = Verdict(match.to_act or 0, move, better, 1, "mistake", len(match.moves))
            s.app.scenes.append(arcade.Why(s.app, match, doubt, against=against))  # type: ignore[arg-type]
        why = s.scene
        assert isinstance(why, arcade.Why)
        assert why.better == (against == "next")
        for key in keys:
            button = next(button for button in why.buttons() if button.key == key)
            assert button.label == s.app.strings(f"coach.{key}")
            assert ("your" in button.label) == (key == "own")
            s.click(key)
