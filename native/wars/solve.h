/* solve.h: what a battle of Dragon Wars is worth, for the solver and the players. */

#ifndef HOARD_WARS_SOLVE_H
#define HOARD_WARS_SOLVE_H

#include "engine/clock.h"
#include "engine/matrix.h"
#include "rules.h"

/* What a battle waits for. Flips: the chain of bonus cards under way, and what comes after it. */
enum { FIGHT_PRESS, FIGHT_REPLY, FIGHT_FLIP_BOTH, FIGHT_FLIP_OPENING, FIGHT_FLIP_PRESS, FIGHT_FLIP_REPLY };

/* A battle with open hands, as far as its worth hangs on it. */
typedef struct WarsFight {
    uint64_t presses, replies;  /* cards that may still be laid: by the attacker, of one suit; by the defender */
    uint64_t deck, pile;        /* cards to be flipped, in an unknown order; the deck after that one */
    int32_t lead;               /* attack minus defence so far */
    uint8_t trump, suit, health, kind; /* trump; suit of the attack; counters of the dragon; FIGHT_... */
} WarsFight;

typedef struct WarsSolver {
    Table *table;
    void *entries;              /* the table's memory as this solver's entries; NULL: none */
    size_t n_entries;           /* a power of two */
    Clock clock;
    uint64_t nodes;
} WarsSolver;

WarsSolver wars_solver_start(Table *table, const Limits *limits, Progress *progress);
/* Expected counters lost with best play by both. Means nothing once solver->clock.status is not STATUS_EXACT. */
double wars_fight_value(WarsSolver *solver, const WarsFight *fight);
/* The battle after attack and answer (0: declined) are both turned up, before any flip; state is at the attacker's
 * turn or waits for the answer, hands as they are without these two cards. */
WarsFight wars_fight_opened(const WarsState *state, int defender, int attack, int answer);

/* Attack cards of the attacker against answers of the defender (the last column: decline), each entry exact; cards
 * as listed in attacks and answers. state: as for wars_fight_opened, with a face-down card back in its hand. */
void wars_matrix(WarsSolver *solver, const WarsState *state, int defender, Matrix *matrix, uint8_t *attacks,
                 uint8_t *answers);

/* Struct Game's solve: the battle under way, or the attacks of a turn. */
void wars_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                Result *result);

#endif
