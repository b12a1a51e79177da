/* tale_last.c: the last card of a match of Fairy Tale, for any number of seats (rules: tale, course).
 *
 * The third choice of the last stage is made at once by all, and each hand is hidden. The best reply to what the
 * others may lay is found by counting, not by drawing worlds.
 *
 * What they hold: all deals that fit what the seat has seen are equally likely, as in a redeal (tale_redeal.c has the
 * terms). Counted are
 *   pasts    for the drafts before: which cards of the pool their plays used up, with the weight of each such set;
 *   cases    for the last draft: origins of its plays and the rest of its groups dealt out to their seats;
 *   draws    for each case, what the places of the hands that were never seen hold. The weight of a card drawn
 *            depends on the past, so a vector with one number a past goes down the tree. Cards that are of no use to
 *            any seat with such a place are one card there.
 *
 * What they lay: the card of the hand that tale_judge.c holds for best where nothing else is in the hand, since what
 * stays there is thrown away; of equal ones the first of the deck file. So only the best card of a hand matters, and
 * pasts, cases and draws that agree in it are put together.
 *
 * What comes of it: flips and unflips follow as is best for each. Where no card for the most of something is on the
 * table or comes to it, a seat's points hang on its own card, its own turns and the few cards of others that touch
 * it: these points are remembered. Otherwise all turns are searched, each seat for its own lead.
 *
 * The value is exact for these deals and these players; but others may play otherwise. So the proof is an estimate,
 * with as many worlds as there are sets of cards laid against it, all of them counted. Only where one move is best
 * against all that others could lay at all, judged well or not, it is best in every world.
 *
 * Of the last cards of 12 matches after beginners' play each, all are counted with 3 and 4 seats and the basic cards
 * (0.02 s at most), with the expert cards 31 of 36 with 3 seats, 12 of 48 with 4 (cards for the most of something
 * make too many turns) and none of 60 with 5 (too many hands): these are left to looking ahead, 0.4 s lost at most.
 * Dragons with and without this before the same last cards chose alike in 584 of 600 (3 and 4 seats, teams), and the
 * final leads did not differ measurably.
 *
 * Garfield's variant is left to looking ahead: its exchanges are too many. */

#include "tale_last.h"

#include <stdlib.h>

#include "race.h"
#include "tale_judge.h"

#define PASTS 4096
#define CASES 8192
#define CASE_SLOTS 16384        /* of the table that finds them; for pasts too */
#define TUPLES 131072           /* sets of cards that may be laid; a power of two */
#define POINTS 65536            /* remembered; a power of two */
#define WORK 50000000           /* numbers of vectors worked out */
#define TURN_WORK 200000        /* positions of turns */
#define REPLIES 400000          /* sets of cards tried for the proof */
#define LOW TALE_KINDS          /* any card that is of no use to those who may draw it */
#define HIDDEN_CARDS (TALE_PACK * (MAX_SEATS - 1) + TALE_DRAWS)
#define DEPTH 40

/* Cards of the pool that plays of the drafts before used up, certain ones left out. */
typedef struct Past {
    uint8_t n, used[TALE_KINDS];
    double weight;
} Past;

/* What the seats hold of the last draft's groups. */
typedef struct Case {
    uint8_t best[MAX_SEATS];    /* the card that each would lay, or NO_KIND */
    uint8_t slots[MAX_SEATS];   /* places never seen that are in the hand */
    uint8_t used[TALE_KINDS];   /* as in a past */
    double weight;
} Case;

typedef struct Last {
    const TaleState *state;
    const TaleView *view;
    Clock clock;
    uint64_t budget, work, turns, turn_budget;
    int seat, failed, most;     /* most: a card for the most of something lies there */
    int n_moves;
    uint32_t n_pasts, n_cases, n_before, n_tuples, n_points;
    Past *pasts, *before;
    Case *cases;
    uint16_t *slots;            /* of pasts or cases, plus one; 0: empty */
    double *left, *vectors;     /* copies of each card in the pool, for each past; one vector for each depth */
    uint8_t rank[MAX_SEATS][TALE_KINDS]; /* how gladly a seat lays a card; 1 is the least */
    uint64_t may[MAX_SEATS];    /* cards that a seat may hold */
    struct {
        uint32_t key;           /* cards of the seats, six bits each, plus one; 0: empty */
        double weight;
    } tuples[TUPLES];
    struct {
        uint64_t key;
        int32_t points;
    } points[POINTS];
    TaleState stack[DEPTH];
} Last;

/* ---- pasts ---- */

static uint64_t hash_bytes(const uint8_t *bytes, size_t n)
{
    uint64_t hash = n;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return mix64(hash);
}

static double falling(int n, int k)
{
    double product = 1;
    for (int i = 0; i < k; i++)
        product *= n - i > 0 ? n - i : 0;
    return product;
}

static void add_past(Last *last, const Past *past)
{
    uint32_t slot = (uint32_t)hash_bytes(past->used, sizeof past->used) & (CASE_SLOTS - 1);
    for (int kind = 0; kind < TALE_KINDS; kind++)
        if (past->used[kind] > last->view->spare[kind])
            return;
    for (; last->slots[slot]; slot = (slot + 1) & (CASE_SLOTS - 1)) {
        Past *known = &last->pasts[last->slots[slot] - 1];
        if (memcmp(known->used, past->used, sizeof past->used) == 0) {
            known->weight += past->weight;
            return;
        }
    }
    if (last->n_pasts == PASTS) {
        last->failed = 1;
        return;
    }
    last->pasts[last->n_pasts++] = *past;
    last->slots[slot] = (uint16_t)last->n_pasts;
}

/* The weight of a way without the copies that its cards were chosen from: these depend on all drafts together. */
static double bare_weight(const TaleView *view, const TaleOrigins *way, double weight)
{
    for (int kind = 0; kind < TALE_KINDS; kind++)
        weight /= falling(view->spare[kind], way->doubtful[kind]);
    return weight;
}

/* A way to explain a draft's plays, after all pasts of the drafts before it. */
static void past_way(void *reader, const TaleOrigins *way, double weight)
{
    Last *last = reader;
    weight = bare_weight(last->view, way, weight);
    last->failed |= (last->work += 8 * last->n_before + 64) > last->budget;
    for (uint32_t i = 0; i < last->n_before && !last->failed; i++) {
        Past past = last->before[i];
        past.n = (uint8_t)(past.n + way->n_doubtful);
        past.weight *= weight;
        for (int kind = 0; kind < TALE_KINDS; kind++)
            past.used[kind] = (uint8_t)(past.used[kind] + way->doubtful[kind]);
        add_past(last, &past);
    }
}

static void count_pasts(Last *last)
{
    last->n_pasts = 1;
    last->pasts[0] = (Past){.weight = 1};
    for (int draft = 0; draft < TALE_DRAFTS - 1 && !last->failed; draft++) {
        memcpy(last->before, last->pasts, last->n_pasts * sizeof *last->pasts);
        last->n_before = last->n_pasts;
        last->n_pasts = 0;
        memset(last->slots, 0, CASE_SLOTS * sizeof *last->slots);
        tale_origins(last->view, draft, past_way, last);
    }
}

/* ---- cases ---- */

static int better(const Last *last, int seat, int kind, int than)
{
    return than == NO_KIND || last->rank[seat][kind] > last->rank[seat][than];
}

static void add_case(Last *last, const Case *found)
{
    size_t size = offsetof(Case, used) + sizeof found->used;
    uint32_t slot = (uint32_t)hash_bytes((const uint8_t *)found, size) & (CASE_SLOTS - 1);
    last->failed |= (last->work += 16) > last->budget;
    for (; last->slots[slot]; slot = (slot + 1) & (CASE_SLOTS - 1)) {
        Case *known = &last->cases[last->slots[slot] - 1];
        if (memcmp(known, found, size) == 0) {
            known->weight += found->weight;
            return;
        }
    }
    if (last->n_cases == CASES) {
        last->failed = 1;
        return;
    }
    last->cases[last->n_cases++] = *found;
    last->slots[slot] = (uint16_t)last->n_cases;
}

static void deal_group(Last *last, const TaleOrigins *way, int g, int seat, unsigned used, const Case *so_far);

/* Each card that is left of the group to the seat, then the rest to the seats after it. */
static void deal_place(Last *last, const TaleOrigins *way, int g, int seat, unsigned used, const Case *so_far)
{
    const TaleGroup *group = &way->hidden->groups[g];
    int left = group->n - __builtin_popcount(used);
    for (int card = 0; card < group->n; card++) {
        int kind = group->cards[card];
        if (used >> card & 1)
            continue;
        Case next = *so_far;
        next.weight /= left;
        next.best[seat] = better(last, seat, kind, next.best[seat]) ? (uint8_t)kind : next.best[seat];
        last->may[seat] |= 1ull << kind;
        deal_group(last, way, g, seat + 1, used | 1u << card, &next);
    }
}

static void deal_group(Last *last, const TaleOrigins *way, int g, int seat, unsigned used, const Case *so_far)
{
    if (last->failed)
        return;
    if (g == way->hidden->n_groups) {
        add_case(last, so_far);
        return;
    }
    while (seat < last->state->seats &&
           (way->hidden->groups[g].holds[seat] == NO_KIND || way->taken[g] >> seat & 1))
        seat++;
    if (seat < last->state->seats)
        deal_place(last, way, g, seat, used, so_far);
    else
        deal_group(last, way, g + 1, 0, g + 1 < way->hidden->n_groups ? way->used[g + 1] : 0, so_far);
}

static void case_way(void *reader, const TaleOrigins *way, double weight)
{
    Last *last = reader;
    const TaleHidden *hidden = way->hidden;
    Case first;
    memset(&first, 0, sizeof first);
    memset(first.best, NO_KIND, sizeof first.best);
    first.weight = bare_weight(last->view, way, weight);
    memcpy(first.used, way->doubtful, sizeof first.used);
    for (int seat = 0; seat < MAX_SEATS; seat++) /* the seat itself has none */
        first.slots[seat] = (uint8_t)(hidden->n_unseen[seat] - way->drawn[seat]);
    for (int seat = 0; seat < last->state->seats; seat++)
        for (int kind = 0; first.slots[seat] && kind < TALE_KINDS; kind++)
            last->may[seat] |= (uint64_t)(last->view->spare[kind] > 0) << kind;
    deal_group(last, way, 0, 0, hidden->n_groups ? way->used[0] : 0, &first);
}

static void count_cases(Last *last)
{
    memset(last->slots, 0, CASE_SLOTS * sizeof *last->slots);
    tale_origins(last->view, TALE_DRAFTS - 1, case_way, last);
}

/* ---- draws ---- */

static uint32_t tuple_key(const Last *last, const uint8_t cards[MAX_SEATS])
{
    uint32_t key = 0;
    for (int seat = 0; seat < last->state->seats; seat++)
        key |= (uint32_t)(seat == last->seat ? 0 : cards[seat]) << 6 * seat;
    return key + 1;
}

static void add_tuple(Last *last, const uint8_t cards[MAX_SEATS], double weight)
{
    uint32_t key = tuple_key(last, cards), slot = (uint32_t)mix64(key) & (TUPLES - 1);
    if (weight <= 0)
        return;
    while (last->tuples[slot].key && last->tuples[slot].key != key)
        slot = (slot + 1) & (TUPLES - 1);
    if (!last->tuples[slot].key) {
        last->failed |= ++last->n_tuples > TUPLES / 4 * 3;
        last->tuples[slot].key = key;
    }
    last->tuples[slot].weight += weight;
}

/* The draws of one case. */
typedef struct Draw {
    Last *last;
    const Case *here;
    int n_kinds;
    uint8_t kinds[TALE_KINDS + 1]; /* that may be drawn, LOW for the rest */
    uint8_t taken[TALE_KINDS + 1], best[MAX_SEATS];
    int drawn, all;
} Draw;

static int of_use(const Last *last, const Case *here, int kind)
{
    for (int seat = 0; seat < last->state->seats; seat++)
        if (here->slots[seat] && better(last, seat, kind, here->best[seat]))
            return 1;
    return 0;
}

/* Copies left for each past, and the vector to start with. */
static void start_draw(Draw *draw)
{
    Last *last = draw->last;
    const TaleView *view = last->view;
    uint32_t n = last->n_pasts;
    double *low = last->left + (size_t)LOW * n;
    memset(low, 0, n * sizeof *low);
    for (uint32_t p = 0; p < n; p++)
        last->vectors[p] = last->pasts[p].weight * draw->here->weight;
    for (int kind = 0; kind < TALE_KINDS; kind++) {
        double *left = last->left + (size_t)kind * n;
        int used = draw->here->used[kind], useful = of_use(last, draw->here, kind);
        if (!view->spare[kind])
            continue;
        if (useful)
            draw->kinds[draw->n_kinds++] = (uint8_t)kind;
        for (uint32_t p = 0; p < n; p++) {
            int gone = last->pasts[p].used[kind] + used;
            last->vectors[p] *= falling(view->spare[kind], gone);
            left[p] = view->spare[kind] > gone ? view->spare[kind] - gone : 0;
            low[p] += useful ? 0 : left[p];
        }
        draw->drawn += used;
    }
    draw->kinds[draw->n_kinds++] = LOW;
    for (uint32_t p = 0; p < n; p++)
        last->vectors[p] /= falling(draw->all, last->pasts[p].n + draw->drawn);
    last->work += 4 * n;
}

/* Fills the next place of a seat, and those after it, with cards from `from` on; `run` of that one lie before it. */
static void draw_place(Draw *draw, int seat, int slot, int from, int run, const double *vector, double ways)
{
    Last *last = draw->last;
    uint32_t n = last->n_pasts;
    while (seat < last->state->seats && slot == draw->here->slots[seat]) {
        seat++;
        slot = from = run = 0;
    }
    if ((last->work += n) > last->budget)
        last->failed = 1;
    if (last->failed)
        return;
    if (seat == last->state->seats) {
        double sum = 0;
        for (uint32_t p = 0; p < n; p++)
            sum += vector[p];
        add_tuple(last, draw->best, sum * ways);
        return;
    }
    double *next = (double *)vector + n;
    for (int i = from; i < draw->n_kinds; i++) {
        int kind = draw->kinds[i], same = (i == from ? run : 0) + 1, taken = draw->taken[kind]++, any = 0;
        uint8_t best = draw->best[seat];
        const double *left = last->left + (size_t)kind * n;
        for (uint32_t p = 0; p < n; p++) {
            double copies = left[p] - taken;
            next[p] = copies > 0 ? vector[p] * copies / (draw->all - last->pasts[p].n - draw->drawn) : 0;
            any |= next[p] > 0;
        }
        if (any) {
            if (kind != LOW && better(last, seat, kind, best))
                draw->best[seat] = (uint8_t)kind;
            draw->drawn++;
            draw_place(draw, seat, slot + 1, i, same, next, ways * (slot + 1) / same);
            draw->drawn--;
            draw->best[seat] = best;
        }
        draw->taken[kind]--;
    }
}

static void count_draws(Last *last)
{
    for (uint32_t i = 0; i < last->n_cases && !last->failed; i++) {
        Draw draw = {.last = last, .here = &last->cases[i], .all = last->view->n_free - last->view->certain};
        memcpy(draw.best, draw.here->best, sizeof draw.best);
        start_draw(&draw);
        draw_place(&draw, 0, 0, 0, 0, last->vectors, 1);
        last->failed |= clock_over(&last->clock, last->work);
    }
}

/* ---- what the others would lay ---- */

/* A seat's cards from the one it would lay last to the first, by judgement with that card alone in hand. */
static void rank_cards(Last *last, int seat, const TaleLore *lore)
{
    TaleState *state = last->stack;
    uint32_t moves[MAX_MOVES];
    int values[TALE_KINDS], all[MAX_MOVES];
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    memset(state->chosen, 0, (size_t)seat);
    state->n_hand[seat] = 1;
    for (int kind = 0; kind < state->kinds; kind++) {
        state->hands[seat][0] = (uint8_t)kind;
        tale_judge_moves(state, lore, moves, all);
        values[kind] = all[0];
    }
    for (int kind = 0; kind < state->kinds; kind++) {
        last->rank[seat][kind] = 1;
        for (int other = 0; other < state->kinds; other++)
            last->rank[seat][kind] += values[other] < values[kind] || (values[other] == values[kind] && other > kind);
    }
}

static void rank_all(Last *last)
{
    TaleLore lore;
    tale_lore(last->state, &tale_sound, &lore);
    for (int i = 0; i < DEPTH; i++) /* the cards, for good; what moves is copied later */
        last->stack[i] = *last->state;
    for (int seat = 0; seat < last->state->seats; seat++)
        if (seat != last->seat)
            rank_cards(last, seat, &lore);
}

/* ---- what comes of it ---- */

static int lead_in(const TaleState *state, const int points[MAX_SEATS], int seat)
{
    int best = -10000;
    if (state->teams)
        return points[seat] + points[seat ^ 2] - points[seat ^ 1] - points[seat ^ 3];
    for (int other = 0; other < state->seats; other++)
        best = other != seat && points[other] > best ? points[other] : best;
    return points[seat] - best;
}

/* Lays the cards; whatever is drawn after them is thrown away, so the deck may as well be empty. */
static TaleState *lay_all(Last *last, const uint8_t cards[MAX_SEATS])
{
    TaleState *state = last->stack;
    memcpy(state, last->state, TALE_MOVING);
    memset(state->chosen, NO_KIND, sizeof state->chosen);
    state->top = state->n_deck;
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        state->n_hand[seat] = 1;
        state->hands[seat][0] = cards[seat];
    }
    for (int seat = 0; seat < state->seats; seat++)
        tale_play(state, tale_move(TALE_MOVE_PLAY, cards[seat], 0, 0, 0), NULL);
    return state;
}

static TaleState *copy(TaleState *state)
{
    memcpy(state + 1, state, TALE_MOVING);
    return state + 1;
}

/* Final points of all when each turns for its own lead; or, with own >= 0, when only that seat has a choice. */
static void turn_on(Last *last, TaleState *state, int own, int points[MAX_SEATS])
{
    uint32_t moves[MAX_MOVES];
    int seat = tale_to_act(state), found[MAX_SEATS], top = 0;
    last->failed |= ++last->turns > last->turn_budget || state - last->stack + 1 >= DEPTH;
    if (last->failed || seat < 0) {
        tale_all_points(state, points, NULL);
        return;
    }
    int n = game_tale.moves(state, moves);
    for (int i = 0; i < (own < 0 || seat == own ? n : 1); i++) {
        TaleState *next = copy(state);
        tale_play(next, moves[i], NULL);
        turn_on(last, next, own, found);
        int lead = own < 0 ? lead_in(state, found, seat) : found[seat];
        if (i == 0 || lead > top) {
            memcpy(points, found, sizeof found);
            top = lead;
        }
    }
}

static int touches(const TaleCard *card)
{
    return card->effect == TALE_HUNT || (card->everybody && card->effect != TALE_NOTHING);
}

/* The most points that a seat can have, no card for the most of something about. */
static int own_points(Last *last, int seat, const uint8_t cards[MAX_SEATS])
{
    uint64_t key = (uint64_t)seat + 1;
    int points[MAX_SEATS];
    for (int other = 0; other < last->state->seats; other++) {
        int counts = other == seat || touches(&last->state->cards[cards[other]]);
        key = key << 6 | (counts ? cards[other] : 63);
    }
    uint32_t slot = (uint32_t)mix64(key) & (POINTS - 1);
    while (last->points[slot].key && last->points[slot].key != key)
        slot = (slot + 1) & (POINTS - 1);
    if (last->points[slot].key)
        return last->points[slot].points;
    turn_on(last, lay_all(last, cards), seat, points);
    last->failed |= ++last->n_points > POINTS / 4 * 3;
    last->points[slot].key = key;
    last->points[slot].points = points[seat];
    return points[seat];
}

static int compares(const Last *last, const uint8_t cards[MAX_SEATS])
{
    for (int seat = 0; seat < last->state->seats; seat++)
        if (last->state->cards[cards[seat]].condition == TALE_MOST)
            return 1;
    return last->most;
}

static int lead_after(Last *last, const uint8_t cards[MAX_SEATS])
{
    int points[MAX_SEATS];
    if (compares(last, cards))
        turn_on(last, lay_all(last, cards), -1, points);
    else
        for (int seat = 0; seat < last->state->seats; seat++)
            points[seat] = own_points(last, seat, cards);
    return lead_in(last->state, points, last->seat);
}

static int most_lies_there(const TaleState *state)
{
    for (int seat = 0; seat < state->seats; seat++)
        for (int i = 0; i < state->laid; i++)
            if (state->cards[state->table[seat][i]].condition == TALE_MOST)
                return 1;
    return 0;
}

/* ---- answers ---- */

/* Sums up the leads of all moves over all that the others would lay; returns the weight of it all. */
static double sum_leads(Last *last, const Result *result, double *leads, double *worths)
{
    double all = 0;
    for (uint32_t slot = 0; slot < TUPLES && !last->failed; slot++) {
        uint8_t cards[MAX_SEATS];
        if (!last->tuples[slot].key)
            continue;
        for (int seat = 0; seat < MAX_SEATS; seat++)
            cards[seat] = (last->tuples[slot].key - 1) >> 6 * seat & 63;
        for (int i = 0; i < result->n; i++) {
            cards[last->seat] = (uint8_t)tale_move_kind(result->list[i].move);
            int lead = lead_after(last, cards);
            leads[i] += last->tuples[slot].weight * lead;
            worths[i] += last->tuples[slot].weight * lead_worth(lead);
        }
        all += last->tuples[slot].weight;
        last->failed |= (slot & 1023) == 0 && clock_over(&last->clock, last->work);
    }
    return all;
}

/* Whether a move is best whatever the others lay, and how their cards fit together; *tried: sets of their cards. */
static int always_best(Last *last, const Result *result, int best, int seat, uint8_t cards[MAX_SEATS], int64_t *tried)
{
    if (seat == last->seat)
        seat++;
    if (seat < last->state->seats) {
        for (uint64_t kinds = last->may[seat]; kinds; kinds &= kinds - 1) {
            cards[seat] = (uint8_t)__builtin_ctzll(kinds);
            if (!always_best(last, result, best, seat + 1, cards, tried))
                return 0;
        }
        return 1;
    }
    cards[last->seat] = (uint8_t)tale_move_kind(result->list[best].move);
    int lead = ++*tried > REPLIES || compares(last, cards) ? -100000 : lead_after(last, cards);
    for (int i = 0; i < result->n && lead > -100000; i++) {
        cards[last->seat] = (uint8_t)tale_move_kind(result->list[i].move);
        if (compares(last, cards) || lead_after(last, cards) > lead)
            return 0;
    }
    return lead > -100000 && !last->failed;
}

static int report(Last *last, Result *result)
{
    double leads[MAX_MOVES] = {0}, worths[MAX_MOVES] = {0}, all = sum_leads(last, result, leads, worths);
    uint8_t cards[MAX_SEATS] = {0};
    int64_t tried = 0;
    int best = 0;
    if (last->failed || all <= 0)
        return 0;
    for (int i = 0; i < result->n; i++) {
        result->list[i].value[0] = leads[i] / all;
        best = worths[i] > worths[best] ? i : best;
    }
    result->list[best].weight = 1;
    choose_move(result, best);
    result->nodes = last->work + last->turns;
    result->proof = always_best(last, result, best, 0, cards, &tried) ? PROOF_EVERY_WORLD : PROOF_ESTIMATE;
    result->worlds = result->of = result->proof == PROOF_EVERY_WORLD ? tried : last->n_tuples;
    result->status = STATUS_DONE;
    return 1;
}

static int allocate(Last *last)
{
    last->pasts = malloc(PASTS * sizeof *last->pasts);
    last->before = malloc(PASTS * sizeof *last->before);
    last->cases = malloc(CASES * sizeof *last->cases);
    last->slots = malloc(CASE_SLOTS * sizeof *last->slots);
    return last->pasts && last->before && last->cases && last->slots;
}

/* Room for the draws, once the pasts are known. */
static int allocate_vectors(Last *last)
{
    last->left = malloc((TALE_KINDS + 1) * last->n_pasts * sizeof *last->left);
    last->vectors = malloc((HIDDEN_CARDS + 1) * last->n_pasts * sizeof *last->vectors);
    return last->left && last->vectors;
}

int tale_last(const TaleState *state, const Limits *limits, Progress *progress, Result *result)
{
    int done = 0;
    TaleView view;
    if (state->garfield || state->laid != TALE_ROW - 1 || state->group != TALE_NOTHING || tale_drafting(state))
        return 0;
    Last *last = calloc(1, sizeof *last);
    if (!last)
        return 0;
    last->state = state;
    last->view = &view;
    last->clock = clock_start(limits, progress);
    last->budget = scaled(WORK, limits);
    last->turn_budget = scaled(TURN_WORK, limits) + 1000;
    last->seat = tale_to_act(state);
    last->most = most_lies_there(state);
    tale_view(state, last->seat, &view);
    if (allocate(last)) {
        rank_all(last);
        count_pasts(last);
        if (!last->failed)
            count_cases(last);
        if (!last->failed && allocate_vectors(last)) {
            count_draws(last);
            done = !last->failed && report(last, result);
        }
    }
    free(last->pasts);
    free(last->before);
    free(last->cases);
    free(last->slots);
    free(last->left);
    free(last->vectors);
    free(last);
    return done;
}
