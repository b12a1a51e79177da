/* lines.c: bounds, colours and expectations of the lines of the grid duel.
 *
 * Additive score. A line scores one of 22 numbers. Give the one of rank r the badness 5^(21 - r):
 * the sum over a seat's four lines is a numeral in base 5 whose first digit counts its lines of the
 * lowest score, and so on; it orders like the sorted scores. "Badness of the other's lines minus
 * badness of mine" therefore orders results as the rules do (rules: duel, scoring). Its sign is the
 * outcome, and it is a plain sum over lines: no sorting, and a position's bounds are sums of bounds
 * of lines. It stays below 5^22 < 2^52, exact in a double too.
 *
 * All cards in the hands will be placed, so a line is known by what it holds (70 contents) and by
 * the pool of all cards still in the two hands (1,296 pools). Each pair has
 * - bounds: least and most badness when the rest is filled from the pool, by recursion over a card;
 * - a colour: a hash of "what it is filled with -> badness" minus the least badness. Lines of one
 *   colour are interchangeable but for a constant;
 * - heuristic badness: the mean of 1.35^-rank over random fills, for the order of moves; in fixed
 *   point, so that it is the same on every machine.
 * Pools are filled when first asked for: 3 MB and 2 ms for a full game. Measurements: NOTES.md. */

#include "lines.h"

const int duel_pool_unit[DUEL_VALUES] = {1, 6, 36, 216};

int duel_code(const uint8_t hand[DUEL_VALUES])
{
    int code = 0;
    for (int value = 0; value < DUEL_VALUES; value++)
        code += hand[value] * duel_pool_unit[value];
    return code;
}
const uint8_t duel_ways[6][6] = {{1},          {1, 1},          {1, 2, 1},
                                 {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}};

static const uint8_t first_of_size[] = {0, 1, 5, 15, 35, DUEL_CONTENTS};
static const uint8_t line_scores[DUEL_RANKS] = {3,  4,  5,  6,  10, 12, 13, 15,  20,  21,  23,
                                                24, 30, 31, 32, 33, 40, 50, 100, 101, 102, 103};

static int rank_of(const uint8_t counts[DUEL_VALUES])
{
    int score = duel_line_score(counts), rank = 0;
    assert(score <= line_scores[DUEL_RANKS - 1]);
    while (line_scores[rank] != score)
        rank++;
    return rank;
}

static void add_contents(DuelLines *lines, int i, int code, const uint8_t counts[DUEL_VALUES])
{
    lines->code[i] = (uint16_t)code;
    lines->index[code] = (uint8_t)i;
    lines->label[i] = mix64((uint64_t)i + 1);
    for (int v = 0; v < DUEL_VALUES; v++)
        lines->packed[i] |= (uint16_t)(counts[v] << 4 * v);
    if (i >= first_of_size[4])
        lines->rank[i] = (uint8_t)rank_of(counts);
}

/* Numbers all contents by size, and notes which becomes which with a card more. */
static void number_contents(DuelLines *lines)
{
    static const int code_unit[DUEL_VALUES] = {1, 5, 25, 125};
    int n = 0;
    for (int size = 0; size <= DUEL_SPAN; size++)
        for (int code = 0; code < 625; code++) {
            uint8_t counts[DUEL_VALUES] = {(uint8_t)(code % 5), (uint8_t)(code / 5 % 5),
                                           (uint8_t)(code / 25 % 5), (uint8_t)(code / 125)};
            if (counts[0] + counts[1] + counts[2] + counts[3] == size)
                add_contents(lines, n++, code, counts);
        }
    assert(n == DUEL_CONTENTS);
    for (int i = 0; i < DUEL_CONTENTS; i++)
        for (int v = 0; v < DUEL_VALUES; v++)
            lines->add[i][v] = i < first_of_size[4] ? lines->index[lines->code[i] + code_unit[v]]
                                                    : (uint8_t)i;
}

void duel_lines_start(DuelLines *lines)
{
    number_contents(lines);
    int64_t heuristic = (int64_t)1 << 24, badness = 1;
    for (int rank = 0; rank < DUEL_RANKS; rank++, heuristic = heuristic * 20 / 27)
        lines->heuristic[rank] = heuristic;
    for (int rank = DUEL_RANKS - 1; rank >= 0; rank--, badness *= 5)
        lines->badness[rank] = badness;
}

/* Linear in badness, so that a constant drops out. */
static uint64_t colour_of(const DuelLines *lines, int i, int missing,
                          const uint8_t held[DUEL_VALUES], int64_t low)
{
    unsigned pool = 0x8888u | held[0] | held[1] << 4 | held[2] << 8 | (unsigned)held[3] << 12;
    uint64_t colour = 0;
    for (int fill = first_of_size[missing]; fill < first_of_size[missing + 1]; fill++)
        if (((pool - lines->packed[fill]) & 0x8888) == 0x8888) {
            int rank = lines->rank[lines->index[lines->code[fill] + lines->code[i]]];
            colour += lines->label[fill] * (uint64_t)(lines->badness[rank] - low);
        }
    return mix64(colour);
}

/* Bounds and class of contents i in this pool of `total` cards; those with a card more must be
 * filled in. */
static void fill_line(DuelLines *lines, int pool, const uint8_t held[DUEL_VALUES], int total, int i,
                      int missing)
{
    DuelBounds bounds = {INT64_MAX, INT64_MAX};
    int64_t heuristic = 0;
    for (int v = 0; v < DUEL_VALUES; v++) {
        if (!held[v])
            continue;
        const DuelBounds *next = &lines->bounds[pool - duel_pool_unit[v]][lines->add[i][v]];
        bounds.low = next->low < bounds.low ? next->low : bounds.low;
        bounds.top = next->top < bounds.top ? next->top : bounds.top;
        heuristic += held[v] * lines->classes[pool - duel_pool_unit[v]][lines->add[i][v]].heuristic;
    }
    uint64_t colour = lines->unmerged ? lines->label[i]
                                      : colour_of(lines, i, missing, held, bounds.low);
    lines->bounds[pool][i] = bounds;
    lines->classes[pool][i] = (DuelLineClass){colour, heuristic / total};
}

/* Full lines: no pool changes them. */
static void fill_full_lines(DuelLines *lines, int pool)
{
    for (int i = first_of_size[4]; i < DUEL_CONTENTS; i++) {
        int64_t badness = lines->badness[lines->rank[i]];
        lines->bounds[pool][i] = (DuelBounds){badness, -badness};
        lines->classes[pool][i] = (DuelLineClass){0, lines->heuristic[lines->rank[i]]};
    }
}

void duel_lines_fill(DuelLines *lines, int pool)
{
    uint8_t held[DUEL_VALUES];
    if (lines->ready[pool])
        return;
    for (int v = 0; v < DUEL_VALUES; v++) {
        held[v] = (uint8_t)(pool / duel_pool_unit[v] % 6);
        if (held[v])
            duel_lines_fill(lines, pool - duel_pool_unit[v]);
    }
    int total = held[0] + held[1] + held[2] + held[3];
    fill_full_lines(lines, pool);
    for (int missing = 1; missing <= DUEL_SPAN && missing <= total; missing++)
        for (int i = first_of_size[4 - missing]; i < first_of_size[5 - missing]; i++)
            fill_line(lines, pool, held, total, i, missing);
    lines->ready[pool] = 1;
}
