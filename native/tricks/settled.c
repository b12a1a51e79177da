/* settled.c: whether a hand's payments can still change, for all that a seat knows.
 *
 * It is asked after each card, so cheap proofs come first: nothing that costs is left, or one seat
 * takes all the rest. With few tricks left every play of every possible deal is tried and the
 * payments are compared. */

#include "settled.h"

#include "redeal.h"

#define SETTLED_TRICKS 3        /* with no more than this left, every play is tried */
#define SETTLED_WORLDS 500
#define SETTLED_PLAYS 100000

static uint32_t hidden_from(const TricksState *state, int seat)
{
    uint32_t hidden = in_hands(state) & ~state->hands[seat];
    return state->extra < TRICKS_DRAGON ? hidden | 1u << state->extra : hidden;
}

/* Whether nothing that costs is left, or the Power Player has missed something. */
static int nothing_at_stake(const TricksState *state, int seat)
{
    const TricksKind *kind = kind_of(state);
    uint32_t left = state->hands[seat] | hidden_from(state, seat) | on_table(state);
    int missed = 0;
    for (int other = 0; state->power != NOBODY && other < state->players; other++)
        missed |= other != state->power && (state->taken[other] & kind->cards ||
                                            (kind->trick && state->first_taker == other));
    return missed || (!kind->trick && !(left & kind->cards));
}

/* Whether this seat takes all that is left, whatever is played: it leads and none of its cards can
 * be beaten, or it has played such a card to the trick under way and holds only such cards. Against
 * a Power Player the extra card does not count as something left. */
static int takes_the_rest(const TricksState *state, int seat)
{
    uint32_t hidden = hidden_from(state, seat), cards = state->hands[seat];
    if (state->power != NOBODY && state->power != seat && !kind_of(state)->trick &&
        !(kind_of(state)->cards & (cards | on_table(state))))
        return 0;
    int winner = state->n_trick ? tricks_winner(state) : state->leader;
    if (winner != seat || (state->dragon != NOBODY && state->dragon != seat))
        return 0;
    if (state->n_trick) {
        int card = state->trick[(seat + state->players - state->leader) % state->players];
        cards |= card < TRICKS_DRAGON ? 1u << card : 0;
    }
    for (; cards; cards &= cards - 1)
        if (hidden & cards_above(lowest_card(cards)))
            return 0;
    return 1;
}

/* A search for two plays with different payments. */
typedef struct Payments {
    int known, differ;
    int8_t list[TRICKS_SEATS];
    int32_t plays;              /* left in the budget */
} Payments;

/* Plays the rest in every way and compares the payments, until two differ or the budget is used
 * up. */
static void compare_plays(Payments *payments, const TricksState *state)
{
    uint32_t moves[TRICKS_MOVES];
    int n = tricks_moves(state, moves);
    assert(n > 0);
    for (int i = 0; i < n && !payments->differ; i++) {
        TricksState after = *state;
        tricks_play(&after, moves[i], NULL, NULL);
        if (after.n_results == state->n_results)
            compare_plays(payments, &after);
        else {
            const int8_t *paid = after.results[state->n_results].payments;
            payments->differ =
                payments->known && memcmp(payments->list, paid, sizeof payments->list);
            memcpy(payments->list, paid, sizeof payments->list);
            payments->known = 1;
        }
        payments->differ |= --payments->plays < 0;
    }
}

int32_t tricks_settled(const void *self, int32_t seat)
{
    const TricksState *state = self;
    if (state->over || state->kind == TRICKS_NO_KIND)
        return 0;
    if (nothing_at_stake(state, seat) || takes_the_rest(state, seat))
        return 1;
    if (TRICKS_HAND - tricks_done(state) > SETTLED_TRICKS)
        return 0;
    Payments payments = {.plays = SETTLED_PLAYS};
    TricksWorld list[SETTLED_WORLDS];
    int32_t n = tricks_worlds(state, seat, list, SETTLED_WORLDS);
    for (int32_t i = 0; i < n && n <= SETTLED_WORLDS && !payments.differ; i++) {
        TricksState world = *state;
        tricks_set_world(&world, &list[i]);
        compare_plays(&payments, &world);
    }
    return n <= SETTLED_WORLDS && !payments.differ;
}
