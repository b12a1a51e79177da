/* game.c: Dragonheart as the engine sees it. */

#include "play.h"
#include "redeal.h"
#include "rules.h"
#include "solve.h"

const Game game_heart = {
    .id = "heart", .place = 3, .state_size = sizeof(HeartState), .n_options = HEART_OPTIONS,
    .options = heart_options, .zones = heart_zones, .says = heart_says, .reasons = heart_reasons,
    .labels = heart_labels, .seats = heart_seats, .deal = heart_deal, .to_act = heart_to_act,
    .moves = heart_moves, .play = heart_play, .over = heart_over, .scores = heart_scores,
    .winners = heart_winners, .move_text = heart_move_text, .move_parse = heart_move_parse,
    .why_not = heart_why_not, .card_text = heart_card_text, .describe = heart_describe,
    .derive = heart_derive, .cards = heart_cards, .redeal = heart_redeal,
    .breakdown = heart_breakdown, .reward = heart_reward, .rollout = heart_rollout,
    .solve = heart_solve, .advise = heart_advise,
};
