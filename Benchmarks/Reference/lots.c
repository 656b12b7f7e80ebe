/* Lower bound: FIFO over book.csv with int64. cc -O2 -o lots lots.c
 * usage: lots book.csv [repeats]
 * Prints open quantity, open cost and realized gain (commissions left out), and
 * the milliseconds for reading+parsing and for the in-memory FIFO alone (best of
 * `repeats`). Quantities are in 1/100, prices in cents, money in 1/10000.
 * Reads only what generate_book.py writes; no checks. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

typedef struct { int64_t q, p; int32_t key, sell; } Trade;
typedef struct { int64_t q, p; } Lot;
typedef struct { Lot *v; int head, len, cap; } Queue;

static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6; }

static int64_t hundredths(const char **s) {
    int64_t v = 0; const char *p = *s; int d = -1;
    for (; *p != ','; p++) {
        if (*p == '.') { d = 0; continue; }
        v = v * 10 + (*p - '0');
        if (d >= 0) d++;
    }
    if (d < 0) d = 0;
    while (d++ < 2) v *= 10;
    *s = p + 1;
    return v;
}

#define MAXKEYS 65536
static char names[MAXKEYS][40];
static int nkeys;
static int find_key(const char *a, int n) {
    for (;;) {
        uint32_t h = 2166136261u;
        for (int i = 0; i < n; i++) h = (h ^ (unsigned char)a[i]) * 16777619u;
        uint32_t i = h % MAXKEYS;
        while (names[i][0] && (strlen(names[i]) != (size_t)n || memcmp(names[i], a, n)))
            i = (i + 1) % MAXKEYS;
        if (!names[i][0]) { memcpy(names[i], a, n); nkeys++; }
        return (int)i;
    }
}

int main(int argc, char **argv) {
    int repeats = argc > 2 ? atoi(argv[2]) : 1;
    double t0 = now();
    int fd = open(argv[1], O_RDONLY);
    struct stat st; fstat(fd, &st);
    const char *s = mmap(0, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0), *end = s + st.st_size;
    size_t cap = 1 << 16, n = 0;
    Trade *t = malloc(cap * sizeof *t);
    while (*s++ != '\n') ;
    while (s < end) {
        const char *kind = s + 11;                     /* after YYYY-MM-DD, */
        if (kind[0] == 'b' || kind[0] == 's') {
            int sell = kind[0] == 's';
            const char *a = kind + (sell ? 5 : 4), *c = a;
            while (*c != ',') c++;
            c++;
            while (*c != ',') c++;
            if (n == cap) t = realloc(t, (cap *= 2) * sizeof *t);
            t[n].key = find_key(a, (int)(c - a));
            t[n].sell = sell;
            c++;
            t[n].q = hundredths(&c);
            t[n].p = hundredths(&c);
            n++;
            s = c;
        }
        s = memchr(s, '\n', end - s);
        s++;
    }
    double t1 = now(), best = 1e18;
    int64_t gain = 0, q = 0, basis = 0;
    static Queue *qs;
    qs = calloc(MAXKEYS, sizeof *qs);
    for (int r = 0; r < repeats; r++) {
        double b = now();
        for (int i = 0; i < MAXKEYS; i++) qs[i].head = qs[i].len = 0;
        gain = 0;
        for (size_t i = 0; i < n; i++) {
            Queue *k = &qs[t[i].key];
            if (!t[i].sell) {
                if (k->len == k->cap) k->v = realloc(k->v, (k->cap = k->cap ? k->cap * 2 : 16) * sizeof(Lot));
                k->v[k->len++] = (Lot){ t[i].q, t[i].p };
            } else {
                int64_t left = t[i].q;
                while (left) {
                    Lot *l = &k->v[k->head];
                    int64_t take = l->q < left ? l->q : left;
                    gain += take * (t[i].p - l->p);
                    l->q -= take; left -= take;
                    if (!l->q) k->head++;
                }
            }
        }
        q = basis = 0;
        for (int i = 0; i < MAXKEYS; i++)
            for (int j = qs[i].head; j < qs[i].len; j++) { q += qs[i].v[j].q; basis += qs[i].v[j].q * qs[i].v[j].p; }
        double e = now() - b;
        if (e < best) best = e;
    }
    printf("trades %zu positions %d quantity %.2f cost %.4f gain %.4f  parse %.2f ms  fifo %.2f ms\n",
           n, nkeys, q / 100.0, basis / 1e4, gain / 1e4, t1 - t0, best);
    return 0;
}
