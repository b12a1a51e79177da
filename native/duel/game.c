/* game.c: Dragon Master as the engine sees it. */

#include "play.h"
#include "redeal.h"
#include "rules.h"
#include "solve.h"

const Game game_duel = {
    .id = "duel", .place = 1, .state_size = sizeof(DuelState),
    .n_options = DUEL_OPTIONS, .options = duel_options,
    .zones = duel_zones, .says = duel_says, .reasons = duel_reasons, .labels = duel_labels,
    .seats = duel_seats, .deal = duel_deal,
    .to_act = duel_to_act, .moves = duel_moves, .play = duel_play, .over = duel_over,
    .scores = duel_scores, .winners = duel_winners,
    .move_text = duel_move_text, .move_parse = duel_move_parse, .why_not = duel_why_not,
    .card_text = duel_card_text, .describe = duel_describe, .derive = duel_derive,
    .cards = duel_cards, .redeal = duel_redeal, .breakdown = duel_breakdown,
    .reward = duel_reward, .rollout = duel_rollout,
    .solve = duel_solve, .advise = duel_advise,
};
