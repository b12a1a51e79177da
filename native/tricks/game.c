/* game.c: Dragonmaster as the engine sees it. */

#include "inference.h"
#include "play.h"
#include "redeal.h"
#include "rules.h"
#include "settled.h"
#include "solve.h"

const Game game_tricks = {
    .id = "tricks", .place = 2,
    .state_size = sizeof(TricksState), .n_options = TRICKS_OPTIONS, .options = tricks_options,
    .zones = tricks_zones, .says = tricks_says, .reasons = tricks_reasons, .labels = tricks_labels,
    .seats = tricks_seats, .deal = tricks_deal, .to_act = tricks_to_act, .moves = tricks_moves,
    .play = tricks_play, .over = tricks_over, .scores = tricks_scores, .winners = tricks_winners,
    .move_text = tricks_move_text, .move_parse = tricks_move_parse, .why_not = tricks_why_not,
    .card_text = tricks_card_text, .describe = tricks_describe, .derive = tricks_derive,
    .cards = tricks_cards, .redeal = tricks_redeal, .breakdown = tricks_breakdown,
    .reward = tricks_reward, .rollout = tricks_rollout, .solve = tricks_solve,
    .advise = tricks_advise, .settled = tricks_settled, .tells = tricks_tells,
};
