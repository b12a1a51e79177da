/* heart.c: the rules of Dragonheart (rules: heart).
 *
 * Memory: HeartState of heart.h, about 430 bytes and no pointer, in two parts. HeartCore is all that the rest of the
 * game depends on: cards and points at each place, hands, decks in order, whose turn it is; what exactly lies in a
 * stack matters to nobody but the eye. HeartChains keeps that for showing: each card played gets the next free link,
 * and a place is a chain of links, so a whole stack moves by joining two ends, in its order. Solver and rollouts play
 * on the core alone.
 *
 * Luck: the deal is Rng(seed, 0), seat 0's deck shuffled first; who starts is Rng(seed, STARTER_STREAM), so that the
 * deal is the same whoever starts; the k-th card lost with the figure is Rng(seed, k).
 *
 * What moves where is three small tables: the outlines of a space, the spaces it may take from, and where its own
 * cards go once it is full. */

#include "heart.h"

#include <stdio.h>

#define STARTER_STREAM 0xFFFF0000u
#define UNLIMITED 255

enum { ZONE_HAND, ZONE_DECK, ZONE_PLACES, ZONE_BELOW = ZONE_PLACES + BELOW, ZONE_STACKS, ZONE_PILE, ZONE_FIGURE };
enum {
    SAY_TAKES_CHEST, SAY_TAKES_FIRE, SAY_TAKES_PETRIFIED, SAY_TAKES_SORCERESS, SAY_TAKES_TROLL, SAY_TAKES_DWARF,
    SAY_TAKES_BELOW, SAY_TAKES_NOTHING, SAY_KNIGHTS_LEAVE, SAY_HUNTRESSES_LEAVE, SAY_SHIP_STACK, SAY_FIGURE,
    SAY_LOSES_CARD, SAY_DECK_EMPTY, SAY_LAST_TURN, SAY_WINS, SAY_DRAWN
};
enum { WHY_LEGAL, WHY_OVER, WHY_NOT_HELD, WHY_TOO_MANY, WHY_NAME_SPACE, WHY_NO_SPACE, WHY_WRONG_SPACE };

static const char *const kinds[KINDS + 1] = {"chest", "fire",   "petrified", "sorceress", "troll",
                                             "dwarf", "knight", "huntress",  "ship",      NULL};
static const char *const zones[] = {"hand",  "deck",   "chest",    "fire", "petrified", "sorceress", "troll", "dwarf",
                                    "knight", "huntress", "ship", "below", "stacks",   "pile",      "figure", NULL};
static const char *const says[] = {
    "takes_chest", "takes_fire", "takes_petrified", "takes_sorceress", "takes_troll", "takes_dwarf", "takes_below",
    "takes_nothing", "knights_leave", "huntresses_leave", "ship_stack", "figure", "loses_card", "deck_empty",
    "last_turn", "wins", "drawn", NULL};
static const char *const reasons[] = {"",           "over",     "not_held",    "too_many",
                                      "name_space", "no_space", "wrong_space", NULL};
static const char *const labels[] = {"chest",  "fire",     "petrified", "sorceress", "troll", "dwarf",
                                     "knight", "huntress", "ship",      "figure",    NULL};

static const Option options[] = {{"first", OPTION_SEAT, 0, 1, -1, NULL}};

static const uint8_t outlines[KINDS] = {UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, 4, 2, 3, 3};

/* The places an effect takes from: the first, or one of two. */
static const uint8_t takes_from[KINDS][2] = {
    [CHEST] = {NOBODY, NOBODY},      [FIRE] = {CHEST, NOBODY},      [PETRIFIED] = {NOBODY, NOBODY},
    [SORCERESS] = {CHEST, PETRIFIED}, [TROLL] = {SORCERESS, NOBODY}, [DWARF] = {DWARF, NOBODY},
    [KNIGHT] = {SORCERESS, TROLL},   [HUNTRESS] = {FIRE, NOBODY},   [SHIP] = {BELOW, NOBODY},
};

/* Where the cards of a full space go after its effect. */
static const uint8_t leaves_for[KINDS] = {NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, BELOW, BELOW, STACKS};

/* How it is announced that a place is emptied: with as many points or, leaving, cards. */
static const uint8_t says_taken[PLACES] = {
    [CHEST] = SAY_TAKES_CHEST, [FIRE] = SAY_TAKES_FIRE,   [PETRIFIED] = SAY_TAKES_PETRIFIED,
    [SORCERESS] = SAY_TAKES_SORCERESS, [TROLL] = SAY_TAKES_TROLL, [DWARF] = SAY_TAKES_DWARF,
    [BELOW] = SAY_TAKES_BELOW,
};
static const uint8_t says_left[KINDS] = {
    [KNIGHT] = SAY_KNIGHTS_LEAVE, [HUNTRESS] = SAY_HUNTRESSES_LEAVE, [SHIP] = SAY_SHIP_STACK,
};

static int hand_size(const HeartCore *core, int seat) { return core->figure == seat ? HEART_MOST : HEART_HAND; }

int heart_room(const HeartCore *core, int kind)
{
    return outlines[kind] == UNLIMITED ? UNLIMITED : outlines[kind] - core->count[kind];
}

/* So many cards more set the space's effect off. */
static int has_effect(const HeartCore *core, int kind, int laid)
{
    return outlines[kind] == UNLIMITED ? takes_from[kind][0] != NOBODY : laid == heart_room(core, kind);
}

static int move_size(uint32_t move)
{
    int n = 0;
    for (int value = 1; value <= HEART_VALUES; value++)
        n += heart_move_count(move, value);
    return n;
}

/* 1 when playing so many cards of this kind has to name one of two spaces. */
static int names_space(const HeartCore *core, int kind, int laid)
{
    return takes_from[kind][1] != NOBODY && has_effect(core, kind, laid);
}

int heart_outcome(const HeartCore *core, int seat)
{
    int lead = heart_score(core, seat) - heart_score(core, seat ^ 1);
    if (lead == 0 && core->figure != NOBODY)
        lead = core->figure == seat ? 1 : -1;
    return (lead > 0) - (lead < 0);
}

/* ---- dealing ---- */

static int find_kind(const char *word)
{
    int kind = 0;
    while (kind < KINDS && strcmp(kinds[kind], word))
        kind++;
    return kind;
}

/* "dwarf 1" to a card, or NO_CARD. */
static int read_card(const char *text)
{
    char word[MAX_TEXT];
    size_t length = strlen(text);
    if (length < 3 || length >= sizeof word || text[length - 2] != ' ')
        return NO_CARD;
    memcpy(word, text, length - 2);
    word[length - 2] = 0;
    int kind = find_kind(word), value = text[length - 1] - '1';
    return kind < KINDS && value >= 0 && value < HEART_VALUES ? kind * HEART_VALUES + value : NO_CARD;
}

static int32_t heart_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    if (card == HEART_FIGURE)
        return snprintf(text, MAX_TEXT, "figure");
    return snprintf(text, MAX_TEXT, "%s %d", kinds[heart_kind(card)], heart_value(card));
}

static int32_t read_deck_kind(uint8_t *counts, const Json *json, int32_t node, const char *kind, char *error)
{
    if (!json_is_array(json, node, HEART_VALUES))
        return fail(error, "the deck file must give \"%s\" four counts, one for each value from 1 to 4", kind);
    node = json_first(json, node);
    for (int value = 0; value < HEART_VALUES; value++, node = json_next(json, node)) {
        int32_t count;
        if (!json_int(json, node, 0, HEART_CARDS, &count))
            return fail(error, "the deck file must count the cards of \"%s\" in whole numbers from 0 to %d", kind,
                        HEART_CARDS);
        counts[value] = (uint8_t)count;
    }
    return 0;
}

static int32_t read_deck(uint8_t counts[HEART_TYPES], const char *text, char *error)
{
    Json json;
    int32_t sum = 0;
    if (!text)
        return fail(error, "the deck file of heart is missing");
    int32_t cards = json_read(&json, text) ? 0 : json_get(&json, 1, "cards"), node = json_first(&json, cards);
    if (json_kind(&json, cards) != JSON_OBJECT)
        return fail(error, "the deck file must hold a table \"cards\"");
    for (int i = 0; i < json_size(&json, cards); i++, node = json_next(&json, json_next(&json, node))) {
        char kind[32] = "";
        json_string(&json, node, kind, sizeof kind);
        if (find_kind(kind) == KINDS)
            return fail(error, "the deck file names the kind \"%s\", which does not exist", kind);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!(node = json_get(&json, cards, kinds[kind])))
            return fail(error, "the deck file lacks the kind \"%s\"", kinds[kind]);
        if (read_deck_kind(counts + kind * HEART_VALUES, &json, node, kinds[kind], error))
            return -1;
    }
    for (int card = 0; card < HEART_TYPES; card++)
        sum += counts[card];
    return sum == HEART_CARDS ? 0 : fail(error, "the deck file counts %d cards, not %d", sum, HEART_CARDS);
}

/* Where in the hand it comes to stand. */
static int add_to_hand(HeartCore *core, int seat, int card)
{
    uint8_t *hand = core->hands[seat];
    int at = core->in_hand[seat]++;
    assert(at < HEART_MOST);
    for (; at > 0 && hand[at - 1] > card; at--)
        hand[at] = hand[at - 1];
    hand[at] = (uint8_t)card;
    return at;
}

/* cards: hand first, then the deck from its top. */
static void give_cards(HeartCore *core, int seat, const uint8_t cards[HEART_CARDS])
{
    for (int i = 0; i < HEART_HAND; i++)
        add_to_hand(core, seat, cards[i]);
    core->in_deck[seat] = HEART_CARDS - HEART_HAND;
    for (int i = HEART_HAND; i < HEART_CARDS; i++)
        core->decks[seat][HEART_CARDS - 1 - i] = cards[i];
}

static void deal_from_seed(HeartState *state, const uint8_t counts[HEART_TYPES])
{
    Rng rng;
    rng_seed(&rng, state->seed, 0);
    for (int seat = 0; seat < 2; seat++) {
        uint8_t cards[HEART_CARDS];
        int n = 0;
        for (int card = 0; card < HEART_TYPES; card++)
            for (int i = 0; i < counts[card]; i++)
                cards[n++] = (uint8_t)card;
        rng_shuffle(&rng, cards, n);
        give_cards(&state->core, seat, cards);
    }
}

static int32_t read_cards(uint8_t *cards, const Json *json, int32_t node, int n, const char *what, int seat,
                          char *error)
{
    if (!json_is_array(json, node, n))
        return fail(error, "the deal must give seat %d a %s of %d cards", seat, what, n);
    node = json_first(json, node);
    for (int i = 0; i < n; i++, node = json_next(json, node)) {
        char text[32] = "";
        json_string(json, node, text, sizeof text);
        int card = read_card(text);
        if (card == NO_CARD && json_kind(json, node) != JSON_STRING)
            return fail(error, "the %s of seat %d in the deal holds something that is no text", what, seat);
        if (card == NO_CARD)
            return fail(error, "the %s of seat %d in the deal holds \"%s\", which is no card", what, seat, text);
        cards[i] = (uint8_t)card;
    }
    return 0;
}

static int32_t check_cards(const uint8_t cards[HEART_CARDS], const uint8_t counts[HEART_TYPES], int seat, char *error)
{
    char text[MAX_TEXT];
    int found[HEART_TYPES] = {0};
    for (int i = 0; i < HEART_CARDS; i++)
        found[cards[i]]++;
    for (int card = 0; card < HEART_TYPES; card++) {
        heart_card_text(NULL, card, text);
        if (found[card] > counts[card])
            return fail(error, "the deal gives seat %d %d cards \"%s\", but the deck has %d", seat, found[card], text,
                        counts[card]);
    }
    return 0;
}

static int32_t deal_from_text(HeartCore *core, const uint8_t counts[HEART_TYPES], int first, const char *text,
                              char *error)
{
    Json json;
    int32_t starter;
    if (json_read(&json, text) || json_kind(&json, 1) != JSON_OBJECT)
        return fail(error, "the deal must be an object with \"first\", \"hands\" and \"decks\"");
    int32_t hands = json_get(&json, 1, "hands"), decks = json_get(&json, 1, "decks");
    if (json_size(&json, 1) != 3 || !json_is_array(&json, hands, 2) || !json_is_array(&json, decks, 2))
        return fail(error, "the deal must hold \"first\", \"hands\" (a list of two) and \"decks\" (a list of two), "
                           "and nothing else");
    if (!json_int(&json, json_get(&json, 1, "first"), 0, 1, &starter))
        return fail(error, "\"first\" in the deal must be 0 or 1");
    if (first >= 0 && first != starter)
        return fail(error, "the option \"first\" is %d, but \"first\" in the deal is %d", first, starter);
    core->turn = (uint8_t)starter;
    int32_t hand = json_first(&json, hands), deck = json_first(&json, decks);
    for (int seat = 0; seat < 2; seat++, hand = json_next(&json, hand), deck = json_next(&json, deck)) {
        uint8_t cards[HEART_CARDS];
        if (read_cards(cards, &json, hand, HEART_HAND, "hand", seat, error) ||
            read_cards(cards + HEART_HAND, &json, deck, HEART_CARDS - HEART_HAND, "deck", seat, error) ||
            check_cards(cards, counts, seat, error))
            return -1;
        give_cards(core, seat, cards);
    }
    return 0;
}

static int32_t heart_seats(const int32_t *values, char *error)
{
    (void)values;
    (void)error;
    return 2;
}

static int32_t heart_deal(void *self, const int32_t *values, uint64_t seed, const char *json, const char *deck,
                          Chance *chance, char *error)
{
    HeartState *state = self;
    uint8_t counts[HEART_TYPES];
    (void)chance;
    memset(state, 0, sizeof *state);
    state->seed = seed;
    state->core.figure = state->core.last_turn = NOBODY;
    if (read_deck(counts, deck, error))
        return -1;
    if (json)
        return deal_from_text(&state->core, counts, values[0], json, error);
    deal_from_seed(state, counts);
    Rng rng;
    rng_seed(&rng, seed, STARTER_STREAM);
    state->core.turn = (uint8_t)(values[0] >= 0 ? (uint32_t)values[0] : rng_below(&rng, 2));
    return 0;
}

/* ---- events ---- */

static int zone_of(int place) { return place >= PILE ? ZONE_PILE : ZONE_PLACES + place; }

static int owner_of(int place) { return place >= PILE ? place - PILE : NOBODY; }

static Event *tell(const HeartWitness *witness, int kind, int seat, Event *spare)
{
    Event *event = event_add(witness->events, kind, spare);
    event->seat = (uint8_t)seat;
    return event;
}

static Event *say(const HeartWitness *witness, int what, int seat, int amount, Event *spare)
{
    Event *event = tell(witness, EVENT_SAY, seat, spare);
    event->what = (uint8_t)what;
    event->amount = amount;
    return event;
}

static void tell_card(const HeartWitness *witness, int card, int seat, int from, int from_seat, int to, int to_seat,
                      int place)
{
    Event spare, *event = tell(witness, EVENT_CARD, seat, &spare);
    event->from = (uint8_t)from;
    event->from_seat = (uint8_t)from_seat;
    event->to = (uint8_t)to;
    event->to_seat = (uint8_t)to_seat;
    event->card = (int16_t)card;
    event->place = (int16_t)place;
}

/* The last event told is for this seat's eyes only. */
static void only_for(const HeartWitness *witness, int seat)
{
    if (witness->events && witness->events->n > 0)
        witness->events->list[witness->events->n - 1].seen = (uint8_t)(1u << seat);
}

/* ---- chains ---- */

static void chain_card(HeartChains *chains, int place, int empty, int card)
{
    uint8_t link = chains->n++;
    chains->card[link] = (uint8_t)card;
    if (empty)
        chains->first[place] = link;
    else
        chains->next[chains->last[place]] = link;
    chains->last[place] = link;
}

static void join_chains(HeartChains *chains, int from, int to, int empty)
{
    if (empty)
        chains->first[to] = chains->first[from];
    else
        chains->next[chains->last[to]] = chains->first[from];
    chains->last[to] = chains->last[from];
}

/* The cards of a place, bottom first; their count. */
static int chained_cards(const HeartState *state, int place, uint8_t cards[2 * HEART_CARDS])
{
    int n = state->core.count[place];
    for (int i = 0, link = state->chains.first[place]; i < n; i++, link = state->chains.next[link])
        cards[i] = state->chains.card[link];
    return n;
}

/* ---- a turn ---- */

static void lay_card(HeartCore *core, int card, const HeartWitness *witness)
{
    int kind = heart_kind(card), place = core->count[kind]++;
    core->points[kind] = (uint16_t)(core->points[kind] + heart_value(card));
    if (witness->chains)
        chain_card(witness->chains, kind, place == 0, card);
    if (witness->events)
        tell_card(witness, card, core->turn, ZONE_HAND, core->turn, ZONE_PLACES + kind, NOBODY, place);
}

/* Takes the cards out of the hand and lays them, the highest last. */
static void lay_cards(HeartCore *core, uint32_t move, const HeartWitness *witness)
{
    int kind = heart_move_kind(move), kept = 0, n = core->in_hand[core->turn], wanted[HEART_VALUES + 1];
    uint8_t *hand = core->hands[core->turn];
    for (int value = 1; value <= HEART_VALUES; value++)
        wanted[value] = heart_move_count(move, value);
    for (int i = 0; i < n; i++) {
        int card = hand[i];
        if (heart_kind(card) == kind && wanted[heart_value(card)] > 0) {
            wanted[heart_value(card)]--;
            lay_card(core, card, witness);
        } else
            hand[kept++] = (uint8_t)card;
    }
    core->in_hand[core->turn] = (uint8_t)kept;
}

static void tell_all(const HeartChains *chains, const HeartCore *core, int from, int to, const HeartWitness *witness)
{
    int place = core->count[to];
    for (int i = 0, link = chains->first[from]; i < core->count[from]; i++, link = chains->next[link])
        tell_card(witness, chains->card[link], core->turn, zone_of(from), owner_of(from), zone_of(to), owner_of(to),
                  place++);
}

static void move_all(HeartCore *core, int from, int to, const HeartWitness *witness)
{
    if (core->count[from] == 0)
        return;
    if (witness->events && witness->chains)
        tell_all(witness->chains, core, from, to, witness);
    if (witness->chains)
        join_chains(witness->chains, from, to, core->count[to] == 0);
    core->count[to] = (uint8_t)(core->count[to] + core->count[from]);
    core->points[to] = (uint16_t)(core->points[to] + core->points[from]);
    core->count[from] = 0;
    core->points[from] = 0;
}

static void collect(HeartCore *core, int from, const HeartWitness *witness)
{
    Event spare;
    int n = core->count[from], points = core->points[from];
    if (!witness->events) {
        move_all(core, from, PILE + core->turn, witness);
        return;
    }
    tell(witness, EVENT_PAUSE, core->turn, &spare);
    say(witness, n ? says_taken[from] : SAY_TAKES_NOTHING, core->turn, points, &spare);
    move_all(core, from, PILE + core->turn, witness);
    if (n)
        tell(witness, EVENT_SCORE, core->turn, &spare)->amount = points;
}

static void leave_space(HeartCore *core, int kind, const HeartWitness *witness)
{
    Event spare;
    int n = core->count[kind];
    if (witness->events) {
        int stack = core->count[STACKS] / outlines[SHIP] + 1;
        tell(witness, EVENT_PAUSE, core->turn, &spare);
        say(witness, says_left[kind], core->turn, kind == SHIP ? stack : n, &spare);
    }
    move_all(core, kind, leaves_for[kind], witness);
}

/* The former owner, if that seat now has to lose a card, else NOBODY. */
static int take_figure(HeartCore *core, const HeartWitness *witness)
{
    Event spare;
    int former = core->figure, seat = core->turn;
    if (former == seat)
        return NOBODY;
    core->figure = (uint8_t)seat;
    if (witness->events) {
        say(witness, SAY_FIGURE, seat, 0, &spare)->to_seat = (uint8_t)former;
        tell_card(witness, HEART_FIGURE, seat, ZONE_FIGURE, former, ZONE_FIGURE, seat, 0);
        tell(witness, EVENT_SCORE, seat, &spare)->amount = HEART_FIGURE_POINTS;
        if (former != NOBODY)
            tell(witness, EVENT_SCORE, former, &spare)->amount = -HEART_FIGURE_POINTS;
    }
    return former != NOBODY && core->in_hand[former] > HEART_HAND ? former : NOBODY;
}

int heart_takes(const HeartCore *core, uint32_t move)
{
    int kind = heart_move_kind(move), target = heart_move_target(move);
    if (!has_effect(core, kind, move_size(move)))
        return NOBODY;
    return target >= 0 ? target : takes_from[kind][0];
}

int heart_gain(const HeartCore *core, uint32_t move)
{
    int from = heart_takes(core, move), points = 0;
    if (from == NOBODY)
        return 0;
    for (int value = 1; from == DWARF && value <= HEART_VALUES; value++)
        points += value * heart_move_count(move, value);
    if (from == PETRIFIED && core->count[PETRIFIED] > 0 && core->figure != core->turn)
        points += core->figure == NOBODY ? HEART_FIGURE_POINTS : 2 * HEART_FIGURE_POINTS;
    return points + core->points[from];
}

int heart_begin(HeartCore *core, uint32_t move, const HeartWitness *witness)
{
    int kind = heart_move_kind(move), from = heart_takes(core, move), figure = 0;
    lay_cards(core, move, witness);
    if (from != NOBODY) {
        figure = from == PETRIFIED && core->count[PETRIFIED] > 0;
        collect(core, from, witness);
        if (leaves_for[kind] != NOBODY)
            leave_space(core, kind, witness);
    }
    return figure ? take_figure(core, witness) : NOBODY;
}

void heart_lose(HeartCore *core, int seat, int index, const HeartWitness *witness)
{
    uint8_t *hand = core->hands[seat], card = hand[index];
    memmove(hand + index, hand + index + 1, (size_t)(core->in_hand[seat] - index - 1));
    core->in_hand[seat]--;
    core->decks[seat][core->in_deck[seat]++] = card;
    core->returned[seat] = 1;
    if (!witness->events)
        return;
    Event spare;
    say(witness, SAY_LOSES_CARD, seat, 0, &spare)->card = card;
    only_for(witness, seat);
    tell_card(witness, card, seat, ZONE_HAND, seat, ZONE_DECK, seat, core->in_deck[seat] - 1);
    only_for(witness, seat);
}

static void draw_cards(HeartCore *core, const HeartWitness *witness)
{
    int seat = core->turn, size = hand_size(core, seat);
    while (core->in_hand[seat] < size && core->in_deck[seat] > 0) {
        int card = core->decks[seat][--core->in_deck[seat]];
        core->returned[seat] = 0;
        int place = add_to_hand(core, seat, card);
        if (!witness->events)
            continue;
        tell_card(witness, card, seat, ZONE_DECK, seat, ZONE_HAND, seat, place);
        only_for(witness, seat);
    }
}

static void finish_game(HeartCore *core, const HeartWitness *witness)
{
    Event spare;
    core->over = 1;
    if (!witness->events)
        return;
    int outcome = heart_outcome(core, 0), winner = outcome > 0 ? 0 : 1;
    tell(witness, EVENT_PAUSE, core->turn, &spare);
    if (outcome)
        say(witness, SAY_WINS, winner, heart_score(core, winner), &spare);
    else
        say(witness, SAY_DRAWN, NOBODY, heart_score(core, 0), &spare);
    tell(witness, EVENT_OVER, NOBODY, &spare);
}

void heart_end(HeartCore *core, const HeartWitness *witness)
{
    Event spare;
    int seat = core->turn, empty = core->in_deck[seat] == 0;
    if (witness->events)
        tell(witness, EVENT_PAUSE, seat, &spare);
    draw_cards(core, witness);
    if (core->last_turn == seat) {
        finish_game(core, witness);
        return;
    }
    core->turn ^= 1;
    if (core->last_turn != NOBODY || (!empty && core->count[STACKS] < HEART_STACKS * outlines[SHIP]))
        return;
    core->last_turn = core->turn;
    if (empty)
        say(witness, SAY_DECK_EMPTY, seat, 0, &spare);
    say(witness, SAY_LAST_TURN, core->turn, 0, &spare);
}

/* The index in the hand of the card that is lost: as the record says, else as the seed does. */
static int lost_card(HeartState *state, int seat, Chance *chance)
{
    HeartCore *core = &state->core;
    const char *outcome = chance_next(chance);
    char text[64] = "";
    Rng rng;
    state->losses++;
    rng_seed(&rng, state->seed, state->losses);
    int drawn = (int)rng_below(&rng, core->in_hand[seat]);
    if (!outcome)
        return drawn;
    Json json;
    if (json_read(&json, outcome) == 0)
        json_string(&json, 1, text, sizeof text);
    int card = read_card(text);
    for (int i = 0; card != NO_CARD && i < core->in_hand[seat]; i++)
        if (core->hands[seat][i] == card)
            return i;
    fail(chance->error, "seat %d loses a card, but %.60s is none of its hand", seat, outcome);
    return drawn;
}

/* ---- playing ---- */

static int32_t heart_to_act(const void *self)
{
    const HeartState *state = self;
    return state->core.over ? -1 : state->core.turn;
}

/* A move for each space that it may have to name. */
static int32_t add_moves(const HeartCore *core, uint32_t move, int laid, uint32_t *moves)
{
    int kind = heart_move_kind(move);
    if (!names_space(core, kind, laid)) {
        *moves = move;
        return 1;
    }
    for (int i = 0; i < 2; i++)
        moves[i] = move | (uint32_t)(takes_from[kind][i] + 1) << 4;
    return 2;
}

int32_t heart_core_moves(const HeartCore *core, uint32_t *moves)
{
    const uint8_t *hand = core->hands[core->turn];
    int32_t n = 0, held = core->in_hand[core->turn];
    for (int at = 0; at < held;) {
        int kind = heart_kind(hand[at]), room = heart_room(core, kind), have[HEART_VALUES] = {0};
        for (; at < held && heart_kind(hand[at]) == kind; at++)
            have[hand[at] & 3]++;
        for (int a = 0; a <= have[0]; a++)
            for (int b = 0; b <= have[1]; b++)
                for (int c = 0; c <= have[2]; c++)
                    for (int d = 0; d <= have[3]; d++)
                        if (a + b + c + d >= 1 && a + b + c + d <= room)
                            n += add_moves(core, (uint32_t)(kind | a << 8 | b << 12 | c << 16 | d << 20),
                                           a + b + c + d, moves + n);
    }
    return n;
}

static int32_t heart_moves(const void *self, uint32_t *moves)
{
    const HeartState *state = self;
    return state->core.over ? 0 : heart_core_moves(&state->core, moves);
}

static int32_t heart_why_not(const void *self, uint32_t move)
{
    const HeartState *state = self;
    const HeartCore *core = &state->core;
    int kind = heart_move_kind(move), target = heart_move_target(move), laid = 0;
    if (core->over)
        return WHY_OVER;
    for (int value = 1; value <= HEART_VALUES; value++) {
        int held = 0, wanted = heart_move_count(move, value);
        for (int i = 0; i < core->in_hand[core->turn]; i++)
            held += core->hands[core->turn][i] == kind * HEART_VALUES + value - 1;
        if (wanted > held)
            return WHY_NOT_HELD;
        laid += wanted;
    }
    if (laid > heart_room(core, kind))
        return WHY_TOO_MANY;
    if (!names_space(core, kind, laid))
        return target < 0 ? WHY_LEGAL : WHY_NO_SPACE;
    if (target < 0)
        return WHY_NAME_SPACE;
    return target == takes_from[kind][0] || target == takes_from[kind][1] ? WHY_LEGAL : WHY_WRONG_SPACE;
}

static void heart_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    HeartState *state = self;
    HeartWitness witness = {&state->chains, events};
    assert(heart_why_not(state, move) == WHY_LEGAL);
    int loser = heart_begin(&state->core, move, &witness);
    if (loser != NOBODY)
        heart_lose(&state->core, loser, lost_card(state, loser, chance), &witness);
    heart_end(&state->core, &witness);
}

static int32_t heart_over(const void *self) { return ((const HeartState *)self)->core.over; }

static void heart_scores(const void *self, double *scores)
{
    const HeartState *state = self;
    for (int seat = 0; seat < 2; seat++)
        scores[seat] = heart_score(&state->core, seat);
}

static uint32_t heart_winners(const void *self)
{
    const HeartState *state = self;
    if (!state->core.over)
        return 0;
    int outcome = heart_outcome(&state->core, 0);
    return outcome == 0 ? 3 : outcome > 0 ? 1 : 2;
}

/* ---- moves as text ---- */

static int32_t heart_move_text(const void *self, uint32_t move, char *out)
{
    (void)self;
    Text text = text_start(out, MAX_TEXT);
    text_add(&text, "%s", kinds[heart_move_kind(move)]);
    for (int value = 1; value <= HEART_VALUES; value++)
        for (int i = 0; i < heart_move_count(move, value); i++)
            text_add(&text, " %d", value);
    if (heart_move_target(move) >= 0)
        text_add(&text, " > %s", kinds[heart_move_target(move)]);
    return text.n;
}

static uint32_t heart_move_parse(const void *self, const char *text)
{
    char word[16];
    (void)self;
    size_t length = strcspn(text, " ");
    if (length >= sizeof word)
        return NO_MOVE;
    memcpy(word, text, length);
    word[length] = 0;
    int kind = find_kind(word), laid = 0;
    uint32_t move = (uint32_t)kind;
    const char *at = text + length;
    for (; at[0] == ' ' && at[1] >= '1' && at[1] <= '4' && laid < 15; at += 2, laid++)
        move += 1u << (4 * (at[1] - '0') + 4);
    if (kind == KINDS || laid == 0 || laid == 15)
        return NO_MOVE;
    if (strncmp(at, " > ", 3))
        return *at ? NO_MOVE : move;
    int target = find_kind(at + 3);
    return target == KINDS ? NO_MOVE : move | (uint32_t)(target + 1) << 4;
}

/* ---- what a seat sees ---- */

static void describe_card(Text *text, int card, int seen)
{
    char name[MAX_TEXT] = "?";
    if (seen)
        heart_card_text(NULL, card, name);
    text_quoted(text, name);
}

static void describe_board(Text *text, const HeartState *state)
{
    uint8_t cards[2 * HEART_CARDS];
    for (int kind = 0; kind < KINDS; kind++) {
        int n = chained_cards(state, kind, cards);
        text_add(text, kind ? ", \"%s\": [" : "\"%s\": [", kinds[kind]);
        for (int i = 0; i < n; i++)
            text_add(text, i ? ", %d" : "%d", heart_value(cards[i]));
        text_add(text, "]");
    }
}

static void describe_below(Text *text, const HeartState *state)
{
    uint8_t cards[2 * HEART_CARDS];
    int n = chained_cards(state, BELOW, cards);
    for (int i = 0; i < n; i++)
        text_add(text, "%s[\"%s\", %d]", i ? ", " : "", kinds[heart_kind(cards[i])], heart_value(cards[i]));
}

static void describe_hand(Text *text, const HeartCore *core, int viewer, int seat)
{
    for (int i = 0; i < core->in_hand[seat]; i++) {
        text_add(text, i ? ", " : "");
        describe_card(text, core->hands[seat][i], viewer < 0 || viewer == seat);
    }
}

static void describe_returned(Text *text, const HeartCore *core, int viewer, int seat)
{
    if (core->returned[seat])
        describe_card(text, core->decks[seat][core->in_deck[seat] - 1], viewer < 0 || viewer == seat);
    else
        text_add(text, "null");
}

static void describe_seat(Text *text, int seat)
{
    if (seat == NOBODY)
        text_add(text, "null");
    else
        text_add(text, "%d", seat);
}

static int32_t heart_describe(const void *self, int32_t viewer, char *json)
{
    const HeartState *state = self;
    const HeartCore *core = &state->core;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"board\": {");
    describe_board(&text, state);
    text_add(&text, "}, \"below_ship\": [");
    describe_below(&text, state);
    text_add(&text, "], \"ship_stacks\": %d, \"figure\": ", core->count[STACKS] / outlines[SHIP]);
    describe_seat(&text, core->figure);
    text_add(&text, ", \"hands\": [[");
    describe_hand(&text, core, viewer, 0);
    text_add(&text, "], [");
    describe_hand(&text, core, viewer, 1);
    text_add(&text, "]], \"decks\": [%d, %d], \"piles\": [%d, %d], \"returned\": [", core->in_deck[0],
             core->in_deck[1], core->points[PILE], core->points[PILE + 1]);
    describe_returned(&text, core, viewer, 0);
    text_add(&text, ", ");
    describe_returned(&text, core, viewer, 1);
    text_add(&text, "], \"last_turn_of\": ");
    describe_seat(&text, core->last_turn);
    text_add(&text, "}");
    return text.n;
}

static int place_hidden(const HeartCore *core, int viewer, int seat, Placed *cards)
{
    int n = 0, known = viewer < 0 || viewer == seat;
    for (int16_t i = 0; i < core->in_hand[seat]; i++)
        cards[n++] = (Placed){ZONE_HAND, (uint8_t)seat, 0, i, (int16_t)(known ? core->hands[seat][i] : NO_CARD)};
    for (int16_t i = 0; i < core->in_deck[seat]; i++) {
        int seen = viewer < 0 || (known && core->returned[seat] && i == 0);
        int card = core->decks[seat][core->in_deck[seat] - 1 - i];
        cards[n++] = (Placed){ZONE_DECK, (uint8_t)seat, 0, i, (int16_t)(seen ? card : NO_CARD)};
    }
    return n;
}

static int32_t heart_cards(const void *self, int32_t viewer, Placed *cards)
{
    const HeartState *state = self;
    int n = place_hidden(&state->core, viewer, 0, cards);
    n += place_hidden(&state->core, viewer, 1, cards + n);
    for (int place = 0; place < PLACES; place++) {
        uint8_t chain[2 * HEART_CARDS];
        int length = chained_cards(state, place, chain);
        for (int16_t i = 0; i < length; i++)
            cards[n++] = (Placed){(uint8_t)zone_of(place), (uint8_t)owner_of(place), place < PILE, i, chain[i]};
    }
    cards[n++] = (Placed){ZONE_FIGURE, state->core.figure, 1, 0, HEART_FIGURE};
    return n;
}

/* Shuffles the first n hidden cards of a seat, in an order of their own first: what comes out must not hang on
 * where they lay. */
static void shuffle_hidden(uint8_t *cards, int n, Rng *rng)
{
    int counts[HEART_TYPES] = {0}, at = 0;
    for (int i = 0; i < n; i++)
        counts[cards[i]]++;
    for (int card = 0; card < HEART_TYPES; card++)
        while (counts[card]-- > 0)
            cards[at++] = (uint8_t)card;
    rng_shuffle(rng, cards, n);
}

static void heart_redeal(void *self, int32_t seat, Rng *rng)
{
    HeartState *state = self;
    HeartCore *core = &state->core;
    uint8_t cards[HEART_CARDS];
    int other = seat ^ 1, held = core->in_hand[other], n = core->in_deck[other];
    state->seed = rng_next(rng);
    shuffle_hidden(core->decks[seat], core->in_deck[seat] - core->returned[seat], rng);
    memcpy(cards, core->decks[other], (size_t)n);
    memcpy(cards + n, core->hands[other], (size_t)held);
    shuffle_hidden(cards, n + held, rng);
    memcpy(core->decks[other], cards, (size_t)n);
    core->in_hand[other] = 0;
    for (int i = 0; i < held; i++)
        add_to_hand(core, other, cards[n + i]);
}

static int32_t heart_breakdown(const void *self, int32_t seat, Row *rows)
{
    const HeartState *state = self;
    uint8_t cards[2 * HEART_CARDS];
    int32_t counts[KINDS] = {0}, values[KINDS] = {0}, n = 0;
    int length = chained_cards(state, PILE + seat, cards);
    for (int i = 0; i < length; i++) {
        counts[heart_kind(cards[i])]++;
        values[heart_kind(cards[i])] += heart_value(cards[i]);
    }
    for (uint8_t kind = 0; kind < KINDS; kind++)
        if (counts[kind])
            rows[n++] = (Row){kind, (uint8_t)seat, NO_CARD, counts[kind], values[kind]};
    if (state->core.figure == seat)
        rows[n++] = (Row){KINDS, (uint8_t)seat, HEART_FIGURE, 1, HEART_FIGURE_POINTS};
    return n;
}

/* ---- for searches ---- */

#define REWARD_EVEN 500
#define REWARD_WIN 380
#define REWARD_POINT 3      /* for each point of the lead, up to 40 */
#define REWARD_LEAD 40

static int32_t heart_reward(const void *root, const void *self, int32_t *rewards)
{
    const HeartCore *core = &((const HeartState *)self)->core;
    (void)root;
    if (!core->over)
        return 0;
    int lead = heart_score(core, 0) - heart_score(core, 1);
    lead = lead > REWARD_LEAD ? REWARD_LEAD : lead < -REWARD_LEAD ? -REWARD_LEAD : lead;
    int gain = REWARD_WIN * heart_outcome(core, 0) + REWARD_POINT * lead;
    rewards[0] = REWARD_EVEN + gain;
    rewards[1] = REWARD_EVEN - gain;
    return 1;
}

static void heart_rollout(void *self, Rng *rng)
{
    HeartState *state = self;
    HeartWitness witness = {&state->chains, NULL};
    uint32_t moves[MAX_MOVES];
    while (!state->core.over) {
        uint32_t n = (uint32_t)heart_core_moves(&state->core, moves);
        int loser = heart_begin(&state->core, moves[rng_below(rng, n)], &witness);
        if (loser != NOBODY)
            heart_lose(&state->core, loser, (int)rng_below(rng, state->core.in_hand[loser]), &witness);
        heart_end(&state->core, &witness);
    }
}

const Game game_heart = {
    .id = "heart", .state_size = sizeof(HeartState), .n_options = COUNT(options), .options = options,
    .zones = zones, .says = says, .reasons = reasons, .labels = labels,
    .seats = heart_seats, .deal = heart_deal, .to_act = heart_to_act, .moves = heart_moves, .play = heart_play,
    .over = heart_over, .scores = heart_scores, .winners = heart_winners, .move_text = heart_move_text,
    .move_parse = heart_move_parse, .why_not = heart_why_not, .card_text = heart_card_text,
    .describe = heart_describe, .cards = heart_cards, .redeal = heart_redeal, .breakdown = heart_breakdown,
    .reward = heart_reward, .rollout = heart_rollout, .solve = heart_solve,
    .advise = heart_advise,
};
