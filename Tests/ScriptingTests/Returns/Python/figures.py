#!/usr/bin/env python3
"""What the demo book was worth and how well it did, from its files alone, for the tests to compare with.

    python3 figures.py

Reads prices.csv and transactions.csv of stdlib/demo, values each part of the book on every day with numpy, and writes figures.csv beside
this script: one line a figure, `part,figure,value`. Nothing of luca is used; internal rates are solved by scipy.
"""

import collections
import csv
import datetime
import pathlib

import numpy as np
from scipy import optimize

HERE = pathlib.Path(__file__).parent
DEMO = HERE.parents[3] / "stdlib" / "demo"
FIRST, LAST = datetime.date(2000, 1, 31), datetime.date(2014, 12, 31)
DAYS = [datetime.date(2000, 1, 30) + datetime.timedelta(n) for n in range((LAST - FIRST).days + 2)]
PLACE = {day: place for place, day in enumerate(DAYS)}
PARTS = {
    "family": dict(accounts={"Brokerage", "Roth IRA", "Ray College Fund", "Savings"}, symbol=None),
    "brokerage": dict(accounts={"Brokerage"}, symbol=None),
    "roth": dict(accounts={"Roth IRA"}, symbol=None),
    "orcl": dict(accounts={"Brokerage", "Roth IRA", "Ray College Fund", "Savings"}, symbol="ORCL"),
}


def read(name):
    with open(DEMO / name) as file:
        return list(csv.DictReader(file))


def price_table():
    """For each symbol its last price on every day, and the days that have one of their own."""
    table, fresh = {}, {}
    by_symbol = collections.defaultdict(dict)
    for row in read("prices.csv"):
        by_symbol[row["symbol"]][datetime.date.fromisoformat(row["date"])] = float(row["price"])
    for symbol, prices in by_symbol.items():
        last, line = None, []
        for day in DAYS:
            if day == DAYS[0]:
                earlier = [d for d in prices if d <= day]
                last = prices[max(earlier)] if earlier else None
            last = prices.get(day, last)
            line.append(np.nan if last is None else last)
        table[symbol], fresh[symbol] = np.array(line), {day for day in prices}
    return table, fresh


class Part:
    """One part of the book, day by day."""

    def __init__(self, accounts, symbol, table, fresh):
        size = len(DAYS)
        cash, self.flow, self.income, self.fees = np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
        units = collections.defaultdict(lambda: np.zeros(size))
        for row in read("transactions.csv"):
            if row["account"] not in accounts or symbol and row["symbol"] != symbol:
                continue
            at, amount = PLACE[datetime.date.fromisoformat(row["date"])], float(row["amount"])
            cash[at] += amount
            if row["type"] in ("deposit", "withdrawal"):
                self.flow[at] += amount
            if row["type"] in ("dividend", "interest"):
                self.income[at] += amount
            if row["type"] == "fee":
                self.fees[at] -= amount
            if row["type"] in ("buy", "sell"):
                self.fees[at] += float(row["fee"] or 0)
                units[row["symbol"]][at] += float(row["quantity"]) * (1 if row["type"] == "buy" else -1)
        if symbol:
            self.flow = -cash
            self.value = np.zeros(size)
        else:
            self.value = np.cumsum(cash)
        held = {name: np.cumsum(change) for name, change in units.items()}
        self.is_trading = np.zeros(size, bool)
        for at, day in enumerate(DAYS):
            there = [name for name in held if held[name][at] != 0]
            self.is_trading[at] = any(day in fresh[name] for name in there) if there else day.isoweekday() <= 5
            self.value[at] += sum(held[name][at] * table[name][at] for name in there)
        # What a day leaves of the money that was at work on it: money in comes before, money out after.
        before = np.concatenate([[0], self.value[:-1]])
        into, out = np.maximum(self.flow, 0), np.maximum(-self.flow, 0)
        base, end = before + into, self.value + out
        self.growth = np.where(np.abs(base) < 1e-9, 1, end / np.where(np.abs(base) < 1e-9, 1, base))

    def twr(self, first, last):
        return np.prod(self.growth[PLACE[first] : PLACE[last] + 1]) - 1

    def irr(self):
        active = [at for at in range(len(DAYS)) if abs(self.value[at]) > 1e-9 or abs(self.flow[at]) > 1e-9]
        start, end = active[0] - 1, active[-1]
        amounts = -self.flow.copy()
        amounts[end] += self.value[end]
        years = (np.arange(len(DAYS)) - start) / 365
        span = slice(start, end + 1)
        return optimize.brentq(lambda r: np.sum(amounts[span] / (1 + r) ** years[span]), -0.9, 5, xtol=1e-15, rtol=1e-14)

    def drawdown(self):
        active = [at for at in range(len(DAYS)) if abs(self.value[at]) > 1e-9 or abs(self.flow[at]) > 1e-9]
        index = np.cumprod(self.growth)
        points = [active[0] - 1] + [at for at in range(active[0], active[-1] + 1) if self.is_trading[at]]
        levels = index[points]
        return np.min(levels / np.maximum.accumulate(levels) - 1)


def figures(part):
    for year in range(2000, 2015):
        first, last = max(datetime.date(year, 1, 1), FIRST), datetime.date(year, 12, 31)
        yield f"value {year}", part.value[PLACE[last]]
        if abs(part.value[PLACE[last]]) > 1e-9:
            yield f"twr {year}", part.twr(first, last)
    yield "irr", part.irr()
    yield "max drawdown", part.drawdown()
    opening, closing = PLACE[datetime.date(2007, 12, 31)], PLACE[datetime.date(2008, 12, 31)]
    span = slice(opening + 1, closing + 1)
    gain = part.value[closing] - part.value[opening] - part.flow[span].sum()
    income, fees = part.income[span].sum(), part.fees[span].sum()
    yield "2008 opening", part.value[opening]
    yield "2008 gain", gain
    yield "2008 income", income
    yield "2008 fees", -fees
    yield "2008 price_gain", gain - income + fees


def main():
    table, fresh = price_table()
    with open(HERE / "figures.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["part", "figure", "value"])
        for name, terms in PARTS.items():
            for figure, value in figures(Part(terms["accounts"], terms["symbol"], table, fresh)):
                writer.writerow([name, figure, repr(float(value))])


main()
