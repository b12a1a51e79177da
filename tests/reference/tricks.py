"""Dragonmaster, slow and obvious: cards are texts, hands are lists, every question is answered by looking.

Written from the rules page alone, to check the engine's rules against. It deals nothing itself: the first deal and
the cards of each later hand are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

SUITS = ["DRA", "WAR", "DRU", "NOM"]
RANKS = ["K", "Q", "P", "W", "D", "C", "B", "F"]  # high to low
KINDS = ["dragonlords", "wizards", "runesword", "first", "staff"]
DRAGON = "DRAGON"
PRINCE = "WAR P"
FAILED_POWER_PLAY = 8000
POWER_PLAY = {"dragonlords": 10000, "wizards": 10000, "runesword": 6000, "first": 6000, "staff": 15000}
SECRET_POWER_PLAY = {"dragonlords": 10000, "wizards": 10000, "staff": 15000}
NO_FIRST_LEAD = {"dragonlords": ["DRA"], "runesword": ["WAR"], "staff": ["DRA", "WAR"]}

Deal = dict[str, Any]


def deck(players: int, level: str) -> list[str]:
    ranks = RANKS if players == 4 else [rank for rank in RANKS if rank not in "BF"]
    cards = [f"{suit} {rank}" for suit in SUITS for rank in ranks]
    return cards if level == "basic" else [*cards, DRAGON]


def suit_of(card: str) -> str:
    """The suit of a card that is not the Dragon."""
    return card[:3]


def strength(card: str) -> int:
    """The higher, the stronger within its suit."""
    return -RANKS.index(card[4])


def is_penalty(card: str, kind: str) -> bool:
    """Whether a card costs something in this kind of hand."""
    if card == DRAGON:
        return False
    dragonlord = kind in ("dragonlords", "staff") and suit_of(card) == "DRA"
    wizard = kind in ("wizards", "staff") and card[4] == "W"
    return dragonlord or wizard or (kind in ("runesword", "staff") and card == PRINCE)


class Tricks:
    """A match, from an explicit deal on. next_cards gives {"hands", "extra"} whenever a hand is to be dealt."""

    def __init__(
        self, deal: Deal, players: int = 4, level: str = "basic", early_end: bool = True,
        next_cards: Callable[[], Deal] | None = None, rotate_dm: bool = False,
    ) -> None:
        self.players, self.level, self.early_end, self.next_cards = players, level, early_end, next_cards
        self.rotate_dm = rotate_dm
        self.round, self.round_began_by, self.dm = deal["round"], deal["round_began_by"], deal["dm"]
        self.played: list[str] = list(deal["played"])
        self.wealth = [100000] * players
        self.results: list[dict[str, Any]] = []
        self.over = False
        self.start_hand(deal)

    # ---- a hand begins ----

    def start_hand(self, deal: Deal) -> None:
        """Takes up the cards; whoever holds the Dragon says so, and the Dragonmaster swaps it."""
        self.hands = [list(hand) for hand in deal["hands"]]
        self.extra: str | None = deal["extra"]
        assert self.extra != DRAGON
        self.kind: str | None = None
        self.power: int | None = None
        self.swapped_by: int | None = None
        self.leader: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[tuple[int, list[tuple[int, str]]]] = []  # who took it, and what was played
        self.given: list[str] = []  # what the Power Player got after the play
        if self.dragon_holder() == self.dm:
            self.swap(self.dm)

    def dragon_holder(self) -> int | None:
        """The seat with the Dragon in hand."""
        for seat in range(self.players):
            if DRAGON in self.hands[seat]:
                return seat
        return None

    def swap(self, seat: int) -> None:
        """The Dragon for the extra card."""
        assert self.extra is not None
        self.hands[seat].remove(DRAGON)
        self.hands[seat].append(self.extra)
        self.extra = DRAGON
        self.swapped_by = seat

    # ---- whose move, and which ----

    def must_choose(self) -> bool:
        """Whether the Dragon's holder has not yet said swap or keep."""
        return self.dragon_holder() is not None and self.power is None

    def to_act(self) -> int | None:
        """The seat to act, None when over."""
        if self.over:
            return None
        if self.must_choose():
            return self.dragon_holder()
        if self.kind is None:
            return self.dm if self.power is None else self.power
        assert self.leader is not None
        return (self.leader + len(self.trick)) % self.players

    def suit_led(self) -> str:
        card = self.trick[0][1]
        return card.split()[1] if card.startswith(DRAGON) else suit_of(card)

    def legal(self) -> list[str]:
        seat = self.to_act()
        if seat is None:
            return []
        if self.must_choose():
            return ["swap", "keep"]
        if self.kind is None:
            return [f"call {kind}" for kind in KINDS if kind not in self.played]
        return self.leads(self.hands[seat]) if not self.trick else self.follows(self.hands[seat])

    def leads(self, hand: list[str]) -> list[str]:
        barred: list[str] = []
        if self.level == "expert" and not self.tricks:
            assert self.kind is not None
            barred = NO_FIRST_LEAD.get(self.kind, [])
        cards = [card for card in hand if card != DRAGON and suit_of(card) not in barred]
        if DRAGON in hand:
            cards += [f"{DRAGON} {suit}" for suit in SUITS if suit not in barred]
        return cards or list(hand)

    def follows(self, hand: list[str]) -> list[str]:
        """What may be played to a trick that is led."""
        cards = [card for card in hand if card != DRAGON and suit_of(card) == self.suit_led()]
        if not cards:
            return list(hand)
        return cards + [DRAGON] if DRAGON in hand else cards

    # ---- playing ----

    def play(self, move: str) -> None:
        assert move in self.legal(), move
        seat = self.to_act()
        assert seat is not None
        if move == "swap":
            self.swap(seat)
        elif move == "keep":
            self.power = seat
        elif move.startswith("call "):
            self.kind = move[5:]
            self.leader = seat
        else:
            self.hands[seat].remove(DRAGON if move.startswith(DRAGON) else move)
            self.trick.append((seat, move))
            if len(self.trick) == self.players:
                self.end_trick()

    def trick_winner(self) -> int:
        king = f"{self.suit_led()} K"
        cards = [card for _, card in self.trick]
        for place, (seat, card) in enumerate(self.trick):
            if card.startswith(DRAGON) and king not in cards[:place]:
                return seat
        in_suit = [
            (strength(card), seat)
            for seat, card in self.trick
            if not card.startswith(DRAGON) and suit_of(card) == self.suit_led()
        ]
        return max(in_suit)[1]

    def end_trick(self) -> None:
        """The winner takes the trick and leads; perhaps the hand ends."""
        winner = self.trick_winner()
        self.tricks.append((winner, self.trick))
        self.trick = []
        self.leader = winner
        if len(self.tricks) == 8 or (self.early_end and self.decided()):
            self.end_hand()

    def taken(self, seat: int) -> list[str]:
        """The cards that a seat took."""
        cards = [
            DRAGON if card.startswith(DRAGON) else card
            for winner, trick in self.tricks
            if winner == seat
            for _, card in trick
        ]
        return cards + (self.given if seat == self.power else [])

    def first_and_last_count(self) -> bool:
        """Whether this kind of hand counts the first and the last trick."""
        return self.kind in ("first", "staff")

    def decided(self) -> bool:
        """All that counts has been taken, or the Power Player has missed something; the extra card is not seen."""
        assert self.kind is not None
        if self.power is not None:
            if self.first_and_last_count() and self.tricks[0][0] != self.power:
                return True
            for seat in range(self.players):
                if seat != self.power and any(is_penalty(card, self.kind) for card in self.taken(seat)):
                    return True
        if self.first_and_last_count():
            return False  # the last trick is still to come
        taken = [card for seat in range(self.players) for card in self.taken(seat)]
        return all(card in taken for card in deck(self.players, self.level) if is_penalty(card, self.kind))

    # ---- the end of a hand ----

    def cost(self, seat: int) -> int:
        """What a seat's tricks cost it in an ordinary hand."""
        cards, cost = self.taken(seat), 0
        if self.kind in ("dragonlords", "staff"):
            cost += 1000 * len([card for card in cards if card.startswith("DRA ")])
        if self.kind in ("wizards", "staff"):
            cost += 2000 * len([card for card in cards if card.endswith(" W")])
        if self.kind in ("runesword", "staff") and PRINCE in cards:
            cost += 8000
        if self.first_and_last_count():
            cost += 4000 * (self.tricks[0][0] == seat)
            cost += 4000 * (len(self.tricks) == 8 and self.tricks[7][0] == seat)
        return cost

    def took_everything(self, seat: int) -> bool:
        """Whether a seat took all that a Power Play asks for."""
        assert self.kind is not None
        taken = self.taken(seat)
        for card in deck(self.players, self.level):
            if is_penalty(card, self.kind) and card not in taken:
                return False
        if self.first_and_last_count():
            return self.tricks[0][0] == seat and len(self.tricks) == 8 and self.tricks[7][0] == seat
        return True

    def end_hand(self) -> None:
        """Pays, notes the result, and goes on to the next hand if there is one."""
        assert self.kind is not None
        if self.power is not None:
            assert self.extra is not None
            self.given, self.extra = [self.extra], None
        change = [0] * self.players
        sort: str | None = None
        player: int | None = None
        success: bool | None = None
        if self.power is not None:
            sort, player, success = "power", self.power, self.took_everything(self.power)
        elif self.level == "expert" and self.kind in SECRET_POWER_PLAY:
            for seat in range(self.players):
                if seat != self.dm and self.took_everything(seat):
                    sort, player, success = "secret", seat, True
        for seat in range(self.players):
            if player is None and seat != self.dm:
                change[seat] -= self.cost(seat)
                change[self.dm] += self.cost(seat)
            elif player is not None and success and seat != player:
                amount = (POWER_PLAY if sort == "power" else SECRET_POWER_PLAY)[self.kind]
                change[seat] -= amount
                change[player] += amount
        if sort == "power" and not success:
            assert player is not None
            change[player] -= FAILED_POWER_PLAY
            change[self.dm] += FAILED_POWER_PLAY
        self.wealth = [have + more for have, more in zip(self.wealth, change, strict=True)]
        left = (self.dm + 1) % self.players
        next_dm = player if success else left if self.rotate_dm else self.dm
        self.played.append(self.kind)
        result = {"kind": self.kind, "dm": self.dm, "power": sort, "player": player, "success": success,
                  "payments": change, "next_dm": next_dm}  # fmt: skip
        self.results.append(result)
        if len(self.played) == 5 and self.round == self.players - 1:
            result["next_dm"] = None
            self.over = True
            return
        if len(self.played) == 5:
            self.round += 1
            self.round_began_by = (self.round_began_by + 1) % self.players
            self.played = []
            next_dm = self.round_began_by
        assert next_dm is not None and self.next_cards is not None
        result["next_dm"] = self.dm = next_dm
        self.start_hand(self.next_cards())

    # ---- what is seen ----

    def winners(self) -> list[int]:
        return [seat for seat in range(self.players) if self.over and self.wealth[seat] == max(self.wealth)]

    def state(self, seat: int | None = None) -> dict[str, Any]:
        """The state as records have it; hands and taken sorted."""
        def hide(cards: Sequence[str], seen: bool) -> list[str]:
            return sorted(cards) if seen else ["?"] * len(cards)

        return {
            "hand": 5 * self.round + len(self.played),
            "round": self.round,
            "round_began_by": self.round_began_by,
            "played": self.played,
            "dm": self.dm,
            "kind": self.kind,
            "power": self.power,
            "swapped_by": self.swapped_by,
            "rounds": self.players,
            "hands_of_match": 5 * self.players,
            "secret": self.level == "expert",
            "hands": [hide(self.hands[i], seat in (None, i)) for i in range(self.players)],
            "extra": self.extra if seat is None or self.extra in (None, DRAGON) else "?",
            "leader": self.leader,
            "trick": [[i, card] for i, card in self.trick],
            "suit": self.suit_led() if self.trick else None,
            "taken": [hide(self.taken(i), True) for i in range(self.players)],
            "tricks": [[[i, card] for i, card in trick] for _, trick in self.tricks],
            "tricks_taken": [len([1 for winner, _ in self.tricks if winner == i]) for i in range(self.players)],
            "wealth": self.wealth,
            "results": self.results,
        }
