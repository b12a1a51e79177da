/* redeal.c: what a seat of Fairy Tale knows, and other deals that fit it (rules: tale, what a seat
 * knows). All deals that fit are equally likely: the true probabilities if the others choose at
 * random. A deal is an order of the deck with the others' picks, plays and discards.
 *
 * Data: the deck never moves (state.h), so a deal fills its places. Unknown to the seat are
 *   groups   places of a pack between two looks at it, or after the last: the seat knows their
 *            cards (those that it passed on less those that came back) but not their order;
 *   unseen   the rest: a pack before its first look, draws of others, the rest of the deck. They
 *            share the pool of cards never seen.
 * Shuffling each group and the pool would do, but each card that another seat played was in its
 * hand: it has an origin, a group or the pool.
 *
 * Method: given all origins, a group of n cards that gave r plays can be filled in (product over
 * names of g (g-1) ...) * (n-r)! ways, g being the copies it holds; the pool likewise, times the
 * unseen places that each play can have come from. Only the pool connects the drafts, so
 *   1. a search through the origins of each draft sums their weights by the number of plays from
 *      the pool, as if no other draft used the pool;
 *   2. a redeal draws these numbers for all drafts, then origins for each, and accepts them with
 *      probability true weight / weight: several drafts may have used too many of one name.
 * Plays that can only come from the pool leave it first, so rejections are rare. The result is
 * exact. A round under way needs no origins. Only the view enters a redeal, and the view is made of
 * sorted cards and open facts: states that look the same to the seat give the same bytes. */

#include "redeal.h"

/* ---- what is known ---- */

static void add_free(TaleView *view, const TaleState *state, int at)
{
    view->free_at[view->n_free++] = (uint8_t)at;
    view->pool[state->deck[at]]++;
}

static void add_unseen(TaleView *view, const TaleState *state, TaleHidden *hidden, int at, int seat)
{
    assert(seat < state->seats && at < TALE_DECK);
    add_free(view, state, at);
    hidden->unseen[seat][hidden->n_unseen[seat]++] = (uint8_t)at;
}

static void sort_cards(uint8_t *cards, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && cards[j] < cards[j - 1]; j--) {
            uint8_t card = cards[j];
            cards[j] = cards[j - 1];
            cards[j - 1] = card;
        }
}

static int pack_holder(const TaleState *state, int draft, int pack, int round)
{
    return (pack + tale_pass(state, draft) * round) % state->seats;
}

/* Adds places from .. to - 1 of a pack: the seat knows the cards but not their order. */
static void add_group(const TaleState *state, TaleHidden *hidden, int draft, int pack, int from,
                      int to)
{
    TaleGroup *group = &hidden->groups[hidden->n_groups++];
    assert(from < to && hidden->n_groups <= TALE_PACK);
    group->at = (uint8_t)(state->base[draft] + TALE_PACK * pack + from);
    group->n = (uint8_t)(to - from);
    memset(group->holds, NO_KIND, sizeof group->holds);
    for (int round = from; round < to; round++)
        group->holds[pack_holder(state, draft, pack, round)] = (uint8_t)(round - from);
    memcpy(group->cards, state->deck + group->at, group->n);
    sort_cards(group->cards, group->n);
}

/* What the seat learns of one pack: it sees it in round `look` and each time it has gone round,
 * up to round `last`. */
static void look_at_pack(TaleView *view, const TaleState *state, int draft, int pack, int last)
{
    TaleHidden *hidden = &view->drafts[draft];
    int at = state->base[draft] + TALE_PACK * pack, look = 0;
    while (pack_holder(state, draft, pack, look) != view->seat)
        look++;
    for (int round = 0; round < (look <= last ? look : TALE_PACK); round++)
        add_unseen(view, state, hidden, at + round, pack_holder(state, draft, pack, round));
    for (; look <= last; look += state->seats) {
        int next = look + state->seats;
        if (look == last && last < TALE_PACK - 1)
            return; /* the seat holds it */
        next = next <= last ? next : TALE_PACK;
        if (look + 1 < next)
            add_group(state, hidden, draft, pack, look + 1, next);
    }
}

static void look_at_draws(TaleView *view, const TaleState *state)
{
    for (int i = 0; i < state->n_draws; i++) {
        const TaleDraw *draw = &state->draws[i];
        if (draw->seat != view->seat)
            add_unseen(view, state, &view->drafts[(draw->laid - 1) / TALE_STEPS], draw->at,
                       draw->seat);
    }
}

static int count_slots(const TaleState *state, const TaleHidden *hidden, int seat, int laid)
{
    int n = hidden->n_unseen[seat];
    for (int i = 0; i < state->n_draws; i++) {
        const TaleDraw *draw = &state->draws[i];
        n -= draw->seat == seat && draw->laid > laid &&
             (draw->laid - 1) / TALE_STEPS == laid / TALE_STEPS;
    }
    return n;
}

/* Whether a seat may have got a card of this name from some group of the draft. */
static int in_a_group(const TaleHidden *hidden, int seat, int kind)
{
    for (int g = 0; g < hidden->n_groups; g++)
        if (hidden->groups[g].holds[seat] != NO_KIND &&
            memchr(hidden->groups[g].cards, kind, hidden->groups[g].n))
            return 1;
    return 0;
}

static void look_at_plays(TaleView *view, const TaleState *state, int draft, int seat)
{
    TaleHidden *hidden = &view->drafts[draft];
    int from = draft * TALE_STEPS,
        to = from + TALE_STEPS < state->laid ? from + TALE_STEPS : state->laid;
    for (int laid = from; laid < to; laid++) {
        TaleOrigin *play = &hidden->plays[hidden->n_plays++];
        int kind = state->played[seat][laid], certain = !in_a_group(hidden, seat, kind);
        int n = count_slots(state, hidden, seat, laid);
        *play = (TaleOrigin){(uint8_t)seat, (uint8_t)kind, (uint8_t)n, (uint8_t)certain};
        view->spare[kind] -= (uint8_t)certain;
        view->certain += (uint8_t)certain;
    }
}

/* ---- origins ---- */

#define FROM_POOL 255

/* A search through the origins of one draft's plays. A "doubtful" play is taken from the pool
 * but not certain. */
typedef struct Origins {
    const TaleView *view;
    const TaleHidden *hidden;
    /* gets weights by number of doubtful plays; NULL: look for one way only, */
    double *sums;
    /* the first that lifts the sum of weights with `wanted` doubtful plays over this */
    double target;
    int wanted, n_doubtful;     /* wanted: also the most */
    uint8_t used[TALE_PACK];    /* by group: cards that are some play's, one bit each */
    uint8_t taken[TALE_PACK];   /* by group: seats with a play from it, one bit each */
    uint8_t drawn[MAX_SEATS];   /* by seat: plays from unseen places */
    uint8_t doubtful[TALE_KINDS];
    uint8_t origin[TALE_PLAYS]; /* by play: its group, or NO_KIND: the pool */
} Origins;

static int try_origins(Origins *search, int i, double weight);

/* Takes play i from group g in every way that is left, then all later plays; 1 once the wanted
 * way is found. */
static int try_group(Origins *search, int i, int g, double weight)
{
    const TaleOrigin *play = &search->hidden->plays[i];
    const TaleGroup *group = &search->hidden->groups[g];
    int alike = 0, first = 0, left = 0;
    if (group->holds[play->seat] == NO_KIND || search->taken[g] >> play->seat & 1)
        return 0;
    for (int card = group->n - 1; card >= 0; card--) {
        int here = !(search->used[g] >> card & 1), same = here && group->cards[card] == play->kind;
        left += here;
        alike += same;
        first = same ? card : first;
    }
    if (!alike)
        return 0;
    search->origin[i] = (uint8_t)g;
    search->used[g] |= (uint8_t)(1 << first);
    search->taken[g] |= (uint8_t)(1 << play->seat);
    int found = try_origins(search, i + 1, weight * alike / left);
    search->used[g] &= (uint8_t)~(1 << first);
    search->taken[g] &= (uint8_t)~(1 << play->seat);
    return found;
}

/* Takes play i from the pool, then all later plays; as try_group. */
static int try_pool(Origins *search, int i, double weight)
{
    const TaleOrigin *play = &search->hidden->plays[i];
    int places = play->slots - search->drawn[play->seat];
    int alike = play->certain ? 1 : search->view->spare[play->kind] - search->doubtful[play->kind];
    if (places <= 0 || alike <= 0 || (!play->certain && search->n_doubtful == search->wanted))
        return 0;
    search->origin[i] = FROM_POOL;
    search->drawn[play->seat]++;
    search->doubtful[play->kind] += !play->certain;
    search->n_doubtful += !play->certain;
    int found = try_origins(search, i + 1, weight * places * alike);
    search->drawn[play->seat]--;
    search->doubtful[play->kind] -= !play->certain;
    search->n_doubtful -= !play->certain;
    return found;
}

/* Tries all origins of plays i and later; 1 once search->origin holds the wanted way. */
static int try_origins(Origins *search, int i, double weight)
{
    if (i == search->hidden->n_plays) {
        if (search->sums)
            search->sums[search->n_doubtful] += weight;
        else if (search->n_doubtful == search->wanted)
            search->target -= weight;
        return search->target < 0;
    }
    for (int g = 0; g < search->hidden->n_groups; g++)
        if (try_group(search, i, g, weight))
            return 1;
    return try_pool(search, i, weight);
}

static Origins origins_of(const TaleView *view, int draft)
{
    Origins search;
    memset(&search, 0, sizeof search);
    search.view = view;
    search.hidden = &view->drafts[draft];
    search.wanted = TALE_PLAYS;
    return search;
}

/* Sums the weights of the origins of each draft; then, from the last draft back, of it and all
 * later ones, by the number of doubtful plays before it: r of them from a pool of n cards weigh
 * 1 / (n (n-1) ... (n-r+1)). */
static void sum_origins(TaleView *view)
{
    int n = view->n_free - view->certain;
    double *after = view->later[view->n_drafts];
    after[0] = 1.0;
    for (int r = 1; r <= TALE_PLAYS * view->n_drafts; r++)
        after[r] = r <= n ? after[r - 1] / (n - r + 1) : 0;
    for (int draft = view->n_drafts - 1; draft >= 0; draft--) {
        TaleHidden *hidden = &view->drafts[draft];
        Origins search = origins_of(view, draft);
        search.sums = hidden->weights;
        try_origins(&search, 0, 1.0);
        for (int before = 0; before <= TALE_PLAYS * draft; before++)
            for (int r = 0; r <= hidden->n_plays; r++)
                view->later[draft][before] +=
                    hidden->weights[r] * view->later[draft + 1][before + r];
    }
}

void tale_view(const TaleState *state, int seat, TaleView *view)
{
    int drafting = tale_drafting(state);
    int drafts = tale_ended(state) ? state->rounds : tale_draft(state) + 1;
    memset(view, 0, sizeof *view);
    view->seat = (uint8_t)seat;
    view->n_drafts = (uint8_t)drafts;
    for (int draft = 0; draft < drafts; draft++)
        for (int pack = 0; pack < state->seats; pack++)
            look_at_pack(view, state, draft, pack,
                         drafting && draft == drafts - 1 ? state->step : TALE_PACK - 1);
    look_at_draws(view, state);
    for (int at = state->top; at < state->n_deck; at++)
        add_free(view, state, at);
    memcpy(view->spare, view->pool, sizeof view->spare);
    for (int draft = 0; draft < drafts; draft++)
        for (int other = 0; other < state->seats; other++)
            if (other != seat)
                look_at_plays(view, state, draft, other);
    sum_origins(view);
}

/* ---- a redeal ---- */

/* 0 <= u < 1, with 32 bits only, so that u times a sum is always less than the sum. */
static double random_share(Rng *rng) { return (double)(rng_next(rng) >> 32) / 4294967296.0; }

/* Draws the number of doubtful plays of a draft, given those of the drafts before it. */
static int draw_number(const TaleView *view, int draft, int before, Rng *rng)
{
    const TaleHidden *hidden = &view->drafts[draft];
    double target = random_share(rng) * view->later[draft][before];
    int r = -1, last = 0;
    while (++r <= hidden->n_plays && target >= 0) {
        double weight = hidden->weights[r] * view->later[draft + 1][before + r];
        last = weight > 0 ? r : last;
        target -= weight;
    }
    return last;
}

/* Draws origins for one draft's plays. Returns true weight / weight: the doubtful plays of
 * earlier drafts, counted in `all`, have used up copies of the pool. */
static double draw_draft(const TaleView *view, int draft, int r, uint8_t all[TALE_KINDS],
                         Origins *search, Rng *rng)
{
    const TaleHidden *hidden = &view->drafts[draft];
    uint8_t here[TALE_KINDS] = {0};
    double share = 1.0;
    *search = origins_of(view, draft);
    search->wanted = r;
    search->target = random_share(rng) * hidden->weights[r];
    try_origins(search, 0, 1.0);
    for (int i = 0; i < hidden->n_plays; i++) {
        int kind = hidden->plays[i].kind;
        if (search->origin[i] == FROM_POOL && !hidden->plays[i].certain)
            share *= (double)(view->spare[kind] - all[kind]++) / (view->spare[kind] - here[kind]++);
    }
    return share;
}

/* Draws origins for the plays of all drafts, by their true weights. */
static void draw_origins(const TaleView *view, Origins origins[TALE_DRAFTS], Rng *rng)
{
    double keep;
    do {
        uint8_t all[TALE_KINDS] = {0};
        int before = 0;
        keep = 1.0;
        for (int draft = 0; draft < view->n_drafts; draft++) {
            int r = draw_number(view, draft, before, rng);
            keep *= draw_draft(view, draft, r, all, &origins[draft], rng);
            before += r;
        }
    } while (random_share(rng) >= keep);
}

/* Puts a play's card into one of the unseen places of its seat. */
static void fill_unseen(TaleState *state, const TaleHidden *hidden, const TaleOrigin *play,
                        uint8_t *filled, Rng *rng)
{
    const uint8_t *places = hidden->unseen[play->seat];
    uint8_t open[TALE_PACK + TALE_DRAWS];
    uint32_t n = 0;
    for (int i = 0; i < play->slots; i++)
        if (!filled[places[i]])
            open[n++] = places[i];
    int at = open[rng_below(rng, n)];
    filled[at] = 1;
    state->deck[at] = play->kind;
}

/* Puts the plays of a group into their places and the rest in any order. */
static void fill_group(TaleState *state, const TaleHidden *hidden, const uint8_t *origin, int g,
                       Rng *rng)
{
    const TaleGroup *group = &hidden->groups[g];
    uint8_t rest[TALE_PACK];
    int n = group->n, filled = 0;
    memcpy(rest, group->cards, (size_t)n);
    for (int i = 0; i < hidden->n_plays; i++) {
        if (origin[i] != g)
            continue;
        uint8_t *card = memchr(rest, hidden->plays[i].kind, (size_t)n);
        int place = group->holds[hidden->plays[i].seat];
        memmove(card, card + 1, (size_t)(rest + n-- - (card + 1)));
        state->deck[group->at + place] = hidden->plays[i].kind;
        filled |= 1 << place;
    }
    rng_shuffle(rng, rest, n);
    for (int place = 0; place < group->n; place++)
        if (!(filled >> place & 1))
            state->deck[group->at + place] = rest[--n];
}

static void fill_deck(TaleState *state, const TaleView *view, Rng *rng)
{
    Origins origins[TALE_DRAFTS];
    uint8_t filled[TALE_DECK] = {0}, pool[TALE_KINDS], rest[TALE_DECK];
    int n = 0;
    draw_origins(view, origins, rng);
    memcpy(pool, view->pool, sizeof pool);
    for (int draft = 0; draft < view->n_drafts; draft++) {
        const TaleHidden *hidden = &view->drafts[draft];
        for (int g = 0; g < hidden->n_groups; g++)
            fill_group(state, hidden, origins[draft].origin, g, rng);
        for (int i = 0; i < hidden->n_plays; i++)
            if (origins[draft].origin[i] == FROM_POOL) {
                fill_unseen(state, hidden, &hidden->plays[i], filled, rng);
                pool[hidden->plays[i].kind]--;
            }
    }
    for (uint8_t kind = 0; kind < TALE_KINDS; kind++)
        for (int i = 0; i < pool[kind]; i++)
            rest[n++] = kind;
    rng_shuffle(rng, rest, n);
    for (int i = 0; i < view->n_free; i++)
        if (!filled[view->free_at[i]])
            state->deck[view->free_at[i]] = rest[--n];
    assert(n == 0);
}

/* ---- hands and discards out of the deck ---- */

static void take_out(TaleState *state, int seat, int kind)
{
    uint8_t *hand = state->hands[seat];
    uint8_t *card = memchr(hand, kind, state->n_hand[seat]);
    assert(card);
    memmove(card, card + 1, (size_t)(hand + state->n_hand[seat]-- - (card + 1)));
}

static void take_draws(TaleState *state, int seat, int laid)
{
    for (int i = 0; i < state->n_draws; i++)
        if (state->draws[i].seat == seat && state->draws[i].laid == laid)
            state->hands[seat][state->n_hand[seat]++] = state->deck[state->draws[i].at];
}

static void replay_draft(TaleState *state, int seat, int draft, int picks)
{
    int laid = draft * TALE_STEPS;
    for (int round = 0; round < picks; round++) {
        int at = state->base[draft] + TALE_PACK * tale_pack(state, draft, seat, round) + round;
        state->hands[seat][state->n_hand[seat]++] = state->deck[at];
    }
    for (; laid < state->laid && laid < (draft + 1) * TALE_STEPS; laid++) {
        take_out(state, seat, state->played[seat][laid]);
        take_draws(state, seat, laid + 1);
    }
}

static void discard_hand(TaleState *state, int seat)
{
    for (int i = 0; i < state->n_hand[seat]; i++)
        state->discards[seat][state->n_discards[seat]++] = state->hands[seat][i];
    state->n_hand[seat] = 0;
}

/* Rebuilds hand and discards from deck and plays. An effect of the last step may still be under
 * way. */
static void replay_seat(TaleState *state, int seat, int drafts)
{
    state->n_hand[seat] = state->n_discards[seat] = 0;
    memset(state->discards[seat], 0, sizeof state->discards[seat]);
    for (int draft = 0; draft < drafts; draft++) {
        int now = draft == drafts - 1 && !tale_ended(state);
        replay_draft(state, seat, draft, now && tale_drafting(state) ? state->step : TALE_PACK);
        if (!now)
            discard_hand(state, seat);
    }
    memset(state->hands[seat] + state->n_hand[seat], 0, (size_t)(TALE_HAND - state->n_hand[seat]));
}

/* Lower seats may have chosen any of their cards in this round. */
static void choose_again(TaleState *state, int seat, Rng *rng)
{
    assert(state->chosen[seat] != NO_KIND);
    if (tale_drafting(state)) {
        int draft = tale_draft(state),
            place = (int)rng_below(rng, (uint32_t)(TALE_PACK - state->step));
        int at = state->base[draft] + TALE_PACK * tale_pack(state, draft, seat, state->step) +
                 state->step;
        state->chosen[seat] = state->deck[at + place];
    } else
        state->chosen[seat] = state->hands[seat][rng_below(rng, state->n_hand[seat])];
}

void tale_redeal_view(TaleState *state, const TaleView *view, Rng *rng)
{
    fill_deck(state, view, rng);
    for (int seat = 0; seat < state->seats; seat++) {
        replay_seat(state, seat, view->n_drafts);
        if (state->chosen[seat] != NO_KIND && seat != view->seat)
            choose_again(state, seat, rng);
    }
}

void tale_redeal(void *self, int32_t seat, Rng *rng)
{
    TaleView view;
    tale_view(self, seat, &view);
    tale_redeal_view(self, &view, rng);
}
