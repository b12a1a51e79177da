/* rules.h: the rules of Fairy Tale. */

#ifndef HOARD_TALE_RULES_H
#define HOARD_TALE_RULES_H

#include "state.h"

#define TALE_OPTIONS 5

/* Names that the seat to act may pick, lay, flip or unflip, one bit each; not for an exchange. */
uint64_t tale_choices(const TaleState *state);
/* Names in the row of a seat that lie on the given side. */
uint64_t tale_side(const TaleState *state, int seat, int down);

/* ---- the game's functions and words, as struct Game has them ---- */

extern const char *const tale_zones[], *const tale_says[], *const tale_reasons[],
                                                               *const tale_labels[];
extern const Option tale_options[TALE_OPTIONS];

int32_t tale_seats(const int32_t *values, char *error);
int32_t tale_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                  const char *deck, Chance *chance, char *error);
int32_t tale_to_act(const void *self);
int32_t tale_moves(const void *self, uint32_t *moves);
void tale_play(void *self, uint32_t move, Events *events, Chance *chance);
int32_t tale_over(const void *self);
void tale_scores(const void *self, double *scores);
uint32_t tale_winners(const void *self);
int32_t tale_move_text(const void *self, uint32_t move, char *text);
uint32_t tale_move_parse(const void *self, const char *text);
int32_t tale_why_not(const void *self, uint32_t move);
int32_t tale_card_text(const void *self, int32_t card, char *text);
int32_t tale_describe(const void *self, int32_t viewer, char *json);
int32_t tale_derive(const void *self, char *json);
int32_t tale_cards(const void *self, int32_t viewer, Placed *cards);
int32_t tale_reward(const void *root, const void *self, int32_t *rewards);
void tale_rollout(void *self, Rng *rng);

#endif
