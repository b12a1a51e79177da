/* rules.h: the state of the null game, and its rules (rules.c) as the engine asks for them. */

#ifndef HOARD_NULL_RULES_H
#define HOARD_NULL_RULES_H

#include "engine/common.h"

#define NULL_CARDS 9
#define NULL_OPTIONS 2

typedef struct NullState {
    uint64_t seed;
    uint8_t place[NULL_CARDS];   /* of card i + 1: the seat that holds it, TABLE + seat, or AWAY */
    uint8_t seats, calm, played;
    uint16_t points[3];
} NullState;

extern const char *const null_zones[], *const null_says[], *const null_reasons[], *const null_labels[];
extern const Option null_options[NULL_OPTIONS];

/* As struct Game asks for them (engine.h). */
int32_t null_seats(const int32_t *values, char *error);
int32_t null_deal(void *self, const int32_t *values, uint64_t seed, const char *json, const char *deck,
                         Chance *chance, char *error);
int32_t null_over(const void *self);
int32_t null_to_act(const void *self);
int32_t null_moves(const void *self, uint32_t *moves);
void null_play(void *self, uint32_t move, Events *events, Chance *chance);
void null_scores(const void *self, double *scores);
uint32_t null_winners(const void *self);
int32_t null_move_text(const void *self, uint32_t move, char *text);
uint32_t null_move_parse(const void *self, const char *text);
int32_t null_why_not(const void *self, uint32_t move);
int32_t null_card_text(const void *self, int32_t card, char *text);
int32_t null_describe(const void *self, int32_t viewer, char *json);
int32_t null_cards(const void *self, int32_t viewer, Placed *cards);
void null_redeal(void *self, int32_t seat, Rng *rng);
int32_t null_breakdown(const void *self, int32_t seat, Row *rows);

#endif
