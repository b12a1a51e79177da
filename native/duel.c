/* duel.c: the rules of Dragon Master, the grid duel (rules: duel).
 *
 * Memory: DuelState of duel.h, 56 bytes and no pointer; occupied cells and the two bits of their values in three
 * bit boards of rows of eight, so that "next to a card" is four shifts and "inside the span" two masks.
 *
 * Luck: game g of a tournament is dealt by Rng(seed, g), whatever the options; the first starter of a tournament by
 * Rng(seed, STARTER_STREAM). A deal shuffles the 20 cards: the first 8 to seat 0, the next 8 to seat 1, 4 away. */

#include "duel.h"

#include <stdio.h>
#include <stdlib.h>

#define STARTER_STREAM 0xFFFF0000u
#define COLUMN_BITS 0x01010101010101u /* column 0 of all seven rows */
#define ROW_BITS 0x7Fu

enum { ZONE_HAND, ZONE_GRID, ZONE_AWAY };
enum { SAY_STARTS, SAY_WINS, SAY_DRAWN, SAY_NEXT_GAME };
enum { WHY_LEGAL, WHY_OVER, WHY_NOT_HELD, WHY_TAKEN, WHY_NOT_NEXT, WHY_TOO_WIDE, WHY_TOO_TALL, WHY_ELSEWHERE };
enum { ROW_COLUMN, ROW_ROW };

static const char *const zones[] = {"hand", "grid", "away", NULL};
static const char *const says[] = {"starts", "wins", "drawn", "next_game", NULL};
static const char *const reasons[] = {"", "over", "not_held", "taken", "not_next", "too_wide", "too_tall",
                                      "elsewhere", NULL};
static const char *const labels[] = {"column", "row", NULL};

static const Option options[] = {
    {"open_hands", OPTION_BOOL, 0, 1, 0, NULL},
    {"first_to", OPTION_INT, 1, 2, 1, NULL},
};

/* ---- the grid ---- */

static int cell_value(const DuelState *state, int cell)
{
    return (int)((state->high >> cell & 1) << 1 | (state->low >> cell & 1));
}

/* Cells inside every 4 x 4 window that holds all cards. */
static uint64_t window_cells(const DuelState *state)
{
    int from = state->right > 3 ? state->right - 3 : 0, to = state->left + 3 < 6 ? state->left + 3 : 6;
    int first = state->bottom > 3 ? state->bottom - 3 : 0, last = state->top + 3 < 6 ? state->top + 3 : 6;
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

static int column_score(const DuelState *state, int column) { return line_score(state, COLUMN_BITS << column); }

static int row_score(const DuelState *state, int row) { return line_score(state, (uint64_t)ROW_BITS << 8 * row); }

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

static int full_grid_result(const DuelState *state)
{
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
    state->ply = 0;
    state->left = state->right = state->top = state->bottom = 3;
}

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

static int32_t read_hand(uint8_t counts[DUEL_VALUES], const Json *json, int32_t node, char *error)
{
    char hand[32];
    if (!json_string(json, node, hand, sizeof hand))
        return fail(error, "a hand of the deal must be a text of %d digits", DUEL_HAND);
    if (strlen(hand) != DUEL_HAND || strspn(hand, "0123") != DUEL_HAND)
        return fail(error, "a hand of the deal must be %d digits from 0 to 3, not \"%s\"", DUEL_HAND, hand);
    for (int i = 0; i < DUEL_HAND; i++)
        counts[hand[i] - '0']++;
    return 0;
}

static int32_t deal_from_text(DuelState *state, const char *text, char *error)
{
    Json json;
    if (json_read(&json, text) || json_kind(&json, 1) != JSON_OBJECT)
        return fail(error, "the deal must be an object with \"hands\"");
    int32_t hands = json_get(&json, 1, "hands");
    if (json_size(&json, 1) != 1 || !json_is_array(&json, hands, 2))
        return fail(error, "the deal must hold \"hands\", a list of two hands, and nothing else");
    int32_t node = json_first(&json, hands);
    for (int seat = 0; seat < 2; seat++, node = json_next(&json, node))
        if (read_hand(state->hands[seat], &json, node, error))
            return -1;
    for (int value = 0; value < DUEL_VALUES; value++)
        if (state->hands[0][value] + state->hands[1][value] > DUEL_COPIES)
            return fail(error, "the deal holds more than %d cards of value %d", DUEL_COPIES, value);
    return 0;
}

static int32_t duel_seats(const int32_t *values, char *error)
{
    (void)values;
    (void)error;
    return 2;
}

static int32_t duel_deal(void *self, const int32_t *values, uint64_t seed, const char *json, const char *deck,
                         Chance *chance, char *error)
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
        return deal_from_text(state, json, error);
    if (state->first_to > 1) {
        Rng rng;
        rng_seed(&rng, seed, STARTER_STREAM);
        state->starter = (uint8_t)rng_below(&rng, 2);
    }
    deal_from_seed(state);
    return 0;
}

/* ---- playing ---- */

static int32_t duel_to_act(const void *self)
{
    const DuelState *state = self;
    return state->over ? -1 : duel_turn(state);
}

static int32_t duel_moves(const void *self, uint32_t *moves)
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
    state->ply++;
}

static void say(Events *events, int what, int seat, int amount)
{
    Event spare, *event = event_add(events, EVENT_SAY, &spare);
    event->what = (uint8_t)what;
    event->seat = (uint8_t)seat;
    event->amount = amount;
}

static void next_game(DuelState *state, Events *events, Chance *chance)
{
    Event spare;
    event_add(events, EVENT_PAUSE, &spare);
    state->game++;
    state->starter ^= 1;
    clear_game(state);
    const char *outcome = chance_next(chance);
    if (!outcome)
        deal_from_seed(state);
    else if (deal_from_text(state, outcome, chance->error))
        return;
    say(events, SAY_NEXT_GAME, state->starter, state->game + 1);
}

static void finish_game(DuelState *state, Events *events, Chance *chance)
{
    int result = full_grid_result(state);
    if (result) {
        int winner = result > 0 ? state->starter : state->starter ^ 1;
        state->wins[winner]++;
        say(events, SAY_WINS, winner, state->wins[winner]);
    } else
        say(events, SAY_DRAWN, NOBODY, 0);
    state->over = state->first_to == 1 || state->wins[0] == state->first_to || state->wins[1] == state->first_to;
    Event spare;
    if (state->over)
        event_add(events, EVENT_OVER, &spare);
    else
        next_game(state, events, chance);
}

static void duel_play(void *self, uint32_t move, Events *events, Chance *chance)
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

static int32_t duel_over(const void *self) { return ((const DuelState *)self)->over; }

static void duel_scores(const void *self, double *scores)
{
    const DuelState *state = self;
    int drawn = state->over && state->first_to == 1 && !state->wins[0] && !state->wins[1];
    for (int seat = 0; seat < 2; seat++)
        scores[seat] = drawn ? 0.5 : state->wins[seat];
}

static uint32_t duel_winners(const void *self)
{
    const DuelState *state = self;
    if (!state->over)
        return 0;
    return state->wins[0] == state->wins[1] ? 3 : state->wins[0] > state->wins[1] ? 1 : 2;
}

/* ---- moves and cards as text ---- */

static int32_t duel_move_text(const void *self, uint32_t move, char *text)
{
    (void)self;
    int cell = duel_move_cell(move);
    return snprintf(text, MAX_TEXT, "%d@%d,%d", duel_move_value(move), (cell & 7) - 3, (cell >> 3) - 3);
}

static uint32_t duel_move_parse(const void *self, const char *text)
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

static int32_t duel_why_not(const void *self, uint32_t move)
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

static int32_t duel_card_text(const void *self, int32_t card, char *text)
{
    (void)self;
    return snprintf(text, MAX_TEXT, "%d", card);
}

/* ---- what a seat sees ---- */

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

static void describe_grid(Text *text, const DuelState *state)
{
    for (int row = state->top; state->ply && row <= state->bottom; row++) {
        text_add(text, row > state->top ? ", \"" : "\"");
        for (int cell = row * 8 + state->left; cell <= row * 8 + state->right; cell++)
            text_add(text, "%c", state->occupied >> cell & 1 ? '0' + cell_value(state, cell) : '.');
        text_add(text, "\"");
    }
}

static int32_t duel_describe(const void *self, int32_t viewer, char *json)
{
    const DuelState *state = self;
    Text text = text_start(json, MAX_DESCRIPTION);
    text_add(&text, "{\"game\": %d, \"starter\": %d, \"wins\": [%d, %d], \"grid\": [", state->game, state->starter,
             state->wins[0], state->wins[1]);
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

static int32_t duel_cards(const void *self, int32_t viewer, Placed *cards)
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
        cards[n++] = (Placed){ZONE_GRID, NOBODY, 1, cell, (int16_t)cell_value(state, cell)};
    }
    for (int16_t i = 0; i < DUEL_VALUES * DUEL_COPIES - 2 * DUEL_HAND; i++)
        cards[n++] = (Placed){ZONE_AWAY, NOBODY, 0, i, NO_CARD};
    return n;
}

static void duel_redeal(void *self, int32_t seat, Rng *rng)
{
    DuelState *state = self;
    uint8_t unseen[DUEL_VALUES * DUEL_COPIES], *other = state->hands[seat ^ 1];
    int n = 0, held = 0;
    state->seed = rng_next(rng);
    if (state->open_hands)
        return;
    for (int value = 0; value < DUEL_VALUES; value++) {
        int shown = state->hands[seat][value];
        for (uint64_t cells = state->occupied; cells; cells &= cells - 1)
            shown += cell_value(state, __builtin_ctzll(cells)) == value;
        for (int i = shown; i < DUEL_COPIES; i++)
            unseen[n++] = (uint8_t)value;
        held += other[value];
    }
    rng_shuffle(rng, unseen, n);
    memset(other, 0, DUEL_VALUES);
    for (int i = 0; i < held; i++)
        other[unseen[i]]++;
}

static int32_t duel_breakdown(const void *self, int32_t seat, Row *rows)
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

static int32_t duel_reward(const void *self_root, const void *self, int32_t *rewards)
{
    const DuelState *root = self_root, *state = self;
    if (!state->over && state->game == root->game)
        return 0;
    for (int seat = 0; seat < 2; seat++)
        rewards[seat] = 500 + 500 * (state->wins[seat] - root->wins[seat]) -
                        500 * (state->wins[seat ^ 1] - root->wins[seat ^ 1]);
    return 1;
}

static void duel_rollout(void *self, Rng *rng)
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

const Game game_duel = {
    .id = "duel", .state_size = sizeof(DuelState), .n_options = COUNT(options), .options = options,
    .zones = zones, .says = says, .reasons = reasons, .labels = labels,
    .seats = duel_seats, .deal = duel_deal, .to_act = duel_to_act, .moves = duel_moves, .play = duel_play,
    .over = duel_over, .scores = duel_scores, .winners = duel_winners, .move_text = duel_move_text,
    .move_parse = duel_move_parse, .why_not = duel_why_not, .card_text = duel_card_text,
    .describe = duel_describe, .cards = duel_cards, .redeal = duel_redeal, .breakdown = duel_breakdown,
    .reward = duel_reward, .rollout = duel_rollout, .solve = duel_solve, .advise = duel_advise,
};
