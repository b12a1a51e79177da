/* solve.h: what a battle of Dragon Wars is worth, for the solver and the players. */

#ifndef HOARD_WARS_SOLVE_H
#define HOARD_WARS_SOLVE_H

#include "engine/clock.h"
#include "engine/matrix.h"
#include "rules.h"

/* What comes next in a battle. FLIP: a chain of bonus cards, and what it is for. */
enum {
    FIGHT_PRESS,
    FIGHT_REPLY,
    FIGHT_FLIP_BOTH,
    FIGHT_FLIP_OPENING,
    FIGHT_FLIP_PRESS,
    FIGHT_FLIP_REPLY
};

/* All that the value of a battle with open hands depends on. */
typedef struct WarsFight {
    /* cards that may still be laid: by the attacker, of one suit; by the defender */
    uint64_t presses, replies;
    uint64_t deck, pile;        /* cards to flip, in unknown order; the deck after that */
    int32_t lead;               /* attack minus defence */
    /* trump; suit of the attack; counters of the dragon; FIGHT_... */
    uint8_t trump, suit, health, kind;
} WarsFight;

typedef struct WarsSolver {
    Table *table;
    void *entries;              /* the table's memory, or NULL */
    size_t n_entries;           /* a power of two */
    Clock clock;
    uint64_t nodes;
} WarsSolver;

WarsSolver wars_solver_start(Table *table, const Limits *limits, Progress *progress);
/* Expected counters lost with best play by both. Meaningless unless solver->clock.status is
 * STATUS_EXACT. */
double wars_fight_value(WarsSolver *solver, const WarsFight *fight);
/* The battle when attack and answer (0: declined) are turned up, before any flip. The state
 * waits for the attack or the answer. */
WarsFight wars_fight_opened(const WarsState *state, int defender, int attack, int answer);

/* The exact matrix of attack cards against answers (the last column: decline). A face-down card
 * must be back in its hand. Lists the cards in attacks and answers. */
void wars_matrix(WarsSolver *solver, const WarsState *state, int defender, Matrix *matrix,
                 uint8_t *attacks, uint8_t *answers);

/* Struct Game's solve: the battle under way, or the attacks of a turn. */
void wars_solve(const void *state, const char *objective, const Limits *limits, Table *table,
                Progress *progress, Result *result);

#endif
