/* rules.c: the rules of Fairy Tale (rules: tale).
 *
 * Data: TaleState of state.h, about 2.7 kB without pointers. The first 0.6 kB change during play,
 * the rest describes the deck. A row has one bit mask of its face-up places. Choices are sets of
 * names, one bit each, so listing moves and playing at random are cheap.
 *
 * Method: all seats choose, and the last choice triggers everything. In a play stage a cursor (kind
 * of effect, seat whose card it is, seat that it hits) walks through the effects in order and stops
 * where a seat has to choose. There is no other way to be in the middle of something.
 *
 * Random numbers: only the deal is random. Rng(seed, 0) shuffles the 80 or 110 cards, listed in the
 * order of the deck file.
 *
 * Running points are reported after each effect (EVENT_SCORE: a seat's own, in teams too). */

#include "rules.h"

#include <stdio.h>

#include "deck.h"
#include "score.h"

enum { ZONE_DECK, ZONE_PACK, ZONE_HAND, ZONE_CHOSEN, ZONE_TABLE, ZONE_DISCARD };
enum {
    SAY_DRAFT_LEFT,
    SAY_DRAFT_RIGHT,
    SAY_PASS_LEFT,
    SAY_PASS_RIGHT,
    SAY_PLAY,
    SAY_TURN_UP,
    SAY_HUNT,
    SAY_UNFLIP,
    SAY_FLIP,
    SAY_NOTHING,
    SAY_DRAW,
    SAY_EXCHANGE,
    SAY_DISCARD
};
enum {
    WHY_LEGAL,
    WHY_OVER,
    WHY_NOT_NOW,
    WHY_NOT_IN_PACK,
    WHY_NOT_IN_HAND,
    WHY_NOT_YOURS,
    WHY_ALREADY_DOWN,
    WHY_ALREADY_UP,
    WHY_WRONG_FACTION,
    WHY_NOT_PARTNERS
};
enum { OPTION_PLAYERS, OPTION_EXPERT, OPTION_TEAMS, OPTION_GARFIELD, OPTION_ROUNDS };

const char *const tale_zones[] = {"deck", "pack", "hand", "chosen", "table", "discard", NULL};
const char *const tale_says[] = {"draft_left", "draft_right", "pass_left", "pass_right", "play",
                                 "turn_up",    "hunt",        "unflip",    "flip",       "nothing",
                                 "draw",       "exchange",    "discard",   NULL};
const char *const tale_reasons[] = {
    "",          "over",         "not_now",    "not_in_pack",   "not_in_hand",
    "not_yours", "already_down", "already_up", "wrong_faction", "not_partners",
    NULL};
const char *const tale_labels[] = {"points", "times", "met",     "unmet",
                                   "down",   "named", "partner", NULL};

const Option tale_options[TALE_OPTIONS] = {
    {"players", OPTION_INT, 2, 5, 4, NULL},
    {"expert", OPTION_BOOL, 0, 1, 0, NULL},
    {"teams", OPTION_BOOL, 0, 1, 0, NULL},
    {"garfield", OPTION_BOOL, 0, 1, 0, NULL},
    {"rounds", OPTION_INT, 2, TALE_DRAFTS, TALE_DRAFTS, NULL},
};

/* ---- events ---- */

/* Events of a move and the points reported last; a NULL log reports nothing. */
typedef struct Log {
    Events *events;
    int points[MAX_SEATS];
} Log;

static void tell_words(Log *log, int what, int seat, int to_seat, int card, int amount)
{
    Event spare;
    if (!log)
        return;
    Event *event = event_add(log->events, EVENT_SAY, &spare);
    event->what = (uint8_t)what;
    event->seat = (uint8_t)seat;
    event->to_seat = (uint8_t)to_seat;
    event->card = (int16_t)card;
    event->amount = amount;
}

static void tell_pause(Log *log)
{
    Event spare;
    if (log)
        event_add(log->events, EVENT_PAUSE, &spare);
}

/* seen: bits of the seats that see the card's face. */
static void tell_card(Log *log, int card, int from, int from_seat, int to, int to_seat, int place,
                      int seen)
{
    Event spare;
    if (!log)
        return;
    Event *event = event_add(log->events, EVENT_CARD, &spare);
    event->card = (int16_t)card;
    event->from = (uint8_t)from;
    event->from_seat = (uint8_t)from_seat;
    event->to = (uint8_t)to;
    event->to_seat = event->seat = (uint8_t)to_seat;
    event->place = (int16_t)place;
    event->seen = (uint8_t)seen;
}

static void tell_turned(Log *log, int kind, int seat, int card, int place)
{
    Event spare;
    if (!log)
        return;
    Event *event = event_add(log->events, kind, &spare);
    event->seat = event->to_seat = (uint8_t)seat;
    event->to = ZONE_TABLE;
    event->card = (int16_t)card;
    event->place = (int16_t)place;
}

/* Reports all points that have changed since the last report. */
static void tell_points(const TaleState *state, Log *log)
{
    int points[MAX_SEATS];
    Event spare;
    if (!log)
        return;
    tale_all_points(state, points, NULL);
    for (int seat = 0; seat < state->seats; seat++)
        if (points[seat] != log->points[seat]) {
            Event *event = event_add(log->events, EVENT_SCORE, &spare);
            event->seat = (uint8_t)seat;
            event->amount = points[seat] - log->points[seat];
            log->points[seat] = points[seat];
        }
}

/* ---- dealing ---- */

static void start_draft(TaleState *state, Log *log)
{
    int draft = tale_draft(state);
    state->step = 0;
    state->base[draft] = state->top;
    assert(state->top + TALE_PACK * state->seats <= state->n_deck);
    tell_words(log, draft & 1 ? SAY_DRAFT_RIGHT : SAY_DRAFT_LEFT, NOBODY, NOBODY, NO_CARD,
               draft + 1);
    for (int seat = 0; seat < state->seats; seat++)
        for (int i = 0; i < TALE_PACK; i++)
            tell_card(log, state->deck[state->top++], ZONE_DECK, NOBODY, ZONE_PACK, seat, i,
                      1 << seat);
}

int32_t tale_seats(const int32_t *values, char *error)
{
    int players = values[OPTION_PLAYERS];
    if (players == 5 && !values[OPTION_EXPERT])
        return fail(error, "five_need_expert");
    if (players != 4 && values[OPTION_TEAMS])
        return fail(error, "teams_need_four\nplayers=%d", players);
    if (values[OPTION_GARFIELD] && !values[OPTION_TEAMS])
        return fail(error, "garfield_needs_teams");
    return players;
}

static int count_copies(const TaleState *state, int kind)
{
    const TaleCard *card = &state->cards[kind];
    return card->expert && !state->expert ? 0 : card->copies;
}

static void deck_from_seed(TaleState *state, uint64_t seed)
{
    int n = 0;
    for (int kind = 0; kind < state->kinds; kind++)
        for (int i = 0; i < count_copies(state, kind); i++)
            state->deck[n++] = (uint8_t)kind;
    Rng rng;
    rng_seed(&rng, seed, 0);
    rng_shuffle(&rng, state->deck, n);
}

/* 0, or -1 with an error. */
static int32_t deck_from_list(TaleState *state, const Json *json, int32_t list, char *error)
{
    uint8_t held[TALE_KINDS] = {0};
    int32_t node = json_first(json, list);
    for (int i = 0; i < state->n_deck; i++, node = json_next(json, node)) {
        char name[MAX_TEXT];
        if (!json_string(json, node, name, sizeof name))
            return fail(error, "card_name\nn=%d", i + 1);
        int kind = tale_find(state, name);
        if (kind == NO_KIND)
            return fail(error, "no_card\nn=%d\ncard=%s", i + 1, name);
        if (++held[kind] > count_copies(state, kind))
            return fail(error, "too_often\ncard=%s\ndeck=%s\nn=%d", name,
                        state->expert ? "expert" : "basic", count_copies(state, kind));
        state->deck[i] = (uint8_t)kind;
    }
    return 0;
}

/* 0, or -1 with an error. */
static int32_t deck_from_text(TaleState *state, const char *text, char *error)
{
    Json json;
    if (json_read(&json, text) || json_kind(&json, 1) != JSON_OBJECT)
        return fail(error, "deal_object");
    int32_t list = json_get(&json, 1, "deck");
    if (json_size(&json, 1) != 1 || !json_is_array(&json, list, -1))
        return fail(error, "deal_keys");
    if (json_size(&json, list) != state->n_deck)
        return fail(error, "deal_size\nwanted=%d\nn=%d", state->n_deck, json_size(&json, list));
    return deck_from_list(state, &json, list, error);
}

int32_t tale_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                  const char *deck, Chance *chance, char *error)
{
    TaleState *state = self;
    (void)chance;
    memset(state, 0, sizeof *state);
    if (tale_seats(values, error) < 0 || tale_read_deck(state, deck, error))
        return -1;
    state->seats = (uint8_t)values[OPTION_PLAYERS];
    state->expert = (uint8_t)values[OPTION_EXPERT];
    state->teams = (uint8_t)values[OPTION_TEAMS];
    state->garfield = (uint8_t)values[OPTION_GARFIELD];
    state->rounds = (uint8_t)values[OPTION_ROUNDS];
    state->n_deck = state->expert ? TALE_DECK : TALE_BASIC;
    state->stage = 1;
    state->group = TALE_NOTHING;
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    if (!json)
        deck_from_seed(state, seed);
    else if (deck_from_text(state, json, error))
        return -1;
    start_draft(state, NULL);
    return 0;
}

/* ---- what may be chosen ---- */

/* Whether all seats pick or lay a card now. If not, an effect is under way. */
static int is_choosing(const TaleState *state) { return state->group == TALE_NOTHING; }

int32_t tale_to_act(const void *self)
{
    const TaleState *state = self;
    if (tale_ended(state))
        return -1;
    if (!is_choosing(state))
        return (state->actor + state->offset) % state->seats;
    int seat = 0;
    while (state->chosen[seat] != NO_KIND)
        seat++;
    return seat;
}

/* The pack that a seat holds; its first `step` cards are the picks so far. */
static const uint8_t *pack_of(const TaleState *state, int seat)
{
    int draft = tale_draft(state);
    return state->deck + state->base[draft] +
           TALE_PACK * tale_pack(state, draft, seat, state->step);
}

static uint64_t names_of(const uint8_t *kinds, int n)
{
    uint64_t names = 0;
    for (int i = 0; i < n; i++)
        names |= (uint64_t)1 << kinds[i];
    return names;
}

uint64_t tale_side(const TaleState *state, int seat, int down)
{
    unsigned row = (1u << state->laid) - 1;
    uint64_t names = 0;
    for (row &= down ? ~(unsigned)state->up[seat] : state->up[seat]; row; row &= row - 1)
        names |= (uint64_t)1 << state->table[seat][__builtin_ctz(row)];
    return names;
}

static const TaleCard *acting_card(const TaleState *state)
{
    return &state->cards[state->played[state->actor][state->laid - 1]];
}

static uint64_t of_faction(const TaleState *state, uint64_t names, int faction)
{
    for (uint64_t rest = names; rest; rest &= rest - 1)
        if (!(state->cards[__builtin_ctzll(rest)].traits & faction))
            names &= ~(rest & (0 - rest));
    return names;
}

static int is_unflipping(const TaleState *state)
{
    return state->group == TALE_UNFLIP || state->group == TALE_UNFLIP_ANY;
}

static uint64_t flip_choices(const TaleState *state, int seat)
{
    return of_faction(state, tale_side(state, seat, is_unflipping(state)),
                      acting_card(state)->faction);
}

uint64_t tale_choices(const TaleState *state)
{
    int seat = tale_to_act(state);
    if (seat < 0)
        return 0;
    if (!is_choosing(state))
        return flip_choices(state, seat);
    return tale_drafting(state)
               ? names_of(pack_of(state, seat) + state->step, TALE_PACK - state->step)
               : names_of(state->hands[seat], state->n_hand[seat]);
}

static int what_now(const TaleState *state)
{
    if (is_choosing(state))
        return tale_drafting(state) ? TALE_MOVE_PICK : TALE_MOVE_PLAY;
    if (state->group == TALE_EXCHANGE)
        return TALE_MOVE_EXCHANGE;
    return is_unflipping(state) ? TALE_MOVE_UNFLIP : TALE_MOVE_FLIP;
}

static int partner_of(int seat) { return (seat + 2) % 4; }

static int32_t list_exchanges(const TaleState *state, uint32_t *moves)
{
    int seat = tale_to_act(state);
    int32_t n = 0;
    for (int own_down = 0; own_down < 2; own_down++)
        for (uint64_t own = tale_side(state, seat, own_down); own; own &= own - 1)
            for (int down = 0; down < 2; down++)
                for (uint64_t his = tale_side(state, partner_of(seat), down); his; his &= his - 1)
                    moves[n++] = tale_move(TALE_MOVE_EXCHANGE, __builtin_ctzll(own), own_down,
                                           __builtin_ctzll(his), down);
    return n;
}

/* Game.moves: names ascending. */
int32_t tale_moves(const void *self, uint32_t *moves)
{
    const TaleState *state = self;
    int32_t n = 0;
    if (state->group == TALE_EXCHANGE)
        return list_exchanges(state, moves);
    int what = what_now(state);
    for (uint64_t names = tale_choices(state); names; names &= names - 1)
        moves[n++] = tale_move(what, __builtin_ctzll(names), 0, 0, 0);
    return n;
}

/* ---- effects ---- */

static int effect_due(const TaleState *state)
{
    const TaleCard *card = acting_card(state);
    if (state->hunted >> state->actor & 1)
        return 0;
    if (state->group == TALE_EXCHANGE)
        return state->garfield && card->traits & TALE_SHADOW;
    return card->effect == state->group;
}

/* Draws as many cards as the effect says and the deck holds. */
static void draw_cards(TaleState *state, Log *log)
{
    int seat = state->actor, n = acting_card(state)->count;
    n = n < state->n_deck - state->top ? n : state->n_deck - state->top;
    assert(state->n_draws + n <= TALE_DRAWS);
    tell_words(log, SAY_DRAW, seat, NOBODY, state->played[seat][state->laid - 1], n);
    for (int i = 0; i < n; i++) {
        uint8_t kind = state->deck[state->top];
        tell_card(log, kind, ZONE_DECK, NOBODY, ZONE_HAND, seat, state->n_hand[seat], 1 << seat);
        state->draws[state->n_draws++] = (TaleDraw){(uint8_t)seat, state->laid, state->top++};
        state->hands[seat][state->n_hand[seat]++] = kind;
    }
}

static void start_effect(TaleState *state, Log *log)
{
    static const uint8_t words[TALE_NOTHING] = {[TALE_UNFLIP] = SAY_UNFLIP,
                                                [TALE_UNFLIP_ANY] = SAY_UNFLIP,
                                                [TALE_FLIP] = SAY_FLIP,
                                                [TALE_FLIP_ANY] = SAY_FLIP,
                                                [TALE_EXCHANGE] = SAY_EXCHANGE};
    int exchange = state->group == TALE_EXCHANGE, seat = state->actor;
    if (state->group == TALE_DRAW) {
        draw_cards(state, log);
        return;
    }
    state->left = exchange ? 1 : acting_card(state)->count;
    tell_words(log, words[state->group], seat, exchange ? partner_of(seat) : tale_to_act(state),
               state->played[seat][state->laid - 1], state->left);
}

/* Starts the next effect; 0 if none is left in this step. */
static int next_effect(TaleState *state, Log *log)
{
    for (;;) {
        int reach =
            state->group < TALE_EXCHANGE && effect_due(state) && acting_card(state)->everybody;
        if (++state->offset >= (reach ? state->seats : 1)) {
            state->offset = 0;
            if (++state->actor == state->seats) {
                state->actor = 0;
                if (++state->group == TALE_NOTHING)
                    return 0;
            }
        }
        if (effect_due(state)) {
            start_effect(state, log);
            return 1;
        }
    }
}

static void discard_hands(TaleState *state, Log *log)
{
    int left = 0;
    for (int seat = 0; seat < state->seats; seat++)
        left += state->n_hand[seat];
    tell_words(log, SAY_DISCARD, NOBODY, NOBODY, NO_CARD, left);
    for (int seat = 0; seat < state->seats; seat++) {
        for (int i = 0; i < state->n_hand[seat]; i++) {
            uint8_t kind = state->hands[seat][i], place = state->n_discards[seat]++;
            tell_card(log, kind, ZONE_HAND, seat, ZONE_DISCARD, seat, place, 1 << seat);
            state->discards[seat][place] = kind;
        }
        state->n_hand[seat] = 0;
    }
}

/* Ends a step, and with it perhaps the stage or the match. */
static void end_step(TaleState *state, Log *log)
{
    Event spare;
    state->hunted = 0;
    if (++state->step < TALE_STEPS)
        return;
    tell_pause(log);
    discard_hands(state, log);
    state->step = 0;
    if (++state->stage < tale_end(state))
        start_draft(state, log);
    else if (log)
        event_add(log->events, EVENT_OVER, &spare);
}

/* Runs effects until a seat has to choose or the step is done. */
static void settle_effects(TaleState *state, Log *log)
{
    for (;;) {
        if (state->left) {
            int seat = tale_to_act(state);
            if (state->group == TALE_EXCHANGE || flip_choices(state, seat))
                return;
            tell_words(log, SAY_NOTHING, state->actor, seat, NO_CARD, state->left);
            state->left = 0;
        }
        if (!next_effect(state, log)) {
            end_step(state, log);
            return;
        }
    }
}

/* The hunter's card turns down the prey among the cards that were laid in this step. */
static void hunt_cards(TaleState *state, int hunter, Log *log)
{
    int place = state->laid - 1;
    const TaleCard *card = &state->cards[state->played[hunter][place]];
    tell_words(log, SAY_HUNT, hunter, NOBODY, state->played[hunter][place], 0);
    for (int seat = 0; seat < state->seats; seat++) {
        int prey = state->played[seat][place];
        if (seat == hunter || !(state->cards[prey].traits & card->faction) ||
            state->hunted >> seat & 1)
            continue;
        state->hunted |= (uint8_t)(1 << seat);
        state->up[seat] &= (uint16_t)~(1u << place);
        tell_turned(log, EVENT_DOWN, seat, prey, place);
    }
    tell_points(state, log);
}

/* ---- playing ---- */

static int place_of(const uint8_t *kinds, int kind)
{
    int i = 0;
    while (kinds[i] != kind)
        i++;
    return i;
}

/* Packs go to the next seats; the last card of each goes into the hand. */
static void pass_packs(TaleState *state, Log *log)
{
    int draft = tale_draft(state), last = state->step == TALE_PACK - 1;
    tell_words(log, draft & 1 ? SAY_PASS_RIGHT : SAY_PASS_LEFT, NOBODY, NOBODY, NO_CARD,
               TALE_PACK - state->step);
    for (int seat = 0; seat < state->seats; seat++) {
        const uint8_t *pack = pack_of(state, seat);
        int from = (seat + state->seats - tale_pass(state, draft)) % state->seats;
        for (int i = state->step; i < TALE_PACK; i++)
            tell_card(log, pack[i], ZONE_PACK, from, last ? ZONE_HAND : ZONE_PACK, seat,
                      last ? state->n_hand[seat] : i - state->step, 1 << seat | 1 << from);
        if (last)
            state->hands[seat][state->n_hand[seat]++] = pack[TALE_PACK - 1];
    }
}

static void all_picked(TaleState *state, Log *log)
{
    int draft = tale_draft(state);
    tell_pause(log);
    for (int seat = 0; seat < state->seats; seat++) {
        uint8_t kind = state->chosen[seat];
        uint8_t *pack = state->deck + (pack_of(state, seat) - state->deck) + state->step;
        int place = place_of(pack, kind);
        memmove(pack + 1, pack, (size_t)place);
        pack[0] = kind;
        tell_card(log, kind, ZONE_CHOSEN, seat, ZONE_HAND, seat, state->n_hand[seat], 1 << seat);
        state->hands[seat][state->n_hand[seat]++] = kind;
    }
    state->step++;
    pass_packs(state, log);
    if (state->step < TALE_PACK - 1)
        return;
    state->stage++;
    state->step = 0;
    tell_pause(log);
    tell_words(log, SAY_PLAY, NOBODY, NOBODY, NO_CARD, draft + 1);
}

static void lay_card(TaleState *state, int seat, Log *log)
{
    uint8_t kind = state->chosen[seat], *hand = state->hands[seat];
    int place = place_of(hand, kind);
    assert(state->laid < TALE_ROW);
    memmove(hand + place, hand + place + 1, (size_t)(--state->n_hand[seat] - place));
    state->table[seat][state->laid] = state->played[seat][state->laid] = kind;
    state->up[seat] |= (uint16_t)(1u << state->laid);
    tell_card(log, kind, ZONE_CHOSEN, seat, ZONE_TABLE, seat, state->laid, 1 << seat);
}

static void all_laid(TaleState *state, Log *log)
{
    for (int seat = 0; seat < state->seats; seat++)
        lay_card(state, seat, log);
    tell_pause(log);
    tell_words(log, SAY_TURN_UP, NOBODY, NOBODY, NO_CARD, state->step + 1);
    for (int seat = 0; seat < state->seats; seat++)
        tell_turned(log, EVENT_UP, seat, state->chosen[seat], state->laid);
    state->laid++;
    tell_points(state, log);
    tell_pause(log);
    for (int seat = 0; seat < state->seats; seat++)
        if (state->cards[state->chosen[seat]].effect == TALE_HUNT)
            hunt_cards(state, seat, log);
    state->group = TALE_UNFLIP;
    state->actor = 0;
    state->offset = (uint8_t)-1; /* the cursor stands before the first effect */
}

static void all_chosen(TaleState *state, Log *log)
{
    int drafting = tale_drafting(state);
    if (drafting)
        all_picked(state, log);
    else
        all_laid(state, log);
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    if (!drafting)
        settle_effects(state, log);
}

static void choose_card(TaleState *state, int kind, Log *log)
{
    int seat = tale_to_act(state), drafting = tale_drafting(state);
    assert(tale_choices(state) >> kind & 1);
    state->chosen[seat] = (uint8_t)kind;
    tell_card(log, kind, drafting ? ZONE_PACK : ZONE_HAND, seat, ZONE_CHOSEN, seat, 0, 1 << seat);
    if (seat == state->seats - 1)
        all_chosen(state, log);
}

static int row_place(const TaleState *state, int seat, int kind, int down)
{
    int i = 0;
    while (state->table[seat][i] != kind || (state->up[seat] >> i & 1) == down)
        i++;
    assert(i < state->laid);
    return i;
}

static void turn_over(TaleState *state, int kind, Log *log)
{
    int seat = tale_to_act(state), up = is_unflipping(state);
    assert(tale_choices(state) >> kind & 1);
    int place = row_place(state, seat, kind, up);
    state->up[seat] ^= (uint16_t)(1u << place);
    state->left--;
    tell_turned(log, up ? EVENT_UP : EVENT_DOWN, seat, kind, place);
}

static void put_card(TaleState *state, int seat, int place, int kind, int down)
{
    assert(place < state->laid);
    state->table[seat][place] = (uint8_t)kind;
    state->up[seat] = (uint16_t)((state->up[seat] & ~(1u << place)) | (unsigned)!down << place);
}

static void exchange_cards(TaleState *state, uint32_t move, Log *log)
{
    int seat = state->actor, mate = partner_of(seat);
    int kind = tale_move_kind(move), down = tale_move_down(move);
    int other = tale_move_other(move), other_down = tale_move_other_down(move);
    int place = row_place(state, seat, kind, down), his = row_place(state, mate, other, other_down);
    put_card(state, seat, place, other, other_down);
    put_card(state, mate, his, kind, down);
    state->left--;
    tell_card(log, kind, ZONE_TABLE, seat, ZONE_TABLE, mate, his, 31);
    tell_card(log, other, ZONE_TABLE, mate, ZONE_TABLE, seat, place, 31);
}

static void play_effect(TaleState *state, uint32_t move, Log *log)
{
    if (state->group == TALE_EXCHANGE)
        exchange_cards(state, move, log);
    else
        turn_over(state, tale_move_kind(move), log);
    tell_points(state, log);
    settle_effects(state, log);
}

/* Game.play. Only the deal is random, so chance is not needed. */
void tale_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    TaleState *state = self;
    (void)chance;
    Log told, *log = NULL;
    assert(!tale_ended(state) && tale_move_what(move) == what_now(state));
    if (events) {
        log = &told;
        log->events = events;
        tale_all_points(state, log->points, NULL);
    }
    if (is_choosing(state))
        choose_card(state, tale_move_kind(move), log);
    else
        play_effect(state, move, log);
}

int32_t tale_over(const void *self) { return tale_ended(self); }

/* Game.scores: in teams both seats get the sum. */
void tale_scores(const void *self, double *scores)
{
    const TaleState *state = self;
    int points[MAX_SEATS];
    tale_all_points(state, points, NULL);
    for (int seat = 0; seat < state->seats; seat++)
        scores[seat] = points[seat] + (state->teams ? points[partner_of(seat)] : 0);
}

uint32_t tale_winners(const void *self)
{
    const TaleState *state = self;
    double scores[MAX_SEATS], best = -1e9;
    uint32_t winners = 0;
    if (!tale_ended(state))
        return 0;
    tale_scores(state, scores);
    for (int seat = 0; seat < state->seats; seat++) {
        if (scores[seat] > best)
            winners = 0;
        best = scores[seat] > best ? scores[seat] : best;
        winners |= (uint32_t)(scores[seat] == best) << seat;
    }
    return winners;
}

/* ---- moves and cards as text ---- */

static const char *const verbs[] = {"pick", "play", "flip", "unflip", "exchange"};

/* Game.move_text: "play Ogre", "exchange down Ogre for Oak". */
int32_t tale_move_text(const void *self, uint32_t move, char *text)
{
    const TaleState *state = self;
    int what = tale_move_what(move);
    const char *name = tale_name(state, tale_move_kind(move));
    if (what != TALE_MOVE_EXCHANGE)
        return snprintf(text, MAX_TEXT, "%s %s", verbs[what], name);
    return snprintf(text, MAX_TEXT, "exchange %s%s for %s%s", tale_move_down(move) ? "down " : "",
                    name, tale_move_other_down(move) ? "down " : "",
                    tale_name(state, tale_move_other(move)));
}

static int parse_card(const TaleState *state, const char *text, int *down)
{
    *down = !strncmp(text, "down ", 5);
    return tale_find(state, text + (*down ? 5 : 0));
}

/* Parses "A for B" and cuts the text; NO_MOVE if it is none. */
static uint32_t parse_exchange(const TaleState *state, char *text)
{
    char *middle = strstr(text, " for ");
    int down, other_down;
    if (!middle)
        return NO_MOVE;
    *middle = 0;
    int kind = parse_card(state, text, &down), other = parse_card(state, middle + 5, &other_down);
    if (kind == NO_KIND || other == NO_KIND)
        return NO_MOVE;
    return tale_move(TALE_MOVE_EXCHANGE, kind, down, other, other_down);
}

uint32_t tale_move_parse(const void *self, const char *text)
{
    const TaleState *state = self;
    char copy[MAX_TEXT];
    char *blank;
    if (strlen(text) >= sizeof copy)
        return NO_MOVE;
    strcpy(copy, text);
    if (!(blank = strchr(copy, ' ')))
        return NO_MOVE;
    *blank = 0;
    for (int what = 0; what < COUNT(verbs); what++) {
        if (strcmp(copy, verbs[what]))
            continue;
        if (what == TALE_MOVE_EXCHANGE)
            return parse_exchange(state, blank + 1);
        int kind = tale_find(state, blank + 1);
        return kind == NO_KIND ? NO_MOVE : tale_move(what, kind, 0, 0, 0);
    }
    return NO_MOVE;
}

static int32_t why_not_turned(const TaleState *state, int seat, int kind)
{
    int up = is_unflipping(state);
    if (tale_choices(state) >> kind & 1)
        return WHY_LEGAL;
    if (tale_side(state, seat, up) >> kind & 1)
        return WHY_WRONG_FACTION;
    if (tale_side(state, seat, !up) >> kind & 1)
        return up ? WHY_ALREADY_UP : WHY_ALREADY_DOWN;
    return WHY_NOT_YOURS;
}

static int32_t why_not_exchanged(const TaleState *state, int seat, uint32_t move)
{
    if (!(tale_side(state, seat, tale_move_down(move)) >> tale_move_kind(move) & 1))
        return WHY_NOT_YOURS;
    if (!(tale_side(state, partner_of(seat), tale_move_other_down(move)) >> tale_move_other(move) &
          1))
        return WHY_NOT_PARTNERS;
    return WHY_LEGAL;
}

int32_t tale_why_not(const void *self, uint32_t move)
{
    const TaleState *state = self;
    int seat = tale_to_act(state), kind = tale_move_kind(move), what = tale_move_what(move);
    if (seat < 0)
        return WHY_OVER;
    if (what != what_now(state))
        return WHY_NOT_NOW;
    if (what == TALE_MOVE_EXCHANGE)
        return why_not_exchanged(state, seat, move);
    if (!is_choosing(state))
        return why_not_turned(state, seat, kind);
    if (tale_choices(state) >> kind & 1)
        return WHY_LEGAL;
    return what == TALE_MOVE_PICK ? WHY_NOT_IN_PACK : WHY_NOT_IN_HAND;
}

int32_t tale_card_text(const void *self, int32_t card, char *text)
{
    return snprintf(text, MAX_TEXT, "%s", tale_name(self, card));
}

/* ---- what a seat sees ---- */

static void add_name(Text *text, const TaleState *state, int kind, int hidden)
{
    text_quoted(text, hidden ? "?" : tale_name(state, kind));
}

static void add_names(Text *text, const TaleState *state, const uint8_t *kinds, int n, int hidden)
{
    text_add(text, "[");
    for (int i = 0; i < n; i++) {
        text_add(text, i ? ", " : "");
        add_name(text, state, kinds[i], hidden);
    }
    text_add(text, "]");
}

/* viewer -1 sees everything. */
static void add_packs(Text *text, const TaleState *state, int viewer)
{
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(text, seat ? ", " : "\"packs\": [");
        if (tale_drafting(state))
            add_names(text, state, pack_of(state, seat) + state->step, TALE_PACK - state->step,
                      viewer >= 0 && viewer != seat);
        else
            text_add(text, "[]");
    }
}

static void add_hands(Text *text, const TaleState *state, int viewer)
{
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(text, seat ? ", " : "], \"hands\": [");
        add_names(text, state, state->hands[seat], state->n_hand[seat],
                  viewer >= 0 && viewer != seat);
    }
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(text, seat ? ", " : "], \"chosen\": [");
        if (state->chosen[seat] == NO_KIND)
            text_add(text, "null");
        else
            add_name(text, state, state->chosen[seat], viewer >= 0 && viewer != seat);
    }
}

static void add_tables(Text *text, const TaleState *state)
{
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(text, seat ? ", [" : "], \"table\": [[");
        for (int i = 0; i < state->laid; i++) {
            text_add(text, i ? ", {\"name\": " : "{\"name\": ");
            add_name(text, state, state->table[seat][i], 0);
            text_add(text, ", \"up\": %s}", state->up[seat] >> i & 1 ? "true" : "false");
        }
        text_add(text, "]");
    }
}

static void add_points(Text *text, const TaleState *state)
{
    int points[MAX_SEATS], named[MAX_SEATS];
    tale_all_points(state, points, named);
    text_add(text, "], \"deck\": %d, \"points\": [", state->n_deck - state->top);
    for (int seat = 0; seat < state->seats; seat++)
        text_add(text, seat ? ", %d" : "%d", points[seat]);
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(text, seat ? ", " : "], \"trickster\": [");
        if (named[seat] == NO_KIND)
            text_add(text, "null");
        else
            add_name(text, state, named[seat], 0);
    }
}

int32_t tale_describe(const void *self, int32_t viewer, char *json)
{
    const TaleState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"stage\": %d, ", state->stage);
    add_packs(&text, state, viewer);
    add_hands(&text, state, viewer);
    add_tables(&text, state);
    for (int seat = 0; seat < state->seats; seat++) {
        text_add(&text, seat ? ", " : "], \"discards\": [");
        add_names(&text, state, state->discards[seat], state->n_discards[seat],
                  viewer >= 0 && viewer != seat);
    }
    add_points(&text, state);
    text_add(&text, "]}");
    return text.n;
}

/* Game.derive: number of stages, round of this stage, direction of the packs (1: left, -1:
 * right, 0: none), cards in each row after this round. */
int32_t tale_derive(const void *self, char *json)
{
    const TaleState *state = self;
    int round = !tale_ended(state) ? (state->stage + 1) / 2 : state->rounds;
    int way = tale_drafting(state) ? round & 1 ? 1 : -1 : 0;
    return snprintf(json, MAX_DESCRIPTION,
                    "{\"stages\": %d, \"round\": %d, \"passes\": %d, \"places\": %d}", tale_end(state),
                    round, way, TALE_STEPS * round);
}

typedef struct Lister {
    Placed *cards;
    int n;
} Lister;

static void list_card(Lister *lister, int zone, int seat, int place, int card, int up)
{
    lister->cards[lister->n++] =
        (Placed){(uint8_t)zone, (uint8_t)seat, (uint8_t)up, (int16_t)place, (int16_t)card};
}

/* Lists a pack, hand or discard pile. The chosen card comes first, so that its place tells
 * nothing. */
static void list_some(Lister *lister, int zone, int seat, const uint8_t *kinds, int n, int chosen,
                      int hidden)
{
    int apart = 0, place = 0;
    while (apart < n && kinds[apart] != chosen)
        apart++;
    if (apart < n)
        list_card(lister, ZONE_CHOSEN, seat, 0, hidden ? NO_CARD : kinds[apart], 0);
    for (int i = 0; i < n; i++)
        if (i != apart)
            list_card(lister, zone, seat, place++, hidden ? NO_CARD : kinds[i], 0);
}

static void list_seat(Lister *lister, const TaleState *state, int seat, int hidden)
{
    int drafting = tale_drafting(state), chosen = state->chosen[seat];
    if (drafting)
        list_some(lister, ZONE_PACK, seat, pack_of(state, seat) + state->step,
                  TALE_PACK - state->step, chosen, hidden);
    list_some(lister, ZONE_HAND, seat, state->hands[seat], state->n_hand[seat],
              drafting ? NO_KIND : chosen, hidden);
    for (int i = 0; i < state->laid; i++)
        list_card(lister, ZONE_TABLE, seat, i, state->table[seat][i], state->up[seat] >> i & 1);
    list_some(lister, ZONE_DISCARD, seat, state->discards[seat], state->n_discards[seat], NO_KIND,
              hidden);
}

int32_t tale_cards(const void *self, int32_t viewer, Placed *cards)
{
    const TaleState *state = self;
    Lister lister = {cards, 0};
    for (int i = state->top; i < state->n_deck; i++)
        list_card(&lister, ZONE_DECK, NOBODY, i - state->top, viewer < 0 ? state->deck[i] : NO_CARD,
                  0);
    for (int seat = 0; seat < state->seats; seat++)
        list_seat(&lister, state, seat, viewer >= 0 && viewer != seat);
    return lister.n;
}

/* ---- for searches ---- */

/* Game.reward: 5 a point of the lead, up to 60 points, and 200 for a win. */
int32_t tale_reward(const void *root, const void *self, int32_t *rewards)
{
    const TaleState *state = self;
    double scores[MAX_SEATS];
    (void)root;
    if (!tale_ended(state))
        return 0;
    tale_scores(state, scores);
    for (int seat = 0; seat < state->seats; seat++) {
        double best = -1e9;
        for (int other = 0; other < state->seats; other++)
            if (other != seat && !(state->teams && other == partner_of(seat)))
                best = scores[other] > best ? scores[other] : best;
        int margin = (int)(scores[seat] - best);
        margin = margin > 60 ? 60 : margin < -60 ? -60 : margin;
        rewards[seat] = 500 + 5 * margin + (margin > 0 ? 200 : margin < 0 ? -200 : 0);
    }
    return 1;
}

static int one_of(uint64_t names, Rng *rng)
{
    assert(names);
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcountll(names)); skip; skip--)
        names &= names - 1;
    return __builtin_ctzll(names);
}

static uint32_t random_exchange(const TaleState *state, Rng *rng)
{
    uint32_t moves[MAX_MOVES];
    return moves[rng_below(rng, (uint32_t)list_exchanges(state, moves))];
}

void tale_rollout(void *self, Rng *rng)
{
    TaleState *state = self;
    while (!tale_ended(state)) {
        if (state->group == TALE_EXCHANGE)
            play_effect(state, random_exchange(state, rng), NULL);
        else if (is_choosing(state))
            choose_card(state, one_of(tale_choices(state), rng), NULL);
        else
            play_effect(
                state, tale_move(what_now(state), one_of(tale_choices(state), rng), 0, 0, 0), NULL);
    }
}
