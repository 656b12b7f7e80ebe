// The least that valuing a book over time takes: reads the same closes, rates and trades into arrays, and multiplies units by price and
// rate for each day. No decimals, no lots, no checks. Arguments: quotes.csv activities.csv rates.csv.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INSTRUMENTS = 41, ACCOUNTS = 6, DAYS = 40000 };

static double closes[INSTRUMENTS][DAYS], rates[3][DAYS], units[INSTRUMENTS][ACCOUNTS][DAYS], cash[ACCOUNTS][DAYS];

// Days since 1970-01-01.
static int day_of(const char *t) {
    int y = (t[0] - '0') * 1000 + (t[1] - '0') * 100 + (t[2] - '0') * 10 + t[3] - '0', m = (t[5] - '0') * 10 + t[6] - '0', d = (t[8] - '0') * 10 + t[9] - '0';
    if (m <= 2) y--;
    int doy = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + d - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 + doy - 719468;
}

static char *text_of(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat info;
    if (file < 0 || fstat(file, &info) != 0) exit(1);
    char *text = malloc(info.st_size + 1);
    if (read(file, text, info.st_size) != info.st_size) exit(1);
    text[info.st_size] = 0;
    return text;
}

static char *next_field(char *p) { return strchr(p, ',') + 1; }
static int symbol_of(const char *p) { return p[0] == 'I' ? 40 : (p[1] - '0') * 10 + p[2] - '0'; }
static int currency_of(const char *p) { return p[0] == 'E' ? 0 : p[0] == 'U' ? 1 : 2; }

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int last = 0, first = DAYS;
    for (char *p = strchr(text_of(arguments[1]), '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
        char *date = next_field(p + 1);
        int day = day_of(date);
        closes[symbol_of(p + 1)][day] = strtod(next_field(date), NULL);
        if (day > last) last = day;
        if (day < first) first = day;
    }
    for (char *p = strchr(text_of(arguments[2]), '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
        int day = day_of(p + 1);
        char *type = next_field(p + 1), *account = next_field(type), *symbol = next_field(account), *quantity = next_field(symbol);
        char *amount = next_field(next_field(next_field(quantity)));
        int number = currency_of(account + 2) * 2 + (account[0] == 'B');
        cash[number][day] += strtod(amount, NULL);
        if (*quantity != ',') units[symbol_of(symbol)][number][day] += type[0] == 'b' ? strtod(quantity, NULL) : -strtod(quantity, NULL);
    }
    for (char *p = strchr(text_of(arguments[3]), '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
        int day = day_of(p + 1);
        char *dollar = next_field(p + 1);
        rates[1][day] = strtod(dollar, NULL);
        rates[2][day] = strtod(next_field(dollar), NULL);
    }
    double sum = 0, held[INSTRUMENTS][ACCOUNTS] = {0}, balance[ACCOUNTS] = {0}, close[INSTRUMENTS] = {0}, rate[3] = {1, 1, 1};
    for (int day = first; day <= last; day++) {
        for (int c = 1; c < 3; c++) if (rates[c][day] > 0) rate[c] = rates[c][day];
        for (int a = 0; a < ACCOUNTS; a++) sum += (balance[a] += cash[a][day]) / rate[a / 2];
        for (int i = 0; i < INSTRUMENTS; i++) {
            if (closes[i][day] > 0) close[i] = closes[i][day];
            for (int a = 0; a < ACCOUNTS; a++) {
                held[i][a] += units[i][a][day];
                sum += held[i][a] * close[i] / rate[a / 2];
            }
        }
    }
    printf("%.2f\n", sum);
    return 0;
}
