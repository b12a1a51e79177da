/* rules.c: the rules of Dragon Wars (rules: wars).
 *
 * Data: WarsState of rules.h, without pointers. A hand is a set of cards in a 64-bit mask, 16 bits
 * a suit. Deck, pile and nest are stacks; the next card is the last one, so a draw is a decrement.
 *
 * A turn: begin_turn (refill, trump) runs at the end of the move before, so in every position a
 * seat has to decide. An attack waits for the answer (PHASE_ANSWER). Both cards are turned up. Then
 * press and reply alternate until the attacker stops, and finish_battle does the rest in the order
 * of the rules.
 *
 * Random numbers: Rng(seed, 0) shuffles first the nest, then the deck, for any number of seats.
 * Shuffle k of the discard pile (from 1) uses Rng(seed, k) on the pile, bottom card first. A
 * shuffled list is in drawing order. */

#include "rules.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ZONE_HAND,
    ZONE_DECK,
    ZONE_DISCARD,
    ZONE_NEST,
    ZONE_DRAGON,
    ZONE_TROPHIES,
    ZONE_ATTACK,
    ZONE_ATTACK_FLIPS,
    ZONE_DEFENCE,
    ZONE_DEFENCE_FLIPS
};
enum {
    SAY_TURN,
    SAY_TRUMP,
    SAY_DISCARDS,
    SAY_ATTACKS,
    SAY_DEFENDS,
    SAY_DECLINES,
    SAY_TURNED_UP,
    SAY_ATTACK_SUM,
    SAY_DEFENCE_SUM,
    SAY_PRESSES,
    SAY_STOPS,
    SAY_DAMAGE,
    SAY_BLOCKED,
    SAY_SLAIN,
    SAY_NEW_DRAGON,
    SAY_DESPOILER,
    SAY_LAST_TURNS,
    SAY_QUIET_END,
    SAY_WINS
};
enum {
    WHY_LEGAL,
    WHY_OVER,
    WHY_BATTLE,
    WHY_NO_BATTLE,
    WHY_NOT_ATTACKER,
    WHY_NOT_DEFENDER,
    WHY_NO_SEAT,
    WHY_OWN_DRAGON,
    WHY_NO_DRAGON,
    WHY_NOT_HELD,
    WHY_DEFENCE_ONLY,
    WHY_ATTACK_ONLY,
    WHY_OTHER_SUIT
};
enum { ROW_TROPHY, ROW_DRAGON };

const char *const wars_zones[] = {"hand",    "deck",          "discard", "nest",
                                  "dragon",  "trophies",      "attack",  "attack_flips",
                                  "defence", "defence_flips", NULL};
const char *const wars_says[] = {
    "turn",       "trump",       "discards",   "attacks",   "defends", "declines", "turned_up",
    "attack_sum", "defence_sum", "presses",    "stops",     "damage",  "blocked",  "slain",
    "new_dragon", "despoiler",   "last_turns", "quiet_end", "wins",    NULL};
const char *const wars_reasons[] = {
    "",           "over",       "battle",    "no_battle", "not_attacker", "not_defender",
    "no_seat",    "own_dragon", "no_dragon", "not_held",  "defence_only", "attack_only",
    "other_suit", NULL};
const char *const wars_labels[] = {"trophy", "dragon", NULL};

const Option wars_options[WARS_OPTIONS] = {
    {"players", OPTION_INT, 2, WARS_SEATS, 2, NULL},
    {"half_nest", OPTION_BOOL, 0, 1, 0, NULL},
};

static const char suit_letters[] = "CDHS";
static const char *const ranks[] = {"",  "A", "2", "3",  "4", "5", "6",
                                    "7", "8", "9", "10", "J", "Q", "K"};

/* A move being played. events and chance may be NULL. */
typedef struct Stage {
    WarsState *state;
    Events *events;
    Chance *chance;
} Stage;

/* ---- helpers ---- */

/* Reads "C10"; NO_CARD if it is no card. */
static int read_card(const char *text)
{
    const char *suit = *text ? strchr(suit_letters, *text) : NULL;
    for (int value = 1; suit && value < COUNT(ranks); value++)
        if (!strcmp(text + 1, ranks[value]))
            return (int)(suit - suit_letters) * 16 + value;
    return NO_CARD;
}

int32_t wars_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    return snprintf(text, MAX_TEXT, "%c%s", suit_letters[wars_suit(card)], ranks[wars_value(card)]);
}

uint32_t wars_targets(const WarsState *state, int seat)
{
    uint32_t targets = 0;
    for (int other = 0; other < state->players; other++)
        targets |= (uint32_t)(other != seat && state->dragons[other]) << other;
    return targets;
}

int wars_score(const WarsState *state, int seat)
{
    int score = state->dragons[seat] ? WARS_SURVIVOR : 0;
    for (int i = 0; i < state->n_trophies; i++)
        score += state->trophy_of[i] == seat ? wars_value(state->trophies[i]) : 0;
    return score;
}

/* ---- events ---- */

static void tell_words(Stage *stage, int what, int seat, int to_seat, int card, int amount)
{
    if (!stage->events)
        return;
    Event spare, *event = event_add(stage->events, EVENT_SAY, &spare);
    event->what = (uint8_t)what;
    event->seat = (uint8_t)seat;
    event->to_seat = (uint8_t)to_seat;
    event->card = (int16_t)card;
    event->amount = amount;
}

static void tell_event(Stage *stage, int kind, int seat, int amount)
{
    if (!stage->events)
        return;
    Event spare, *event = event_add(stage->events, kind, &spare);
    event->seat = (uint8_t)seat;
    event->amount = amount;
}

/* seen: bits of the seats that see the card's face. */
static void tell_card(Stage *stage, int card, int from, int from_seat, int to, int to_seat,
                      uint32_t seen)
{
    if (!stage->events)
        return;
    Event spare, *event = event_add(stage->events, EVENT_CARD, &spare);
    event->card = (int16_t)card;
    event->from = (uint8_t)from;
    event->to = (uint8_t)to;
    event->seat = event->from_seat = (uint8_t)from_seat;
    event->to_seat = (uint8_t)to_seat;
    if (from_seat == NOBODY)
        event->seat = (uint8_t)to_seat;
    event->seen = (uint8_t)seen;
}

static void tell_turned(Stage *stage, int card, int zone, int seat)
{
    if (!stage->events)
        return;
    Event spare, *event = event_add(stage->events, EVENT_UP, &spare);
    event->card = (int16_t)card;
    event->seat = event->to_seat = (uint8_t)seat;
    event->to = (uint8_t)zone;
    event->place = 0;
}

#define ALL_SEE 31u

/* ---- reading decks ---- */

/* Reads a list of exactly n different cards of `allowed`. */
static int32_t read_cards(const Json *json, int32_t node, int n, uint64_t allowed,
                          const char *where, uint8_t *cards, char *error)
{
    char text[16];
    uint64_t seen = 0;
    if (!json_is_array(json, node, n))
        return fail(error, "cards\nplace=%s\nn=%d", where, n);
    node = json_first(json, node);
    for (int i = 0; i < n; i++, node = json_next(json, node)) {
        if (!json_string(json, node, text, sizeof text))
            return fail(error, "card_text\nplace=%s", where);
        int card = read_card(text);
        if (card == NO_CARD)
            return fail(error, "no_card\ncard=%s\nplace=%s", text, where);
        if (!(allowed >> card & 1))
            return fail(error, "wrong_card\nplace=%s\ncard=%s", where, text);
        if (seen >> card & 1)
            return fail(error, "card_twice\nplace=%s\ncard=%s", where, text);
        seen |= CARD_BIT(card);
        cards[i] = (uint8_t)card;
    }
    return 0;
}

static void stack_cards(uint8_t *stack, const uint8_t *cards, int n)
{
    assert(n >= 0 && n <= WARS_CARDS);
    for (int i = 0; i < n; i++)
        stack[n - 1 - i] = cards[i];
}

/* Reads the next deck from a record: the pile in another order. 0, or -1 with an error. */
static int32_t read_new_deck(const WarsState *state, const char *text, uint8_t *cards, char *error)
{
    Json json;
    uint64_t pile = 0;
    for (int i = 0; i < state->n_pile; i++)
        pile |= CARD_BIT(state->pile[i]);
    if (json_read(&json, text))
        return fail(error, "new_deck\nn=%d", state->n_pile);
    return read_cards(&json, 1, state->n_pile, pile, "new_deck", cards, error);
}

/* ---- the deck ---- */

/* If the deck is empty, the shuffled pile becomes the deck. */
static void renew_deck(Stage *stage)
{
    WarsState *state = stage->state;
    if (state->n_deck || !state->n_pile)
        return;
    uint8_t cards[WARS_CARDS];
    int n = state->n_pile;
    state->shuffles++;
    const char *outcome =
        stage->chance && !*stage->chance->error ? chance_next(stage->chance) : NULL;
    if (!outcome || read_new_deck(state, outcome, cards, stage->chance->error)) {
        Rng rng;
        rng_seed(&rng, state->seed, state->shuffles);
        memcpy(cards, state->pile, (size_t)n);
        rng_shuffle(&rng, cards, n);
    }
    stack_cards(state->deck, cards, n);
    for (int i = 0; i < n; i++)
        state->deck_of[cards[i]] = (uint16_t)state->shuffles;
    state->n_deck = (uint8_t)n;
    state->n_pile = 0;
    Event spare, *event = event_add(stage->events, EVENT_SHUFFLE, &spare);
    event->from = ZONE_DISCARD;
    event->to = ZONE_DECK;
    event->amount = n;
}

static int take_top(WarsState *state)
{
    assert(state->n_deck > 0);
    return state->deck[--state->n_deck];
}

static void discard_card(WarsState *state, int card)
{
    state->pile[state->n_pile++] = (uint8_t)card;
}

static void refill_hand(Stage *stage, int seat)
{
    WarsState *state = stage->state;
    for (int n = count_few(state->hands[seat]); n < WARS_HAND; n++) {
        int card = take_top(state);
        state->hands[seat] |= CARD_BIT(card);
        tell_card(stage, card, ZONE_DECK, NOBODY, ZONE_HAND, seat, 1u << seat);
        renew_deck(stage);
    }
}

static int draw_dragon(WarsState *state, int seat)
{
    assert(state->n_nest > 0);
    int dragon = state->nest[state->n_aside + --state->n_nest];
    state->dragons[seat] = (uint8_t)dragon;
    state->health[seat] = (uint8_t)wars_value(dragon);
    return dragon;
}

/* ---- turns ---- */

static void begin_turn(Stage *stage)
{
    WarsState *state = stage->state;
    assert(state->turn < state->players);
    state->phase = PHASE_TURN;
    tell_words(stage, SAY_TURN, state->turn, NOBODY, NO_CARD, 0);
    refill_hand(stage, state->turn);
    int card = take_top(state);
    discard_card(state, card);
    state->trump = (uint8_t)wars_suit(card);
    tell_card(stage, card, ZONE_DECK, NOBODY, ZONE_DISCARD, NOBODY, ALL_SEE);
    tell_words(stage, SAY_TRUMP, state->turn, NOBODY, card, state->trump);
    renew_deck(stage);
}

uint32_t wars_winners(const void *self)
{
    const WarsState *state = self;
    uint32_t winners = 0;
    int most = -1;
    for (int seat = 0; state->phase == PHASE_OVER && seat < state->players; seat++) {
        int score = wars_score(state, seat);
        winners = score > most ? 1u << seat : score == most ? winners | 1u << seat : winners;
        most = score > most ? score : most;
    }
    return winners;
}

static void finish_game(Stage *stage)
{
    WarsState *state = stage->state;
    state->phase = PHASE_OVER;
    state->trump = NO_TRUMP;
    uint32_t winners = wars_winners(state);
    for (int seat = 0; seat < state->players; seat++)
        if (winners >> seat & 1)
            tell_words(stage, SAY_WINS, seat, NOBODY, NO_CARD, wars_score(state, seat));
    tell_event(stage, EVENT_OVER, NOBODY, 0);
}

/* hurt: a dragon has lost counters. */
static void end_turn(Stage *stage, int hurt)
{
    WarsState *state = stage->state;
    state->quiet = hurt ? 0 : (uint8_t)(state->quiet + 1);
    state->turns_left = (uint8_t)(state->turns_left - state->last_turns);
    tell_event(stage, EVENT_PAUSE, NOBODY, 0);
    if (state->quiet == WARS_QUIET_END)
        tell_words(stage, SAY_QUIET_END, NOBODY, NOBODY, NO_CARD, WARS_QUIET_END);
    if (state->quiet == WARS_QUIET_END || (state->last_turns && !state->turns_left)) {
        finish_game(stage);
        return;
    }
    state->turn = (uint8_t)((state->turn + 1) % state->players);
    begin_turn(stage);
}

/* ---- a battle ---- */

static const struct {
    uint8_t laid, flips, sum; /* zones, announcement */
} side_names[2] = {
    {ZONE_ATTACK, ZONE_ATTACK_FLIPS, SAY_ATTACK_SUM},
    {ZONE_DEFENCE, ZONE_DEFENCE_FLIPS, SAY_DEFENCE_SUM},
};

static int side_seat(const WarsState *state, int side)
{
    return side == ATTACK ? state->turn : state->defender;
}

static void lay_card(Stage *stage, int side, int card, int open)
{
    WarsState *state = stage->state;
    int seat = side_seat(state, side);
    WarsSide *own = &state->sides[side];
    assert(state->hands[seat] >> card & 1);
    state->hands[seat] &= ~CARD_BIT(card);
    own->laid[own->n_laid++] = (uint8_t)card;
    tell_card(stage, card, ZONE_HAND, seat, side_names[side].laid, seat,
              open ? ALL_SEE : 1u << seat);
}

static void add_value(Stage *stage, int side, int card)
{
    WarsState *state = stage->state;
    state->sides[side].sum = (uint8_t)(state->sides[side].sum + wars_value(card));
    tell_words(stage, side_names[side].sum, side_seat(state, side), NOBODY, card,
               state->sides[side].sum);
}

/* Adds a laid card and flips its bonus cards for as long as trumps come (rules: wars, trump
 * bonus). */
static void count_card(Stage *stage, int side, int card)
{
    WarsState *state = stage->state;
    WarsSide *own = &state->sides[side];
    assert(own->n_laid > 0);
    add_value(stage, side, card);
    while (wars_suit(card) == state->trump) {
        card = take_top(state);
        own->flips[own->n_flips++] = (uint8_t)card;
        tell_card(stage, card, ZONE_DECK, NOBODY, side_names[side].flips, side_seat(state, side),
                  ALL_SEE);
        if (wars_suits(side, card))
            add_value(stage, side, card);
        renew_deck(stage);
    }
}

static void turn_up(Stage *stage)
{
    WarsState *state = stage->state;
    tell_event(stage, EVENT_PAUSE, NOBODY, 0);
    tell_words(stage, SAY_TURNED_UP, NOBODY, NOBODY, NO_CARD, 0);
    for (int side = ATTACK; side <= DEFENCE; side++)
        if (state->sides[side].n_laid)
            tell_turned(stage, state->sides[side].laid[0], side_names[side].laid,
                        side_seat(state, side));
    for (int side = ATTACK; side <= DEFENCE; side++)
        if (state->sides[side].n_laid)
            count_card(stage, side, state->sides[side].laid[0]);
}

static void clear_table(Stage *stage)
{
    WarsState *state = stage->state;
    for (int side = ATTACK; side <= DEFENCE; side++) {
        WarsSide *own = &state->sides[side];
        int seat = side_seat(state, side);
        for (int i = 0; i < own->n_laid; i++) {
            discard_card(state, own->laid[i]);
            tell_card(stage, own->laid[i], side_names[side].laid, seat, ZONE_DISCARD, NOBODY,
                      ALL_SEE);
        }
        for (int i = 0; i < own->n_flips; i++) {
            discard_card(state, own->flips[i]);
            tell_card(stage, own->flips[i], side_names[side].flips, seat, ZONE_DISCARD, NOBODY,
                      ALL_SEE);
        }
    }
    memset(state->sides, 0, sizeof state->sides);
    renew_deck(stage);
}

static void slay_dragon(Stage *stage)
{
    WarsState *state = stage->state;
    int seat = state->turn, owner = state->defender, dragon = state->dragons[owner];
    assert(dragon && state->n_trophies < WARS_DRAGONS);
    state->trophies[state->n_trophies] = (uint8_t)dragon;
    state->trophy_of[state->n_trophies++] = (uint8_t)seat;
    state->dragons[owner] = state->health[owner] = 0;
    tell_words(stage, SAY_SLAIN, seat, owner, dragon, wars_value(dragon));
    tell_card(stage, dragon, ZONE_DRAGON, owner, ZONE_TROPHIES, seat, ALL_SEE);
    tell_event(stage, EVENT_SCORE, seat, wars_value(dragon));
    if (state->n_nest == 0) {
        tell_words(stage, SAY_DESPOILER, owner, NOBODY, NO_CARD, 0);
        tell_event(stage, EVENT_SCORE, owner, -WARS_SURVIVOR);
    } else {
        dragon = draw_dragon(state, owner);
        tell_card(stage, dragon, ZONE_NEST, NOBODY, ZONE_DRAGON, owner, ALL_SEE);
        tell_words(stage, SAY_NEW_DRAGON, owner, NOBODY, dragon, wars_value(dragon));
        if (state->n_nest == 0) { /* end_turn takes off this turn, too */
            state->last_turns = 1;
            state->turns_left = (uint8_t)(state->players + 1);
            tell_words(stage, SAY_LAST_TURNS, (seat + 1) % state->players, seat, NO_CARD,
                       state->players);
        }
    }
    refill_hand(stage, owner);
}

static void finish_battle(Stage *stage)
{
    WarsState *state = stage->state;
    int owner = state->defender, damage = state->sides[ATTACK].sum - state->sides[DEFENCE].sum;
    assert(owner != state->turn);
    tell_event(stage, EVENT_PAUSE, NOBODY, 0);
    int lost = damage < state->health[owner] ? damage : state->health[owner];
    if (damage > 0)
        tell_words(stage, SAY_DAMAGE, state->turn, owner, state->dragons[owner], lost);
    else
        tell_words(stage, SAY_BLOCKED, state->turn, owner, state->dragons[owner], 0);
    clear_table(stage);
    if (damage >= state->health[owner])
        slay_dragon(stage);
    else if (damage > 0)
        state->health[owner] = (uint8_t)(state->health[owner] - damage);
    state->defender = 0;
    end_turn(stage, damage > 0);
}

/* ---- moves ---- */

int32_t wars_to_act(const void *self)
{
    const WarsState *state = self;
    if (state->phase == PHASE_OVER)
        return -1;
    return state->phase == PHASE_ANSWER || state->phase == PHASE_REPLY ? state->defender
                                                                       : state->turn;
}

uint64_t wars_fitting(const WarsState *state)
{
    switch (state->phase) {
    case PHASE_TURN: return state->hands[state->turn] & ATTACK_CARDS;
    case PHASE_PRESS:
        return state->hands[state->turn] & SUIT_CARDS(wars_suit(state->sides[ATTACK].laid[0]));
    case PHASE_OVER: return 0;
    default: return state->hands[state->defender] & DEFENCE_CARDS;
    }
}

/* The two kinds of moves of each phase. */
static const struct {
    uint8_t lay, pass;
} offers[] = {
    [PHASE_TURN] = {MOVE_ATTACK, MOVE_DISCARD},
    [PHASE_ANSWER] = {MOVE_DEFEND, MOVE_DECLINE},
    [PHASE_PRESS] = {MOVE_PRESS, MOVE_STOP},
    [PHASE_REPLY] = {MOVE_DEFEND, MOVE_DECLINE},
};

/* Game.moves: cards ascending, seat by seat, then passing. */
int32_t wars_moves(const void *self, uint32_t *moves)
{
    const WarsState *state = self;
    int32_t n = 0;
    if (state->phase == PHASE_OVER)
        return 0;
    uint64_t fitting = wars_fitting(state);
    uint32_t targets = state->phase == PHASE_TURN ? wars_targets(state, state->turn) : 1;
    for (int seat = 0; seat < state->players; seat++)
        for (uint64_t cards = targets >> seat & 1 ? fitting : 0; cards; cards &= cards - 1)
            moves[n++] = wars_move(offers[state->phase].lay, lowest_card(cards), seat);
    moves[n++] = wars_move(offers[state->phase].pass, 0, 0);
    return n;
}

static void play_discard(Stage *stage)
{
    WarsState *state = stage->state;
    int seat = state->turn;
    tell_words(stage, SAY_DISCARDS, seat, NOBODY, NO_CARD, 0);
    for (; state->hands[seat]; state->hands[seat] &= state->hands[seat] - 1) {
        int card = lowest_card(state->hands[seat]);
        discard_card(state, card);
        tell_card(stage, card, ZONE_HAND, seat, ZONE_DISCARD, NOBODY, ALL_SEE);
    }
    renew_deck(stage);
    refill_hand(stage, seat);
    end_turn(stage, 0);
}

static void play_attack(Stage *stage, int card, int seat)
{
    WarsState *state = stage->state;
    assert(wars_targets(state, state->turn) >> seat & 1);
    state->defender = (uint8_t)seat;
    tell_words(stage, SAY_ATTACKS, state->turn, seat, NO_CARD, 0);
    lay_card(stage, ATTACK, card, 0);
    state->phase = PHASE_ANSWER;
}

/* card 0: declined. */
static void play_answer(Stage *stage, int card)
{
    WarsState *state = stage->state;
    int first = state->phase == PHASE_ANSWER;
    tell_words(stage, card ? SAY_DEFENDS : SAY_DECLINES, state->defender, state->turn,
               card && !first ? card : NO_CARD, 0);
    if (card)
        lay_card(stage, DEFENCE, card, !first);
    state->phase = PHASE_PRESS;
    if (first)
        turn_up(stage);
    else if (card)
        count_card(stage, DEFENCE, card);
}

static void play_press(Stage *stage, int card)
{
    WarsState *state = stage->state;
    tell_words(stage, SAY_PRESSES, state->turn, state->defender, card, 0);
    lay_card(stage, ATTACK, card, 1);
    count_card(stage, ATTACK, card);
    state->phase = PHASE_REPLY;
}

static void play_stop(Stage *stage)
{
    tell_words(stage, SAY_STOPS, stage->state->turn, stage->state->defender, NO_CARD, 0);
    finish_battle(stage);
}

void wars_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    Stage stage = {self, events, chance};
    int card = wars_move_card(move);
    switch (wars_move_kind(move)) {
    case MOVE_DISCARD: play_discard(&stage); break;
    case MOVE_ATTACK: play_attack(&stage, card, wars_move_seat(move)); break;
    case MOVE_PRESS: play_press(&stage, card); break;
    case MOVE_STOP: play_stop(&stage); break;
    default: play_answer(&stage, card);
    }
}

int32_t wars_over(const void *self) { return ((const WarsState *)self)->phase == PHASE_OVER; }

void wars_scores(const void *self, double *scores)
{
    const WarsState *state = self;
    for (int seat = 0; seat < state->players; seat++)
        scores[seat] = wars_score(state, seat);
}

/* ---- dealing ---- */

int32_t wars_seats(const int32_t *values, char *error)
{
    (void)error;
    return values[0];
}

/* Shuffles nest and deck, both in drawing order. */
static void lists_from_seed(uint64_t seed, uint8_t *nest, uint8_t *deck)
{
    Rng rng;
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < WARS_DRAGONS; i++)
        nest[i] = (uint8_t)(SPADES * 16 + 1 + i);
    for (int i = 0; i < WARS_CARDS; i++)
        deck[i] = (uint8_t)(i / 13 * 16 + 1 + i % 13);
    rng_shuffle(&rng, nest, WARS_DRAGONS);
    rng_shuffle(&rng, deck, WARS_CARDS);
}

/* Reads them from an explicit deal; 0, or -1 with an error. */
static int32_t lists_from_text(const char *text, uint8_t *nest, uint8_t *deck, char *error)
{
    Json json;
    if (json_read(&json, text) || json_kind(&json, 1) != JSON_OBJECT)
        return fail(error, "deal_object");
    int32_t nest_node = json_get(&json, 1, "nest"), deck_node = json_get(&json, 1, "deck");
    if (json_size(&json, 1) != 2 || !nest_node || !deck_node)
        return fail(error, "deal_keys");
    if (read_cards(&json, nest_node, WARS_DRAGONS, SUIT_CARDS(SPADES), "nest", nest, error))
        return -1;
    return read_cards(&json, deck_node, WARS_CARDS, ATTACK_CARDS | DEFENCE_CARDS, "deck", deck,
                      error);
}

int32_t wars_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                  const char *deck_file, Chance *chance, char *error)
{
    WarsState *state = self;
    uint8_t nest[WARS_DRAGONS], deck[WARS_CARDS];
    (void)deck_file;
    memset(state, 0, sizeof *state);
    state->seed = seed;
    state->players = (uint8_t)values[0];
    if (!json)
        lists_from_seed(seed, nest, deck);
    else if (lists_from_text(json, nest, deck, error))
        return -1;
    stack_cards(state->nest, nest, WARS_DRAGONS);
    state->n_nest = values[1] ? WARS_HALF : WARS_DRAGONS;
    state->n_aside = (uint8_t)(WARS_DRAGONS - state->n_nest);
    stack_cards(state->deck, deck, state->n_deck = WARS_CARDS);
    Stage stage = {state, NULL, chance};
    for (int seat = 0; seat < state->players; seat++)
        draw_dragon(state, seat);
    for (int seat = 0; seat < state->players; seat++) {
        refill_hand(&stage, seat);
        if (state->health[seat] > state->health[state->turn])
            state->turn = (uint8_t)seat;
    }
    begin_turn(&stage);
    return 0;
}

/* ---- moves as text ---- */

static const char *const words[MOVE_KINDS] = {"discard", "attack", "defend",
                                              "decline", "press",  "stop"};

/* Game.move_text: "attack 2 C7", "press D4", "stop". */
int32_t wars_move_text(const void *self, uint32_t move, char *text)
{
    Text out = text_start(text, MAX_TEXT);
    int kind = wars_move_kind(move), card = wars_move_card(move);
    text_add(&out, "%s", words[kind]);
    if (kind == MOVE_ATTACK)
        text_add(&out, " %d", wars_move_seat(move));
    if (card) {
        char name[MAX_TEXT];
        wars_card_text(self, card, name);
        text_add(&out, " %s", name);
    }
    return out.n;
}

uint32_t wars_move_parse(const void *self, const char *text)
{
    (void)self;
    for (int kind = 0; kind < MOVE_KINDS; kind++) {
        size_t n = strlen(words[kind]);
        int seat = 0, card = 0;
        if (strncmp(text, words[kind], n))
            continue;
        text += n;
        if (kind == MOVE_ATTACK && *text) {
            seat = text[1] - '0';
            if (*text != ' ' || seat < 0 || seat > 9)
                return NO_MOVE;
            text += 2;
        }
        if (kind == MOVE_ATTACK || kind == MOVE_DEFEND || kind == MOVE_PRESS)
            card = *text == ' ' ? read_card(text + 1) : NO_CARD;
        else if (*text)
            return NO_MOVE;
        return card == NO_CARD ? NO_MOVE : wars_move(kind, card, seat);
    }
    return NO_MOVE;
}

static int why_not_target(const WarsState *state, int seat)
{
    if (seat >= state->players)
        return WHY_NO_SEAT;
    if (seat == state->turn)
        return WHY_OWN_DRAGON;
    return state->dragons[seat] ? WHY_LEGAL : WHY_NO_DRAGON;
}

static int why_not_kind(const WarsState *state, int kind)
{
    if (state->phase == PHASE_OVER)
        return WHY_OVER;
    if (kind == offers[state->phase].lay || kind == offers[state->phase].pass)
        return WHY_LEGAL;
    if (kind == MOVE_DISCARD || kind == MOVE_ATTACK)
        return WHY_BATTLE;
    if (state->phase == PHASE_TURN)
        return WHY_NO_BATTLE;
    return kind == MOVE_PRESS || kind == MOVE_STOP ? WHY_NOT_ATTACKER : WHY_NOT_DEFENDER;
}

int32_t wars_why_not(const void *self, uint32_t move)
{
    const WarsState *state = self;
    int kind = wars_move_kind(move), card = wars_move_card(move), why = why_not_kind(state, kind);
    if (why == WHY_LEGAL && kind == MOVE_ATTACK)
        why = why_not_target(state, wars_move_seat(move));
    if (why != WHY_LEGAL || !card || wars_fitting(state) >> card & 1)
        return why;
    if (!(state->hands[wars_to_act(state)] >> card & 1))
        return WHY_NOT_HELD;
    if (kind == MOVE_DEFEND)
        return WHY_ATTACK_ONLY;
    return wars_suits(ATTACK, card) ? WHY_OTHER_SUIT : WHY_DEFENCE_ONLY;
}

/* ---- what a seat sees ---- */

/* *n: cards written so far. */
static void describe_card(Text *text, int card, int *n)
{
    char name[MAX_TEXT] = "?";
    if (card != NO_CARD)
        wars_card_text(NULL, card, name);
    text_add(text, (*n)++ ? ", \"%s\"" : "\"%s\"", name);
}

static void describe_list(Text *text, const char *key, const uint8_t *cards, int n, int hidden)
{
    int written = 0;
    text_add(text, "\"%s\": [", key);
    for (int i = 0; i < n; i++)
        describe_card(text, hidden ? NO_CARD : cards[i], &written);
    text_add(text, "]");
}

static void describe_dragons(Text *text, const WarsState *state)
{
    char name[MAX_TEXT];
    text_add(text, "\"dragons\": [");
    for (int seat = 0; seat < state->players; seat++) {
        text_add(text, seat ? ", " : "");
        if (state->dragons[seat]) {
            wars_card_text(state, state->dragons[seat], name);
            text_add(text, "[\"%s\", %d]", name, state->health[seat]);
        } else
            text_add(text, "null");
    }
    text_add(text, "]");
}

/* viewer -1 sees everything. */
static void describe_hands(Text *text, const WarsState *state, int viewer)
{
    text_add(text, "\"hands\": [");
    for (int seat = 0; seat < state->players; seat++) {
        int n = 0;
        text_add(text, seat ? ", [" : "[");
        for (uint64_t cards = state->hands[seat]; cards; cards &= cards - 1)
            describe_card(text, viewer < 0 || viewer == seat ? lowest_card(cards) : NO_CARD, &n);
        text_add(text, "]");
    }
    text_add(text, "]");
}

/* null while its card lies face down. */
static void describe_sum(Text *text, const WarsState *state, const char *key, int side)
{
    if (wars_in_battle(state) && !wars_face_down(state))
        text_add(text, "\"%s\": %d", key, state->sides[side].sum);
    else
        text_add(text, "\"%s\": null", key);
}

static void describe_battle(Text *text, const WarsState *state, int viewer)
{
    const WarsSide *attack = &state->sides[ATTACK], *defence = &state->sides[DEFENCE];
    if (!wars_in_battle(state)) {
        text_add(text, "\"battle\": null");
        return;
    }
    text_add(text, "\"battle\": {\"attacker\": %d, \"defender\": %d, \"revealed\": %s, ",
             state->turn, state->defender, wars_face_down(state) ? "false" : "true");
    describe_list(text, "attack", attack->laid, attack->n_laid, wars_hides_attack(state, viewer));
    text_add(text, ", ");
    describe_list(text, "attack_flips", attack->flips, attack->n_flips, 0);
    text_add(text, ", ");
    describe_list(text, "defence", defence->laid, defence->n_laid, 0);
    text_add(text, ", ");
    describe_list(text, "defence_flips", defence->flips, defence->n_flips, 0);
    text_add(text, "}");
}

static void describe_trophies(Text *text, const WarsState *state)
{
    text_add(text, "\"trophies\": [");
    for (int seat = 0; seat < state->players; seat++) {
        int n = 0;
        text_add(text, seat ? ", [" : "[");
        for (int i = 0; i < state->n_trophies; i++)
            if (state->trophy_of[i] == seat)
                describe_card(text, state->trophies[i], &n);
        text_add(text, "]");
    }
    text_add(text, "]");
}

int32_t wars_describe(const void *self, int32_t viewer, char *json)
{
    const WarsState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{");
    describe_dragons(&text, state);
    text_add(&text, ", ");
    describe_hands(&text, state, viewer);
    if (state->trump == NO_TRUMP)
        text_add(&text, ", \"trump\": null, ");
    else
        text_add(&text, ", \"trump\": \"%c\", ", suit_letters[state->trump]);
    describe_sum(&text, state, "attack", ATTACK);
    text_add(&text, ", ");
    describe_sum(&text, state, "defence", DEFENCE);
    text_add(&text, ", ");
    describe_battle(&text, state, viewer);
    text_add(&text, ", ");
    describe_trophies(&text, state);
    text_add(&text, ", \"nest\": %d, \"deck\": %d, ", state->n_nest, state->n_deck);
    describe_list(&text, "discard", state->pile, state->n_pile, 0);
    text_add(&text, ", \"last_turns\": %s}", state->last_turns ? "true" : "false");
    return text.n;
}

/* Suits that count for each side, first the one that counts for both. */
static void derive_serving(Text *text)
{
    for (int side = ATTACK; side <= DEFENCE; side++) {
        text_add(text, side == ATTACK ? ", \"serves\": {\"attack\": \"" : "\", \"defence\": \"");
        for (int both = 1; both >= 0; both--)
            for (int suit = CLUBS; suit <= HEARTS; suit++) {
                int card = 16 * suit + 1;
                if (wars_suits(side, card) && wars_suits(DEFENCE - side, card) == both)
                    text_add(text, "%c", suit_letters[suit]);
            }
    }
    text_add(text, "\"}");
}

/* Game.derive: the attacked dragon's loss as the sums stand, whether it falls, full healths,
 * suits. */
int32_t wars_derive(const void *self, char *json)
{
    const WarsState *state = self;
    int revealed = wars_in_battle(state) && !wars_face_down(state);
    int loss = revealed ? state->sides[ATTACK].sum - state->sides[DEFENCE].sum : 0;
    int slain = revealed && loss >= state->health[state->defender];
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, revealed ? "{\"loss\": %d" : "{\"loss\": null", loss > 0 ? loss : 0);
    text_add(&text, ", \"slain\": %s, \"full_health\": [", slain ? "true" : "false");
    for (int seat = 0; seat < state->players; seat++)
        text_add(&text, state->dragons[seat] ? "%s%d" : "%snull", seat ? ", " : "",
                 wars_value(state->dragons[seat]));
    text_add(&text, "]");
    derive_serving(&text);
    text_add(&text, "}");
    return text.n;
}

/* ---- cards where they lie ---- */

typedef struct Layout {
    Placed *cards;
    int n;
} Layout;

static void place_card(Layout *layout, int zone, int seat, int up, int at, int card)
{
    layout->cards[layout->n++] =
        (Placed){(uint8_t)zone, (uint8_t)seat, (uint8_t)up, (int16_t)at, (int16_t)card};
}

static void place_list(Layout *layout, int zone, int seat, const uint8_t *cards, int n)
{
    for (int i = 0; i < n; i++)
        place_card(layout, zone, seat, 1, i, cards[i]);
}

/* A face-down stack, the next card first. */
static void place_stack(Layout *layout, int zone, const uint8_t *cards, int n, int seen)
{
    for (int i = 0; i < n; i++)
        place_card(layout, zone, NOBODY, 0, i, seen ? cards[n - 1 - i] : NO_CARD);
}

static void place_battle(Layout *layout, const WarsState *state, int viewer)
{
    for (int side = ATTACK; side <= DEFENCE; side++) {
        const WarsSide *own = &state->sides[side];
        int seat = side_seat(state, side);
        if (side == ATTACK && wars_face_down(state))
            place_card(layout, ZONE_ATTACK, seat, 0, 0,
                       wars_hides_attack(state, viewer) ? NO_CARD : own->laid[0]);
        else
            place_list(layout, side_names[side].laid, seat, own->laid, own->n_laid);
        place_list(layout, side_names[side].flips, seat, own->flips, own->n_flips);
    }
}

int32_t wars_cards(const void *self, int32_t viewer, Placed *cards)
{
    const WarsState *state = self;
    Layout layout = {cards, 0};
    for (int seat = 0; seat < state->players; seat++) {
        int at = 0, won = 0;
        for (uint64_t hand = state->hands[seat]; hand; hand &= hand - 1)
            place_card(&layout, ZONE_HAND, seat, 0, at++,
                       viewer < 0 || viewer == seat ? lowest_card(hand) : NO_CARD);
        if (state->dragons[seat])
            place_card(&layout, ZONE_DRAGON, seat, 1, 0, state->dragons[seat]);
        for (int i = 0; i < state->n_trophies; i++)
            if (state->trophy_of[i] == seat)
                place_card(&layout, ZONE_TROPHIES, seat, 0, won++, state->trophies[i]);
    }
    if (wars_in_battle(state))
        place_battle(&layout, state, viewer);
    place_stack(&layout, ZONE_DECK, state->deck, state->n_deck, viewer < 0);
    place_stack(&layout, ZONE_NEST, state->nest + state->n_aside, state->n_nest, viewer < 0);
    place_list(&layout, ZONE_DISCARD, NOBODY, state->pile, state->n_pile);
    return layout.n;
}

/* Game.breakdown: trophies in the order won, then the living dragon. */
int32_t wars_breakdown(const void *self, int32_t seat, Row *rows)
{
    const WarsState *state = self;
    int n = 0;
    for (int i = 0; i < state->n_trophies; i++)
        if (state->trophy_of[i] == seat)
            rows[n++] = (Row){ROW_TROPHY, (uint8_t)seat, state->trophies[i], 1,
                              wars_value(state->trophies[i])};
    if (state->dragons[seat])
        rows[n++] = (Row){ROW_DRAGON, (uint8_t)seat, state->dragons[seat], 1, WARS_SURVIVOR};
    return n;
}

/* ---- for searches ---- */

#define DUEL_REWARD 800 /* of 1000: for having more points; the rest: for the margin */
#define MARGIN_TOP 50

/* Game.reward: more points than another seat and by how many, averaged over the other seats. */
int32_t wars_reward(const void *root, const void *self, int32_t *rewards)
{
    const WarsState *state = self;
    (void)root;
    if (state->phase != PHASE_OVER)
        return 0;
    for (int seat = 0; seat < state->players; seat++) {
        int sum = 0;
        for (int other = 0; other < state->players; other++) {
            int lead = wars_score(state, seat) - wars_score(state, other);
            int margin = lead > MARGIN_TOP ? MARGIN_TOP : lead < -MARGIN_TOP ? -MARGIN_TOP : lead;
            if (other != seat)
                sum += DUEL_REWARD / 2 * (1 + (lead > 0) - (lead < 0)) +
                       (1000 - DUEL_REWARD) * (MARGIN_TOP + margin) / (2 * MARGIN_TOP);
        }
        rewards[seat] = sum / (state->players - 1);
    }
    return 1;
}

/* The move at this place of wars_moves, without listing all. */
static uint32_t move_at(const WarsState *state, uint64_t fitting, uint32_t targets, uint32_t n,
                        uint32_t pick)
{
    int seat = 0;
    if (!(fitting && targets) || pick == n)
        return wars_move(offers[state->phase].pass, 0, 0);
    uint32_t cards = (uint32_t)count_few(fitting);
    for (uint32_t skip = pick / cards;; seat++)
        if (targets >> seat & 1 && skip-- == 0)
            break;
    return wars_move(offers[state->phase].lay, card_at(fitting, pick % cards), seat);
}

void wars_rollout(void *self, Rng *rng)
{
    WarsState *state = self;
    while (state->phase != PHASE_OVER) {
        uint64_t fitting = wars_fitting(state);
        uint32_t targets = state->phase == PHASE_TURN ? wars_targets(state, state->turn) : 1;
        uint32_t n = (uint32_t)(count_few(fitting) * count_few(targets));
        wars_play(state, move_at(state, fitting, targets, n, rng_below(rng, n + 1)), NULL, NULL);
    }
}
