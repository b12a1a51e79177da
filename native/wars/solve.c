/* solve.c: the exact value of a battle with open hands, and of its hidden opening.
 *
 * The question (rules: wars, a battle): all cards are known but the order of the deck. How many
 * counters does the dragon lose on average when both sides play best? Cards spent cost nothing.
 * Values are doubles made of + * / only.
 *
 * Method: backward induction over (cards left to lay, cards left in the deck, lead, what comes
 * next) with a transposition table. Each flip of a chain is a node with a branch for each card that
 * may come. When the deck ends, the pile takes its place. Three exact reductions:
 *  - Only the highest card of a kind matters. A chain does not depend on the value of the card it
 *    is flipped for. So whoever lays h instead of x < h can go on as if it had been x, laying x
 *    where the plan says h, and is never worse off. Declining is never better than a card without
 *    flips. (At the root every move has its value.)
 *  - Suits that can no longer count are counted, not told apart. When nobody can flip any more the
 *    deck is forgotten.
 *  - If even the highest possible sums cannot change the result, the value is known.
 *
 * The table's key is complete, so there are no false hits: deck 39 bits, lead 9 (all values add up
 * to 182), cards laid 3 x 3, kind 3, new deck 1.
 *
 * The answer is chosen without seeing the attack, so the opening is a matrix game: at most 5 x 6
 * with open hands (matrix.c), nearly always with a pure solution. Figures: NOTES.md. */

#include "solve.h"

#include "engine/table.h"

#include <stdlib.h>

typedef struct Entry {
    uint64_t key;
    double value;
    uint32_t stamp, spare;
} Entry;                        /* flips only: choices are cheap to compute again */

#define PROBES 4
#define CHECK_EVERY 1024        /* nodes between looks at the clock */
#define SUIT_SHIFT 16
#define LEAD_ZERO 256

/* Values of cards of one kind that a side may lay, highest first; sum[i]: of the first i. */
typedef struct Hand {
    uint8_t n, value[WARS_HAND], sum[WARS_HAND + 1];
} Hand;

typedef struct Search {
    WarsSolver *solver;
    uint32_t stamp;
    uint64_t pile;
    Hand presses, trumps, plains; /* the attacker's; the defender's trumps and others */
    int trump, health;
    int attack_flips;           /* pressed cards are trumps */
    int pile_trumps;            /* sum of their values */
} Search;

typedef struct Node {
    uint64_t deck;
    int32_t lead;
    uint8_t n, trump_sum;       /* cards in the deck; sum of its trumps */
    uint8_t kind, presses, trumps, plains; /* FIGHT_...; number of cards laid of each hand */
    uint8_t renewed;            /* the pile has become the deck */
} Node;

static double node_value(Search *search, Node node);

/* ---- helpers ---- */

static Hand hand_of(uint64_t cards)
{
    Hand hand = {0, {0}, {0}};
    assert(count_cards(cards) <= WARS_HAND);
    for (int value = 13; value > 0; value--)
        for (int suit = CLUBS; suit <= HEARTS; suit++)
            if (cards >> (suit * SUIT_SHIFT + value) & 1) {
                hand.value[hand.n] = (uint8_t)value;
                hand.sum[hand.n + 1] = (uint8_t)(hand.sum[hand.n] + value);
                hand.n++;
            }
    return hand;
}

/* Sum of the next n cards of a hand, or of all that are left. */
static int sum_of_next(const Hand *hand, int from, int n)
{
    return hand->sum[from + n < hand->n ? from + n : hand->n] - hand->sum[from];
}

static int sum_values(uint64_t cards)
{
    int sum = 0;
    for (; cards; cards &= cards - 1)
        sum += wars_value(__builtin_ctzll(cards));
    return sum;
}

/* Counters that the dragon loses by a final lead. */
static int lead_counters(const Search *search, int lead)
{
    return lead <= 0 ? 0 : lead >= search->health ? search->health : lead;
}

/* ---- bounds ---- */

/* The attacker's chain is under way, or comes first. */
static int attack_flips_now(const Node *node)
{
    return node->kind >= FIGHT_FLIP_BOTH && node->kind <= FIGHT_FLIP_PRESS;
}

/* The defender's chain is under way or comes next. */
static int defence_flips_now(const Node *node)
{
    return node->kind == FIGHT_FLIP_BOTH || node->kind == FIGHT_FLIP_REPLY;
}

/* How often the defender may still lay a card. */
static int replies_left(const Search *search, const Node *node)
{
    int now = node->kind == FIGHT_REPLY || node->kind == FIGHT_FLIP_PRESS;
    return search->presses.n - node->presses + now;
}

/* The most chains that the attacker may still flip, with the one under way. */
static int attack_chains(const Search *search, const Node *node)
{
    return attack_flips_now(node) + (search->attack_flips ? search->presses.n - node->presses : 0);
}

/* The same for the defender. */
static int defence_chains(const Search *search, const Node *node)
{
    int replies = replies_left(search, node), trumps = search->trumps.n - node->trumps;
    return defence_flips_now(node) + (trumps < replies ? trumps : replies);
}

/* Suits that can still count for a side that may still flip. */
static uint64_t live_cards(const Search *search, const Node *node)
{
    return (attack_chains(search, node) ? ATTACK_CARDS : 0) |
           (defence_chains(search, node) ? DEFENCE_CARDS : 0);
}

/* Upper bound on what chains bring: each trump once, and the highest other card for each chain. */
static int most_from_chains(const Search *search, const Node *node, int side, int chains)
{
    if (!chains)
        return 0;
    uint64_t cards = node->deck | (node->renewed ? 0 : search->pile);
    uint64_t others =
        cards & (side == ATTACK ? ATTACK_CARDS : DEFENCE_CARDS) & ~SUIT_CARDS(search->trump);
    int most = 0;
    for (int suit = CLUBS; suit <= HEARTS; suit++)
        if (others & SUIT_CARDS(suit)) {
            int value = wars_value(highest_card(others & SUIT_CARDS(suit)));
            most = value > most ? value : most;
        }
    return node->trump_sum + (node->renewed ? 0 : search->pile_trumps) + chains * most;
}

/* 1 if the bounds decide the value. */
static int value_settled(const Search *search, const Node *node, double *value)
{
    int attack = sum_of_next(&search->presses, node->presses, WARS_HAND);
    *value = 0;
    if (node->lead + attack <= 0 &&
        node->lead + attack + most_from_chains(search, node, ATTACK, attack_chains(search, node)) <=
            0)
        return 1;
    int replies = replies_left(search, node);
    int rest = node->lead - sum_of_next(&search->trumps, node->trumps, replies) -
               sum_of_next(&search->plains, node->plains, replies);
    *value = search->health;
    return rest >= search->health &&
           rest - most_from_chains(search, node, DEFENCE, defence_chains(search, node)) >=
               search->health;
}

/* Replaces the cards of suits that no longer count by their lowest ones, so that the key is the
 * same. */
static void forget_dead_suits(const Search *search, Node *node)
{
    uint64_t live = live_cards(search, node);
    if (!live) {
        node->deck = 0;
        node->n = node->trump_sum = node->renewed = 0;
        return;
    }
    for (int suit = CLUBS; suit <= HEARTS; suit++)
        if (!(live & SUIT_CARDS(suit))) {
            uint64_t cards = node->deck & SUIT_CARDS(suit);
            uint64_t low = (((uint64_t)1 << count_cards(cards)) - 1) << (suit * SUIT_SHIFT + 1);
            node->deck = (node->deck & ~SUIT_CARDS(suit)) | low;
        }
}

/* ---- the table ---- */

/* Unique for all that the value of a flip depends on. */
static uint64_t key_of(const Node *node)
{
    assert(node->lead + LEAD_ZERO >= 0 && node->lead < LEAD_ZERO);
    uint64_t clubs = node->deck >> 1 & 0x1FFF, diamonds = node->deck >> 17 & 0x1FFF,
             hearts = node->deck >> 33;
    uint64_t deck = clubs | diamonds << 13 | hearts << 26;
    uint64_t laid = (uint64_t)(node->presses | node->trumps << 3 | node->plains << 6);
    uint64_t rest = (uint64_t)(node->lead + LEAD_ZERO) | laid << 9 | (uint64_t)node->kind << 18 |
                    (uint64_t)node->renewed << 21;
    return deck | rest << 39;
}

/* The entry of this key, or the one to replace. */
static Entry *entry_of(const Search *search, uint64_t key)
{
    const WarsSolver *solver = search->solver;
    assert(solver->n_entries >= PROBES);
    Entry *entries = solver->entries, *at = NULL;
    size_t slot = (size_t)mix64(key);
    for (int i = 0; i < PROBES; i++) {
        at = &entries[(slot + (size_t)i) & (solver->n_entries - 1)];
        if (at->stamp != search->stamp || at->key == key)
            return at;
    }
    return at;
}

/* ---- flips ---- */

static const struct {
    uint8_t side, after; /* who flips; what comes when the chain ends */
} flips[] = {
    [FIGHT_FLIP_BOTH] = {ATTACK, FIGHT_FLIP_REPLY},
    [FIGHT_FLIP_OPENING] = {ATTACK, FIGHT_PRESS},
    [FIGHT_FLIP_PRESS] = {ATTACK, FIGHT_REPLY},
    [FIGHT_FLIP_REPLY] = {DEFENCE, FIGHT_PRESS},
};

static double value_after_flip(Search *search, Node node, int card)
{
    int side = flips[node.kind].side, value = wars_suits(side, card) ? wars_value(card) : 0;
    int more = wars_suit(card) == search->trump;
    node.lead += side == ATTACK ? value : -value;
    node.deck &= ~CARD_BIT(card);
    node.trump_sum = (uint8_t)(node.trump_sum - (more ? wars_value(card) : 0));
    if (--node.n == 0 && !node.renewed) {
        node.deck = search->pile;
        node.n = (uint8_t)count_cards(search->pile);
        node.trump_sum = (uint8_t)search->pile_trumps;
        node.renewed = 1;
    }
    if (!more)
        node.kind = flips[node.kind].after;
    return node_value(search, node);
}

/* 1 if nobody has a choice after this chain. */
static int last_chain(const Search *search, const Node *node)
{
    return node->presses == search->presses.n && node->kind != FIGHT_FLIP_BOTH &&
           (node->kind != FIGHT_FLIP_PRESS ||
            (node->plains == search->plains.n && node->trumps == search->trumps.n));
}

/* Sum of the values over the cards of one suit that end a last chain. */
static int sum_of_ends(const Search *search, const Node *node, uint64_t cards)
{
    int side = flips[node->kind].side, sign = side == ATTACK ? 1 : -1, sum = 0;
    for (; cards; cards &= cards - 1)
        sum += lead_counters(search, node->lead + sign * wars_value(__builtin_ctzll(cards)));
    return sum;
}

/* Sum of the values over all next cards of one suit; live, last: see flip_value. */
static double sum_over_suit(Search *search, const Node *node, int suit, uint64_t live, int last)
{
    uint64_t cards = node->deck & SUIT_CARDS(suit);
    double sum = 0;
    if (!cards)
        return 0;
    if (last && suit != search->trump)
        return wars_suits(flips[node->kind].side, highest_card(cards))
                   ? sum_of_ends(search, node, cards)
                   : count_cards(cards) * lead_counters(search, node->lead);
    if (!(live & SUIT_CARDS(suit))) /* counts for nobody: one branch */
        return count_cards(cards) * value_after_flip(search, *node, highest_card(cards));
    for (; cards; cards &= cards - 1)
        sum += value_after_flip(search, *node, __builtin_ctzll(cards));
    return sum;
}

/* Mean over the next card. */
static double flip_value(Search *search, const Node *node)
{
    uint64_t live = live_cards(search, node);
    int last = last_chain(search, node);
    double sum = 0;
    assert(node->n > 0);
    for (int suit = CLUBS; suit <= HEARTS; suit++)
        sum += sum_over_suit(search, node, suit, live, last);
    return sum / node->n;
}

/* ---- choices ---- */

/* The attacker stops or presses its highest card. */
static double press_value(Search *search, const Node *node)
{
    double best = lead_counters(search, node->lead);
    if (node->presses == search->presses.n || node->lead >= search->health)
        return best;
    Node next = *node;
    next.lead += search->presses.value[next.presses++];
    next.kind = search->attack_flips ? FIGHT_FLIP_PRESS : FIGHT_REPLY;
    double pressed = node_value(search, next);
    return pressed > best ? pressed : best;
}

/* The defender lays its highest trump, its highest other card, or declines. */
static double reply_value(Search *search, const Node *node)
{
    double best = search->health + 1;
    if (node->trumps < search->trumps.n) {
        Node next = *node;
        next.lead -= search->trumps.value[next.trumps++];
        next.kind = FIGHT_FLIP_REPLY;
        best = node_value(search, next);
    }
    Node next = *node;
    next.kind = FIGHT_PRESS;
    if (node->plains < search->plains.n) /* else declining */
        next.lead -= search->plains.value[next.plains++];
    double other = node_value(search, next);
    return other < best ? other : best;
}

/* Counts a node; 1 once the clock has stopped the search. */
static int out_of_time(Search *search)
{
    WarsSolver *solver = search->solver;
    if (++solver->nodes % CHECK_EVERY == 0)
        clock_over(&solver->clock, solver->nodes);
    return solver->clock.status != STATUS_EXACT;
}

/* flip_value with the table; forgets the node's dead suits. */
static double flip_value_kept(Search *search, Node *node)
{
    if (!search->solver->entries)
        return flip_value(search, node);
    forget_dead_suits(search, node);
    uint64_t key = key_of(node);
    Entry *entry = entry_of(search, key);
    if (entry->stamp == search->stamp && entry->key == key)
        return entry->value;
    double value = flip_value(search, node);
    if (search->solver->clock.status == STATUS_EXACT)
        *entry = (Entry){key, value, search->stamp, 0};
    return value;
}

/* Expected counters lost from here. Meaningless once time is out. */
static double node_value(Search *search, Node node)
{
    double value;
    if (value_settled(search, &node, &value) || out_of_time(search))
        return value;
    if (node.kind == FIGHT_PRESS)
        return press_value(search, &node);
    return node.kind == FIGHT_REPLY ? reply_value(search, &node) : flip_value_kept(search, &node);
}

/* ---- battles ---- */

/* table may be NULL; it is cleared for each battle. */
WarsSolver wars_solver_start(Table *table, const Limits *limits, Progress *progress)
{
    WarsSolver solver = {table, NULL, 0, clock_start(limits, progress), 0};
    size_t bytes;
    void *memory = table_memory(table, &bytes);
    if (bytes >= 64 * sizeof(Entry)) {
        solver.entries = memory;
        for (solver.n_entries = 64; solver.n_entries * 2 * sizeof(Entry) <= bytes;)
            solver.n_entries *= 2;
    }
    return solver;
}

double wars_fight_value(WarsSolver *solver, const WarsFight *fight)
{
    if (solver->entries)
        table_forget(solver->table);
    uint64_t trumps = SUIT_CARDS(fight->trump);
    Search search = {solver,
                     table_stamp(solver->table),
                     fight->pile,
                     hand_of(fight->presses),
                     hand_of(fight->replies & trumps),
                     hand_of(fight->replies & ~trumps),
                     fight->trump,
                     fight->health,
                     fight->suit == fight->trump,
                     sum_values(fight->pile & trumps)};
    Node node = {fight->deck, fight->lead, (uint8_t)count_cards(fight->deck),
                 (uint8_t)sum_values(fight->deck & trumps), fight->kind, 0, 0, 0, 0};
    return node_value(&search, node);
}

static uint64_t cards_of(const uint8_t *cards, int n)
{
    uint64_t set = 0;
    for (int i = 0; i < n; i++)
        set |= CARD_BIT(cards[i]);
    return set;
}

static WarsFight fight_of(const WarsState *state, int defender, int attack, uint64_t attacker_hand)
{
    int suit = wars_suit(attack);
    assert(wars_suits(ATTACK, attack));
    return (WarsFight){attacker_hand & SUIT_CARDS(suit),
                       state->hands[defender] & DEFENCE_CARDS,
                       cards_of(state->deck, state->n_deck),
                       cards_of(state->pile, state->n_pile),
                       state->sides[ATTACK].sum - state->sides[DEFENCE].sum,
                       state->trump,
                       (uint8_t)suit,
                       state->health[defender],
                       FIGHT_PRESS};
}

WarsFight wars_fight_opened(const WarsState *state, int defender, int attack, int answer)
{
    WarsFight fight =
        fight_of(state, defender, attack, state->hands[state->turn] & ~CARD_BIT(attack));
    int attack_flips = fight.suit == fight.trump,
        answer_flips = answer && wars_suit(answer) == fight.trump;
    fight.lead = wars_value(attack) - wars_value(answer);
    if (answer)
        fight.replies &= ~CARD_BIT(answer);
    if (attack_flips)
        fight.kind = answer_flips ? FIGHT_FLIP_BOTH : FIGHT_FLIP_OPENING;
    else if (answer_flips)
        fight.kind = FIGHT_FLIP_REPLY;
    return fight;
}

/* The battle after a legal move other than stopping. */
static WarsFight fight_after(const WarsState *state, uint32_t move)
{
    int card = wars_move_card(move), attack = state->sides[ATTACK].laid[0];
    if (state->phase == PHASE_ANSWER)
        return wars_fight_opened(state, state->defender, attack, card);
    WarsFight fight = fight_of(state, state->defender, attack, state->hands[state->turn]);
    int flips_now = card && wars_suit(card) == fight.trump;
    if (wars_move_kind(move) == MOVE_PRESS) {
        fight.presses &= ~CARD_BIT(card);
        fight.lead += wars_value(card);
        fight.kind = flips_now ? FIGHT_FLIP_PRESS : FIGHT_REPLY;
    } else if (card) {
        fight.replies &= ~CARD_BIT(card);
        fight.lead -= wars_value(card);
        fight.kind = flips_now ? FIGHT_FLIP_REPLY : FIGHT_PRESS;
    }
    return fight;
}

static double move_value(WarsSolver *solver, const WarsState *state, uint32_t move)
{
    if (wars_move_kind(move) != MOVE_STOP) {
        WarsFight fight = fight_after(state, move);
        return wars_fight_value(solver, &fight);
    }
    int lead = state->sides[ATTACK].sum - state->sides[DEFENCE].sum,
        health = state->health[state->defender];
    return lead < 0 ? 0 : lead > health ? health : lead;
}

/* ---- the opening ---- */

void wars_matrix(WarsSolver *solver, const WarsState *state, int defender, Matrix *matrix,
                 uint8_t *attacks, uint8_t *answers)
{
    uint64_t rows = state->hands[state->turn] & ATTACK_CARDS;
    matrix->rows = 0;
    for (; rows; rows &= rows - 1) {
        uint64_t columns = state->hands[defender] & DEFENCE_CARDS;
        int attack = __builtin_ctzll(rows), more = 1;
        attacks[matrix->rows] = (uint8_t)attack;
        for (matrix->columns = 0; more; columns &= columns - 1, matrix->columns++) {
            int answer = columns ? __builtin_ctzll(columns) : 0;
            WarsFight fight = wars_fight_opened(state, defender, attack, answer);
            answers[matrix->columns] = (uint8_t)answer;
            matrix->payoff[matrix->rows][matrix->columns] = wars_fight_value(solver, &fight);
            more = columns != 0;
        }
        matrix->rows++;
    }
    matrix_solve(matrix);
}

/* ---- solve ---- */

#define EQUAL 1e-9 /* counters: values nearer than this are equal */

static void mark_best(Result *result)
{
    double top = -1e300;
    for (int i = 0; i < result->n; i++)
        top = result->list[i].value[0] > top ? result->list[i].value[0] : top;
    for (int i = result->n - 1; i >= 0; i--)
        if ((result->list[i].best = result->list[i].value[0] >= top - EQUAL))
            result->move = result->list[i].move;
    result->line[0] = result->move;
    result->n_line = 1;
}

static void solve_open(WarsSolver *solver, const WarsState *state, Progress *progress,
                       Result *result)
{
    int attacker = state->phase == PHASE_PRESS;
    for (int i = 0; i < result->n && solver->clock.status == STATUS_EXACT; i++) {
        double value = move_value(solver, state, result->list[i].move);
        result->list[i].value[0] = attacker || value == 0 ? value : -value;
        if (progress)
            progress->done = i + 1;
    }
    result->proof = PROOF_EXACT;
}

/* Values of the answers against the attacker's equilibrium, and the defender's mixture. */
static void solve_hidden(WarsSolver *solver, const WarsState *state, Result *result)
{
    WarsState before = *state;
    Matrix matrix;
    uint8_t attacks[MATRIX_SIDE], answers[MATRIX_SIDE];
    before.hands[state->turn] |= CARD_BIT(state->sides[ATTACK].laid[0]);
    wars_matrix(solver, &before, state->defender, &matrix, attacks, answers);
    for (int j = 0; j < matrix.columns; j++) {
        double mean = 0;
        for (int i = 0; i < matrix.rows; i++)
            mean += matrix.row[i] * matrix.payoff[i][j];
        assert(wars_move_card(result->list[j].move) == answers[j]);
        result->list[j].value[0] = mean == 0 ? mean : -mean;
        result->list[j].weight = matrix.column[j];
    }
    result->proof = PROOF_EQUILIBRIUM;
    result->exploitability = matrix.exploitability;
}

void wars_solve(const void *self, const char *objective, const Limits *limits, Table *table,
                Progress *progress, Result *result)
{
    const WarsState *state = self;
    int hidden = !strcmp(objective, "matrix");
    result->status = STATUS_UNFIT;
    strcpy(result->objective, hidden ? "matrix" : "counters");
    if (!hidden && *objective && strcmp(objective, "counters")) {
        fail(result->why, "objective\nasked=%.40s", objective);
        return;
    }
    if (!wars_in_battle(state)) {
        fail(result->why, "no_battle");
        return;
    }
    if (hidden && !wars_face_down(state)) {
        fail(result->why, "matrix_answer");
        return;
    }
    if (progress)
        progress->of = result->n;
    WarsSolver solver = wars_solver_start(table, limits, progress);
    if (hidden)
        solve_hidden(&solver, state, result);
    else
        solve_open(&solver, state, progress, result);
    result->nodes = solver.nodes;
    result->status = solver.clock.status;
    mark_best(result);
}
