/* rules.c: a game of no interest, to show how little a game has to bring, and to keep it so.
 *
 * Each of two (or three) seats holds three hidden cards of 1 .. 9, all different, dealt by Rng(seed, 0). In turn each
 * plays one; then the wind, a number 0 .. 2 of Rng(seed, 1 + cards played), is added to that seat's points. Most
 * points win. The option "calm" leaves the wind out. A deal is {"hands": [[1, 2, 3], ...]}; a chance outcome is the
 * number of the wind. */

#include "rules.h"

#include <stdio.h>

#define CARDS NULL_CARDS
#define HAND 3
#define WIND 3

enum { ZONE_HAND, ZONE_TABLE, ZONE_AWAY };
enum { SAY_WIND };
enum { WHY_LEGAL, WHY_OVER, WHY_NOT_HELD };
enum { ROW_POINTS };

const char *const null_zones[] = {"hand", "table", "away", NULL};
const char *const null_says[] = {"wind", NULL};
const char *const null_reasons[] = {"", "over", "not_held", NULL};
const char *const null_labels[] = {"points", NULL};

const Option null_options[NULL_OPTIONS] = {
    {"players", OPTION_INT, 2, 3, 2, NULL},
    {"calm", OPTION_BOOL, 0, 1, 0, NULL},
};

#define TABLE 8
#define AWAY 16

int32_t null_seats(const int32_t *values, char *error)
{
    (void)error;
    return values[0];
}

/* Hands of an explicit deal; 0, or -1 with a refusal in error. */
static int32_t read_hands(NullState *state, const char *text, char *error)
{
    Json json;
    int32_t hands = json_read(&json, text) ? 0 : json_get(&json, 1, "hands");
    if (!json_is_array(&json, hands, state->seats))
        return fail(error, "deal_hands\nn=%d", state->seats);
    int32_t hand = json_first(&json, hands);
    for (uint8_t seat = 0; seat < state->seats; seat++, hand = json_next(&json, hand)) {
        if (!json_is_array(&json, hand, HAND))
            return fail(error, "hand\nn=%d", HAND);
        int32_t card = json_first(&json, hand), value = 0;
        for (int i = 0; i < HAND; i++, card = json_next(&json, card)) {
            if (!json_int(&json, card, 1, CARDS, &value) || state->place[value - 1] != AWAY)
                return fail(error, "card\nmost=%d", CARDS);
            state->place[value - 1] = seat;
        }
    }
    return 0;
}

/* Game.deal; no deck file is needed. */
int32_t null_deal(void *self, const int32_t *values, uint64_t seed, const char *json, const char *deck,
                         Chance *chance, char *error)
{
    NullState *state = self;
    (void)deck;
    (void)chance;
    memset(state, 0, sizeof *state);
    memset(state->place, AWAY, sizeof state->place);
    state->seed = seed;
    state->seats = (uint8_t)values[0];
    state->calm = (uint8_t)values[1];
    if (json)
        return read_hands(state, json, error);
    uint8_t cards[CARDS];
    for (uint8_t i = 0; i < CARDS; i++)
        cards[i] = i;
    Rng rng;
    rng_seed(&rng, seed, 0);
    rng_shuffle(&rng, cards, CARDS);
    for (int i = 0; i < state->seats * HAND; i++)
        state->place[cards[i]] = (uint8_t)(i / HAND);
    return 0;
}

/* Game.over. */
int32_t null_over(const void *self)
{
    const NullState *state = self;
    return state->played == state->seats * HAND;
}

/* Game.to_act: seat by seat. */
int32_t null_to_act(const void *self)
{
    const NullState *state = self;
    return null_over(state) ? -1 : state->played % state->seats;
}

/* Game.moves: a move is its card. */
int32_t null_moves(const void *self, uint32_t *moves)
{
    const NullState *state = self;
    int32_t n = 0, seat = null_to_act(state);
    for (uint32_t card = 0; card < CARDS; card++)
        if (state->place[card] == seat)
            moves[n++] = card + 1;
    return n;
}

/* The wind of the card just played, as the chance or the seed has it. */
static uint16_t draw_wind(const NullState *state, Chance *chance)
{
    const char *outcome = chance_next(chance);
    if (!outcome) {
        Rng rng;
        rng_seed(&rng, state->seed, 1u + state->played);
        return (uint16_t)rng_below(&rng, WIND);
    }
    Json json;
    int32_t wind = 0;
    if (json_read(&json, outcome) || !json_int(&json, 1, 0, WIND - 1, &wind))
        fail(chance->error, "wind\nmost=%d", WIND - 1);
    return (uint16_t)wind;
}

/* Game.play; chance may name the wind. */
void null_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    NullState *state = self;
    uint8_t seat = (uint8_t)null_to_act(state);
    assert(state->place[move - 1] == seat);
    state->place[move - 1] = (uint8_t)(TABLE + seat);
    Event spare, *event = event_add(events, EVENT_CARD, &spare);
    event->seat = event->from_seat = event->to_seat = seat;
    event->from = ZONE_HAND;
    event->to = ZONE_TABLE;
    event->card = (int16_t)move;
    uint16_t wind = state->calm ? 0 : draw_wind(state, chance);
    event = event_add(events, EVENT_SAY, &spare);
    event->what = SAY_WIND;
    event->amount = wind;
    state->points[seat] = (uint16_t)(state->points[seat] + move + wind);
    state->played++;
    if (null_over(state))
        event_add(events, EVENT_OVER, &spare);
}

/* Game.scores. */
void null_scores(const void *self, double *scores)
{
    const NullState *state = self;
    for (int seat = 0; seat < state->seats; seat++)
        scores[seat] = state->points[seat];
}

/* Game.winners. */
uint32_t null_winners(const void *self)
{
    const NullState *state = self;
    uint32_t best = 0, bits = 0;
    for (int seat = 0; seat < state->seats && null_over(state); seat++) {
        if (state->points[seat] > best)
            bits = 0;
        if (state->points[seat] >= best)
            bits |= 1u << seat;
        best = state->points[seat] > best ? state->points[seat] : best;
    }
    return bits;
}

/* Game.move_text: "play 7". self is not looked at. */
int32_t null_move_text(const void *self, uint32_t move, char *text)
{
    (void)self;
    return snprintf(text, MAX_TEXT, "play %u", (unsigned)move);
}

/* Game.move_parse. */
uint32_t null_move_parse(const void *self, const char *text)
{
    char again[MAX_TEXT];
    for (uint32_t move = 1; move <= CARDS; move++) {
        null_move_text(self, move, again);
        if (!strcmp(again, text))
            return move;
    }
    return NO_MOVE;
}

/* Game.why_not. */
int32_t null_why_not(const void *self, uint32_t move)
{
    const NullState *state = self;
    if (null_over(state))
        return WHY_OVER;
    return state->place[move - 1] == null_to_act(state) ? WHY_LEGAL : WHY_NOT_HELD;
}

/* Game.card_text. self is not looked at. */
int32_t null_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    return snprintf(text, MAX_TEXT, "%d", (int)card);
}

/* The cards of one place as a list, "?" where they are hidden. */
static void describe_cards(Text *text, const NullState *state, int where, int hidden)
{
    int n = 0;
    text_add(text, "[");
    for (int card = 0; card < CARDS; card++)
        if (state->place[card] == where) {
            text_add(text, n++ ? ", " : "");
            if (hidden)
                text_add(text, "\"?\"");
            else
                text_add(text, "\"%d\"", card + 1);
        }
    text_add(text, "]");
}

/* Game.describe. */
int32_t null_describe(const void *self, int32_t viewer, char *json)
{
    const NullState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"hands\": [");
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(&text, seat ? ", " : "");
        describe_cards(&text, state, seat, viewer >= 0 && viewer != seat);
    }
    text_add(&text, "], \"table\": [");
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(&text, seat ? ", " : "");
        describe_cards(&text, state, TABLE + seat, 0);
    }
    text_add(&text, "]}");
    return text.n;
}

/* In an order that tells nothing: place by place, not card by card. */
int32_t null_cards(const void *self, int32_t viewer, Placed *cards)
{
    const NullState *state = self;
    int32_t n = 0;
    for (int where = 0; where <= AWAY; where++) {
        uint8_t up = where >= TABLE && where < AWAY, zone = where < TABLE ? ZONE_HAND : up ? ZONE_TABLE : ZONE_AWAY;
        uint8_t seat = where == AWAY ? NOBODY : (uint8_t)(where % TABLE);
        int known = up || viewer < 0 || viewer == where;
        int16_t place = 0;
        for (int16_t card = 0; card < CARDS; card++)
            if (state->place[card] == where)
                cards[n++] = (Placed){zone, seat, up, place++, (int16_t)(known ? card + 1 : NO_CARD)};
    }
    return n;
}

/* Game.redeal: the hidden cards shuffled among the other hands and those put away. */
void null_redeal(void *self, int32_t seat, Rng *rng)
{
    NullState *state = self;
    uint8_t cards[CARDS], held[3] = {0};
    int n = 0;
    for (uint8_t card = 0; card < CARDS; card++) {
        uint8_t where = state->place[card];
        if (where == seat || (where >= TABLE && where < AWAY))
            continue;
        if (where < TABLE)
            held[where]++;
        state->place[card] = AWAY;
        cards[n++] = card;
    }
    rng_shuffle(rng, cards, n);
    for (uint8_t other = 0; other < state->seats; other++)
        while (held[other]) {
            held[other]--;
            state->place[cards[--n]] = other;
        }
    state->seed = (uint64_t)rng_below(rng, 0x7FFFFFFF);
}

/* Game.breakdown: one row. */
int32_t null_breakdown(const void *self, int32_t seat, Row *rows)
{
    const NullState *state = self;
    rows[0] = (Row){ROW_POINTS, (uint8_t)seat, NO_CARD, 1, state->points[seat]};
    return 1;
}
