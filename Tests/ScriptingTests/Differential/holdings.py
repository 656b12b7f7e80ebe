"""What beancount says of a book: open lots, gains of each day's sales, and cash, a line each.

    python3 holdings.py BOOK.beancount [gains]

A line is `lot ACCOUNT SYMBOL DAY UNITS COST CURRENCY`, `gain DAY ACCOUNT SYMBOL UNITS COST CURRENCY` or `cash ACCOUNT CURRENCY BALANCE`. Lots of one
day are added up, as beancount does with those of one cost; so are sales of one day. Sums that are zero are left out.
With `gains` there is also what was gained with each security, as luca's exports tell it: `gained SYMBOL CURRENCY SUM`.
"""
import collections
import decimal
import sys

from beancount import loader
from beancount.core import data

decimal.getcontext().prec = 60


def text(number):
    plain = format(number.normalize(), "f")
    return "0" if plain in ("-0", "") else plain


def main(path, *words):
    entries, errors, _ = loader.load_file(path)
    if errors:
        sys.exit("\n".join(str(error) for error in errors))
    lots = collections.defaultdict(lambda: [decimal.Decimal(0), decimal.Decimal(0)])
    gains = collections.defaultdict(lambda: [decimal.Decimal(0), decimal.Decimal(0)])
    cash = collections.defaultdict(decimal.Decimal)
    gained = collections.defaultdict(decimal.Decimal)
    for entry in entries:
        if not isinstance(entry, data.Transaction):
            continue
        for posting in entry.postings:
            parts = posting.account.split(":")
            if parts[0] == "Income" and parts[-1] == "Gains":
                gained[parts[1], posting.units.currency] -= posting.units.number
            if parts[0] != "Assets":
                continue
            account, units, cost = parts[1], posting.units, posting.cost
            if cost is None:
                cash[account, units.currency] += units.number
                continue
            lot = lots[account, units.currency, cost.date, cost.currency]
            lot[0] += units.number
            lot[1] += units.number * cost.number
            # Units that go to another account are not sold.
            if units.number < 0 and not any(other.units == -units and other.cost == cost for other in entry.postings):
                gain = gains[entry.date, account, units.currency, cost.currency]
                gain[0] -= units.number
                gain[1] -= units.number * cost.number
    for (account, symbol, day, currency), (units, cost) in lots.items():
        if units:
            print("lot", account, symbol, day, text(units), text(cost), currency)
    for (day, account, symbol, currency), (units, cost) in gains.items():
        print("gain", day, account, symbol, text(units), text(cost), currency)
    for (account, currency), balance in cash.items():
        if balance:
            print("cash", account, currency, text(balance))
    for (symbol, currency), gain in gained.items():
        if gain and "gains" in words:
            print("gained", symbol, currency, text(gain))


main(*sys.argv[1:])
