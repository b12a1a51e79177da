/* hands.c: what the others may hold in the last stage of Fairy Tale, counted (rules: tale, what a seat knows).
 *
 * All deals that fit what the seat has seen are equally likely, as in a redeal (redeal.c has the terms). Only
 * the card of each hand that its seat would rather lay than all others matters, or the best two. Counted are
 *   pasts    for the drafts before: which cards of the pool their plays used up, with the weight of each such set;
 *   cases    for the last draft: origins of its plays and the rest of its groups dealt out to their seats. Cases with
 *            the same number of unseen cards in each hand that used up the same cards of the pool are one group;
 *   ways     for each group, to fill the unseen places of the hands so that no seat has a card better than a given
 *            one of its own. That grid of numbers, times the chance that the known cards are no better either, less
 *            the same one step down along each axis, is the weight of just this set of best cards.
 *
 * A copy of the pool goes to one place at most, to one of a seat i that lets it in: a factor 1 + sum of such x_i. So
 * the ways are a coefficient of a product over all copies, times the orders of each seat's places. For copies that
 * no past has used up this product is exp(sum of log(1 + ...)): the terms of the logarithm are the copies that a set
 * of seats lets in, and a line of the grid is worked out at once. The rest of the product hangs on the past, but only
 * on which seats let in the few cards that pasts use: its weighted sum over all pasts is made once for each such
 * corner. Its terms are all positive and the others are whole, so what is impossible comes out as nothing.
 *
 * Of the best two cards of each hand the sets are found by a tree of all draws, a vector with a number for each past
 * going down. Cards that are of no use to any seat with an unseen place are one card there.
 *
 * Tried and dropped: such a tree for the last card too: half of the positions with five seats took more than 2 s,
 * some a minute; now 0.05 s, 0.7 s the worst. Dividing all copies by those that pasts use, instead of multiplying by
 * those left: sets that cannot be appeared by rounding. */

#include "hands.h"

#include "engine/memory.h"

#include <stdlib.h>

#define PASTS 4096
#define CASES 8192
#define SLOTS 16384             /* of the table that finds them; for pasts too */
#define TUPLES 262144           /* sets of cards that may be laid; a power of two */
#define HIDDEN_CARDS (TALE_PACK * (MAX_SEATS - 1) + TALE_DRAWS)
#define LOW TALE_KINDS          /* any card that is of no use to those who may draw it */
#define AXES (MAX_SEATS - 1)
#define WIDTH (TALE_KINDS + 1)
#define TERMS 512               /* of a polynomial */
#define PRODUCTS 16384          /* of terms, in its exponential series */
#define CELLS 1048576
#define CORRECTIONS 2097152     /* numbers in the polynomials of the pasts */
#define BLOCK 1024u             /* cells counted as work at a time */
#define LOOK 65536u             /* numbers between two looks at the clock */
#define SURE 1e-11              /* a smaller share of what lies below it is nothing: rounding */

/* Cards of the pool that plays of the drafts before used up, certain ones left out. */
typedef struct Past {
    uint8_t n, used[TALE_KINDS];
    double weight;
} Past;

/* What the seats hold of the last draft's groups; sorted by its bytes. */
typedef struct Case {
    uint8_t slots[MAX_SEATS];   /* places never seen that are in the hand */
    uint8_t used[TALE_KINDS];   /* as in a past */
    uint8_t fixed[MAX_SEATS];   /* the best card of a hand that has no such place; of two, the second of any hand */
    uint8_t best[MAX_SEATS];    /* the best of the cards from groups, else; NO_KIND: none */
    double weight;
} Case;

typedef struct Tuple {
    uint64_t key;               /* cards of the seats, six bits each, plus one; 0: empty */
    double weight;
} Tuple;

/* A seat with places never seen, and how good its best card may be, worst first. */
typedef struct Axis {
    uint8_t seat, slots, n;
    uint8_t kinds[WIDTH];
    uint8_t at[TALE_KINDS];     /* the first step that lets a card in */
    uint8_t level[TALE_KINDS];  /* ... counted in steps that let in a card that pasts use; 0: always in */
    uint8_t levels[WIDTH];      /* such steps up to this one */
    uint8_t n_levels;
    uint32_t stride, term, cell; /* in a grid of cells, of a polynomial's terms, of corrections */
} Axis;

/* The pasts as one group of cases sees them: copies of each card that is not always let in, first of all others, that
 * are there and gone in another past. */
typedef struct Removal {
    uint8_t kept[TALE_KINDS + 1];
    double weight;
} Removal;

typedef struct Product {
    uint16_t to, from;
    uint8_t set;
    double factor;
} Product;

typedef struct Hands {
    const TaleView *view;
    TaleLays *lays;
    Clock *clock;
    uint64_t budget;
    int seats, two, failed;
    uint8_t (*rank)[TALE_KINDS];
    uint32_t n_pasts, n_cases, n_before, n_tuples;
    Past *pasts, *before;
    Case *cases;
    Removal *removals;
    uint16_t *slots;            /* of pasts or cases, plus one; 0: empty */
    Tuple *tuples;
    double *left, *vectors;     /* of draws: copies of each card, for each past; one vector for each depth */
    double *grid, *product, *corrections;
    size_t n_grid, n_corrections; /* that there is room for */

    /* the group of cases under way */
    const Case *first;
    int n_axes, n_removed, n_in; /* n_in: groups of them that are let in somewhere in a corner */
    Axis axes[AXES];
    uint8_t removed[TALE_KINDS]; /* cards that pasts use and that are not always let in */
    uint32_t n_removals, n_terms, n_products, n_cells, n_corners;
    uint8_t copies[TALE_KINDS]; /* that no past has used up, */
    int doubtful;               /* less so many of the cards that are always let in */
    double ways;                /* orders in which the places of each seat are filled */
    uint8_t powers[TERMS][AXES];
    uint32_t n_shifts[1 << AXES]; /* of a polynomial times 1 + the variables of a set of axes */
    uint16_t shifts[1 << AXES][TERMS * AXES][2];
    Product products[PRODUCTS];
    double counts[1 << AXES][WIDTH], series[TERMS][WIDTH], stack[TALE_KINDS + 2][TERMS];
} Hands;

/* ---- pasts ---- */

/* A hash of n bytes, the same on every machine. */
static uint64_t hash_bytes(const uint8_t *bytes, size_t n)
{
    uint64_t hash = n;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return mix64(hash);
}

/* n (n - 1) ... of k factors; 0 where they reach nothing. */
static double falling_power(int n, int k)
{
    double product = 1;
    for (int i = 0; i < k; i++)
        product *= n - i > 0 ? n - i : 0;
    return product;
}

/* Counts numbers worked out; the counting fails once the budget is used up, or the clock has run out, which is looked at
 * every LOOK numbers. */
static void count_work(Hands *hands, uint64_t numbers)
{
    uint64_t before = hands->lays->work;
    hands->lays->work += numbers;
    hands->failed |= hands->lays->work > hands->budget;
    if (before / LOOK != hands->lays->work / LOOK)
        hands->failed |= clock_over(hands->clock, hands->lays->work);
}

/* Adds a past to those known, weights of like ones together; those that use more copies than there
 * are do not exist. */
static void add_past(Hands *hands, const Past *past)
{
    uint32_t slot = (uint32_t)hash_bytes(past->used, sizeof past->used) & (SLOTS - 1);
    for (int kind = 0; kind < TALE_KINDS; kind++)
        if (past->used[kind] > hands->view->spare[kind])
            return;
    for (; hands->slots[slot]; slot = (slot + 1) & (SLOTS - 1)) {
        Past *known = &hands->pasts[hands->slots[slot] - 1];
        if (memcmp(known->used, past->used, sizeof past->used) == 0) {
            known->weight += past->weight;
            return;
        }
    }
    if (hands->n_pasts == PASTS) {
        hands->failed = 1;
        return;
    }
    hands->pasts[hands->n_pasts++] = *past;
    hands->slots[slot] = (uint16_t)hands->n_pasts;
}

/* The weight of a way without the copies that its cards were chosen from: these depend on all drafts together. */
static double bare_weight(const TaleView *view, const TaleOrigins *way, double weight)
{
    for (int kind = 0; kind < TALE_KINDS; kind++)
        weight /= falling_power(view->spare[kind], way->doubtful[kind]);
    return weight;
}

/* A way to explain a draft's plays, after all pasts of the drafts before it. */
static void past_way(void *reader, const TaleOrigins *way, double weight)
{
    Hands *hands = reader;
    weight = bare_weight(hands->view, way, weight);
    count_work(hands, 8 * hands->n_before + 64);
    for (uint32_t i = 0; i < hands->n_before && !hands->failed; i++) {
        Past past = hands->before[i];
        past.n = (uint8_t)(past.n + way->n_doubtful);
        past.weight *= weight;
        for (int kind = 0; kind < TALE_KINDS; kind++)
            past.used[kind] = (uint8_t)(past.used[kind] + way->doubtful[kind]);
        add_past(hands, &past);
    }
}

/* All pasts, draft by draft. What the last one's reader finds in `before` are those of the drafts
 * before. */
static void count_pasts(Hands *hands)
{
    hands->n_pasts = 1;
    hands->pasts[0] = (Past){.weight = 1};
    for (int draft = 0; draft < TALE_DRAFTS - 1 && !hands->failed; draft++) {
        memcpy(hands->before, hands->pasts, hands->n_pasts * sizeof *hands->pasts);
        hands->n_before = hands->n_pasts;
        hands->n_pasts = 0;
        memset(hands->slots, 0, SLOTS * sizeof *hands->slots);
        tale_origins(hands->view, draft, past_way, hands);
    }
}

/* ---- cases ---- */

/* Whether a seat would rather lay this card than that one; NO_KIND is worse than any. */
static int ranks_before(const Hands *hands, int seat, int kind, int than)
{
    return than == NO_KIND || hands->rank[seat][kind] > hands->rank[seat][than];
}

/* Adds a case to those known, weights of like ones together. */
static void add_case(Hands *hands, const Case *found)
{
    size_t size = offsetof(Case, best) + sizeof found->best;
    uint32_t slot = (uint32_t)hash_bytes((const uint8_t *)found, size) & (SLOTS - 1);
    count_work(hands, 16);
    for (; hands->slots[slot]; slot = (slot + 1) & (SLOTS - 1)) {
        Case *known = &hands->cases[hands->slots[slot] - 1];
        if (memcmp(known, found, size) == 0) {
            known->weight += found->weight;
            return;
        }
    }
    if (hands->n_cases == CASES) {
        hands->failed = 1;
        return;
    }
    hands->cases[hands->n_cases++] = *found;
    hands->slots[slot] = (uint16_t)hands->n_cases;
}

/* The best two cards of a hand, once it holds this one too. */
static void note_two(const Hands *hands, int seat, int kind, uint8_t *best, uint8_t *second)
{
    if (ranks_before(hands, seat, kind, *best)) {
        *second = *best;
        *best = (uint8_t)kind;
    } else if (ranks_before(hands, seat, kind, *second))
        *second = (uint8_t)kind;
}

/* A case in which the seat also holds this card. */
static void note_known(const Hands *hands, Case *here, int seat, int kind)
{
    uint8_t *best = here->slots[seat] ? &here->best[seat] : &here->fixed[seat];
    if (hands->two)
        note_two(hands, seat, kind, &here->best[seat], &here->fixed[seat]);
    else if (ranks_before(hands, seat, kind, *best))
        *best = (uint8_t)kind;
}

static void deal_group(Hands *hands, const TaleOrigins *way, int g, int seat, unsigned used, const Case *so_far);

/* Each card that is left of the group to the seat, then the rest to the seats after it. */
static void deal_place(Hands *hands, const TaleOrigins *way, int g, int seat, unsigned used, const Case *so_far)
{
    const TaleGroup *group = &way->hidden->groups[g];
    int left = group->n - __builtin_popcount(used);
    assert(left > 0);
    for (int card = 0; card < group->n; card++) {
        int kind = group->cards[card];
        if (used >> card & 1)
            continue;
        Case next = *so_far;
        next.weight /= left;
        note_known(hands, &next, seat, kind);
        hands->lays->may[seat] |= 1ull << kind;
        deal_group(hands, way, g, seat + 1, used | 1u << card, &next);
    }
}

/* Deals what is left of group g to the seats from `seat` on in every way, then the groups after
 * it. */
static void deal_group(Hands *hands, const TaleOrigins *way, int g, int seat, unsigned used, const Case *so_far)
{
    if (hands->failed)
        return;
    if (g == way->hidden->n_groups) {
        add_case(hands, so_far);
        return;
    }
    while (seat < hands->seats && (way->hidden->groups[g].holds[seat] == NO_KIND || way->taken[g] >> seat & 1))
        seat++;
    if (seat < hands->seats)
        deal_place(hands, way, g, seat, used, so_far);
    else
        deal_group(hands, way, g + 1, 0, g + 1 < way->hidden->n_groups ? way->used[g + 1] : 0, so_far);
}

/* A way to explain the last draft's plays: every way to deal what its groups have left. */
static void case_way(void *reader, const TaleOrigins *way, double weight)
{
    Hands *hands = reader;
    const TaleHidden *hidden = way->hidden;
    Case first;
    memset(&first, 0, sizeof first);
    memset(first.best, NO_KIND, sizeof first.best);
    memset(first.fixed, NO_KIND, sizeof first.fixed);
    first.weight = bare_weight(hands->view, way, weight);
    memcpy(first.used, way->doubtful, sizeof first.used);
    for (int seat = 0; seat < MAX_SEATS; seat++) /* the seat itself has none */
        first.slots[seat] = (uint8_t)(hidden->n_unseen[seat] - way->drawn[seat]);
    for (int seat = 0; seat < hands->seats; seat++)
        for (int kind = 0; first.slots[seat] && kind < TALE_KINDS; kind++)
            hands->lays->may[seat] |= (uint64_t)(hands->view->spare[kind] > 0) << kind;
    deal_group(hands, way, 0, 0, hidden->n_groups ? way->used[0] : 0, &first);
}

/* Orders cases by what they are, not by their weights. */
static int by_bytes(const void *a, const void *b) { return memcmp(a, b, offsetof(Case, weight)); }

/* All cases of the last draft, sorted. */
static void count_cases(Hands *hands)
{
    memset(hands->slots, 0, SLOTS * sizeof *hands->slots);
    tale_origins(hands->view, TALE_DRAFTS - 1, case_way, hands);
    qsort(hands->cases, hands->n_cases, sizeof *hands->cases, by_bytes);
}

/* ---- a group of cases: how good the best of each seat's unseen cards may be ---- */

/* Whether a card may be a seat's best one above this lowest one. */
static int by_rank_between(const Hands *hands, int seat, int kind, int low)
{
    return low == NO_KIND || kind == low || ranks_before(hands, seat, kind, low);
}

/* Steps of a seat: the worst of its known best cards, if it always has one, and all that may be better. */
static void set_axis(Hands *hands, Axis *axis, int seat, uint32_t n)
{
    uint64_t kinds = 0;
    int low = hands->first->best[seat];
    memset(axis, 0, sizeof *axis);
    assert(hands->n_axes < AXES + 1);
    axis->seat = (uint8_t)seat;
    axis->slots = hands->first->slots[seat];
    for (uint32_t i = 0; i < n; i++) {
        int best = hands->first[i].best[seat];
        if (best != NO_KIND)
            kinds |= 1ull << best;
        low = best == NO_KIND || low == NO_KIND ? NO_KIND : ranks_before(hands, seat, low, best) ? best : low;
    }
    for (int kind = 0; kind < TALE_KINDS; kind++)
        if (hands->copies[kind] && axis->slots)
            kinds |= 1ull << kind;
    for (int kind = 0; kind < TALE_KINDS; kind++) {
        int at = axis->n;
        if (!(kinds >> kind & 1) || !by_rank_between(hands, seat, kind, low))
            continue;
        for (; at > 0 && ranks_before(hands, seat, axis->kinds[at - 1], kind); at--)
            axis->kinds[at] = axis->kinds[at - 1];
        axis->kinds[at] = (uint8_t)kind;
        axis->n++;
    }
    axis->n += axis->n == 0; /* of no seat: all are let in */
    for (int kind = 0; kind < TALE_KINDS; kind++)
        while (axis->at[kind] + 1 < axis->n && ranks_before(hands, seat, kind, axis->kinds[axis->at[kind]]))
            axis->at[kind]++;
}

/* The axes of a group of n cases that have the same places; hands->first is the first of them. */
static void set_axes(Hands *hands, uint32_t n)
{
    const Case *first = hands->first;
    hands->n_axes = 0;
    hands->ways = 1;
    for (int kind = 0; kind < TALE_KINDS; kind++)
        hands->copies[kind] = (uint8_t)(hands->view->spare[kind] - first->used[kind]);
    for (int seat = 0; seat < hands->seats; seat++)
        if (first->slots[seat])
            set_axis(hands, &hands->axes[hands->n_axes++], seat, n);
    if (!hands->n_axes)
        set_axis(hands, &hands->axes[hands->n_axes++], hands->view->seat, n);
    hands->n_cells = hands->n_terms = 1;
    for (int i = hands->n_axes - 1; i >= 0; i--) {
        Axis *axis = &hands->axes[i];
        axis->stride = hands->n_cells;
        axis->term = hands->n_terms;
        hands->n_cells *= axis->n;
        hands->n_terms *= axis->slots + 1u;
        hands->ways *= falling_power(axis->slots, axis->slots);
    }
    hands->failed |= hands->n_cells > CELLS || hands->n_terms > TERMS;
}

/* ---- polynomials ---- */

/* The terms of exp f from those of f, by derivatives along the first variable that a term has. */
static void set_products(Hands *hands)
{
    hands->n_products = 0;
    assert(hands->n_terms <= TERMS && hands->n_axes > 0);
    for (uint32_t a = 0; a < hands->n_terms; a++)
        for (int i = 0; i < hands->n_axes; i++)
            hands->powers[a][i] = (uint8_t)(a / hands->axes[i].term % (hands->axes[i].slots + 1u));
    for (uint32_t a = 1; a < hands->n_terms && !hands->failed; a++) {
        int along = 0;
        while (!hands->powers[a][along])
            along++;
        for (uint32_t b = 1; b <= a; b++) {
            int inside = hands->powers[b][along] > 0, sum = 0;
            double ways = 1;
            Product product = {.to = (uint16_t)a, .from = (uint16_t)(a - b)};
            for (int i = 0; i < hands->n_axes; i++) {
                int power = hands->powers[b][i];
                inside &= power <= hands->powers[a][i];
                product.set |= (uint8_t)((power > 0) << i);
                sum += power;
                ways *= falling_power(power, power);
            }
            if (!inside)
                continue;
            product.factor = falling_power(sum - 1, sum - 1) / ways * (sum % 2 ? 1 : -1) * hands->powers[b][along] /
                             hands->powers[a][along];
            if (hands->n_products == PRODUCTS) {
                hands->failed = 1;
                return;
            }
            hands->products[hands->n_products++] = product;
        }
    }
}

/* For each set of axes what multiply_axes has to add to what, from the highest term down. */
static void set_shifts(Hands *hands)
{
    for (unsigned set = 0; set < 1u << hands->n_axes; set++) {
        uint32_t n = 0;
        for (uint32_t a = hands->n_terms - 1; a > 0; a--)
            for (int i = 0; i < hands->n_axes; i++)
                if (set >> i & 1 && hands->powers[a][i]) {
                    hands->shifts[set][n][0] = (uint16_t)a;
                    hands->shifts[set][n++][1] = (uint16_t)(a - hands->axes[i].term);
                }
        hands->n_shifts[set] = n;
    }
}

/* A polynomial times 1 + the sum of these axes' variables. */
static void multiply_axes(const Hands *hands, double *poly, unsigned axes)
{
    const uint16_t (*shift)[2] = hands->shifts[axes];
    for (uint32_t n = hands->n_shifts[axes]; n; n--, shift++)
        poly[shift[0][0]] += poly[shift[0][1]];
}

/* ---- what the pasts take away ---- */

/* Orders removals by what they keep, not by their weights. */
static int by_kept(const void *a, const void *b) { return memcmp(a, b, offsetof(Removal, weight)); }

/* Sorts the removals and puts like ones together. */
static void merge_removals(Hands *hands)
{
    uint32_t n = 0;
    qsort(hands->removals, hands->n_removals, sizeof *hands->removals, by_kept);
    for (uint32_t i = 0; i < hands->n_removals; i++)
        if (n && !by_kept(&hands->removals[n - 1], &hands->removals[i]))
            hands->removals[n - 1].weight += hands->removals[i].weight;
        else
            hands->removals[n++] = hands->removals[i];
    hands->n_removals = n;
}

/* Cards let in early before those let in late. */
static void add_removed(Hands *hands, int kind)
{
    int late[2] = {0}, at = hands->n_removed++;
    for (; at > 0; at--) {
        late[0] = late[1] = 0;
        for (int i = 0; i < hands->n_axes; i++) {
            late[0] += hands->axes[i].at[hands->removed[at - 1]] * 256 / hands->axes[i].n;
            late[1] += hands->axes[i].at[kind] * 256 / hands->axes[i].n;
        }
        if (late[0] <= late[1])
            break;
        hands->removed[at] = hands->removed[at - 1];
    }
    hands->removed[at] = (uint8_t)kind;
}

/* The pasts with their weights in this group, as far as they differ for it. */
static void set_removals(Hands *hands)
{
    int all = hands->view->n_free - hands->view->certain, drawn = 0;
    assert(all >= 0);
    hands->n_removed = 0;
    for (int kind = 0; kind < TALE_KINDS; kind++) {
        int in = 1, used = 0;
        for (int i = 0; i < hands->n_axes; i++)
            in &= hands->axes[i].at[kind] == 0;
        for (uint32_t p = 0; p < hands->n_pasts; p++)
            used |= hands->pasts[p].used[kind];
        if (!in && used)
            add_removed(hands, kind);
        drawn += hands->first->used[kind];
    }
    for (int i = 0; i < hands->n_axes; i++)
        drawn += hands->axes[i].slots;
    hands->n_removals = 0;
    for (uint32_t p = 0; p < hands->n_pasts; p++) {
        const Past *past = &hands->pasts[p];
        Removal *removal = &hands->removals[hands->n_removals];
        memset(removal, 0, sizeof *removal);
        double orders = falling_power(all, past->n + drawn);
        removal->weight = orders > 0 ? past->weight / orders : 0;
        for (int kind = 0; kind < TALE_KINDS; kind++)
            removal->weight *= falling_power(hands->view->spare[kind], past->used[kind] + hands->first->used[kind]);
        removal->kept[0] = past->n; /* what is gone; turned round below */
        for (int i = 0; i < hands->n_removed; i++) {
            removal->kept[i + 1] = past->used[hands->removed[i]];
            removal->kept[0] = (uint8_t)(removal->kept[0] - removal->kept[i + 1]);
        }
        hands->n_removals += removal->weight > 0;
    }
    for (int i = 0; i <= hands->n_removed; i++) {
        int most = 0;
        for (uint32_t p = 0; p < hands->n_removals; p++)
            most = hands->removals[p].kept[i] > most ? hands->removals[p].kept[i] : most;
        for (uint32_t p = 0; p < hands->n_removals; p++)
            hands->removals[p].kept[i] = (uint8_t)(most - hands->removals[p].kept[i]);
        if (i)
            hands->copies[hands->removed[i - 1]] = (uint8_t)(hands->copies[hands->removed[i - 1]] - most);
        else
            hands->doubtful = most;
    }
    merge_removals(hands);
}

/* Where along the axes the cards that pasts use are let in. */
static void set_levels(Hands *hands)
{
    uint64_t cells = 1;
    for (int i = hands->n_axes - 1; i >= 0; i--) {
        Axis *axis = &hands->axes[i];
        int levels = 0;
        for (int step = 0; step < axis->n; step++) {
            int here = 0;
            for (int j = 0; j < hands->n_removed; j++)
                here |= step > 0 && axis->at[hands->removed[j]] == step;
            levels += here;
            axis->levels[step] = (uint8_t)levels;
        }
        for (int j = 0; j < hands->n_removed; j++)
            axis->level[hands->removed[j]] = axis->levels[axis->at[hands->removed[j]]];
        axis->n_levels = (uint8_t)levels;
        axis->cell = (uint32_t)cells;
        cells *= levels + 1u;
        hands->failed |= cells * hands->n_terms > CORRECTIONS;
    }
    hands->n_corners = (uint32_t)cells;
}

/* Adds up the removals from .. to, which agree up to `depth`; the stack holds their polynomial so far. */
static void sum_removals(Hands *hands, uint32_t from, uint32_t to, int depth, const uint8_t levels[AXES],
                         double *sums)
{
    double *poly = hands->stack[depth];
    unsigned axes = 0;
    if (depth >= hands->n_in) {
        double weight = 0;
        for (uint32_t i = from; i < to; i++)
            weight += hands->removals[i].weight;
        for (uint32_t a = 0; a < hands->n_terms; a++)
            sums[a] += weight * poly[a];
        return;
    }
    for (int i = 0; i < hands->n_axes; i++)
        if (depth == 0 || levels[i] >= hands->axes[i].level[hands->removed[depth - 1]])
            axes |= 1u << i;
    double *next = hands->stack[depth + 1];
    memcpy(next, poly, hands->n_terms * sizeof *next);
    for (int kept = 0; from < to; kept++) {
        uint32_t end = from;
        while (end < to && hands->removals[end].kept[depth] == kept)
            end++;
        if (end > from)
            sum_removals(hands, from, end, depth + 1, levels, sums);
        from = end;
        if (from < to)
            multiply_axes(hands, next, axes);
    }
}

/* Whether a card is let in at these levels by some axis. */
static int let_in(const Hands *hands, int kind, const uint8_t levels[AXES])
{
    for (int i = 0; i < hands->n_axes; i++)
        if (levels[i] >= hands->axes[i].level[kind])
            return 1;
    return 0;
}

/* Polynomials of what the pasts take away, for every corner of levels. */
static void set_corrections(Hands *hands)
{
    memset(hands->corrections, 0, (size_t)hands->n_corners * hands->n_terms * sizeof *hands->corrections);
    for (uint32_t corner = 0; corner < hands->n_corners && !hands->failed; corner++) {
        uint8_t levels[AXES];
        count_work(hands, (uint64_t)hands->n_removals * hands->n_terms * 4);
        for (int i = 0; i < hands->n_axes; i++)
            levels[i] = (uint8_t)(corner / hands->axes[i].cell % (hands->axes[i].n_levels + 1u));
        hands->n_in = hands->n_removed + 1;
        while (hands->n_in > 1 && !let_in(hands, hands->removed[hands->n_in - 2], levels))
            hands->n_in--;
        memset(hands->stack[0], 0, sizeof hands->stack[0]);
        hands->stack[0][0] = 1;
        sum_removals(hands, 0, hands->n_removals, 0, levels, hands->corrections + (size_t)corner * hands->n_terms);
    }
}

/* ---- the grid ---- */

/* Copies that each set of axes lets in, all but the last axis at these steps. */
static void set_counts(Hands *hands, const uint8_t steps[AXES])
{
    int last = hands->n_axes - 1;
    const Axis *axis = &hands->axes[last];
    memset(hands->counts, 0, sizeof hands->counts);
    for (unsigned set = 0; set < 1u << hands->n_axes; set++)
        hands->counts[set][0] = -hands->doubtful;
    for (int kind = 0; kind < TALE_KINDS; kind++) {
        unsigned in = 0;
        for (int i = 0; i < last; i++)
            in |= (unsigned)(hands->axes[i].at[kind] <= steps[i]) << i;
        for (unsigned set = in;; set = (set - 1) & in) {
            hands->counts[set][0] += hands->copies[kind];
            hands->counts[set | 1u << last][axis->at[kind]] += hands->copies[kind];
            if (!set)
                break;
        }
    }
    for (unsigned set = 0; set < 1u << hands->n_axes; set++)
        for (int step = 1; step < axis->n; step++)
            hands->counts[set][step] += hands->counts[set][step - 1];
}

/* Rounds numbers that are whole but for rounding; those of 2^51 and more stay as exact as they are. */
static void make_whole(double *numbers, int n)
{
    const double big = 6755399441055744.0; /* 3 * 2^51 */
    for (int i = 0; i < n; i++)
        numbers[i] = numbers[i] + big - big;
}

/* Ways to fill all places with cards that are let in, for each step of the last axis. */
static void fill_line(Hands *hands, const uint8_t steps[AXES], double *line)
{
    const Axis *last = &hands->axes[hands->n_axes - 1];
    uint32_t corner = 0, top = hands->n_terms - 1;
    int n = last->n;
    for (int i = 0; i + 1 < hands->n_axes; i++)
        corner += hands->axes[i].levels[steps[i]] * hands->axes[i].cell;
    set_counts(hands, steps);
    memset(hands->series, 0, hands->n_terms * sizeof hands->series[0]);
    for (int step = 0; step < n; step++)
        hands->series[0][step] = 1;
    for (uint32_t i = 0; i < hands->n_products; i++) {
        const Product *product = &hands->products[i];
        if (i && product->to != product[-1].to)
            make_whole(hands->series[product[-1].to], n);
        const double *count = hands->counts[product->set], *from = hands->series[product->from];
        double *to = hands->series[product->to];
        for (int step = 0; step < n; step++)
            to[step] += product->factor * count[step] * from[step];
    }
    make_whole(hands->series[top], n);
    for (int from = 0, to; from < n; from = to) {
        const double *correction = hands->corrections + (size_t)(corner + last->levels[from]) * hands->n_terms;
        for (to = from; to < n && last->levels[to] == last->levels[from]; to++)
            line[to] = 0;
        for (uint32_t a = 0; a <= top; a++)
            for (int step = from; step < to; step++)
                line[step] += hands->series[a][step] * correction[top - a] * hands->ways;
    }
}

/* Ways to fill all places, for every cell. */
static void fill_grid(Hands *hands)
{
    uint32_t width = hands->axes[hands->n_axes - 1].n;
    for (uint32_t cell = 0; cell < hands->n_cells && !hands->failed; cell += width) {
        uint8_t steps[AXES];
        for (int i = 0; i < hands->n_axes; i++)
            steps[i] = (uint8_t)(cell / hands->axes[i].stride % hands->axes[i].n);
        fill_line(hands, steps, hands->grid + cell);
        count_work(hands, (uint64_t)(hands->n_products + 2 * hands->n_terms + 8) * width);
    }
}

/* ---- sets of cards ---- */

/* Adds a set of cards with its weight to those known; `then` only counts where two are asked for. */
static void add_tuple(Hands *hands, const uint8_t cards[MAX_SEATS], const uint8_t then[MAX_SEATS], double weight)
{
    uint64_t key = 1;
    assert(hands->seats <= MAX_SEATS);
    for (int seat = 0; seat < hands->seats; seat++) {
        key += (uint64_t)(cards[seat] & 63) << 6 * seat;
        key += hands->two ? (uint64_t)(then[seat] & 63) << 6 * (seat + MAX_SEATS) : 0;
    }
    uint32_t slot = (uint32_t)mix64(key) & (TUPLES - 1);
    while (hands->tuples[slot].key && hands->tuples[slot].key != key)
        slot = (slot + 1) & (TUPLES - 1);
    if (!hands->tuples[slot].key) {
        hands->failed |= ++hands->n_tuples > TUPLES / 4 * 3;
        hands->tuples[slot].key = key;
    }
    hands->tuples[slot].weight += weight;
}

/* The chance that the best cards are at most those of a cell, for cases that differ in the known ones only. */
static void weigh_cases(Hands *hands, const Case *cases, uint32_t n)
{
    memset(hands->product, 0, hands->n_cells * sizeof *hands->product);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t cell = 0;
        for (int j = 0; j < hands->n_axes; j++) {
            int best = cases[i].best[hands->axes[j].seat];
            cell += best == NO_KIND ? 0 : hands->axes[j].at[best] * hands->axes[j].stride;
        }
        hands->product[cell] += cases[i].weight;
    }
    for (int i = 0; i < hands->n_axes; i++) {
        const Axis *axis = &hands->axes[i];
        for (uint32_t from = 0; from < hands->n_cells; from += axis->stride * axis->n)
            for (uint32_t cell = from + axis->stride; cell < from + axis->stride * axis->n; cell++)
                hands->product[cell] += hands->product[cell - axis->stride];
    }
    for (uint32_t cell = 0; cell < hands->n_cells; cell++)
        hands->product[cell] *= hands->grid[cell];
}

/* Just this cell: what is at most it, less what is below it along some axis, and so on. */
static double cell_alone(const Hands *hands, uint32_t cell, uint32_t below[AXES], int n)
{
    double sum = 0;
    for (unsigned set = 0; set < 1u << n; set++) {
        uint32_t at = cell;
        for (int i = 0; i < n; i++)
            at -= set >> i & 1 ? below[i] : 0;
        sum += __builtin_popcount(set) & 1 ? -hands->product[at] : hands->product[at];
    }
    return sum;
}

/* Adds the sets of cards of n cases that differ in the known best cards only. */
static void add_cases(Hands *hands, const Case *cases, uint32_t n)
{
    uint8_t cards[MAX_SEATS];
    memcpy(cards, cases->fixed, sizeof cards);
    weigh_cases(hands, cases, n);
    for (uint32_t cell = 0; cell < hands->n_cells && !hands->failed; cell++) {
        uint32_t below[AXES], left = hands->n_cells - cell;
        int n_below = 0;
        if (cell % BLOCK == 0)
            count_work(hands, 16ull * (left < BLOCK ? left : BLOCK));
        if (hands->product[cell] <= 0)
            continue;
        for (int i = 0; i < hands->n_axes; i++) {
            const Axis *axis = &hands->axes[i];
            uint32_t step = cell / axis->stride % axis->n;
            cards[axis->seat] = axis->kinds[step];
            if (step)
                below[n_below++] = axis->stride;
        }
        cards[hands->view->seat] = 0;
        double weight = cell_alone(hands, cell, below, n_below);
        if (weight > SURE * hands->product[cell])
            add_tuple(hands, cards, cards, weight);
    }
}

/* ---- the best two of each hand, by a tree of all draws ---- */

typedef struct Draw {
    Hands *hands;
    const Case *here;
    uint32_t n_pasts;
    int n_kinds;
    uint8_t kinds[TALE_KINDS + 1]; /* that may be drawn, LOW for the rest */
    uint8_t taken[TALE_KINDS + 1], best[MAX_SEATS], second[MAX_SEATS];
} Draw;

/* Whether a card would be among the best two of some seat. */
static int of_use(const Hands *hands, const Case *here, int kind)
{
    for (int seat = 0; seat < hands->seats; seat++)
        if (here->slots[seat] && ranks_before(hands, seat, kind, here->fixed[seat]))
            return 1;
    return 0;
}

/* Pasts that leave the same copies of what is of use, put together; their weights for this case. */
static void set_draw_pasts(Draw *draw)
{
    Hands *hands = draw->hands;
    int all = hands->view->n_free - hands->view->certain, gone = 0;
    for (int kind = 0; kind < TALE_KINDS; kind++)
        gone += draw->here->used[kind];
    for (int seat = 0; seat < hands->seats; seat++)
        gone += draw->here->slots[seat];
    hands->n_removals = 0;
    for (uint32_t p = 0; p < hands->n_pasts; p++) {
        const Past *past = &hands->pasts[p];
        Removal *removal = &hands->removals[hands->n_removals];
        double orders = falling_power(all, past->n + gone);
        memset(removal, 0, sizeof *removal);
        removal->weight = orders > 0 ? draw->here->weight * past->weight / orders : 0;
        for (int kind = 0; kind < TALE_KINDS; kind++)
            removal->weight *= falling_power(hands->view->spare[kind], past->used[kind] + draw->here->used[kind]);
        removal->kept[0] = past->n; /* here: what is gone */
        for (int i = 0; i < draw->n_kinds; i++)
            removal->kept[i + 1] = past->used[draw->kinds[i]];
        hands->n_removals += removal->weight > 0;
    }
    merge_removals(hands);
    draw->n_pasts = hands->n_removals;
}

/* Copies left for each past, and the vector to start with. */
static void start_draw(Draw *draw)
{
    Hands *hands = draw->hands;
    for (uint8_t kind = 0; kind < TALE_KINDS; kind++)
        if (hands->view->spare[kind] > draw->here->used[kind] && of_use(hands, draw->here, kind))
            draw->kinds[draw->n_kinds++] = kind;
    set_draw_pasts(draw);
    for (uint32_t p = 0; p < draw->n_pasts; p++) {
        const Removal *removal = &hands->removals[p];
        int low = hands->view->n_free - hands->view->certain - removal->kept[0];
        for (int kind = 0; kind < TALE_KINDS; kind++)
            low -= draw->here->used[kind];
        for (int i = 0; i < draw->n_kinds; i++) {
            int kind = draw->kinds[i];
            int left = hands->view->spare[kind] - draw->here->used[kind] - removal->kept[i + 1];
            hands->left[(size_t)kind * draw->n_pasts + p] = left;
            low -= left;
        }
        hands->left[(size_t)LOW * draw->n_pasts + p] = low;
        hands->vectors[p] = removal->weight;
    }
    draw->kinds[draw->n_kinds++] = LOW;
}

/* Fills the next place of a seat, and those after it, with cards from `from` on; `run` of that one lie before it. */
static void draw_place(Draw *draw, int seat, int slot, int from, int run, double *vector, double ways)
{
    Hands *hands = draw->hands;
    uint32_t n = draw->n_pasts;
    while (seat < hands->seats && slot == draw->here->slots[seat]) {
        seat++;
        slot = from = run = 0;
    }
    count_work(hands, 4 * n + 16);
    if (hands->failed)
        return;
    if (seat == hands->seats) {
        double sum = 0;
        for (uint32_t p = 0; p < n; p++)
            sum += vector[p];
        add_tuple(hands, draw->best, draw->second, sum * ways);
        return;
    }
    double *next = vector + n;
    for (int i = from; i < draw->n_kinds; i++) {
        int kind = draw->kinds[i], same = (i == from ? run : 0) + 1, taken = draw->taken[kind]++, any = 0;
        uint8_t best = draw->best[seat], second = draw->second[seat];
        const double *left = hands->left + (size_t)kind * n;
        for (uint32_t p = 0; p < n; p++) {
            next[p] = left[p] > taken ? vector[p] * (left[p] - taken) : 0;
            any |= next[p] > 0;
        }
        if (any) {
            if (kind != LOW)
                note_two(hands, seat, kind, &draw->best[seat], &draw->second[seat]);
            draw_place(draw, seat, slot + 1, i, same, next, ways * (slot + 1) / same);
            draw->best[seat] = best;
            draw->second[seat] = second;
        }
        draw->taken[kind]--;
    }
}

/* The best two of each hand, case by case. */
static void count_draws(Hands *hands)
{
    hands->left = memory_get((TALE_KINDS + 1) * hands->n_pasts, sizeof *hands->left, hands->clock->progress);
    hands->vectors = memory_get((HIDDEN_CARDS + 1) * hands->n_pasts, sizeof *hands->vectors, hands->clock->progress);
    hands->failed |= !hands->left || !hands->vectors;
    for (uint32_t i = 0; i < hands->n_cases && !hands->failed; i++) {
        Draw draw = {.hands = hands, .here = &hands->cases[i]};
        memcpy(draw.best, draw.here->best, sizeof draw.best);
        memcpy(draw.second, draw.here->fixed, sizeof draw.second);
        draw.best[hands->view->seat] = draw.second[hands->view->seat] = 0;
        start_draw(&draw);
        draw_place(&draw, 0, 0, 0, 0, hands->vectors, 1);
        hands->failed |= clock_over(hands->clock, hands->lays->work);
    }
}

/* ---- all together ---- */

/* Memory for the grid and the corrections of this group; 0 when it is out. */
static int make_room(Hands *hands)
{
    size_t corrections = (size_t)hands->n_corners * hands->n_terms;
    if (hands->n_cells > hands->n_grid) {
        hands->n_grid = hands->n_cells;
        free(hands->grid);
        free(hands->product);
        hands->grid = memory_get(hands->n_grid, sizeof *hands->grid, hands->clock->progress);
        hands->product = memory_get(hands->n_grid, sizeof *hands->product, hands->clock->progress);
    }
    if (corrections > hands->n_corrections) {
        hands->n_corrections = corrections;
        free(hands->corrections);
        hands->corrections = memory_get(corrections, sizeof *hands->corrections, hands->clock->progress);
    }
    return hands->grid && hands->product && hands->corrections;
}

/* Cases that have the same places and used the same cards. */
static void count_group(Hands *hands, const Case *cases, uint32_t n)
{
    assert(n > 0);
    hands->first = cases;
    set_axes(hands, n);
    if (!hands->failed)
        set_products(hands);
    set_shifts(hands);
    set_removals(hands);
    set_levels(hands);
    if (hands->failed || !make_room(hands)) {
        hands->failed = 1;
        return;
    }
    set_corrections(hands);
    fill_grid(hands);
    for (uint32_t from = 0, to = 0; from < n && !hands->failed; from = to) {
        while (to < n && !memcmp(cases[from].fixed, cases[to].fixed, sizeof cases->fixed))
            to++;
        add_cases(hands, cases + from, to - from);
    }
}

/* The best card of each hand, group by group of cases. */
static void count_groups(Hands *hands)
{
    const Case *cases = hands->cases;
    for (uint32_t from = 0, to = 0; from < hands->n_cases && !hands->failed; from = to) {
        while (to < hands->n_cases && !memcmp(&cases[from], &cases[to], offsetof(Case, fixed)))
            to++;
        count_group(hands, cases + from, to - from);
        hands->failed |= clock_over(hands->clock, hands->lays->work);
    }
}

/* The tables of fixed size; 0 when memory is out. */
static int allocate_tables(Hands *hands)
{
    hands->pasts = memory_get(PASTS, sizeof *hands->pasts, hands->clock->progress);
    hands->before = memory_get(PASTS, sizeof *hands->before, hands->clock->progress);
    hands->cases = memory_get(CASES, sizeof *hands->cases, hands->clock->progress);
    hands->removals = memory_get(PASTS, sizeof *hands->removals, hands->clock->progress);
    hands->slots = memory_get(SLOTS, sizeof *hands->slots, hands->clock->progress);
    hands->tuples = memory_zeroed(TUPLES, sizeof *hands->tuples, hands->clock->progress);
    return hands->pasts && hands->before && hands->cases && hands->removals && hands->slots && hands->tuples;
}

/* The sets found, out of the table. */
static int list_tuples(Hands *hands)
{
    TaleLays *lays = hands->lays;
    lays->list = memory_get(hands->n_tuples + 1, sizeof *lays->list, hands->clock->progress);
    for (uint32_t slot = 0; lays->list && slot < TUPLES; slot++) {
        const Tuple *tuple = &hands->tuples[slot];
        if (!tuple->key)
            continue;
        TaleLay *lay = &lays->list[lays->n++];
        lay->weight = tuple->weight;
        for (int seat = 0; seat < MAX_SEATS; seat++) {
            lay->cards[seat] = (tuple->key - 1) >> 6 * seat & 63;
            lay->then[seat] = (tuple->key - 1) >> 6 * (seat + MAX_SEATS) & 63;
        }
    }
    return lays->list && lays->n;
}

int tale_lays(const TaleView *view, int seats, int two, uint8_t rank[MAX_SEATS][TALE_KINDS], uint64_t budget,
              Clock *clock, TaleLays *lays)
{
    int done = 0;
    assert(seats >= 2 && seats <= MAX_SEATS && budget > 0);
    memset(lays, 0, sizeof *lays);
    Hands *hands = memory_zeroed(1, sizeof *hands, clock->progress);
    if (!hands)
        return 0;
    hands->view = view;
    hands->lays = lays;
    hands->clock = clock;
    hands->budget = budget;
    hands->seats = seats;
    hands->two = two;
    hands->rank = rank;
    if (allocate_tables(hands)) {
        count_pasts(hands);
        if (!hands->failed)
            count_cases(hands);
        if (!hands->failed && two)
            count_draws(hands);
        else if (!hands->failed)
            count_groups(hands);
        done = !hands->failed && list_tuples(hands);
    }
    free(hands->pasts);
    free(hands->before);
    free(hands->cases);
    free(hands->removals);
    free(hands->slots);
    free(hands->tuples);
    free(hands->left);
    free(hands->vectors);
    free(hands->grid);
    free(hands->product);
    free(hands->corrections);
    free(hands);
    return done;
}

/* Gives the list back; also where nothing was found. */
void tale_lays_free(TaleLays *lays)
{
    free(lays->list);
    lays->list = NULL;
}
