/* rules.c: the rules of Dragon Master, the grid duel (rules: duel).
 *
 * State: DuelState of rules.h, 72 bytes without pointers. Occupied cells and the two bits of their
 * values are three bit boards with rows of eight, so "next to a card" is four shifts and "inside
 * the span" two masks.
 *
 * Randomness: game g of a tournament is dealt by Rng(seed, g), whatever the options. The starter of the
 * first game, where nothing names it, comes from Rng(seed, STARTER_STREAM). A deal shuffles the 20
 * cards: the first 8 go to seat 0, the next 8 to seat 1, 4 are put away. */

#include "rules.h"

#include <stdio.h>
#include <stdlib.h>

#define STARTER_STREAM 0xFFFF0000u
#define COLUMN_BITS 0x01010101010101u /* column 0 of all seven rows */
#define ROW_BITS 0x7Fu

enum { ZONE_HAND, ZONE_GRID, ZONE_AWAY };
enum { SAY_STARTS, SAY_WINS, SAY_DRAWN, SAY_NEXT_GAME };
enum {
    WHY_LEGAL,
    WHY_OVER,
    WHY_NOT_HELD,
    WHY_TAKEN,
    WHY_NOT_NEXT,
    WHY_TOO_WIDE,
    WHY_TOO_TALL,
    WHY_ELSEWHERE
};
enum { ROW_COLUMN, ROW_ROW };

const char *const duel_zones[] = {"hand", "grid", "away", NULL};
const char *const duel_says[] = {"starts", "wins", "drawn", "next_game", NULL};
const char *const duel_reasons[] = {"",         "over",     "not_held",  "taken", "not_next",
                                    "too_wide", "too_tall", "elsewhere", NULL};
const char *const duel_labels[] = {"column", "row", NULL};

const Option duel_options[DUEL_OPTIONS] = {
    {"open_hands", OPTION_BOOL, 0, 1, 0, NULL},
    {"first_to", OPTION_INT, 1, 2, 1, NULL},
    {"first", OPTION_SEAT, 0, 1, -1, NULL},
};

/* ---- the grid ---- */

/* Cells inside every 4 x 4 window that holds all cards. */
static uint64_t window_cells(const DuelState *state)
{
    int from = state->right > 3 ? state->right - 3 : 0,
        to = state->left + 3 < 6 ? state->left + 3 : 6;
    int first = state->bottom > 3 ? state->bottom - 3 : 0,
        last = state->top + 3 < 6 ? state->top + 3 : 6;
    uint64_t row = (ROW_BITS >> (6 - to)) & ~((1u << from) - 1);
    uint64_t rows = (COLUMN_BITS >> 8 * (6 - last)) & ~(((uint64_t)1 << 8 * first) - 1);
    return row * rows;
}

uint64_t duel_targets(const DuelState *state)
{
    if (state->ply == 0)
        return (uint64_t)1 << DUEL_ORIGIN;
    uint64_t cards = state->occupied;
    return (cards << 1 | cards >> 1 | cards << 8 | cards >> 8) & ~cards & window_cells(state);
}

int duel_line_score(const uint8_t counts[DUEL_VALUES])
{
    int score = 0;
    for (int value = 0; value < DUEL_VALUES; value++)
        score += counts[value] >= 3 ? 100 : counts[value] == 2 ? 10 * value : counts[value] * value;
    return score;
}

static int line_score(const DuelState *state, uint64_t cells)
{
    uint8_t counts[DUEL_VALUES] = {0};
    for (cells &= state->occupied; cells; cells &= cells - 1) {
        uint64_t bit = cells & (0 - cells);
        counts[(state->high & bit ? 2 : 0) + (state->low & bit ? 1 : 0)]++;
    }
    return duel_line_score(counts);
}

static int column_score(const DuelState *state, int column)
{
    return line_score(state, COLUMN_BITS << column);
}

static int row_score(const DuelState *state, int row)
{
    return line_score(state, (uint64_t)ROW_BITS << 8 * row);
}

static void sort_four(int lines[DUEL_SPAN])
{
    for (int i = 1; i < DUEL_SPAN; i++)
        for (int j = i; j > 0 && lines[j] < lines[j - 1]; j--) {
            int line = lines[j];
            lines[j] = lines[j - 1];
            lines[j - 1] = line;
        }
}

int duel_compare(const int columns[DUEL_SPAN], const int rows[DUEL_SPAN])
{
    int a[DUEL_SPAN], b[DUEL_SPAN];
    memcpy(a, columns, sizeof a);
    memcpy(b, rows, sizeof b);
    sort_four(a);
    sort_four(b);
    for (int i = 0; i < DUEL_SPAN; i++)
        if (a[i] != b[i])
            return a[i] > b[i] ? 1 : -1;
    return 0;
}

/* As duel_compare; the grid must be full. */
static int full_grid_result(const DuelState *state)
{
    assert(state->right - state->left == DUEL_SPAN - 1 &&
           state->bottom - state->top == DUEL_SPAN - 1);
    int columns[DUEL_SPAN], rows[DUEL_SPAN];
    for (int i = 0; i < DUEL_SPAN; i++) {
        columns[i] = column_score(state, state->left + i);
        rows[i] = row_score(state, state->top + i);
    }
    return duel_compare(columns, rows);
}

/* ---- dealing ---- */

static void clear_game(DuelState *state)
{
    state->occupied = state->low = state->high = 0;
    memset(state->hands, 0, sizeof state->hands);
    memset(state->order, 0, sizeof state->order);
    state->ply = 0;
    state->left = state->right = state->top = state->bottom = 3;
}

/* Deals the game of this number; hands must be empty. */
static void deal_from_seed(DuelState *state)
{
    uint8_t cards[DUEL_VALUES * DUEL_COPIES];
    for (int i = 0; i < COUNT(cards); i++)
        cards[i] = (uint8_t)(i / DUEL_COPIES);
    Rng rng;
    rng_seed(&rng, state->seed, state->game);
    rng_shuffle(&rng, cards, COUNT(cards));
    for (int i = 0; i < 2 * DUEL_HAND; i++)
        state->hands[i / DUEL_HAND][cards[i]]++;
}

/* Reads a hand of an explicit deal; 0, or -1 with a refusal in error. */
static int32_t read_hand(uint8_t counts[DUEL_VALUES], const Json *json, int32_t node, char *error)
{
    char hand[32];
    if (!json_string(json, node, hand, sizeof hand))
        return fail(error, "hand_text\nn=%d", DUEL_HAND);
    if (strlen(hand) != DUEL_HAND || strspn(hand, "0123") != DUEL_HAND)
        return fail(error, "hand_digits\nn=%d\nhand=%s", DUEL_HAND, hand);
    for (int i = 0; i < DUEL_HAND; i++)
        counts[hand[i] - '0']++;
    return 0;
}

/* The starter of an explicit deal: its `first`, else `named`, else seat 0. named: the seat that the
 * option or the tournament requires, or -1; the deal must not contradict it. */
static int32_t read_first(DuelState *state, const Json *json, int32_t node, int named, char *error)
{
    int32_t first = named < 0 ? 0 : named;
    if (node && !json_int(json, node, 0, 1, &first))
        return fail(error, "first_seat");
    if (named >= 0 && first != named)
        return state->game ? fail(error, "next_starter\nseat=%d\nfirst=%d", named, first)
                           : fail(error, "first_differs\noption=%d\nfirst=%d", named, first);
    state->starter = (uint8_t)first;
    return 0;
}

/* named: see read_first. */
static int32_t deal_from_text(DuelState *state, const char *text, int named, char *error)
{
    Json json;
    if (json_read(&json, text) || json_kind(&json, 1) != JSON_OBJECT)
        return fail(error, "deal_object");
    int32_t hands = json_get(&json, 1, "hands"), first = json_get(&json, 1, "first");
    if (json_size(&json, 1) != (first ? 2 : 1) || !json_is_array(&json, hands, 2))
        return fail(error, "deal_keys");
    if (read_first(state, &json, first, named, error))
        return -1;
    int32_t node = json_first(&json, hands);
    for (int seat = 0; seat < 2; seat++, node = json_next(&json, node))
        if (read_hand(state->hands[seat], &json, node, error))
            return -1;
    for (int value = 0; value < DUEL_VALUES; value++)
        if (state->hands[0][value] + state->hands[1][value] > DUEL_COPIES)
            return fail(error, "too_many\nn=%d\nvalue=%d", DUEL_COPIES, value);
    return 0;
}

static void draw_starter(DuelState *state)
{
    Rng rng;
    rng_seed(&rng, state->seed, STARTER_STREAM);
    state->starter = (uint8_t)rng_below(&rng, 2);
}

int32_t duel_seats(const int32_t *values, char *error)
{
    (void)values;
    (void)error;
    return 2;
}

int32_t duel_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                  const char *deck, Chance *chance, char *error)
{
    DuelState *state = self;
    (void)deck;
    (void)chance;
    memset(state, 0, sizeof *state);
    state->seed = seed;
    state->open_hands = (uint8_t)values[0];
    state->first_to = (uint8_t)values[1];
    clear_game(state);
    if (json)
        return deal_from_text(state, json, values[2], error);
    if (values[2] >= 0)
        state->starter = (uint8_t)values[2];
    else
        draw_starter(state);
    deal_from_seed(state);
    return 0;
}

/* ---- playing ---- */

int32_t duel_to_act(const void *self)
{
    const DuelState *state = self;
    return state->over ? -1 : duel_turn(state);
}

/* Game.moves: cell by cell, values ascending. */
int32_t duel_moves(const void *self, uint32_t *moves)
{
    const DuelState *state = self;
    if (state->over)
        return 0;
    const uint8_t *hand = state->hands[duel_turn(state)];
    int32_t n = 0;
    for (uint64_t cells = duel_targets(state); cells; cells &= cells - 1) {
        uint32_t cell = (uint32_t)__builtin_ctzll(cells);
        for (uint32_t value = 0; value < DUEL_VALUES; value++)
            if (hand[value])
                moves[n++] = cell * 4 + value;
    }
    return n;
}

void duel_put(DuelState *state, int cell, int value)
{
    assert(cell >= 0 && cell < 64 && value < DUEL_VALUES);
    uint64_t bit = (uint64_t)1 << cell;
    uint8_t column = cell & 7, row = (uint8_t)(cell >> 3);
    state->hands[duel_turn(state)][value]--;
    state->occupied |= bit;
    state->low |= value & 1 ? bit : 0;
    state->high |= value & 2 ? bit : 0;
    state->left = column < state->left ? column : state->left;
    state->right = column > state->right ? column : state->right;
    state->top = row < state->top ? row : state->top;
    state->bottom = row > state->bottom ? row : state->bottom;
    state->order[state->ply++] = (uint8_t)cell;
}

static void tell_words(Events *events, int what, int seat, int amount)
{
    Event spare, *event = event_add(events, EVENT_SAY, &spare);
    event->what = (uint8_t)what;
    event->seat = (uint8_t)seat;
    event->amount = amount;
}

static void next_game(DuelState *state, Events *events, Chance *chance)
{
    assert(state->first_to > 1);
    Event spare;
    event_add(events, EVENT_PAUSE, &spare);
    state->game++;
    state->starter ^= 1;
    clear_game(state);
    const char *outcome = chance_next(chance);
    if (!outcome)
        deal_from_seed(state);
    else if (deal_from_text(state, outcome, state->starter, chance->error))
        return;
    tell_words(events, SAY_NEXT_GAME, state->starter, state->game + 1);
}

/* Scores a full grid and ends the match or deals the next game. */
static void finish_game(DuelState *state, Events *events, Chance *chance)
{
    int result = full_grid_result(state);
    if (result) {
        int winner = result > 0 ? state->starter : state->starter ^ 1;
        state->wins[winner]++;
        tell_words(events, SAY_WINS, winner, state->wins[winner]);
    } else
        tell_words(events, SAY_DRAWN, NOBODY, 0);
    state->over = state->first_to == 1 || state->wins[0] == state->first_to ||
                  state->wins[1] == state->first_to;
    Event spare;
    if (state->over)
        event_add(events, EVENT_OVER, &spare);
    else
        next_game(state, events, chance);
}

/* Game.play; chance may give the next game's deal. */
void duel_play(void *self, uint32_t move, Events *events, Chance *chance)
{
    DuelState *state = self;
    int seat = duel_turn(state), cell = duel_move_cell(move), value = duel_move_value(move);
    assert(!state->over && state->hands[seat][value] && (duel_targets(state) >> cell & 1));
    duel_put(state, cell, value);
    if (events) {
        Event spare, *event = event_add(events, EVENT_CARD, &spare);
        event->seat = event->from_seat = (uint8_t)seat;
        event->from = ZONE_HAND;
        event->to = ZONE_GRID;
        event->card = (int16_t)value;
        event->place = (int16_t)cell;
    }
    if (state->ply == DUEL_CARDS)
        finish_game(state, events, chance);
}

int32_t duel_over(const void *self) { return ((const DuelState *)self)->over; }

/* Game.scores: games won; half a point each for a single drawn game. */
void duel_scores(const void *self, double *scores)
{
    const DuelState *state = self;
    int drawn = state->over && state->first_to == 1 && !state->wins[0] && !state->wins[1];
    for (int seat = 0; seat < 2; seat++)
        scores[seat] = drawn ? 0.5 : state->wins[seat];
}

/* Game.winners: both seats of a draw. */
uint32_t duel_winners(const void *self)
{
    const DuelState *state = self;
    if (!state->over)
        return 0;
    return state->wins[0] == state->wins[1] ? 3 : state->wins[0] > state->wins[1] ? 1 : 2;
}

/* ---- moves and cards as text ---- */

/* Game.move_text: "value@column,row", relative to the first card. */
int32_t duel_move_text(const void *self, uint32_t move, char *text)
{
    (void)self;
    int cell = duel_move_cell(move);
    return snprintf(text, MAX_TEXT, "%d@%d,%d", duel_move_value(move), (cell & 7) - 3,
                    (cell >> 3) - 3);
}

uint32_t duel_move_parse(const void *self, const char *text)
{
    (void)self;
    char again[MAX_TEXT];
    int value, column, row;
    if (sscanf(text, "%1d@%2d,%2d", &value, &column, &row) != 3)
        return NO_MOVE;
    if (value < 0 || value >= DUEL_VALUES || column < -3 || column > 3 || row < -3 || row > 3)
        return NO_MOVE;
    uint32_t move = (uint32_t)((row + 3) * 8 + column + 3) * 4 + (uint32_t)value;
    duel_move_text(NULL, move, again);
    return strcmp(text, again) ? NO_MOVE : move;
}

int32_t duel_why_not(const void *self, uint32_t move)
{
    const DuelState *state = self;
    int cell = duel_move_cell(move), column = cell & 7, row = cell >> 3;
    if (state->over)
        return WHY_OVER;
    if (!state->hands[duel_turn(state)][duel_move_value(move)])
        return WHY_NOT_HELD;
    if (state->occupied >> cell & 1)
        return WHY_TAKEN;
    if (duel_targets(state) >> cell & 1)
        return WHY_LEGAL;
    if (state->ply == 0)
        return WHY_ELSEWHERE;
    if (column > state->left + 3 || column + 3 < state->right)
        return WHY_TOO_WIDE;
    if (row > state->top + 3 || row + 3 < state->bottom)
        return WHY_TOO_TALL;
    return WHY_NOT_NEXT;
}

int32_t duel_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    return snprintf(text, MAX_TEXT, "%d", card);
}

/* ---- what a seat sees ---- */

/* Whether the viewer (-1: all cards) may see this seat's hand. */
static int sees_hand(const DuelState *state, int viewer, int seat)
{
    return viewer < 0 || viewer == seat || state->open_hands;
}

static void describe_hand(Text *text, const DuelState *state, int viewer, int seat)
{
    text_add(text, "\"");
    for (int value = 0; value < DUEL_VALUES; value++)
        for (int i = 0; i < state->hands[seat][value]; i++)
            text_add(text, "%c", sees_hand(state, viewer, seat) ? '0' + value : '?');
    text_add(text, "\"");
}

/* The box around the cards, row by row. */
static void describe_grid(Text *text, const DuelState *state)
{
    for (int row = state->top; state->ply && row <= state->bottom; row++) {
        text_add(text, row > state->top ? ", \"" : "\"");
        for (int cell = row * 8 + state->left; cell <= row * 8 + state->right; cell++)
            text_add(text, "%c", state->occupied >> cell & 1 ? '0' + duel_value(state, cell) : '.');
        text_add(text, "\"");
    }
}

int32_t duel_describe(const void *self, int32_t viewer, char *json)
{
    const DuelState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"game\": %d, \"starter\": %d, \"wins\": [%d, %d], \"grid\": [", state->game,
             state->starter, state->wins[0], state->wins[1]);
    describe_grid(&text, state);
    text_add(&text, "], \"hands\": [");
    describe_hand(&text, state, viewer, 0);
    text_add(&text, ", ");
    describe_hand(&text, state, viewer, 1);
    text_add(&text, "], \"lines\": ");
    if (state->ply == DUEL_CARDS) {
        text_add(&text, "{\"columns\": [");
        for (int i = 0; i < DUEL_SPAN; i++)
            text_add(&text, i ? ", %d" : "%d", column_score(state, state->left + i));
        text_add(&text, "], \"rows\": [");
        for (int i = 0; i < DUEL_SPAN; i++)
            text_add(&text, i ? ", %d" : "%d", row_score(state, state->top + i));
        text_add(&text, "]}}");
    } else
        text_add(&text, "null}");
    return text.n;
}

/* Game.derive: the columns and rows, relative to the first card, that the grid may still reach. */
int32_t duel_derive(const void *self, char *json)
{
    const DuelState *state = self;
    int most = DUEL_SPAN - 1, left = -most, right = most, top = -most, bottom = most;
    if (state->ply) {
        left = state->right - 3 - most;
        right = state->left - 3 + most;
        top = state->bottom - 3 - most;
        bottom = state->top - 3 + most;
    }
    return snprintf(json, MAX_DESCRIPTION,
                    "{\"span\": %d, \"reach\": {\"columns\": [%d, %d], \"rows\": [%d, %d]}}",
                    DUEL_SPAN, left, right, top, bottom);
}

int32_t duel_cards(const void *self, int32_t viewer, Placed *cards)
{
    const DuelState *state = self;
    int n = 0;
    for (uint8_t seat = 0; seat < 2; seat++)
        for (int16_t value = 0, place = 0; value < DUEL_VALUES; value++)
            for (int i = 0; i < state->hands[seat][value]; i++)
                cards[n++] = (Placed){ZONE_HAND, seat, 0, place++,
                                      (int16_t)(sees_hand(state, viewer, seat) ? value : NO_CARD)};
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1) {
        int16_t cell = (int16_t)__builtin_ctzll(cells);
        cards[n++] = (Placed){ZONE_GRID, NOBODY, 1, cell, (int16_t)duel_value(state, cell)};
    }
    for (int16_t i = 0; i < DUEL_VALUES * DUEL_COPIES - 2 * DUEL_HAND; i++)
        cards[n++] = (Placed){ZONE_AWAY, NOBODY, 0, i, NO_CARD};
    return n;
}

/* Game.breakdown: the seat's own lines. */
int32_t duel_breakdown(const void *self, int32_t seat, Row *rows)
{
    const DuelState *state = self;
    int n = 0, columns = seat == state->starter;
    int from = columns ? state->left : state->top, to = columns ? state->right : state->bottom;
    for (int line = from; state->ply && line <= to; line++)
        rows[n++] = (Row){columns ? ROW_COLUMN : ROW_ROW, (uint8_t)seat, NO_CARD, line - 3,
                          columns ? column_score(state, line) : row_score(state, line)};
    return n;
}

/* ---- for searches ---- */

/* Game.reward: the first game finished after root counts. */
int32_t duel_reward(const void *self_root, const void *self, int32_t *rewards)
{
    const DuelState *root = self_root, *state = self;
    if (!state->over && state->game == root->game)
        return 0;
    for (int seat = 0; seat < 2; seat++)
        rewards[seat] = 500 + 500 * (state->wins[seat] - root->wins[seat]) -
                        500 * (state->wins[seat ^ 1] - root->wins[seat ^ 1]);
    return 1;
}

void duel_rollout(void *self, Rng *rng)
{
    DuelState *state = self;
    while (!state->over) {
        const uint8_t *hand = state->hands[duel_turn(state)];
        uint8_t held[DUEL_VALUES];
        uint32_t kinds = 0;
        for (uint8_t value = 0; value < DUEL_VALUES; value++) {
            held[kinds] = value;
            kinds += hand[value] > 0;
        }
        uint64_t cells = duel_targets(state);
        uint32_t pick = rng_below(rng, (uint32_t)__builtin_popcountll(cells) * kinds);
        for (uint32_t skip = pick / kinds; skip > 0; skip--)
            cells &= cells - 1;
        duel_put(state, __builtin_ctzll(cells), held[pick % kinds]);
        if (state->ply == DUEL_CARDS)
            finish_game(state, NULL, NULL);
    }
}
