/* rules.c: the rules of Dragonheart (rules: heart).
 *
 * Data: HeartState of rules.h, no pointer, in two parts. HeartCore is all that the rest of the game
 * depends on: cards and points at each place, hands, decks in order, whose turn it is. HeartChains
 * keeps which cards lie in a stack, only for showing: each card played gets the next free link, and
 * a place is a chain of links, so a whole stack moves by joining two ends. Solver and rollouts work
 * on the core alone.
 *
 * Randomness: the deal is Rng(seed, 0), seat 0's deck shuffled first. Who starts is
 * Rng(seed, STARTER_STREAM), so that the deal is the same whoever starts. The k-th card lost with
 * the figure is Rng(seed, k).
 *
 * Three small tables say what moves where: the outlines of a space, the spaces that it takes from,
 * and where its own cards go once it is full. */

#include "rules.h"

#include <stdio.h>

#define STARTER_STREAM 0xFFFF0000u
#define UNLIMITED 255

enum { ZONE_HAND, ZONE_DECK, ZONE_PLACES, ZONE_BELOW = ZONE_PLACES + BELOW, ZONE_STACKS, ZONE_PILE,
      ZONE_FIGURE };
enum {
    SAY_TAKES_CHEST, SAY_TAKES_FIRE, SAY_TAKES_PETRIFIED, SAY_TAKES_SORCERESS, SAY_TAKES_TROLL,
    SAY_TAKES_DWARF, SAY_TAKES_BELOW, SAY_TAKES_NOTHING, SAY_KNIGHTS_LEAVE, SAY_HUNTRESSES_LEAVE,
    SAY_SHIP_STACK, SAY_FIGURE, SAY_LOSES_CARD, SAY_DECK_EMPTY, SAY_LAST_TURN, SAY_WINS, SAY_DRAWN
};
enum { WHY_LEGAL, WHY_OVER, WHY_NOT_HELD, WHY_TOO_MANY, WHY_NAME_SPACE, WHY_NO_SPACE,
      WHY_WRONG_SPACE };

static const char *const kinds[KINDS + 1] = {"chest", "fire",   "petrified", "sorceress", "troll",
                                             "dwarf", "knight", "huntress",  "ship",      NULL};
const char *const heart_zones[] = {
    "hand", "deck", "chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight",
    "huntress", "ship", "below", "stacks", "pile", "figure", NULL};
const char *const heart_says[] = {
    "takes_chest", "takes_fire", "takes_petrified", "takes_sorceress", "takes_troll", "takes_dwarf",
    "takes_below", "takes_nothing", "knights_leave", "huntresses_leave", "ship_stack", "figure",
    "loses_card", "deck_empty", "last_turn", "wins", "drawn", NULL};
const char *const heart_reasons[] = {"",           "over",     "not_held",    "too_many",
                                      "name_space", "no_space", "wrong_space", NULL};
const char *const heart_labels[] = {"chest",  "fire",   "petrified", "sorceress", "troll", "dwarf",
                                    "knight", "huntress", "ship",    "figure",    NULL};

const Option heart_options[HEART_OPTIONS] = {
    {"first", OPTION_SEAT, 0, 1, -1, NULL},
    {"ship_stacks", OPTION_INT, HEART_STACKS - 1, HEART_STACKS, HEART_STACKS, NULL},
};

static const uint8_t outlines[KINDS] = {UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, 4, 2,
                                        3, HEART_FLEET};

/* Where an effect takes cards from: the first place, or either of two. */
static const uint8_t takes_from[KINDS][2] = {
    [CHEST] = {NOBODY, NOBODY},      [FIRE] = {CHEST, NOBODY},      [PETRIFIED] = {NOBODY, NOBODY},
    [SORCERESS] = {CHEST, PETRIFIED}, [TROLL] = {SORCERESS, NOBODY}, [DWARF] = {DWARF, NOBODY},
    [KNIGHT] = {SORCERESS, TROLL},   [HUNTRESS] = {FIRE, NOBODY},   [SHIP] = {BELOW, NOBODY},
};

/* Where the cards of a full space go after its effect. */
static const uint8_t leaves_for[KINDS] = {NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, BELOW,
                                          BELOW, STACKS};

/* Announcements for an emptied place (amount: points) and for a space whose cards leave (amount:
 * cards). */
static const uint8_t says_taken[PLACES] = {
    [CHEST] = SAY_TAKES_CHEST, [FIRE] = SAY_TAKES_FIRE,   [PETRIFIED] = SAY_TAKES_PETRIFIED,
    [SORCERESS] = SAY_TAKES_SORCERESS, [TROLL] = SAY_TAKES_TROLL, [DWARF] = SAY_TAKES_DWARF,
    [BELOW] = SAY_TAKES_BELOW,
};
static const uint8_t says_left[KINDS] = {
    [KNIGHT] = SAY_KNIGHTS_LEAVE, [HUNTRESS] = SAY_HUNTRESSES_LEAVE, [SHIP] = SAY_SHIP_STACK,
};

/* Hand size that a seat draws up to. */
static int hand_size(const HeartCore *core, int seat)
{
    return core->figure == seat ? HEART_MOST : HEART_HAND;
}

int heart_room(const HeartCore *core, int kind)
{
    return outlines[kind] == UNLIMITED ? UNLIMITED : outlines[kind] - core->count[kind];
}

/* Whether laying this many cards triggers the space's effect. */
static int has_effect(const HeartCore *core, int kind, int laid)
{
    return outlines[kind] == UNLIMITED ? takes_from[kind][0] != NOBODY
                                       : laid == heart_room(core, kind);
}

/* How many cards a move lays. */
static int move_size(uint32_t move)
{
    int n = 0;
    for (int value = 1; value <= HEART_VALUES; value++)
        n += heart_move_count(move, value);
    return n;
}

/* Whether laying this many cards of a kind requires a choice between two spaces. */
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

/* The kind of this name, or KINDS. */
static int find_kind(const char *word)
{
    int kind = 0;
    while (kind < KINDS && strcmp(kinds[kind], word))
        kind++;
    return kind;
}

/* Parses "dwarf 1"; NO_CARD if it is no card. */
static int read_card(const char *text)
{
    char word[MAX_TEXT];
    size_t length = strlen(text);
    if (length < 3 || length >= sizeof word || text[length - 2] != ' ')
        return NO_CARD;
    memcpy(word, text, length - 2);
    word[length - 2] = 0;
    int kind = find_kind(word), value = text[length - 1] - '1';
    return kind < KINDS && value >= 0 && value < HEART_VALUES ? kind * HEART_VALUES + value
                                                              : NO_CARD;
}

/* Game.card_text. HEART_FIGURE counts as a card here. */
int32_t heart_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    if (card == HEART_FIGURE)
        return snprintf(text, MAX_TEXT, "figure");
    return snprintf(text, MAX_TEXT, "%s %d", kinds[heart_kind(card)], heart_value(card));
}

/* Reads the deck file's counts of one kind, values 1 to 4. 0, or -1 with the reason in error. */
static int32_t read_deck_kind(uint8_t *counts, const Json *json, int32_t node, const char *kind,
                              char *error)
{
    if (!json_is_array(json, node, HEART_VALUES))
        return fail(error, "deck_counts\nkind=%s", kind);
    node = json_first(json, node);
    for (int value = 0; value < HEART_VALUES; value++, node = json_next(json, node)) {
        int32_t count;
        if (!json_int(json, node, 0, HEART_CARDS, &count))
            return fail(error, "deck_whole\nkind=%s\nmost=%d", kind, HEART_CARDS);
        counts[value] = (uint8_t)count;
    }
    return 0;
}

/* Reads how many of each card a deck holds from the deck file's text (NULL: no file). The result is
 * 0, or -1 with the reason in error, here and below. */
static int32_t read_deck(uint8_t counts[HEART_TYPES], const char *text, char *error)
{
    Json json;
    int32_t sum = 0;
    if (!text)
        return fail(error, "deck_missing");
    int32_t cards = json_read(&json, text) ? 0 : json_get(&json, 1, "cards"),
            node = json_first(&json, cards);
    if (json_kind(&json, cards) != JSON_OBJECT)
        return fail(error, "deck_table");
    for (int i = 0; i < json_size(&json, cards);
         i++, node = json_next(&json, json_next(&json, node))) {
        char kind[32] = "";
        json_string(&json, node, kind, sizeof kind);
        if (find_kind(kind) == KINDS)
            return fail(error, "deck_kind\nkind=%s", kind);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!(node = json_get(&json, cards, kinds[kind])))
            return fail(error, "deck_lacks\nkind=%s", kinds[kind]);
        if (read_deck_kind(counts + kind * HEART_VALUES, &json, node, kinds[kind], error))
            return -1;
    }
    for (int card = 0; card < HEART_TYPES; card++)
        sum += counts[card];
    return sum == HEART_CARDS ? 0 : fail(error, "deck_size\nn=%d\nwanted=%d", sum, HEART_CARDS);
}

/* Fills an empty hand and the deck. cards: the hand, then the deck from the top. */
static void give_cards(HeartCore *core, int seat, const uint8_t cards[HEART_CARDS])
{
    assert(core->in_hand[seat] == 0);
    for (int i = 0; i < HEART_HAND; i++)
        heart_add_to_hand(core, seat, cards[i]);
    core->in_deck[seat] = HEART_CARDS - HEART_HAND;
    for (int i = HEART_HAND; i < HEART_CARDS; i++)
        core->decks[seat][HEART_CARDS - 1 - i] = cards[i];
}

/* Deals both seats a shuffled deck of these cards; state->seed must be set. */
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
        assert(n == HEART_CARDS);
        rng_shuffle(&rng, cards, n);
        give_cards(&state->core, seat, cards);
    }
}

/* Reads a list of n cards of the deal; `what` names it in the error. */
static int32_t read_cards(uint8_t *cards, const Json *json, int32_t node, int n, const char *what,
                          int seat, char *error)
{
    if (!json_is_array(json, node, n))
        return fail(error, "cards\nseat=%d\nplace=%s\nn=%d", seat, what, n);
    node = json_first(json, node);
    for (int i = 0; i < n; i++, node = json_next(json, node)) {
        char text[32] = "";
        json_string(json, node, text, sizeof text);
        int card = read_card(text);
        if (card == NO_CARD && json_kind(json, node) != JSON_STRING)
            return fail(error, "card_text\nplace=%s\nseat=%d", what, seat);
        if (card == NO_CARD)
            return fail(error, "no_card\nplace=%s\nseat=%d\ncard=%s", what, seat, text);
        cards[i] = (uint8_t)card;
    }
    return 0;
}

/* Checks that the deck holds these cards. */
static int32_t check_cards(const uint8_t cards[HEART_CARDS], const uint8_t counts[HEART_TYPES],
                           int seat, char *error)
{
    char text[MAX_TEXT];
    int found[HEART_TYPES] = {0};
    for (int i = 0; i < HEART_CARDS; i++)
        found[cards[i]]++;
    for (int card = 0; card < HEART_TYPES; card++) {
        heart_card_text(NULL, card, text);
        if (found[card] > counts[card])
            return fail(error, "card_count\nseat=%d\nn=%d\ncard=%s\ndeck=%d", seat, found[card],
                        text, counts[card]);
    }
    return 0;
}

/* Sets up an explicit deal. first: the option, which must not contradict it, or -1. */
static int32_t deal_from_text(HeartCore *core, const uint8_t counts[HEART_TYPES], int first,
                              const char *text, char *error)
{
    Json json;
    int32_t starter;
    if (json_read(&json, text) || json_kind(&json, 1) != JSON_OBJECT)
        return fail(error, "deal_object");
    int32_t hands = json_get(&json, 1, "hands"), decks = json_get(&json, 1, "decks");
    if (json_size(&json, 1) != 3 || !json_is_array(&json, hands, 2) ||
        !json_is_array(&json, decks, 2))
        return fail(error, "deal_keys");
    if (!json_int(&json, json_get(&json, 1, "first"), 0, 1, &starter))
        return fail(error, "first_seat");
    if (first >= 0 && first != starter)
        return fail(error, "first_differs\noption=%d\nfirst=%d", first, starter);
    core->turn = (uint8_t)starter;
    int32_t hand = json_first(&json, hands), deck = json_first(&json, decks);
    for (int seat = 0; seat < 2;
         seat++, hand = json_next(&json, hand), deck = json_next(&json, deck)) {
        uint8_t cards[HEART_CARDS];
        if (read_cards(cards, &json, hand, HEART_HAND, "hand", seat, error) ||
            read_cards(cards + HEART_HAND, &json, deck, HEART_CARDS - HEART_HAND, "deck", seat,
                       error) ||
            check_cards(cards, counts, seat, error))
            return -1;
        give_cards(core, seat, cards);
    }
    return 0;
}

/* Game.seats: always two. */
int32_t heart_seats(const int32_t *values, char *error)
{
    (void)values;
    (void)error;
    return 2;
}

/* Game.deal; the deck file is needed. */
int32_t heart_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                   const char *deck, Chance *chance, char *error)
{
    HeartState *state = self;
    uint8_t counts[HEART_TYPES];
    (void)chance;
    memset(state, 0, sizeof *state);
    state->seed = seed;
    state->core.figure = state->core.last_turn = NOBODY;
    state->core.stacks_at_end = (uint8_t)values[1];
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

/* The owner of a pile; NOBODY for the other places. */
static int owner_of(int place) { return place >= PILE ? place - PILE : NOBODY; }

/* Adds an event for the caller to fill in; returns spare if there is no list of events. */
static Event *add_event(const HeartRecorder *recorder, int kind, int seat, Event *spare)
{
    Event *event = event_add(recorder->events, kind, spare);
    event->seat = (uint8_t)seat;
    return event;
}

/* Adds an announcement, heart_says[what]. */
static Event *add_announcement(const HeartRecorder *recorder, int what, int seat, int amount,
                               Event *spare)
{
    Event *event = add_event(recorder, EVENT_SAY, seat, spare);
    event->what = (uint8_t)what;
    event->amount = amount;
    return event;
}

/* Adds a card move that everybody sees. */
static void add_card(const HeartRecorder *recorder, int card, int seat, int from, int from_seat,
                     int to, int to_seat, int place)
{
    Event spare, *event = add_event(recorder, EVENT_CARD, seat, &spare);
    event->from = (uint8_t)from;
    event->from_seat = (uint8_t)from_seat;
    event->to = (uint8_t)to;
    event->to_seat = (uint8_t)to_seat;
    event->card = (int16_t)card;
    event->place = (int16_t)place;
}

/* Makes the last event visible to one seat only. */
static void only_for(const HeartRecorder *recorder, int seat)
{
    if (recorder->events && recorder->events->n > 0)
        recorder->events->list[recorder->events->n - 1].seen = (uint8_t)(1u << seat);
}

/* ---- chains ---- */

/* Puts a card on top of a place. empty: no card lies there. */
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

/* Moves all cards of a place, in order, on top of another. empty: no card lies on `to`; `from` must
 * not be empty. */
static void join_chains(HeartChains *chains, int from, int to, int empty)
{
    if (empty)
        chains->first[to] = chains->first[from];
    else
        chains->next[chains->last[to]] = chains->first[from];
    chains->last[to] = chains->last[from];
}

/* Lists the cards of a place, bottom first, and returns their number. */
static int chained_cards(const HeartState *state, int place, uint8_t cards[2 * HEART_CARDS])
{
    int n = state->core.count[place];
    for (int i = 0, link = state->chains.first[place]; i < n; i++, link = state->chains.next[link])
        cards[i] = state->chains.card[link];
    return n;
}

/* ---- a turn ---- */

/* Lays one card of the seat on turn, already out of its hand, on its space. */
static void lay_card(HeartCore *core, int card, const HeartRecorder *recorder)
{
    int kind = heart_kind(card), place = core->count[kind]++;
    core->points[kind] = (uint16_t)(core->points[kind] + heart_value(card));
    if (recorder->chains)
        chain_card(recorder->chains, kind, place == 0, card);
    if (recorder->events)
        add_card(recorder, card, core->turn, ZONE_HAND, core->turn, ZONE_PLACES + kind, NOBODY,
                 place);
}

/* Takes the cards out of the hand and lays them, the highest last. */
static void lay_cards(HeartCore *core, uint32_t move, const HeartRecorder *recorder)
{
    int kind = heart_move_kind(move), kept = 0, n = core->in_hand[core->turn],
        wanted[HEART_VALUES + 1];
    uint8_t *hand = core->hands[core->turn];
    for (int value = 1; value <= HEART_VALUES; value++)
        wanted[value] = heart_move_count(move, value);
    for (int i = 0; i < n; i++) {
        int card = hand[i];
        if (heart_kind(card) == kind && wanted[heart_value(card)] > 0) {
            wanted[heart_value(card)]--;
            lay_card(core, card, recorder);
        } else
            hand[kept++] = (uint8_t)card;
    }
    core->in_hand[core->turn] = (uint8_t)kept;
}

/* Adds a card move for each card of a place, before they move. */
static void add_cards(const HeartChains *chains, const HeartCore *core, int from, int to,
                      const HeartRecorder *recorder)
{
    int place = core->count[to];
    for (int i = 0, link = chains->first[from]; i < core->count[from];
         i++, link = chains->next[link])
        add_card(recorder, chains->card[link], core->turn, zone_of(from), owner_of(from),
                 zone_of(to), owner_of(to), place++);
}

/* Moves all cards of a place, and their points, to another. */
static void move_all(HeartCore *core, int from, int to, const HeartRecorder *recorder)
{
    if (core->count[from] == 0)
        return;
    if (recorder->events && recorder->chains)
        add_cards(recorder->chains, core, from, to, recorder);
    if (recorder->chains)
        join_chains(recorder->chains, from, to, core->count[to] == 0);
    core->count[to] = (uint8_t)(core->count[to] + core->count[from]);
    core->points[to] = (uint16_t)(core->points[to] + core->points[from]);
    core->count[from] = 0;
    core->points[from] = 0;
}

/* Moves all cards of a place to the pile of the seat on turn and announces it. */
static void collect_place(HeartCore *core, int from, const HeartRecorder *recorder)
{
    Event spare;
    int n = core->count[from], points = core->points[from];
    if (!recorder->events) {
        move_all(core, from, PILE + core->turn, recorder);
        return;
    }
    add_event(recorder, EVENT_PAUSE, core->turn, &spare);
    add_announcement(recorder, n ? says_taken[from] : SAY_TAKES_NOTHING, core->turn, points,
                     &spare);
    move_all(core, from, PILE + core->turn, recorder);
    if (n)
        add_event(recorder, EVENT_SCORE, core->turn, &spare)->amount = points;
}

/* Clears a full space after its effect. */
static void leave_space(HeartCore *core, int kind, const HeartRecorder *recorder)
{
    Event spare;
    int n = core->count[kind];
    if (recorder->events) {
        int stack = core->count[STACKS] / HEART_FLEET + 1;
        add_event(recorder, EVENT_PAUSE, core->turn, &spare);
        add_announcement(recorder, says_left[kind], core->turn, kind == SHIP ? stack : n, &spare);
    }
    move_all(core, kind, leaves_for[kind], recorder);
}

/* Gives the figure to the seat on turn. Returns the former owner if that seat must now lose a card,
 * else NOBODY. */
static int take_figure(HeartCore *core, const HeartRecorder *recorder)
{
    Event spare;
    int former = core->figure, seat = core->turn;
    if (former == seat)
        return NOBODY;
    core->figure = (uint8_t)seat;
    if (recorder->events) {
        add_announcement(recorder, SAY_FIGURE, seat, 0, &spare)->to_seat = (uint8_t)former;
        add_card(recorder, HEART_FIGURE, seat, ZONE_FIGURE, former, ZONE_FIGURE, seat, 0);
        add_event(recorder, EVENT_SCORE, seat, &spare)->amount = HEART_FIGURE_POINTS;
        if (former != NOBODY)
            add_event(recorder, EVENT_SCORE, former, &spare)->amount = -HEART_FIGURE_POINTS;
    }
    return former != NOBODY && core->in_hand[former] > HEART_HAND ? former : NOBODY;
}

/* The place that a legal move empties, or NOBODY. */
static int place_emptied(const HeartCore *core, uint32_t move)
{
    int kind = heart_move_kind(move), target = heart_move_target(move);
    if (!has_effect(core, kind, move_size(move)))
        return NOBODY;
    return target >= 0 ? target : takes_from[kind][0];
}

int heart_gain(const HeartCore *core, uint32_t move)
{
    assert(heart_move_kind(move) < KINDS);
    int from = place_emptied(core, move), points = 0;
    if (from == NOBODY)
        return 0;
    for (int value = 1; from == DWARF && value <= HEART_VALUES; value++)
        points += value * heart_move_count(move, value);
    if (from == PETRIFIED && core->count[PETRIFIED] > 0 && core->figure != core->turn)
        points += core->figure == NOBODY ? HEART_FIGURE_POINTS : 2 * HEART_FIGURE_POINTS;
    return points + core->points[from];
}

int heart_begin(HeartCore *core, uint32_t move, const HeartRecorder *recorder)
{
    int kind = heart_move_kind(move), from = place_emptied(core, move), figure = 0;
    lay_cards(core, move, recorder);
    if (from != NOBODY) {
        figure = from == PETRIFIED && core->count[PETRIFIED] > 0;
        collect_place(core, from, recorder);
        if (leaves_for[kind] != NOBODY)
            leave_space(core, kind, recorder);
    }
    return figure ? take_figure(core, recorder) : NOBODY;
}

void heart_lose(HeartCore *core, int seat, int index, const HeartRecorder *recorder)
{
    assert(index >= 0 && index < core->in_hand[seat] && core->in_deck[seat] < HEART_CARDS);
    uint8_t *hand = core->hands[seat], card = hand[index];
    memmove(hand + index, hand + index + 1, (size_t)(core->in_hand[seat] - index - 1));
    core->in_hand[seat]--;
    core->decks[seat][core->in_deck[seat]++] = card;
    core->returned[seat] = 1;
    if (!recorder->events)
        return;
    Event spare;
    add_announcement(recorder, SAY_LOSES_CARD, seat, 0, &spare)->card = card;
    only_for(recorder, seat);
    add_card(recorder, card, seat, ZONE_HAND, seat, ZONE_DECK, seat, core->in_deck[seat] - 1);
    only_for(recorder, seat);
}

/* Draws up to the hand size, as far as the deck goes. */
static void draw_cards(HeartCore *core, const HeartRecorder *recorder)
{
    int seat = core->turn, size = hand_size(core, seat);
    while (core->in_hand[seat] < size && core->in_deck[seat] > 0) {
        int card = core->decks[seat][--core->in_deck[seat]];
        core->returned[seat] = 0;
        int place = heart_add_to_hand(core, seat, card);
        if (!recorder->events)
            continue;
        add_card(recorder, card, seat, ZONE_DECK, seat, ZONE_HAND, seat, place);
        only_for(recorder, seat);
    }
}

/* Ends the game and announces the winner. */
static void finish_game(HeartCore *core, const HeartRecorder *recorder)
{
    Event spare;
    core->over = 1;
    if (!recorder->events)
        return;
    int outcome = heart_outcome(core, 0), winner = outcome > 0 ? 0 : 1;
    add_event(recorder, EVENT_PAUSE, core->turn, &spare);
    if (outcome)
        add_announcement(recorder, SAY_WINS, winner, heart_score(core, winner), &spare);
    else
        add_announcement(recorder, SAY_DRAWN, NOBODY, heart_score(core, 0), &spare);
    add_event(recorder, EVENT_OVER, NOBODY, &spare);
}

void heart_end(HeartCore *core, const HeartRecorder *recorder)
{
    Event spare;
    int seat = core->turn, empty = core->in_deck[seat] == 0;
    assert(!core->over && core->in_hand[seat] <= HEART_MOST);
    if (recorder->events)
        add_event(recorder, EVENT_PAUSE, seat, &spare);
    draw_cards(core, recorder);
    if (core->last_turn == seat) {
        finish_game(core, recorder);
        return;
    }
    core->turn ^= 1;
    if (core->last_turn != NOBODY ||
        (!empty && heart_sailed(core) < HEART_STACKS * HEART_FLEET))
        return;
    core->last_turn = core->turn;
    if (empty)
        add_announcement(recorder, SAY_DECK_EMPTY, seat, 0, &spare);
    add_announcement(recorder, SAY_LAST_TURN, core->turn, 0, &spare);
}

/* Index of the lost card in the hand: the one that the record names, else by the seed. */
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
    fail(chance->error, "lost_card\nseat=%d\ncard=%.60s", seat, outcome);
    return drawn;
}

/* ---- playing ---- */

int32_t heart_to_act(const void *self)
{
    const HeartState *state = self;
    return state->core.over ? -1 : state->core.turn;
}

/* Adds the move, twice if it must name one of two spaces; returns how often. */
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

/* Lists the legal moves of the seat on turn, at most MAX_MOVES. The game must not be over. */
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
                            n += add_moves(core,
                                           (uint32_t)(kind | a << 8 | b << 12 | c << 16 | d << 20),
                                           a + b + c + d, moves + n);
    }
    return n;
}

/* Game.moves, in the order of the hand. */
int32_t heart_moves(const void *self, uint32_t *moves)
{
    const HeartState *state = self;
    return state->core.over ? 0 : heart_core_moves(&state->core, moves);
}

int32_t heart_why_not(const void *self, uint32_t move)
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
    return target == takes_from[kind][0] || target == takes_from[kind][1] ? WHY_LEGAL
                                                                          : WHY_WRONG_SPACE;
}

/* Game.play; chance may name the card that is lost. */
void heart_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    HeartState *state = self;
    HeartRecorder recorder = {&state->chains, events};
    assert(heart_why_not(state, move) == WHY_LEGAL);
    int loser = heart_begin(&state->core, move, &recorder);
    if (loser != NOBODY)
        heart_lose(&state->core, loser, lost_card(state, loser, chance), &recorder);
    heart_end(&state->core, &recorder);
}

int32_t heart_over(const void *self) { return ((const HeartState *)self)->core.over; }

/* Game.scores: points of the pile and the figure. */
void heart_scores(const void *self, double *scores)
{
    const HeartState *state = self;
    for (int seat = 0; seat < 2; seat++)
        scores[seat] = heart_score(&state->core, seat);
}

/* Game.winners: both seats after a draw. */
uint32_t heart_winners(const void *self)
{
    const HeartState *state = self;
    if (!state->core.over)
        return 0;
    int outcome = heart_outcome(&state->core, 0);
    return outcome == 0 ? 3 : outcome > 0 ? 1 : 2;
}

/* ---- moves as text ---- */

/* Game.move_text: "knight 1 2 > troll". */
int32_t heart_move_text(const void *self, uint32_t move, char *out)
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

/* Game.move_parse. A count has four bits, so it refuses 15 cards; no hand has as many. */
uint32_t heart_move_parse(const void *self, const char *text)
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

/* Writes a card as JSON, "?" if it is hidden. */
static void describe_card(Text *text, int card, int seen)
{
    char name[MAX_TEXT] = "?";
    if (seen)
        heart_card_text(NULL, card, name);
    text_quoted(text, name);
}

/* Writes the values on each space, bottom first. */
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

/* Writes the cards below the ship, bottom first. */
static void describe_below(Text *text, const HeartState *state)
{
    uint8_t cards[2 * HEART_CARDS];
    int n = chained_cards(state, BELOW, cards);
    for (int i = 0; i < n; i++)
        text_add(text, "%s[\"%s\", %d]", i ? ", " : "", kinds[heart_kind(cards[i])],
                 heart_value(cards[i]));
}

/* Writes a hand as the viewer (-1: all cards) sees it. */
static void describe_hand(Text *text, const HeartCore *core, int viewer, int seat)
{
    for (int i = 0; i < core->in_hand[seat]; i++) {
        text_add(text, i ? ", " : "");
        describe_card(text, core->hands[seat][i], viewer < 0 || viewer == seat);
    }
}

/* Writes the card that the seat put back on its deck, or null. */
static void describe_returned(Text *text, const HeartCore *core, int viewer, int seat)
{
    if (core->returned[seat])
        describe_card(text, core->decks[seat][core->in_deck[seat] - 1],
                      viewer < 0 || viewer == seat);
    else
        text_add(text, "null");
}

/* Writes a seat's number, null for NOBODY. */
static void describe_seat(Text *text, int seat)
{
    if (seat == NOBODY)
        text_add(text, "null");
    else
        text_add(text, "%d", seat);
}

int32_t heart_describe(const void *self, int32_t viewer, char *json)
{
    const HeartState *state = self;
    const HeartCore *core = &state->core;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"board\": {");
    describe_board(&text, state);
    text_add(&text, "}, \"below_ship\": [");
    describe_below(&text, state);
    text_add(&text, "], \"ship_stacks\": %d, \"figure\": ", core->count[STACKS] / HEART_FLEET);
    describe_seat(&text, core->figure);
    text_add(&text, ", \"hands\": [[");
    describe_hand(&text, core, viewer, 0);
    text_add(&text, "], [");
    describe_hand(&text, core, viewer, 1);
    text_add(&text, "]], \"decks\": [%d, %d], \"piles\": [%d, %d], \"returned\": [",
             core->in_deck[0], core->in_deck[1], core->points[PILE], core->points[PILE + 1]);
    describe_returned(&text, core, viewer, 0);
    text_add(&text, ", ");
    describe_returned(&text, core, viewer, 1);
    text_add(&text, "], \"last_turn_of\": ");
    describe_seat(&text, core->last_turn);
    text_add(&text, "}");
    return text.n;
}

/* Game.derive: outlines of the spaces that have them, points of the figure, and the number of ship
 * stacks that ends the game. */
int32_t heart_derive(const void *self, char *json)
{
    Text text = text_start(json, MAX_DESCRIPTION);
    const HeartState *state = self;
    const char *between = "{\"outlines\": {";
    for (int kind = 0; kind < KINDS; kind++)
        if (outlines[kind] != UNLIMITED) {
            text_add(&text, "%s\"%s\": %d", between, kinds[kind], outlines[kind]);
            between = ", ";
        }
    text_add(&text, "}, \"figure_points\": %d, \"stacks_at_end\": %d}", HEART_FIGURE_POINTS,
             state->core.stacks_at_end);
    return text.n;
}

/* Lists hand and deck of a seat as the viewer sees them, and returns their number. */
static int place_hidden(const HeartCore *core, int viewer, int seat, Placed *cards)
{
    int n = 0, known = viewer < 0 || viewer == seat;
    for (int16_t i = 0; i < core->in_hand[seat]; i++)
        cards[n++] = (Placed){ZONE_HAND, (uint8_t)seat, 0, i,
                              (int16_t)(known ? core->hands[seat][i] : NO_CARD)};
    for (int16_t i = 0; i < core->in_deck[seat]; i++) {
        int seen = viewer < 0 || (known && core->returned[seat] && i == 0);
        int card = core->decks[seat][core->in_deck[seat] - 1 - i];
        cards[n++] = (Placed){ZONE_DECK, (uint8_t)seat, 0, i, (int16_t)(seen ? card : NO_CARD)};
    }
    return n;
}

/* Game.cards, place by place. */
int32_t heart_cards(const void *self, int32_t viewer, Placed *cards)
{
    const HeartState *state = self;
    int n = place_hidden(&state->core, viewer, 0, cards);
    n += place_hidden(&state->core, viewer, 1, cards + n);
    for (int place = 0; place < PLACES; place++) {
        uint8_t chain[2 * HEART_CARDS];
        int length = chained_cards(state, place, chain);
        for (int16_t i = 0; i < length; i++)
            cards[n++] = (Placed){(uint8_t)zone_of(place), (uint8_t)owner_of(place), place < PILE,
                                  i, chain[i]};
    }
    cards[n++] = (Placed){ZONE_FIGURE, state->core.figure, 1, 0, HEART_FIGURE};
    return n;
}

/* Game.breakdown: kinds of the pile, then the figure. */
int32_t heart_breakdown(const void *self, int32_t seat, Row *rows)
{
    const HeartState *state = self;
    uint8_t cards[2 * HEART_CARDS];
    int32_t counts[KINDS] = {0}, values[KINDS] = {0}, n = 0;
    assert(seat == 0 || seat == 1);
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

/* Game.reward: 380 of 500 for winning, the rest by the lead. */
int32_t heart_reward(const void *root, const void *self, int32_t *rewards)
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

/* Game.rollout: random moves and random losses, no events. */
void heart_rollout(void *self, Rng *rng)
{
    HeartState *state = self;
    HeartRecorder recorder = {&state->chains, NULL};
    uint32_t moves[MAX_MOVES];
    while (!state->core.over) {
        uint32_t n = (uint32_t)heart_core_moves(&state->core, moves);
        int loser = heart_begin(&state->core, moves[rng_below(rng, n)], &recorder);
        if (loser != NOBODY)
            heart_lose(&state->core, loser, (int)rng_below(rng, state->core.in_hand[loser]),
                       &recorder);
        heart_end(&state->core, &recorder);
    }
}
