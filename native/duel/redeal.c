/* redeal.c: other hands that fit what a seat of the grid duel knows.
 *
 * Only cards played are ever shown, so every set of unseen cards of the right size fits. A redeal
 * shuffles them; the list of possible hands weighs each by the ways to draw it. */

#include "redeal.h"

static uint32_t count_choices(int n, int k)
{
    uint32_t ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (uint32_t)(n - i) / (uint32_t)(i + 1);
    return ways;
}

void duel_unseen(const DuelState *state, int seat, uint8_t unseen[DUEL_VALUES])
{
    for (int value = 0; value < DUEL_VALUES; value++)
        unseen[value] = (uint8_t)(DUEL_COPIES - state->hands[seat][value]);
    for (uint64_t cells = state->occupied; cells; cells &= cells - 1) {
        uint64_t bit = cells & (0 - cells);
        unseen[(state->high & bit ? 2 : 0) + (state->low & bit ? 1 : 0)]--;
    }
}

int32_t duel_worlds(const DuelState *state, DuelWorld worlds[DUEL_WORLDS])
{
    int seat = duel_turn(state), n = 0;
    uint8_t unseen[DUEL_VALUES];
    const uint8_t *other = state->hands[seat ^ 1];
    int held = other[0] + other[1] + other[2] + other[3];
    if (state->open_hands) {
        memcpy(worlds[0].hand, other, DUEL_VALUES);
        worlds[0].weight = 1;
        return 1;
    }
    duel_unseen(state, seat, unseen);
    for (int a = 0; a <= unseen[0] && a <= held; a++)
        for (int b = 0; b <= unseen[1] && a + b <= held; b++)
            for (int c = 0; c <= unseen[2] && a + b + c <= held; c++) {
                int d = held - a - b - c;
                if (d > unseen[3])
                    continue;
                assert(n < DUEL_WORLDS);
                worlds[n].weight = count_choices(unseen[0], a) * count_choices(unseen[1], b) *
                                   count_choices(unseen[2], c) * count_choices(unseen[3], d);
                uint8_t hand[DUEL_VALUES] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
                memcpy(worlds[n++].hand, hand, sizeof hand);
            }
    return n;
}

void duel_redeal(void *self, int32_t seat, Rng *rng)
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
            shown += duel_value(state, __builtin_ctzll(cells)) == value;
        for (int i = shown; i < DUEL_COPIES; i++)
            unseen[n++] = (uint8_t)value;
        held += other[value];
    }
    rng_shuffle(rng, unseen, n);
    memset(other, 0, DUEL_VALUES);
    for (int i = 0; i < held; i++)
        other[unseen[i]]++;
}
