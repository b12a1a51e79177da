/* tones.c: synthesizes sounds and music.
 *
 * Five kinds of tones are added to a buffer of floats, given reverberation, and rounded to 16 bits.
 *   pluck    a string as a delay line with a low-pass filter (Karplus and Strong, 1983), tuned by a first-order
 *            all-pass; the initial burst is low-passed too, so that a soft pluck has no hiss.
 *   struck   decaying modes at the ratios of a material, none of them harmonic, high ones decaying faster (modal
 *            synthesis), and the knock that excites them: a few milliseconds of noise, as hard as the material.
 *   noise    white noise through a state-variable band-pass with a gliding centre (Chamberlin, 1980).
 *   crackle  the same band-pass excited by single impulses: few a second are sparks or falling stones, many are paper.
 *   pad      harmonics that fall off with `bright`, each swelling at its own pace, with a detuned second row.
 * Room: Schroeder's reverberator (1962), four combs with low-passes and two all-passes for each side, the right one a
 * little longer. */

#include "engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN 6.283185307179586
#define SOFT_END 0.006      /* s; no tone ends with a click */
#define MODES 8
#define STRING 1600         /* frames: the longest string, 20 Hz */
#define SPARKS 70.0         /* a second; as loud as they are, however many there are */
#define UNEVEN 0.012        /* share by which the higher modes of two bodies of a material differ */

/* The modes of a material: frequency relative to the lowest, loudness, and decay. A body that is not quite round has
 * each mode twice, so far apart. knock: how loud the contact is, how long (s to a thousandth), and its middle (Hz). */
typedef struct Material {
    double ratio[MODES], loud[MODES], quick[MODES];
    double apart, knock, contact, hard;
} Material;

static const Material materials[] = {
    [TONE_WOOD] = {{1, 1.83, 2.74, 3.9, 5.4, 7.1, 9.3, 0}, {1, 0.5, 0.42, 0.26, 0.16, 0.1, 0.06, 0},
                   {1, 1.6, 2.3, 3.1, 4.2, 5.5, 7, 1}, 0, 0.5, 0.02, 1700},
    [TONE_GEM] = {{1, 1.52, 2.32, 3.1, 4.25, 5.6, 6.63, 9.38}, {1, 0.6, 0.55, 0.4, 0.3, 0.2, 0.16, 0.08},
                  {1, 1.1, 1.3, 1.6, 1.9, 2.3, 2.6, 3.6}, 0, 0.3, 0.006, 4800},
    [TONE_COIN] = {{1, 1.73, 2.33, 3.91, 4.11, 6.3, 6.71, 8}, {0.7, 0.45, 1, 0.55, 0.6, 0.35, 0.3, 0.2},
                   {1, 1.2, 1.3, 1.8, 1.9, 2.6, 2.8, 3.4}, 0.004, 0.3, 0.008, 4800},
    [TONE_SKIN] = {{1, 1.59, 2.14, 2.65, 3.16, 0, 0, 0}, {1, 0.45, 0.3, 0.16, 0.1, 0, 0, 0},
                   {1, 1.6, 2.1, 2.8, 3.4, 1, 1, 1}, 0, 0.1, 0.03, 400},
    [TONE_STONE] = {{1, 1.47, 2.09, 2.9, 3.76, 4.9, 6.2, 7.7}, {1, 0.9, 0.75, 0.7, 0.55, 0.4, 0.3, 0.2},
                    {1, 1.1, 1.3, 1.5, 1.8, 2.1, 2.5, 3}, 0, 0.9, 0.018, 2900},
    [TONE_LEATHER] = {{1, 1.36, 1.9, 2.6, 3.3, 0, 0, 0}, {1, 0.5, 0.3, 0.15, 0.08, 0, 0, 0},
                      {1, 2.2, 3.4, 5, 7, 1, 1, 1}, 0, 0.8, 0.06, 520},
    [TONE_BELL] = {{1, 2, 2.4, 3, 4, 5.33, 6, 8.3}, {0.5, 0.9, 0.8, 0.4, 1, 0.45, 0.3, 0.15},
                   {0.7, 1, 1.2, 1.5, 1.9, 2.6, 3.2, 4.4}, 0.0015, 0.2, 0.008, 2500},
};

/* The tone being made: its envelope and its noise. */
typedef struct Maker {
    const Tone *tone;
    uint64_t random;
    int32_t frames;         /* of the tone */
    double fall, loud;      /* decay per frame, and the present level */
    double left, right;     /* gains of the two sides, of equal total power */
} Maker;

/* A number -1 .. 1 from a xorshift generator, whose state is never 0. */
static double noise_next(uint64_t *random)
{
    assert(*random);
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (double)(int32_t)(*random >> 32) / 2147483648.0;
}

/* The factor per frame that decays to a thousandth after so many seconds (at least a frame). */
static double fall_factor(double seconds)
{
    double frames = seconds * TONE_RATE;
    return exp(-6.907755 / (frames < 1 ? 1 : frames));
}

/* The envelope at frame i; called once for each frame, in order. */
static double envelope_next(Maker *maker, int32_t i)
{
    const Tone *tone = maker->tone;
    double rise = tone->attack * TONE_RATE, left = maker->frames - i, end = SOFT_END * TONE_RATE;
    double loud = maker->loud * tone->level;
    if (i < rise)
        loud *= i / rise;
    else
        maker->loud *= maker->fall;
    return left < end ? loud * left / end : loud;
}

/* Adds one value to both sides. */
static void frame_add(float *frame, const Maker *maker, double value)
{
    frame[0] += (float)(maker->left * value);
    frame[1] += (float)(maker->right * value);
}

/* A plucked string. The pitch must be at least 20 Hz. Writes `frames` frames at out. */
static void pluck_add(Maker *maker, float *out, int32_t frames)
{
    const Tone *tone = maker->tone;
    double line[STRING], length = TONE_RATE / tone->pitch - 0.5, dull = 0, held = 0, soft_before = 0, tuned = 0;
    int32_t whole = (int32_t)(length - 0.1), at = 0;
    double part = length - whole, tuning = (1 - part) / (1 + part);
    assert(whole > 1 && whole < STRING);
    for (int32_t i = 0; i < whole; i++)
        line[i] = dull += (noise_next(&maker->random) - dull) * (0.15 + 0.8 * tone->bright);
    double keep = pow(fall_factor(tone->decay), whole);
    for (int32_t i = 0; i < frames; i++) {
        double value = line[at], soft = 0.5 * (value + held);
        tuned = tuning * (soft - tuned) + soft_before;
        held = value;
        soft_before = soft;
        line[at] = keep * tuned;
        at = at + 1 < whole ? at + 1 : 0;
        frame_add(out + 2 * i, maker, 1.6 * value * envelope_next(maker, i));
    }
}

/* A sine wave by rotating a vector: four products per frame instead of a call of sin. */
typedef struct Pointer {
    double x, y, c, s;
} Pointer;

/* Has a vector rotate at this pitch (Hz) from now on. */
static void pointer_tune(Pointer *p, double pitch)
{
    p->c = cos(TURN * pitch / TONE_RATE);
    p->s = sin(TURN * pitch / TONE_RATE);
}

/* A vector at rest, to rotate at this pitch (Hz). */
static Pointer pointer_start(double pitch)
{
    Pointer found = {0, 1, 0, 0};
    pointer_tune(&found, pitch);
    return found;
}

/* The sine of the next frame. */
static double pointer_next(Pointer *p)
{
    double x = p->x * p->c + p->y * p->s;
    p->y = p->y * p->c - p->x * p->s;
    return p->x = x;
}

#define BLOCK 64            /* frames between two updates of a swell or a glide */

/* The band that noise, or single knocks, are heard in. */
typedef struct Band {
    double low, band, step, narrow;
} Band;

/* Moves the middle of a band (Hz). */
static void band_tune(Band *b, double middle)
{
    b->step = 2 * sin(TURN / 2 * (middle < 5000 ? middle : 5000) / TONE_RATE);
}

/* What of a value is in the band. */
static double band_next(Band *b, double in)
{
    b->low += b->step * b->band;
    return b->band += b->step * (in - b->low - b->narrow * b->band);
}

/* The knock of a struck body. */
static void knock_add(Maker *maker, const Material *body, float *out, int32_t frames)
{
    Band band = {0, 0, 0, 1.2};
    double loud = 0.5 * body->knock * (0.3 + 1.4 * maker->tone->bright) * maker->tone->level;
    double fall = fall_factor(body->contact);
    band_tune(&band, body->hard);
    for (int32_t i = 0; i < frames && loud > 1e-5; i++) {
        double rise = i / (maker->tone->attack * TONE_RATE);
        frame_add(out + 2 * i, maker, loud * fmin(1, rise) * band_next(&band, noise_next(&maker->random)));
        loud *= fall;
    }
}

/* A mode of a struck body, which decays by the factor `fall` a frame. */
static void mode_add(const Maker *maker, double pitch, double loud, double fall, float *out, int32_t frames)
{
    const Tone *tone = maker->tone;
    double bend = pow(tone->glide / tone->pitch, (double)BLOCK / maker->frames);
    Pointer turn = pointer_start(pitch);
    if (pitch < 20 || pitch > 0.45 * TONE_RATE)
        return;
    for (int32_t i = 0; i < frames && loud > 1e-5; i++) {
        double left = (maker->frames - i) / (SOFT_END * TONE_RATE), rise = i / (tone->attack * TONE_RATE);
        if (i % BLOCK == 0 && i)
            pointer_tune(&turn, pitch *= bend);
        frame_add(out + 2 * i, maker, loud * fmin(1, fmin(left, rise)) * pointer_next(&turn));
        loud *= fall;
    }
}

/* A struck body, mode by mode; inaudibly high modes are left out. The material must be in the table. */
static void struck_add(Maker *maker, float *out, int32_t frames)
{
    const Tone *tone = maker->tone;
    const Material *body = &materials[tone->material];
    for (int m = 0; m < MODES; m++) {
        double pitch = body->ratio[m] * tone->pitch * (m ? 1 + UNEVEN * noise_next(&maker->random) : 1);
        double loud = 0.5 * body->loud[m] * (m ? 0.35 + 1.3 * tone->bright : 1) * tone->level;
        double fall = fall_factor(tone->decay / body->quick[m]);
        mode_add(maker, pitch, loud, fall, out, frames);
        if (body->apart > 0)
            mode_add(maker, pitch * (1 + body->apart), 0.6 * loud, fall, out, frames);
    }
    knock_add(maker, body, out, frames);
}

/* Noise, or single knocks, through a band-pass filter. */
static void band_add(Maker *maker, float *out, int32_t frames)
{
    const Tone *tone = maker->tone;
    Band band = {0, 0, 0, 1.6 - 1.5 * (1 - tone->bright)};
    double often = 1 - 2 * tone->rate / TONE_RATE, strong = 14 * sqrt(SPARKS / tone->rate);
    for (int32_t i = 0; i < frames; i++) {
        double in = noise_next(&maker->random);
        band_tune(&band, tone->pitch + (tone->glide - tone->pitch) * i / maker->frames);
        if (tone->kind == TONE_CRACKLE)
            in = noise_next(&maker->random) > often ? strong * in : 0;
        frame_add(out + 2 * i, maker, band_next(&band, in) * envelope_next(maker, i));
    }
}

#define HARMONICS 5
#define FAINT 0.02          /* harmonics below this share are inaudible */

/* A swelling chord note, harmonic by harmonic, without the faint ones. */
static void pad_add(Maker *maker, float *out, int32_t frames)
{
    const Tone *tone = maker->tone;
    double rise = tone->attack * TONE_RATE, loud = 0;
    for (int h = 1; h <= HARMONICS; h++) {
        double share = pow(0.18 + 0.5 * tone->bright, h - 1), swell = 0.05 + 0.031 * h;
        if (share < FAINT)
            break;
        Pointer one = pointer_start(h * tone->pitch), other = pointer_start(h * tone->pitch + 0.35);
        for (int32_t i = 0; i < frames; i++) {
            if (i % BLOCK == 0)
                loud = 0.5 * tone->level * share * fmin(1, fmin(i, maker->frames - i) / rise)
                       * (1 + 0.35 * sin(TURN * (swell * i / TONE_RATE + 0.37 * h)));
            frame_add(out + 2 * i, maker, loud * (pointer_next(&one) + pointer_next(&other)));
        }
    }
}

/* See engine.h. Asserts that each tone starts in time, has a length, an audible pitch and knocks. */
void tones_add(const Tone *tones, int32_t n, uint64_t seed, float *buffer, int32_t frames)
{
    for (int32_t t = 0; t < n; t++) {
        const Tone *tone = &tones[t];
        int32_t start = (int32_t)(tone->at * TONE_RATE), length = (int32_t)(tone->length * TONE_RATE);
        assert(start >= 0 && length > 0 && tone->pitch >= 20 && tone->rate > 0 &&
               tone->material <= TONE_BELL);
        double right = (tone->pan + 1) * TURN / 8;
        Maker maker = {tone, (seed * 1000003 + (uint64_t)t) * 0x9E3779B97F4A7C15u | 1, length, 1, 1, cos(right),
                       sin(right)};
        if (tone->kind != TONE_PLUCK && tone->kind != TONE_STRUCK) /* these fade by themselves */
            maker.fall = fall_factor(tone->decay);
        int32_t here = start + length < frames ? length : frames - start;
        float *out = buffer + 2 * (size_t)start;
        if (here <= 0)
            continue;
        switch (tone->kind) {
        case TONE_PLUCK: pluck_add(&maker, out, here); break;
        case TONE_STRUCK: struck_add(&maker, out, here); break;
        case TONE_PAD: pad_add(&maker, out, here); break;
        default: band_add(&maker, out, here);
        }
    }
}

/* ---- the room ---- */

#define COMBS 4
#define PASSES 2
#define LONGEST 1600        /* frames of any delay */
#define WIDER 17            /* frames by which each delay of the right side is longer */

static const int32_t comb_frames[COMBS] = {1081, 1187, 1293, 1433}, pass_frames[PASSES] = {403, 131};
#define COMB_KEEPS 0.80
#define COMB_DULLS 0.35
#define PASS_KEEPS 0.55

typedef struct Delay {
    float line[LONGEST];
    int32_t at;
    float dull;
} Delay;

struct Room {
    Delay comb[2][COMBS], pass[2][PASSES];
};

/* A silent room, or NULL. */
Room *room_new(void) { return calloc(1, sizeof(Room)); }

/* room may be NULL. */
void room_free(Room *room) { free(room); }

/* The output of a comb filter for an input value. */
static float comb_turn(Delay *delay, int32_t frames, float in)
{
    float out = delay->line[delay->at];
    delay->dull = out + (float)COMB_DULLS * (delay->dull - out);
    delay->line[delay->at] = in + (float)COMB_KEEPS * delay->dull;
    delay->at = delay->at + 1 < frames ? delay->at + 1 : 0;
    return out;
}

/* The output of an all-pass filter for an input value. */
static float pass_turn(Delay *delay, int32_t frames, float in)
{
    float held = delay->line[delay->at], kept = in + (float)PASS_KEEPS * held;
    delay->line[delay->at] = kept;
    delay->at = delay->at + 1 < frames ? delay->at + 1 : 0;
    return held - (float)PASS_KEEPS * kept;
}

/* See engine.h. The reverberation stays in the room. */
void room_add(Room *room, double wet, float *buffer, int32_t frames)
{
    assert(room && wet >= 0 && wet <= 1);
    for (int32_t i = 0; i < frames; i++) {
        float in = 0.12f * (buffer[2 * i] + buffer[2 * i + 1]);
        for (int side = 0; side < 2; side++) {
            float back = 0;
            for (int c = 0; c < COMBS; c++)
                back += comb_turn(&room->comb[side][c], comb_frames[c] + side * WIDER, in);
            for (int p = 0; p < PASSES; p++)
                back = pass_turn(&room->pass[side][p], pass_frames[p] + side * WIDER, back);
            buffer[2 * i + side] += (float)wet * back;
        }
    }
}

/* See engine.h. tanh clips softly. */
void tones_round(const float *buffer, int32_t frames, double gain, int16_t *samples)
{
    for (int32_t i = 0; i < 2 * frames; i++)
        samples[i] = (int16_t)(31000 * tanh(gain * buffer[i]));
}

/* See engine.h. Asserts that there are samples. */
void tones_reach(const int16_t *samples, int32_t n, int32_t block, float *reach)
{
    assert(n > 0 && block > 0);
    for (int32_t i = 0; i < n; i++) {
        float *here = &reach[i / block], value = (float)abs(samples[i]) / 32768;
        if (i % block == 0 || value > *here)
            *here = value;
    }
}
