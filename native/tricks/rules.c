/* rules.c: the rules of Dragonmaster (rules: tricks).
 *
 * Data: TricksState of rules.h, 336 bytes and no pointer. A set of cards is a 32-bit mask, a suit
 * one of its bytes, a higher card a higher bit. So following suit is one "and", and the penalty
 * cards of a kind are one mask in a table. The Dragon is no bit: one byte says who holds it, and
 * `extra` whether it was swapped. Money is counted in thousands; every payment is a whole number.
 *
 * Randomness: hand h of a match (5 x round + hands of this round before it) is dealt by
 * Rng(seed, h), the first Dragonmaster by Rng(seed, FIRST_DM_STREAM), so later hands do not depend
 * on play. A deal shuffles the cards in order of suit and rank, the Dragon last: eight to seat 0,
 * eight to seat 1, and so on; the last one is the extra card. If that is the Dragon, the same
 * generator shuffles the same pack again. */

#include "rules.h"

#include <stdio.h>
#include <stdlib.h>

#define FIRST_DM_STREAM 0xFFFF0000u
#define START_WEALTH 100
#define THOUSAND 1000
#define MAX_CARDS (TRICKS_SEATS * TRICKS_HAND + 1)

enum { ZONE_DECK, ZONE_HAND, ZONE_EXTRA, ZONE_TRICK, ZONE_TAKEN };
/* CALLS, NAMES and TOOK stand for several announcements each, in the order of kinds, suits and
 * rows. */
enum {
    SAY_HAND, SAY_THROWN_IN, SAY_HAS_DRAGON, SAY_SWAPS, SAY_KEEPS, SAY_CALLS,
    SAY_NAMES = SAY_CALLS + TRICKS_KINDS, SAY_TAKES = SAY_NAMES + TRICKS_SUITS, SAY_ENDS_EARLY,
    SAY_POWER_MISSED, SAY_TOOK,
    SAY_POWER_MADE = SAY_TOOK + TRICKS_KINDS, SAY_POWER_FAILED, SAY_SECRET_MADE, SAY_NO_PAYMENT,
    SAY_NEXT_DM, SAY_ROUND_OVER, SAY_WINS
};
enum {
    WHY_LEGAL, WHY_OVER, WHY_CHOOSE_FIRST, WHY_CALL_FIRST, WHY_NO_CHOICE, WHY_CALLED,
    WHY_KIND_PLAYED, WHY_NOT_HELD, WHY_NAME_A_SUIT, WHY_NOT_LEADING, WHY_MUST_FOLLOW,
    WHY_NO_LEAD = WHY_MUST_FOLLOW + TRICKS_SUITS
};
enum { ROW_DRAGONLORDS, ROW_WIZARDS, ROW_PRINCE, ROW_FIRST, ROW_LAST, ROWS };

const char *const tricks_zones[] = {"deck", "hand", "extra", "trick", "taken", NULL};
const char *const tricks_says[] = {
    "hand", "thrown_in", "has_dragon", "swaps", "keeps",
    "calls_dragonlords", "calls_wizards", "calls_runesword", "calls_first", "calls_staff",
    "names_DRA", "names_WAR", "names_DRU", "names_NOM", "takes", "ends_early", "power_missed",
    "took_dragonlords", "took_wizards", "took_prince", "took_first", "took_last",
    "power_made", "power_failed", "secret_made", "no_payment", "next_dm", "round_over", "wins",
    NULL};
const char *const tricks_reasons[] = {
    "", "over", "choose_first", "call_first", "no_choice", "called", "kind_played", "not_held",
    "name_a_suit", "not_leading", "must_follow_DRA", "must_follow_WAR", "must_follow_DRU",
    "must_follow_NOM", "no_lead_DRA", "no_lead_WAR", NULL};
const char *const tricks_labels[] = {"dragonlords", "wizards", "prince", "first", "last", NULL};

const Option tricks_options[TRICKS_OPTIONS] = {
    {"players", OPTION_INT, 3, 4, 4, NULL},
    {"level", OPTION_CHOICE, 0, 2, 0, "basic advanced expert"},
    {"early_end", OPTION_BOOL, 0, 1, 1, NULL},
    {"rotate_dm", OPTION_BOOL, 0, 1, 0, NULL},
};

static const char *const suit_names[TRICKS_SUITS] = {"DRA", "WAR", "DRU", "NOM"};
static const char rank_letters[] = "FBCDWPQK";

#define DRA_BIT (1u << TRICKS_DRA)
#define WAR_BIT (1u << TRICKS_WAR)

const TricksKind tricks_kinds[TRICKS_KINDS] = {
    {"dragonlords", TRICKS_DRA_CARDS, 1, 0, 0, 0, 10, 10, DRA_BIT},
    {"wizards", TRICKS_WIZARD_CARDS, 0, 2, 0, 0, 10, 10, 0},
    {"runesword", TRICKS_PRINCE_CARD, 0, 0, 8, 0, 6, 0, WAR_BIT},
    {"first", 0, 0, 0, 0, 4, 6, 0, 0},
    {"staff", TRICKS_DRA_CARDS | TRICKS_WIZARD_CARDS | TRICKS_PRINCE_CARD, 1, 2, 8, 4, 15, 15,
     DRA_BIT | WAR_BIT},
};

static uint32_t suits_cards(uint32_t suits)
{
    uint32_t cards = 0;
    for (int suit = 0; suit < TRICKS_SUITS; suit++)
        cards |= suits >> suit & 1 ? tricks_suit_cards(suit) : 0;
    return cards;
}

static int has_dragon(const TricksState *state) { return state->level > TRICKS_BASIC; }

static int hand_index(const TricksState *state)
{
    return TRICKS_KINDS * state->round + state->n_played;
}

/* Whether this kind was called earlier in the round. */
static int was_played(const TricksState *state, int kind)
{
    return memchr(state->played, kind, state->n_played) != NULL;
}

/* ---- events ---- */

typedef struct Spot {
    uint8_t zone, seat;
    int16_t place;
} Spot;

/* Adds an announcement. events may be NULL here and below. */
static void add_announcement(Events *events, int what, int seat, int to_seat, int amount)
{
    if (!events)
        return;
    Event spare, *event = event_add(events, EVENT_SAY, &spare);
    event->what = (uint8_t)what;
    event->seat = (uint8_t)seat;
    event->to_seat = (uint8_t)to_seat;
    event->amount = amount;
}

/* Ends a group of events; never adds two pauses in a row. */
static void add_pause(Events *events)
{
    Event spare;
    if (events && events->n && events->list[events->n - 1].kind != EVENT_PAUSE)
        event_add(events, EVENT_PAUSE, &spare);
}

/* Adds a card move. seen: a bit for each seat that sees the face. */
static void add_card(Events *events, int card, Spot from, Spot to, int seen)
{
    if (!events)
        return;
    Event spare, *event = event_add(events, EVENT_CARD, &spare);
    event->seat = from.seat == NOBODY ? to.seat : from.seat;
    event->card = (int16_t)card;
    event->from = from.zone;
    event->from_seat = from.seat;
    event->to = to.zone;
    event->to_seat = to.seat;
    event->place = to.place;
    event->seen = (uint8_t)seen;
}

/* Adds a move for each card of a set, and for the Dragon if it is with them. */
static void add_cards(Events *events, uint32_t cards, int dragon, Spot from, Spot to, int seen)
{
    if (!events)
        return;
    for (; cards; cards &= cards - 1)
        add_card(events, lowest_card(cards), from, to, seen);
    if (dragon)
        add_card(events, TRICKS_DRAGON, from, to, seen);
}

/* ---- legal cards and payments ---- */

int tricks_turn(const TricksState *state)
{
    if (tricks_choosing(state))
        return state->dragon;
    if (state->kind == TRICKS_NO_KIND)
        return state->power != NOBODY ? state->power : state->dm;
    return tricks_seat_after(state, state->leader, state->n_trick);
}

uint32_t tricks_barred(const TricksState *state)
{
    int first_lead = state->first_taker == NOBODY && state->n_trick == 0;
    return first_lead && state->level == TRICKS_EXPERT ? kind_of(state)->barred : 0;
}

uint32_t tricks_playable(const TricksState *state)
{
    int seat = tricks_turn(state);
    uint32_t hand = state->hands[seat];
    if (state->n_trick) {
        uint32_t following = hand & tricks_suit_cards(state->suit);
        return following ? following : hand;
    }
    uint32_t barred = tricks_barred(state);
    uint32_t free_cards = barred ? hand & ~suits_cards(barred) : hand;
    return free_cards || state->dragon == seat ? free_cards : hand;
}

/* Suits that a led Dragon may name. */
static uint32_t dragon_suits(const TricksState *state) { return 15 & ~tricks_barred(state); }

int tricks_winner(const TricksState *state)
{
    int best = -1, winner = 0, king = 8 * state->suit + TRICKS_KING;
    assert(state->n_trick > 0);
    for (int i = 0; i < state->n_trick; i++) {
        int card = state->trick[i];
        if (card == TRICKS_DRAGON && best < king)
            card = king + 1; /* above the true King, unless he came first */
        else if (card == TRICKS_DRAGON || card >> 3 != state->suit)
            continue;
        if (card > best) {
            best = card;
            winner = i;
        }
    }
    return tricks_seat_after(state, state->leader, winner);
}

/* Whether this seat took the last trick. */
static int took_last(const TricksState *state, int seat)
{
    return tricks_done(state) == TRICKS_HAND && state->leader == seat;
}

int tricks_cost(const TricksState *state, int seat)
{
    const TricksKind *kind = kind_of(state);
    uint32_t cards = state->taken[seat] & kind->cards;
    return kind->dragonlord * card_count(cards & TRICKS_DRA_CARDS) +
           kind->wizard * card_count(cards & TRICKS_WIZARD_CARDS) +
           kind->prince * !!(cards & TRICKS_PRINCE_CARD) +
           kind->trick * ((state->first_taker == seat) + took_last(state, seat));
}

/* Whether the seat took all that a Power Play of this kind asks for; `given` counts as taken. */
static int took_everything(const TricksState *state, int seat, uint32_t given)
{
    const TricksKind *kind = kind_of(state);
    uint32_t missing = kind->cards & tricks_deck(state->players) & ~(state->taken[seat] | given);
    return !missing && (!kind->trick || (state->first_taker == seat && took_last(state, seat)));
}

/* Whether another seat took what the Power Player must take. */
static int power_missed(const TricksState *state)
{
    const TricksKind *kind = kind_of(state);
    for (int seat = 0; seat < state->players; seat++)
        if (seat != state->power &&
            (state->taken[seat] & kind->cards || (kind->trick && state->first_taker == seat)))
            return 1;
    return 0;
}

int tricks_hand_over(const TricksState *state)
{
    int done = tricks_done(state);
    if (done == TRICKS_HAND)
        return 1;
    if (!state->early_end || done == 0)
        return 0;
    const TricksKind *kind = kind_of(state);
    int nothing_left =
        !kind->trick && !(kind->cards & tricks_deck(state->players) & ~all_taken(state));
    return nothing_left || (state->power != NOBODY && power_missed(state));
}

/* The seat that has made a Secret Power Play, or NOBODY. The hand must be over. */
static int secret_player(const TricksState *state)
{
    if (state->level == TRICKS_EXPERT && state->power == NOBODY && kind_of(state)->secret)
        for (int seat = 0; seat < state->players; seat++)
            if (seat != state->dm && took_everything(state, seat, 0))
                return seat;
    return NOBODY;
}

static void add_payment(TricksResult *result, int from, int to, int amount)
{
    assert(from < TRICKS_SEATS && to < TRICKS_SEATS);
    result->payments[from] = (int8_t)(result->payments[from] - amount);
    result->payments[to] = (int8_t)(result->payments[to] + amount);
}

TricksResult tricks_result(const TricksState *state)
{
    TricksResult result = {state->kind, state->dm, NOBODY, state->power, NOBODY, 0, {0}};
    assert(state->kind != TRICKS_NO_KIND);
    int winner = result.secret = (uint8_t)secret_player(state), amount = kind_of(state)->secret;
    if (state->power != NOBODY) {
        uint32_t extra = state->extra < TRICKS_DRAGON ? 1u << state->extra : 0;
        result.success = (uint8_t)took_everything(state, state->power, extra);
        winner = result.success ? state->power : NOBODY;
        amount = kind_of(state)->power;
        if (!result.success)
            add_payment(&result, state->power, state->dm, TRICKS_FAILURE);
    }
    for (int seat = 0; seat < state->players; seat++)
        if (winner != NOBODY && seat != winner)
            add_payment(&result, seat, winner, amount);
        else if (winner == NOBODY && state->power == NOBODY && seat != state->dm)
            add_payment(&result, seat, state->dm, tricks_cost(state, seat));
    return result;
}

/* ---- dealing ---- */

/* Clears the hand: nothing dealt, called or taken. */
static void clear_hand(TricksState *state)
{
    memset(state->hands, 0, sizeof state->hands);
    memset(state->taken, 0, sizeof state->taken);
    memset(state->trick, 0, sizeof state->trick);
    memset(state->tricks, 0, sizeof state->tricks);
    memset(state->voids, 0, sizeof state->voids);
    memset(state->leads, 0, sizeof state->leads);
    memset(state->suits, 0, sizeof state->suits);
    memset(state->past, 0, sizeof state->past);
    state->power = state->swapped_by = state->dragon = state->dragon_taken = NOBODY;
    state->leader = state->first_taker = NOBODY;
    state->kind = TRICKS_NO_KIND;
    state->extra = TRICKS_NO_CARD;
    state->suit = state->n_trick = 0;
}

static void give_card(TricksState *state, int seat, int card)
{
    assert(card <= TRICKS_DRAGON);
    if (card == TRICKS_DRAGON)
        state->dragon = (uint8_t)seat;
    else
        state->hands[seat] |= 1u << card;
}

/* Adds the moves of all cards of the hand back to the deck. */
static void collect_cards(const TricksState *state, Events *events)
{
    const Spot deck = {ZONE_DECK, NOBODY, NO_PLACE};
    for (uint8_t seat = 0; events && seat < state->players; seat++) {
        Spot hand = {ZONE_HAND, seat, NO_PLACE}, taken = {ZONE_TAKEN, seat, NO_PLACE};
        add_cards(events, state->hands[seat], state->dragon == seat, hand, deck, 1 << seat);
        add_cards(events, state->taken[seat], state->dragon_taken == seat, taken, deck, 31);
    }
    if (state->extra != TRICKS_NO_CARD)
        add_card(events, state->extra, (Spot){ZONE_EXTRA, NOBODY, 0}, deck, 0);
}

/* Adds the moves of all cards from the deck. */
static void show_deal(const TricksState *state, Events *events)
{
    const Spot deck = {ZONE_DECK, NOBODY, NO_PLACE};
    for (uint8_t seat = 0; events && seat < state->players; seat++)
        add_cards(events, state->hands[seat], state->dragon == seat, deck,
                  (Spot){ZONE_HAND, seat, NO_PLACE}, 1 << seat);
    if (state->extra != TRICKS_NO_CARD)
        add_card(events, state->extra, deck, (Spot){ZONE_EXTRA, NOBODY, 0}, 0);
}

static void swap_dragon(TricksState *state, Events *events)
{
    uint8_t seat = state->dragon, card = state->extra;
    assert(state->dragon != NOBODY && card != TRICKS_NO_CARD);
    Spot hand = {ZONE_HAND, seat, NO_PLACE}, extra = {ZONE_EXTRA, NOBODY, 0};
    add_announcement(events, SAY_SWAPS, seat, NOBODY, 0);
    add_card(events, card, extra, hand, 1 << seat);
    add_card(events, TRICKS_DRAGON, hand, extra, 31);
    state->swapped_by = seat;
    state->dragon = NOBODY;
    state->extra = TRICKS_DRAGON;
    give_card(state, seat, card);
}

/* Shows the deal and announces who holds the Dragon. */
static void start_hand(TricksState *state, Events *events)
{
    add_announcement(events, SAY_HAND, state->dm, NOBODY, hand_index(state) + 1);
    show_deal(state, events);
    if (state->dragon == NOBODY)
        return;
    add_announcement(events, SAY_HAS_DRAGON, state->dragon, NOBODY, 0);
    if (state->dragon == state->dm)
        swap_dragon(state, events);
}

/* Lists the cards of this match in order, the Dragon last, and returns their number. */
static int fill_pack(const TricksState *state, uint8_t *cards)
{
    int n = 0;
    for (uint32_t left = tricks_deck(state->players); left; left &= left - 1)
        cards[n++] = (uint8_t)lowest_card(left);
    if (has_dragon(state))
        cards[n++] = TRICKS_DRAGON;
    return n;
}

/* Deals the hand under way, and deals again as long as the Dragon is the extra card. */
static void deal_from_seed(TricksState *state, Events *events)
{
    uint8_t cards[MAX_CARDS];
    int n = fill_pack(state, cards), dealt = state->players * TRICKS_HAND;
    Rng rng;
    rng_seed(&rng, state->seed, (uint64_t)hand_index(state));
    for (;;) {
        clear_hand(state);
        rng_shuffle(&rng, cards, n);
        for (int i = 0; i < dealt; i++)
            give_card(state, i / TRICKS_HAND, cards[i]);
        state->extra = n > dealt ? cards[dealt] : TRICKS_NO_CARD;
        if (state->extra != TRICKS_DRAGON)
            return;
        show_deal(state, events);
        add_announcement(events, SAY_THROWN_IN, NOBODY, NOBODY, 0);
        add_pause(events);
        collect_cards(state, events);
    }
}

/* ---- a deal as text ---- */

/* Parses "DRA K"; -1 if it is no card. */
static int parse_card(const char *text)
{
    if (!strcmp(text, "DRAGON"))
        return TRICKS_DRAGON;
    for (int suit = 0; suit < TRICKS_SUITS; suit++) {
        const char *rank = strlen(text) == 5 ? strchr(rank_letters, text[4]) : NULL;
        if (rank && text[3] == ' ' && !memcmp(text, suit_names[suit], 3))
            return 8 * suit + (int)(rank - rank_letters);
    }
    return -1;
}

static int parse_kind(const char *text)
{
    for (int kind = 0; kind < TRICKS_KINDS; kind++)
        if (!strcmp(text, tricks_kinds[kind].id))
            return kind;
    return -1;
}

/* Reads a card of the deal and removes it from those left. The card, or -1. */
static int32_t read_card(const TricksState *state, uint64_t *left, const Json *json, int32_t node,
                         char *error)
{
    char words[48];
    if (!json_string(json, node, words, sizeof words))
        return fail(error, "card_text");
    int card = parse_card(words);
    if (card == TRICKS_DRAGON && !has_dragon(state))
        return fail(error, "no_dragon");
    if (card < 0 || (card < TRICKS_DRAGON && !(tricks_deck(state->players) >> card & 1)))
        return fail(error, "no_card\ncard=%s\nplayers=%d", words, state->players);
    if (!(*left >> card & 1))
        return fail(error, "card_twice\ncard=%s", words);
    *left &= ~((uint64_t)1 << card);
    return card;
}

/* Reads the extra card of a deal, which may not be the Dragon. The result is 0, or -1 with the
 * reason in error, here and below. */
static int32_t read_extra(TricksState *state, uint64_t *left, const Json *json, int32_t node,
                          char *error)
{
    int kind = json_kind(json, node);
    if (!has_dragon(state))
        return kind == JSON_NULL ? 0 : fail(error, "extra_basic");
    if (kind == JSON_NULL)
        return fail(error, "extra_null");
    int card = read_card(state, left, json, node, error);
    if (card == TRICKS_DRAGON)
        return fail(error, "extra_dragon");
    state->extra = (uint8_t)card;
    return card < 0 ? -1 : 0;
}

/* Reads the keys "hands" and "extra": every card of the deck once. */
static int32_t read_cards(TricksState *state, const Json *json, char *error)
{
    uint64_t left = (uint64_t)1 << TRICKS_DRAGON | 0xFFFFFFFFu;
    int32_t hands = json_get(json, 1, "hands"), hand = json_first(json, hands);
    clear_hand(state);
    if (!json_is_array(json, hands, state->players))
        return fail(error, "hands\nn=%d", state->players);
    for (int seat = 0; seat < state->players; seat++, hand = json_next(json, hand)) {
        if (!json_is_array(json, hand, TRICKS_HAND))
            return fail(error, "hand\nseat=%d\nn=%d", seat, TRICKS_HAND);
        int32_t node = json_first(json, hand);
        for (int i = 0; i < TRICKS_HAND; i++, node = json_next(json, node)) {
            int card = read_card(state, &left, json, node, error);
            if (card < 0)
                return -1;
            give_card(state, seat, card);
        }
    }
    return read_extra(state, &left, json, json_get(json, 1, "extra"), error);
}

/* Reads the kinds that were played. */
static int32_t read_played(TricksState *state, const Json *json, int32_t list, char *error)
{
    if (!json_is_array(json, list, -1))
        return fail(error, "played");
    int32_t node = json_first(json, list);
    for (int i = 0; i < json_size(json, list); i++, node = json_next(json, node)) {
        char words[48];
        if (!json_string(json, node, words, sizeof words))
            return fail(error, "played_text");
        int kind = parse_kind(words);
        if (kind < 0)
            return fail(error, "no_kind\nkind=%s", words);
        if (was_played(state, kind))
            return fail(error, "kind_twice\nkind=%s", words);
        state->played[state->n_played++] = (uint8_t)kind;
    }
    if (state->n_played == TRICKS_KINDS)
        return fail(error, "played_all");
    return 0;
}

/* Reads a seat under this key. */
static int32_t read_number(const TricksState *state, const Json *json, const char *key,
                           uint8_t *out, char *error)
{
    int32_t value;
    if (!json_int(json, json_get(json, 1, key), 0, state->players - 1, &value))
        return fail(error, "number\nkey=%s\nmost=%d", key, state->players - 1);
    *out = (uint8_t)value;
    return 0;
}

/* Checks that the deal has exactly these keys. */
static int32_t check_keys(const Json *json, const char *const *keys, int n, const char *what,
                          char *error)
{
    if (json_kind(json, 1) != JSON_OBJECT)
        return fail(error, "object\ndeal=%s", what);
    for (int i = 0; i < n; i++)
        if (!json_get(json, 1, keys[i]))
            return fail(error, "lacks\ndeal=%s\nkey=%s", what, keys[i]);
    if (json_size(json, 1) != n)
        return fail(error, "keys\ndeal=%s", what);
    return 0;
}

/* Sets up an explicit deal. */
static int32_t deal_from_text(TricksState *state, const char *text, char *error)
{
    static const char *const keys[] = {"dm", "hands", "extra", "played", "round_began_by", "round"};
    Json json;
    if (json_read(&json, text))
        return fail(error, "object\ndeal=this");
    if (check_keys(&json, keys, COUNT(keys), "this", error) ||
        read_number(state, &json, "dm", &state->dm, error) ||
        read_number(state, &json, "round_began_by", &state->round_began_by, error) ||
        read_number(state, &json, "round", &state->round, error) ||
        read_played(state, &json, json_get(&json, 1, "played"), error) ||
        read_cards(state, &json, error))
        return -1;
    int may_change = has_dragon(state) || state->rotate_dm;
    if (state->dm != state->round_began_by && (!may_change || state->n_played == 0))
        return fail(error, "dm\ndm=%d\nseat=%d\nwhen=%s", state->dm, state->round_began_by,
                    may_change ? "first_hand" : "basic");
    return 0;
}

/* Reads the cards of the next hand, an outcome that a record overrides. */
static int32_t hand_from_text(TricksState *state, const char *text, char *error)
{
    static const char *const keys[] = {"hands", "extra"};
    Json json;
    if (json_read(&json, text))
        return fail(error, "object\ndeal=next");
    if (check_keys(&json, keys, COUNT(keys), "next", error))
        return -1;
    return read_cards(state, &json, error);
}

int32_t tricks_seats(const int32_t *values, char *error)
{
    (void)error;
    return values[0];
}

/* Game.deal; no deck file is needed. */
int32_t tricks_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                    const char *deck, Chance *chance, char *error)
{
    TricksState *state = self;
    (void)deck;
    (void)chance;
    memset(state, 0, sizeof *state);
    state->seed = seed;
    state->players = (uint8_t)values[0];
    state->level = (uint8_t)values[1];
    state->early_end = (uint8_t)values[2];
    state->rotate_dm = (uint8_t)values[3];
    for (int seat = 0; seat < state->players; seat++)
        state->wealth[seat] = START_WEALTH;
    clear_hand(state);
    if (json) {
        if (deal_from_text(state, json, error))
            return -1;
    } else {
        Rng rng;
        rng_seed(&rng, seed, FIRST_DM_STREAM);
        state->dm = state->round_began_by = (uint8_t)rng_below(&rng, state->players);
        deal_from_seed(state, NULL);
    }
    start_hand(state, NULL);
    return 0;
}

/* ---- the end of a hand ---- */

/* Announces which cards and tricks a seat pays for. */
static void announce_taken(const TricksState *state, Events *events, int seat)
{
    const TricksKind *kind = kind_of(state);
    uint32_t cards = state->taken[seat] & kind->cards;
    int counts[ROWS] = {
        kind->dragonlord ? card_count(cards & TRICKS_DRA_CARDS) : 0,
        kind->wizard ? card_count(cards & TRICKS_WIZARD_CARDS) : 0,
        kind->prince && cards & TRICKS_PRINCE_CARD,
        kind->trick && state->first_taker == seat,
        kind->trick && took_last(state, seat),
    };
    for (int row = 0; row < ROWS; row++)
        if (counts[row])
            add_announcement(events, SAY_TOOK + row, seat, NOBODY, counts[row]);
}

/* Adds a payment, in crystals. events must not be NULL. */
static void announce_payment(Events *events, int from, int to, int amount)
{
    Event spare, *event = event_add(events, EVENT_PAY, &spare);
    event->seat = (uint8_t)from;
    event->to_seat = (uint8_t)to;
    event->amount = THOUSAND * amount;
}

/* Announces the result of the hand. */
static void announce_result(const TricksState *state, const TricksResult *result, Events *events)
{
    if (!events)
        return;
    int player = result->power != NOBODY ? result->power : result->secret, to = player, paid = 0;
    if (result->power != NOBODY)
        add_announcement(events, result->success ? SAY_POWER_MADE : SAY_POWER_FAILED, player,
                         state->dm, 0);
    else if (result->secret != NOBODY)
        add_announcement(events, SAY_SECRET_MADE, player, NOBODY, 0);
    if (player == NOBODY || (result->power != NOBODY && !result->success))
        to = state->dm;
    for (int seat = 0; seat < state->players; seat++)
        if (result->payments[seat] < 0) {
            if (player == NOBODY)
                announce_taken(state, events, seat);
            announce_payment(events, seat, to, -result->payments[seat]);
            paid = 1;
        }
    if (!paid)
        add_announcement(events, SAY_NO_PAYMENT, NOBODY, NOBODY, 0);
}

/* Moves the extra card to the Power Player after the play. */
static void give_extra(TricksState *state, Events *events)
{
    if (state->power == NOBODY)
        return;
    add_card(events, state->extra, (Spot){ZONE_EXTRA, NOBODY, 0},
             (Spot){ZONE_TAKEN, state->power, NO_PLACE}, 31);
    state->taken[state->power] |= 1u << state->extra;
    state->extra = TRICKS_NO_CARD;
}

/* Moves the round on and returns the next Dragonmaster, or NOBODY if the match is over. */
static int find_successor(TricksState *state, const TricksResult *result, Events *events)
{
    assert(state->n_played <= TRICKS_KINDS);
    if (state->n_played < TRICKS_KINDS)
        return result->success            ? result->power
               : result->secret != NOBODY ? result->secret
                                          : tricks_heir(state);
    if (state->round + 1 == state->players)
        return NOBODY;
    state->round++;
    state->round_began_by = (uint8_t)tricks_seat_after(state, state->round_began_by, 1);
    memset(state->played, 0, sizeof state->played);
    state->n_played = 0;
    add_announcement(events, SAY_ROUND_OVER, NOBODY, NOBODY, state->round);
    return state->round_began_by;
}

int32_t tricks_over(const void *self) { return ((const TricksState *)self)->over; }

uint32_t tricks_winners(const void *self)
{
    const TricksState *state = self;
    uint32_t winners = 0;
    int most = INT16_MIN;
    for (int seat = 0; state->over && seat < state->players; seat++) {
        winners = state->wealth[seat] > most ? 0 : winners;
        most = state->wealth[seat] > most ? state->wealth[seat] : most;
        winners |= state->wealth[seat] == most ? 1u << seat : 0;
    }
    return winners;
}

/* Ends the match and announces the winners. */
static void finish_match(TricksState *state, Events *events)
{
    Event spare;
    state->over = 1;
    if (!events)
        return;
    for (int seat = 0; seat < state->players; seat++)
        if (tricks_winners(state) >> seat & 1)
            add_announcement(events, SAY_WINS, seat, NOBODY, THOUSAND * state->wealth[seat]);
    event_add(events, EVENT_OVER, &spare);
}

/* Deals the next hand, in which dm is Dragonmaster. */
static void next_hand(TricksState *state, int dm, Events *events, Chance *chance)
{
    add_pause(events);
    collect_cards(state, events);
    if (dm != state->dm)
        add_announcement(events, SAY_NEXT_DM, dm, state->dm, 0);
    state->dm = (uint8_t)dm;
    const char *outcome = chance_next(chance);
    if (!outcome)
        deal_from_seed(state, events);
    else if (hand_from_text(state, outcome, chance->error))
        return;
    start_hand(state, events);
}

/* Ends the hand: payments, the next Dragonmaster, the next hand. */
static void finish_hand(TricksState *state, Events *events, Chance *chance)
{
    int left = TRICKS_HAND - tricks_done(state);
    if (left && state->power != NOBODY && power_missed(state))
        add_announcement(events, SAY_POWER_MISSED, state->power, NOBODY, left);
    else if (left)
        add_announcement(events, SAY_ENDS_EARLY, NOBODY, NOBODY, left);
    give_extra(state, events);
    TricksResult result = tricks_result(state);
    add_pause(events);
    announce_result(state, &result, events);
    for (int seat = 0; seat < state->players; seat++)
        state->wealth[seat] = (int16_t)(state->wealth[seat] + result.payments[seat]);
    state->played[state->n_played++] = state->kind;
    add_pause(events);
    int dm = find_successor(state, &result, events);
    assert(state->n_results < TRICKS_HANDS);
    result.next_dm = (uint8_t)dm;
    state->results[state->n_results++] = result;
    if (dm == NOBODY)
        finish_match(state, events);
    else
        next_hand(state, dm, events, chance);
}

/* ---- playing ---- */

int32_t tricks_to_act(const void *self)
{
    const TricksState *state = self;
    return state->over ? -1 : tricks_turn(state);
}

/* Game.moves: cards ascending, the Dragon last. */
int32_t tricks_moves(const void *self, uint32_t *moves)
{
    const TricksState *state = self;
    int32_t n = 0;
    if (state->over)
        return 0;
    if (tricks_choosing(state)) {
        moves[n++] = TRICKS_SWAP;
        moves[n++] = TRICKS_KEEP;
    } else if (state->kind == TRICKS_NO_KIND) {
        for (uint32_t kind = 0; kind < TRICKS_KINDS; kind++)
            if (!was_played(state, (int)kind))
                moves[n++] = TRICKS_CALL + kind;
    } else {
        for (uint32_t cards = tricks_playable(state); cards; cards &= cards - 1)
            moves[n++] = (uint32_t)lowest_card(cards);
        if (state->dragon != tricks_turn(state))
            return n;
        if (state->n_trick)
            moves[n++] = TRICKS_DRAGON;
        for (uint32_t suit = 0; !state->n_trick && suit < TRICKS_SUITS; suit++)
            if (dragon_suits(state) >> suit & 1)
                moves[n++] = TRICKS_LED + suit;
    }
    return n;
}

/* Keeps the complete trick with who led it. */
static void keep_trick(TricksState *state)
{
    int trick = tricks_done(state);
    assert(trick < TRICKS_HAND && state->n_trick == state->players);
    state->leads[trick] = state->leader;
    state->suits[trick] = state->suit;
    memcpy(state->past[trick], state->trick, state->n_trick);
}

/* Gives the complete trick to its winner. */
static void end_trick(TricksState *state, Events *events)
{
    uint8_t winner = (uint8_t)tricks_winner(state);
    assert(winner < state->players);
    keep_trick(state);
    add_pause(events);
    add_announcement(events, SAY_TAKES, winner, NOBODY, tricks_done(state) + 1);
    for (int i = 0; i < state->n_trick; i++) {
        int card = state->trick[i];
        Spot from = {ZONE_TRICK, (uint8_t)tricks_seat_after(state, state->leader, i), (int16_t)i};
        add_card(events, card, from, (Spot){ZONE_TAKEN, winner, NO_PLACE}, 31);
        if (card == TRICKS_DRAGON)
            state->dragon_taken = winner;
        else
            state->taken[winner] |= 1u << card;
    }
    if (state->first_taker == NOBODY)
        state->first_taker = winner;
    state->tricks[winner]++;
    state->leader = winner;
    state->n_trick = 0;
}

/* Notes what the card shows about the rest of its player's hand. */
static void note_voids(TricksState *state, int seat, int card)
{
    int suit = card >> 3;
    if (state->n_trick && suit != state->suit)
        state->voids[seat] |= (uint8_t)(1u << state->suit);
    else if (!state->n_trick && tricks_barred(state) >> suit & 1)
        state->voids[seat] |= (uint8_t)(15 & ~tricks_barred(state));
}

/* Plays a card, with all that follows from it. */
static void play_card(TricksState *state, uint32_t move, Events *events, Chance *chance)
{
    uint8_t seat = (uint8_t)tricks_turn(state),
            card = move < TRICKS_DRAGON ? (uint8_t)move : TRICKS_DRAGON;
    if (card == TRICKS_DRAGON) {
        assert(state->dragon == seat && (move == TRICKS_DRAGON) == (state->n_trick > 0));
        state->dragon = NOBODY;
    } else {
        assert(tricks_playable(state) >> card & 1);
        note_voids(state, seat, card);
        state->hands[seat] &= ~(1u << card);
    }
    if (state->n_trick == 0) {
        state->suit = (uint8_t)(card == TRICKS_DRAGON ? move - TRICKS_LED : card >> 3);
        if (card == TRICKS_DRAGON)
            add_announcement(events, SAY_NAMES + state->suit, seat, NOBODY, 0);
    }
    add_card(events, card, (Spot){ZONE_HAND, seat, NO_PLACE},
             (Spot){ZONE_TRICK, seat, state->n_trick}, 31);
    state->trick[state->n_trick++] = card;
    if (state->n_trick < state->players)
        return;
    end_trick(state, events);
    if (tricks_hand_over(state))
        finish_hand(state, events, chance);
}

/* Calls the kind and sets the leader. */
static void call_kind(TricksState *state, int kind, Events *events)
{
    uint8_t seat = (uint8_t)tricks_turn(state);
    assert(state->kind == TRICKS_NO_KIND && kind < TRICKS_KINDS && !was_played(state, kind));
    add_announcement(events, SAY_CALLS + kind, seat, NOBODY, 0);
    state->kind = (uint8_t)kind;
    state->leader = seat;
}

/* Game.play; chance may deal the next hand. */
void tricks_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    TricksState *state = self;
    assert(!state->over);
    if (move >= TRICKS_CALL)
        call_kind(state, (int)(move - TRICKS_CALL), events);
    else if (move == TRICKS_SWAP)
        swap_dragon(state, events);
    else if (move == TRICKS_KEEP) {
        state->power = state->dragon;
        add_announcement(events, SAY_KEEPS, state->power, NOBODY, 0);
    } else
        play_card(state, move, events, chance);
}

/* Game.scores: crystals. */
void tricks_scores(const void *self, double *scores)
{
    const TricksState *state = self;
    for (int seat = 0; seat < state->players; seat++)
        scores[seat] = THOUSAND * state->wealth[seat];
}

/* ---- moves and cards as text ---- */

int32_t tricks_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    if (card == TRICKS_DRAGON)
        return snprintf(text, MAX_TEXT, "DRAGON");
    return snprintf(text, MAX_TEXT, "%s %c", suit_names[card >> 3], rank_letters[card & 7]);
}

/* Game.move_text: "DRA K", "DRAGON WAR" for the Dragon led, "call staff", "swap". */
int32_t tricks_move_text(const void *self, uint32_t move, char *text)
{
    if (move >= TRICKS_CALL)
        return snprintf(text, MAX_TEXT, "call %s", tricks_kinds[move - TRICKS_CALL].id);
    if (move >= TRICKS_SWAP)
        return snprintf(text, MAX_TEXT, "%s", move == TRICKS_SWAP ? "swap" : "keep");
    if (move >= TRICKS_LED)
        return snprintf(text, MAX_TEXT, "DRAGON %s", suit_names[move - TRICKS_LED]);
    return tricks_card_text(self, (int32_t)move, text);
}

uint32_t tricks_move_parse(const void *self, const char *text)
{
    (void)self;
    if (!strcmp(text, "swap"))
        return TRICKS_SWAP;
    if (!strcmp(text, "keep"))
        return TRICKS_KEEP;
    if (!strncmp(text, "call ", 5)) {
        int kind = parse_kind(text + 5);
        return kind < 0 ? NO_MOVE : (uint32_t)(TRICKS_CALL + kind);
    }
    for (uint32_t suit = 0; !strncmp(text, "DRAGON ", 7) && suit < TRICKS_SUITS; suit++)
        if (!strcmp(text + 7, suit_names[suit]))
            return TRICKS_LED + suit;
    int card = parse_card(text);
    return card < 0 ? NO_MOVE : (uint32_t)card;
}

/* Why the Dragon may not be played this way, or 0. */
static int why_not_dragon(const TricksState *state, uint32_t move)
{
    if (state->dragon != tricks_turn(state))
        return WHY_NOT_HELD;
    if (move == TRICKS_DRAGON)
        return state->n_trick ? WHY_LEGAL : WHY_NAME_A_SUIT;
    if (state->n_trick)
        return WHY_NOT_LEADING;
    uint32_t suit = move - TRICKS_LED;
    return dragon_suits(state) >> suit & 1 ? WHY_LEGAL : WHY_NO_LEAD + (int)suit;
}

int32_t tricks_why_not(const void *self, uint32_t move)
{
    const TricksState *state = self;
    if (state->over)
        return WHY_OVER;
    if (move == TRICKS_SWAP || move == TRICKS_KEEP)
        return tricks_choosing(state) ? WHY_LEGAL : WHY_NO_CHOICE;
    if (tricks_choosing(state))
        return WHY_CHOOSE_FIRST;
    if (move >= TRICKS_CALL) {
        if (state->kind != TRICKS_NO_KIND)
            return WHY_CALLED;
        return was_played(state, (int)(move - TRICKS_CALL)) ? WHY_KIND_PLAYED : WHY_LEGAL;
    }
    if (state->kind == TRICKS_NO_KIND)
        return WHY_CALL_FIRST;
    if (move >= TRICKS_DRAGON)
        return why_not_dragon(state, move);
    if (!(state->hands[tricks_turn(state)] >> move & 1))
        return WHY_NOT_HELD;
    if (tricks_playable(state) >> move & 1)
        return WHY_LEGAL;
    return state->n_trick ? WHY_MUST_FOLLOW + state->suit : WHY_NO_LEAD + (int)(move >> 3);
}

/* ---- what a seat sees ---- */

static const char *comma_before(int i) { return i ? ", " : ""; }

/* Writes element i of a list of cards. */
static void describe_card(Text *text, int i, int card, int seen)
{
    char words[MAX_TEXT] = "?";
    if (seen)
        tricks_card_text(NULL, card, words);
    text_add(text, "%s\"%s\"", comma_before(i), words);
}

/* Writes a list of cards, the Dragon last. */
static void describe_cards(Text *text, uint32_t cards, int dragon, int seen)
{
    int i = 0;
    text_add(text, "[");
    for (; cards; cards &= cards - 1)
        describe_card(text, i++, lowest_card(cards), seen);
    if (dragon)
        describe_card(text, i, TRICKS_DRAGON, seen);
    text_add(text, "]");
}

/* Writes a seat under this key, null for NOBODY. */
static void describe_seat(Text *text, const char *key, int seat)
{
    if (seat == NOBODY)
        text_add(text, ", \"%s\": null", key);
    else
        text_add(text, ", \"%s\": %d", key, seat);
}

/* Writes a kind under this key, null for none. */
static void describe_kind(Text *text, const char *key, int kind)
{
    if (kind == TRICKS_NO_KIND)
        text_add(text, ", \"%s\": null", key);
    else
        text_add(text, ", \"%s\": \"%s\"", key, tricks_kinds[kind].id);
}

/* Writes the round so far, and what is known of the hand before its first card. */
static void describe_round(Text *text, const TricksState *state)
{
    text_add(text, "\"hand\": %d, \"round\": %d, \"round_began_by\": %d, \"played\": [",
             hand_index(state), state->round, state->round_began_by);
    for (int i = 0; i < state->n_played; i++)
        text_add(text, "%s\"%s\"", comma_before(i), tricks_kinds[state->played[i]].id);
    text_add(text, "], \"dm\": %d", state->dm);
    describe_kind(text, "kind", state->kind);
    describe_seat(text, "power", state->power);
    describe_seat(text, "swapped_by", state->swapped_by);
}

/* Writes the hands as the viewer (-1: all cards) sees them. */
static void describe_hands(Text *text, const TricksState *state, int viewer)
{
    text_add(text, ", \"hands\": [");
    for (int seat = 0; seat < state->players; seat++) {
        text_add(text, "%s", comma_before(seat));
        describe_cards(text, state->hands[seat], state->dragon == seat,
                       viewer < 0 || viewer == seat);
    }
    text_add(text, "], \"extra\": ");
    if (state->extra == TRICKS_NO_CARD)
        text_add(text, "null");
    else
        describe_card(text, 0, state->extra, viewer < 0 || state->extra == TRICKS_DRAGON);
    describe_seat(text, "leader", state->leader);
}

/* Writes n cards of a trick, each with who played it. */
static void describe_plays(Text *text, const TricksState *state, const uint8_t *cards, int n,
                           int leader, int suit)
{
    char words[MAX_TEXT];
    text_add(text, "[");
    for (int i = 0; i < n; i++) {
        int led = cards[i] == TRICKS_DRAGON && i == 0;
        tricks_move_text(NULL, led ? (uint32_t)(TRICKS_LED + suit) : cards[i], words);
        text_add(text, "%s[%d, \"%s\"]", comma_before(i), tricks_seat_after(state, leader, i),
                 words);
    }
    text_add(text, "]");
}

/* Writes the trick under way, the cards taken, and the complete tricks of the hand. */
static void describe_tricks(Text *text, const TricksState *state)
{
    text_add(text, ", \"trick\": ");
    describe_plays(text, state, state->trick, state->n_trick, state->leader, state->suit);
    text_add(text, ", \"taken\": [");
    for (int seat = 0; seat < state->players; seat++) {
        text_add(text, "%s", comma_before(seat));
        describe_cards(text, state->taken[seat], state->dragon_taken == seat, 1);
    }
    text_add(text, "], \"tricks\": [");
    for (int i = 0; i < tricks_done(state); i++) {
        text_add(text, "%s", comma_before(i));
        describe_plays(text, state, state->past[i], state->players, state->leads[i],
                       state->suits[i]);
    }
    text_add(text, "]");
}

/* Writes a finished hand. */
static void describe_result(Text *text, const TricksState *state, const TricksResult *result)
{
    int power = result->power != NOBODY;
    text_add(text, "{\"kind\": \"%s\", \"dm\": %d, \"power\": %s", tricks_kinds[result->kind].id,
             result->dm,
             power                      ? "\"power\""
             : result->secret != NOBODY ? "\"secret\""
                                        : "null");
    describe_seat(text, "player", power ? result->power : result->secret);
    text_add(text, ", \"success\": %s, \"payments\": [",
             power                      ? result->success ? "true" : "false"
             : result->secret != NOBODY ? "true"
                                        : "null");
    for (int seat = 0; seat < state->players; seat++)
        text_add(text, "%s%d", comma_before(seat), THOUSAND * result->payments[seat]);
    text_add(text, "]");
    describe_seat(text, "next_dm", result->next_dm);
    text_add(text, "}");
}

int32_t tricks_describe(const void *self, int32_t viewer, char *json)
{
    const TricksState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{");
    describe_round(&text, state);
    describe_hands(&text, state, viewer);
    describe_tricks(&text, state);
    text_add(&text, ", \"tricks_taken\": [");
    for (int seat = 0; seat < state->players; seat++)
        text_add(&text, "%s%d", comma_before(seat), state->tricks[seat]);
    text_add(&text, "], \"wealth\": [");
    for (int seat = 0; seat < state->players; seat++)
        text_add(&text, "%s%d", comma_before(seat), THOUSAND * state->wealth[seat]);
    text_add(&text, "], \"results\": [");
    for (int i = 0; i < state->n_results; i++) {
        text_add(&text, "%s", comma_before(i));
        describe_result(&text, state, &state->results[i]);
    }
    text_add(&text, "]}");
    return text.n;
}

/* Game.derive: the rounds and hands of a match, whether there are Secret Power Plays, and the suit
 * to follow. */
int32_t tricks_derive(const void *self, char *json)
{
    const TricksState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"rounds\": %d, \"hands_of_match\": %d, \"secret\": %s, \"suit\": ",
             state->players, state->players * TRICKS_KINDS,
             state->level == TRICKS_EXPERT ? "true" : "false");
    text_add(&text, state->n_trick ? "\"%s\"}" : "null}", suit_names[state->suit]);
    return text.n;
}

/* Lists the cards of one place, and returns their number. */
static int place_cards(Placed *placed, uint32_t cards, int dragon, int zone, int seat, int seen)
{
    int16_t n = 0;
    for (; cards; cards &= cards - 1, n++)
        placed[n] = (Placed){(uint8_t)zone, (uint8_t)seat, 0, n,
                             (int16_t)(seen ? lowest_card(cards) : NO_CARD)};
    if (dragon) {
        placed[n] = (Placed){(uint8_t)zone, (uint8_t)seat, 0, n,
                             (int16_t)(seen ? TRICKS_DRAGON : NO_CARD)};
        n++;
    }
    return n;
}

int32_t tricks_cards(const void *self, int32_t viewer, Placed *cards)
{
    const TricksState *state = self;
    int n = 0, open = state->extra == TRICKS_DRAGON;
    for (int seat = 0; seat < state->players; seat++) {
        n += place_cards(cards + n, state->hands[seat], state->dragon == seat, ZONE_HAND, seat,
                         viewer < 0 || viewer == seat);
        n += place_cards(cards + n, state->taken[seat], state->dragon_taken == seat, ZONE_TAKEN,
                         seat, 1);
    }
    for (int16_t i = 0; i < state->n_trick; i++)
        cards[n++] = (Placed){ZONE_TRICK, (uint8_t)tricks_seat_after(state, state->leader, i), 1, i,
                              state->trick[i]};
    if (state->extra != TRICKS_NO_CARD)
        cards[n++] = (Placed){ZONE_EXTRA, NOBODY, (uint8_t)open, 0,
                              (int16_t)(viewer < 0 || open ? state->extra : NO_CARD)};
    return n;
}

/* Game.breakdown: the penalties that the seat took; their values are 0 if it does not pay for
 * them. */
int32_t tricks_breakdown(const void *self, int32_t seat, Row *rows)
{
    const TricksState *state = self;
    if (state->kind == TRICKS_NO_KIND)
        return 0;
    const TricksKind *kind = kind_of(state);
    uint32_t cards = state->taken[seat] & kind->cards;
    int pays = seat != state->dm && state->power == NOBODY, n = 0;
    const int counts[ROWS] = {card_count(cards & TRICKS_DRA_CARDS),
                              card_count(cards & TRICKS_WIZARD_CARDS),
                              !!(cards & TRICKS_PRINCE_CARD), state->first_taker == seat,
                              took_last(state, seat)};
    const int costs[ROWS] = {kind->dragonlord, kind->wizard, kind->prince, kind->trick,
                             kind->trick};
    for (int row = 0; row < ROWS; row++)
        if (counts[row] && costs[row])
            rows[n++] = (Row){(uint8_t)row, (uint8_t)seat,
                              row == ROW_PRINCE ? lowest_card(TRICKS_PRINCE_CARD) : NO_CARD,
                              counts[row], pays ? -THOUSAND * costs[row] * counts[row] : 0};
    return n;
}

/* ---- for searches ---- */

/* The most that a seat's wealth can change in the hand, in thousands. */
static int wealth_span(const TricksState *root)
{
    int others = root->players - 1, most = 0;
    for (int i = 0; i < TRICKS_KINDS; i++) {
        const TricksKind *kind = &tricks_kinds[i];
        if (root->kind == TRICKS_NO_KIND ? was_played(root, i) : root->kind != i)
            continue;
        int power = root->power != NOBODY, secret = root->level == TRICKS_EXPERT && !power;
        int usual = 8 * kind->dragonlord + 4 * kind->wizard + kind->prince + 2 * kind->trick;
        int sums[] = {power ? TRICKS_FAILURE : usual,
                      power || tricks_choosing(root) ? others * kind->power : 0,
                      secret ? others * kind->secret : 0};
        for (int j = 0; j < COUNT(sums); j++)
            most = sums[j] > most ? sums[j] : most;
    }
    return most;
}

/* Game.reward: by the payments of root's hand, if it has ended. */
int32_t tricks_reward(const void *self_root, const void *self, int32_t *rewards)
{
    const TricksState *root = self_root, *state = self;
    if (state->n_results == root->n_results)
        return 0;
    int most = wealth_span(root);
    for (int seat = 0; seat < state->players; seat++)
        rewards[seat] = 500 + 500 * state->results[root->n_results].payments[seat] / most;
    return 1;
}

/* A random legal move, each equally likely. */
static uint32_t random_move(const TricksState *state, Rng *rng)
{
    if (tricks_choosing(state))
        return TRICKS_SWAP + rng_below(rng, 2);
    if (state->kind == TRICKS_NO_KIND) {
        uint32_t kinds = 31;
        for (int i = 0; i < state->n_played; i++)
            kinds &= ~(1u << state->played[i]);
        return TRICKS_CALL + (uint32_t)nth_card(kinds, rng_below(rng, (uint32_t)card_count(kinds)));
    }
    uint32_t cards = tricks_playable(state), n = (uint32_t)card_count(cards), suits = 0;
    if (state->dragon == tricks_turn(state))
        suits = state->n_trick ? 1 : dragon_suits(state);
    uint32_t all = n + (uint32_t)card_count(suits), pick = all > 1 ? rng_below(rng, all) : 0;
    if (pick < n)
        return (uint32_t)nth_card(cards, pick);
    return state->n_trick ? TRICKS_DRAGON : TRICKS_LED + (uint32_t)nth_card(suits, pick - n);
}

void tricks_rollout(void *self, Rng *rng)
{
    TricksState *state = self;
    while (!state->over)
        tricks_play(state, random_move(state, rng), NULL, NULL);
}
