/* The pass line with 3-4-5 odds as a plain C loop, for comparison with the compiled kernel.
 *
 * It plays the same game and keeps the same figures as the kernel: 500 throws or ruin, the final bankroll
 * with what stands decided, the lowest and the highest point. Money is in flats. It is written to be fast: a
 * generator of four instructions or so (xoshiro256++, Blackman and Vigna 2021), both dice out of one
 * multiplication (Lemire 2019, unbiased by rejection), and no memory but the sums.
 *
 *   pass_odds SESSIONS BANKROLL THROWS SEED
 *
 * prints the throws played before leaving, nanoseconds, and the sums of final, lowest and highest.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t s[4];

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next(void) {
    const uint64_t result = rotl(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

static void seed(uint64_t x) { /* splitmix64 */
    for (int i = 0; i < 4; i++) {
        uint64_t z = (x += UINT64_C(0x9e3779b97f4a7c15));
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        s[i] = z ^ (z >> 31);
    }
}

static const uint8_t TOTAL[36] = {2, 3, 4, 5, 6, 7, 3, 4, 5, 6,  7,  8, 4, 5, 6,  7,  8,  9,
                                  5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 10, 11, 7, 8, 9, 10, 11, 12};

static inline int throw_dice(void) {
    uint64_t m = (next() >> 32) * 36;
    while ((uint32_t)m < 4) m = (next() >> 32) * 36; /* 2^32 mod 36 = 4 */
    return TOTAL[m >> 32];
}

/* The odds by point, in flats; whatever the point, full 3-4-5 odds win six flats. */
static const int ODDS[11] = {0, 0, 0, 0, 3, 4, 5, 0, 5, 4, 3};

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: %s SESSIONS BANKROLL THROWS SEED\n", argv[0]);
        return 2;
    }
    const long sessions = atol(argv[1]);
    const int bankroll = atoi(argv[2]), limit = atoi(argv[3]);
    int64_t throws = 0, finals = 0, lows = 0, highs = 0;
    struct timespec from, to;

    seed(strtoull(argv[4], NULL, 10));
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long i = 0; i < sessions; i++) {
        int owned = bankroll, lowest = bankroll, highest = bankroll, point = 0, odds = 0, played = 0;
        for (; played < limit; played++) {
            if (point == 0) {
                if (owned < 1) break;
                const int total = throw_dice();
                if (total == 7 || total == 11)
                    owned += 1;
                else if (total == 2 || total == 3 || total == 12)
                    owned -= 1;
                else
                    point = total;
            } else {
                if (odds == 0) {
                    if (owned < 1 + ODDS[point]) break;
                    odds = ODDS[point];
                }
                const int total = throw_dice();
                if (total == point) {
                    owned += 7;
                    point = odds = 0;
                } else if (total == 7) {
                    owned -= 1 + odds;
                    point = odds = 0;
                }
            }
            if (owned < lowest) lowest = owned;
            if (owned > highest) highest = owned;
        }
        while (point != 0) { /* the odds are down; the flat wager is decided */
            const int total = throw_dice();
            if (total == point) {
                owned += 1;
                point = 0;
            } else if (total == 7) {
                owned -= 1;
                point = 0;
            }
        }
        throws += played;
        finals += owned;
        lows += lowest;
        highs += highest;
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", throws,
           (int64_t)(to.tv_sec - from.tv_sec) * 1000000000 + (to.tv_nsec - from.tv_nsec), finals, lows, highs);
    return 0;
}
