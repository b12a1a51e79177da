/* eval.c: evaluation of a position of Dragonheart for a seat that sees only its own hand.
 *
 * Value: the gain of the move just begun plus the expected growth of the lead after it, a weighted
 * sum of features in 1/65536 of a point, in whole numbers throughout.
 * Features: for each place that points can be taken from, the points, whether the seat's hand can
 * take them, how likely the other's can, and both at once; the same for the figure; cards on spaces
 * with a limit; by kind its hand, the other's unseen cards and its deck, all counted
 * exactly; sizes of hands and decks, ship stacks, who owns the figure.
 * Weights: least squares against the growth of the lead until the end, in games of the program
 * against itself, with a set for the main part, one for a deck of six cards or fewer, and one for
 * the turn before a last turn. Training and measurements: NOTES.md. */

#include "eval.h"

#define FEATURES 77
#define ONE 64              /* a point, a card or certainty in a feature */
#define LATE_DECK 6         /* cards; a smaller or equal deck: the late phase */

enum { PHASE_MAIN, PHASE_LATE, PHASE_LAST, PHASE_OVER };

static const HeartRecorder no_recorder = {NULL, NULL};

static const int32_t weights[3][FEATURES] = {
    {-1519, 602, 226, -1487, 42, 701, 209, -2007, 380, 47, 360, -649, -107, 89, 619, -975, -142, 50,
     774, -1390, -699, 86, 548, -1184, -397, 217, 667, -1902, -804, -386, -1323, 1351, -8, -438,
     -106, 1808, 157, 116, 395, -14, 302, -1130, 362, -1867, 1468, -189, 571, -127, 137, 58, 15405,
     1895, 13799, -9082, 2630, -6053, 145, -5614, -11284, -16280, -1243, -14171, 16065, -4176, 1942,
     -424, 6185, 10384, 1504, -2920, -4873, 4875, -119, -718, 1035, 3645, -5702},
    {276, 216, 399, -1003, -272, 204, 233, -1128, 743, 137, 377, -993, 149, 130, 470, -1165, 155,
     117, 686, -1516, -314, 300, 411, -1587, -36, 386, 372, -2041, 198, -29, -1375, 913, 134, -602,
     -423, 849, 221, 336, 664, 1188, 1833, -710, -63, -769, 616, -159, 203, -237, -80, 300, 3016,
     834, 2370, -2388, 506, -2125, 1514, 1052, -1969, -3686, -1239, -3051, 3831, -953, -279, -755,
     1134, 4699, 1528, -1238, 1477, -5052, 186, -901, 255, 6704, -10888},
    {245, 6, -19, -628, 25, 50, -70, -445, 31, 9, -57, -599, 120, 31, -50, -661, 220, 12, -12, -923,
     151, -99, 162, -820, -11, 141, -109, -1211, 215, 120, -825, -17, -76, -456, -476, 103, 58, 141,
     99, 83, 354, -9, 45, -67, 67, 36, -25, 8, -24, -124, -153, 140, 82, 265, -81, -775, 379, 765,
     756, 88, 423, 81, 1003, 133, 26, 9, 88, -392, -91, -746, -605, -376, -149, -92, 19, -233, 78},
};

/* tails[n - 1][s]: the chance, in 64ths, that five cards hold at least n of a kind, if s of the 64
 * cards that they are drawn from are of it. */
static const uint8_t tails[4][ONE + 1] = {
    {0, 5, 9, 14, 18, 21, 25, 28, 31, 34, 37, 39, 41, 43, 45, 47, 49, 50, 52, 53, 54, 55, 56, 57,
     58, 59, 59, 60, 60, 61, 61, 62, 62, 62, 63, 63, 63, 63, 63, 63, 64, 64, 64, 64, 64, 64, 64, 64,
     64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64},
    {0, 0, 1, 1, 2, 3, 5, 6, 8, 9, 11, 13, 15, 17, 19, 21, 24, 26, 28, 30, 32, 34, 36, 38, 40, 41,
     43, 45, 46, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 60, 61, 61, 62, 62, 62, 63, 63, 63,
     63, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64},
    {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 18, 19, 21, 23,
     25, 26, 28, 30, 32, 34, 36, 38, 39, 41, 43, 45, 46, 48, 50, 51, 52, 54, 55, 56, 57, 58, 59, 60,
     61, 62, 62, 63, 63, 63, 64, 64, 64, 64, 64, 64, 64},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10,
     11, 12, 13, 15, 16, 18, 19, 21, 23, 24, 26, 28, 30, 32, 34, 36, 38, 40, 43, 45, 47, 49, 51, 53,
     55, 56, 58, 59, 61, 62, 63, 63, 64, 64},
};

/* Places with points to take, and the kinds that take from each. */
static const uint8_t prizes[7] = {CHEST, PETRIFIED, SORCERESS, TROLL, FIRE, BELOW, DWARF};
static const uint8_t takers[7][2] = {{FIRE, SORCERESS}, {SORCERESS, SORCERESS}, {TROLL, KNIGHT},
                                     {KNIGHT, KNIGHT}, {HUNTRESS, HUNTRESS}, {SHIP, SHIP},
                                     {DWARF, DWARF}};

int heart_points_laid(uint32_t move)
{
    int points = 0;
    for (int value = 1; value <= HEART_VALUES; value++)
        points += value * heart_move_count(move, value);
    return heart_move_kind(move) == SHIP ? 0 : points;
}

/* Starts from a position: counts what each seat has left. */
void heart_run_start(HeartRun *run, const HeartCore *core)
{
    run->core = *core;
    memset(run->left, 0, sizeof run->left);
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < core->in_hand[seat]; i++)
            run->left[seat][heart_kind(core->hands[seat][i])]++;
        for (int i = 0; i < core->in_deck[seat]; i++)
            run->left[seat][heart_kind(core->decks[seat][i])]++;
    }
}

int heart_run_begin(HeartRun *run, uint32_t move)
{
    assert(!run->core.over);
    uint8_t *left = &run->left[run->core.turn][heart_move_kind(move)];
    for (int value = 1; value <= HEART_VALUES; value++)
        *left = (uint8_t)(*left - heart_move_count(move, value));
    return heart_begin(&run->core, move, &no_recorder);
}

/* The phase, which selects the weights. PHASE_OVER: the seat on turn has had its last turn. */
static int phase_of(const HeartCore *core)
{
    if (core->last_turn == core->turn)
        return PHASE_OVER;
    if (core->in_deck[core->turn] == 0 || heart_sailed(core) >= HEART_STACKS * HEART_FLEET)
        return PHASE_LAST;
    return core->in_deck[0] <= LATE_DECK || core->in_deck[1] <= LATE_DECK ? PHASE_LATE : PHASE_MAIN;
}

/* Whether a seat can trigger each kind at once: me 0 or 1, the other's chance in 64ths. */
typedef struct Powers {
    int held[KINDS], share[KINDS], me[KINDS], other[KINDS];
} Powers;

static void find_powers(const HeartRun *run, Powers *powers)
{
    const HeartCore *core = &run->core;
    int seat = core->turn, hand = core->in_hand[seat ^ 1], unseen = hand + core->in_deck[seat ^ 1];
    memset(powers->held, 0, sizeof powers->held);
    for (int i = 0; i < core->in_hand[seat]; i++)
        powers->held[heart_kind(core->hands[seat][i])]++;
    for (int kind = 0; kind < KINDS; kind++) {
        int left = run->left[seat ^ 1][kind], room = heart_room(core, kind),
            need = room > 4 ? 1 : room;
        powers->share[kind] = unseen ? left * ONE / unseen : 0;
        powers->me[kind] = powers->held[kind] >= need;
        if (need > hand)
            powers->other[kind] = 0;
        else if (unseen == hand)
            powers->other[kind] = left >= need ? ONE : 0;
        else
            powers->other[kind] = tails[need - 1][powers->share[kind]];
    }
}

/* By how much a seat's lead grows when it takes the figure now. */
static int figure_swing(const HeartCore *core, int seat)
{
    return core->figure == NOBODY ? HEART_FIGURE_POINTS
           : core->figure == seat ? 0
                                  : 2 * HEART_FIGURE_POINTS;
}

/* Adds the features of points to take and of the figure, and returns their number. */
static int add_prizes(const HeartCore *core, const Powers *powers, int16_t *feature)
{
    int n = 0, me, other;
    for (int i = 0; i < COUNT(prizes); i++) {
        int points = core->points[prizes[i]], a = takers[i][0], b = takers[i][1];
        me = powers->me[a] || powers->me[b];
        other = powers->other[a];
        if (a != b)
            other = ONE - (ONE - other) * (ONE - powers->other[b]) / ONE;
        feature[n++] = (int16_t)(points * ONE);
        feature[n++] = (int16_t)(points * ONE * me);
        feature[n++] = (int16_t)(points * other);
        feature[n++] = (int16_t)(points * other * me);
    }
    int lies = core->count[PETRIFIED] > 0, mine = lies * figure_swing(core, core->turn);
    int others = lies * figure_swing(core, core->turn ^ 1);
    me = powers->me[SORCERESS];
    other = powers->other[SORCERESS];
    feature[n++] = (int16_t)(mine * ONE * me);
    feature[n++] = (int16_t)(others * other);
    feature[n++] = (int16_t)(mine * me * (ONE - other));
    feature[n++] = (int16_t)(mine * ONE);
    return n;
}

/* Adds the features of partly filled spaces, and returns their number. */
static int add_outlines(const HeartCore *core, int16_t *feature)
{
    int n = 0;
    for (int i = 1; i <= 3; i++)
        feature[n++] = core->count[DWARF] == i ? ONE : 0;
    feature[n++] = core->count[KNIGHT] == 1 ? ONE : 0;
    for (int i = 1; i <= 2; i++)
        feature[n++] = core->count[HUNTRESS] == i ? ONE : 0;
    for (int i = 1; i <= 2; i++)
        feature[n++] = core->count[SHIP] == i ? ONE : 0;
    return n;
}

/* All features of a position after heart_run_begin, in the order of the weights. */
static void find_features(const HeartRun *run, int16_t feature[FEATURES])
{
    const HeartCore *core = &run->core;
    int seat = core->turn, n = 1, deck = core->in_deck[seat], others = core->in_deck[seat ^ 1];
    Powers powers;
    find_powers(run, &powers);
    feature[0] = ONE;
    n += add_prizes(core, &powers, feature + n);
    n += add_outlines(core, feature + n);
    for (int kind = 0; kind < KINDS; kind++)
        feature[n++] = (int16_t)(powers.held[kind] * ONE);
    for (int kind = 0; kind < KINDS; kind++)
        feature[n++] = (int16_t)powers.share[kind];
    for (int kind = 0; kind < KINDS; kind++)
        feature[n++] =
            (int16_t)(deck ? (run->left[seat][kind] - powers.held[kind]) * ONE / deck : 0);
    feature[n++] = core->figure == seat ? ONE : 0;
    feature[n++] = core->figure == (seat ^ 1) ? ONE : 0;
    feature[n++] = (int16_t)(core->figure == seat ? deck : 0);
    feature[n++] = (int16_t)(core->figure == (seat ^ 1) ? others : 0);
    feature[n++] = (int16_t)(16 * heart_sailed(core));
    feature[n++] = (int16_t)(core->in_hand[seat] * ONE);
    feature[n++] = (int16_t)(core->in_hand[seat ^ 1] * ONE);
    feature[n++] = (int16_t)deck;
    feature[n++] = (int16_t)others;
    assert(n == FEATURES);
}

int64_t heart_prospect(const HeartRun *run)
{
    int16_t feature[FEATURES];
    int phase = phase_of(&run->core);
    int64_t sum = 0;
    if (phase == PHASE_OVER)
        return 0;
    find_features(run, feature);
    for (int i = 0; i < FEATURES; i++)
        sum += (int64_t)weights[phase][i] * feature[i];
    return sum;
}

int heart_judge(const HeartRun *run, const uint32_t *moves, int n, int64_t *value)
{
    int best = 0;
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        HeartRun after = *run;
        heart_run_begin(&after, moves[i]);
        int64_t worth =
            (int64_t)heart_gain(&run->core, moves[i]) * HEART_POINT + heart_prospect(&after);
        if (i == 0 || worth > *value) {
            *value = worth;
            best = i;
        }
    }
    return best;
}
