#!/usr/bin/env python3
"""Write one random but reproducible investment history in four formats.

    python3 generate_book.py --trades 10000 --out DIR [--symbols 50] [--accounts 3]
                        [--seed 1] [--open-bias 0.55] [--formats csv,ledger,...]
    python3 generate_book.py --expect-only DIR/book.csv        # recompute, print JSON
    python3 generate_book.py --compare DIR/expected.json --got FILE.csv

Files written in DIR
    book.csv         date,type,account,symbol,quantity,price,fee,amount,currency,notes
    book.ledger      ledger 3.x     (sells name their lots: {cost} [date] @ price)
    book.hledger     hledger 1.25+  (sells are one posting per consumed lot, at cost)
    book.beancount   beancount 2/3  (booking method FIFO; sells are `-q SYM {} @ p`)
    expected.json    answer computed from book.csv alone, see expected_from_csv()

Meaning of the CSV
    type      deposit | buy | sell | dividend | fee | price
    quantity  always positive; the type gives the direction; at most 2 decimals
    price     per unit, 2 decimals (dividend: empty; the payment is in `amount`)
    fee       commission paid in cash on top of / out of the trade, 2 decimals
    amount    signed change of the account's cash, exact (at most 4 decimals):
              buy = -(q*p) - fee,  sell = q*p - fee,  price rows: empty
    A price row has no account and moves nothing.
Rows are in date order; rows of one day are in the order they happened.

FIFO is per (account, symbol).  A sell never exceeds what that account holds, and
cash never goes below zero (a deposit row is written first when it would).
Two figures for the realized gain are given:
    realized_gain           proceeds - FIFO cost, commissions left out of both
                            (they are an expense account in the three text formats)
    realized_gain_net_fees  buy commission is part of the lot's cost, spread evenly
                            over its units; sell commission is taken off the proceeds
Only the Python 3.11 standard library is used.  Same arguments -> same bytes.
"""
import argparse
import csv
import datetime
import json
import os
import random
import sys
from collections import deque
from decimal import Decimal, localcontext
from fractions import Fraction

START = datetime.date(2010, 1, 4)
SPAN_DAYS = 5475            # 15 years
FIELDS = ["date", "type", "account", "symbol", "quantity", "price", "fee",
          "amount", "currency", "notes"]
FEES = [0, 0, 0, 0, 100, 495, 695, 999]          # cents
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def symbol_names(n):
    """Letters only: digits would need quotes in ledger and hledger."""
    names = []
    for i in range(n):
        names.append("Q" + LETTERS[i // 676 % 26] + LETTERS[i // 26 % 26] + LETTERS[i % 26])
    return names


def fixed(value, places):
    """Integer `value` in units of 10**-places, as text."""
    sign = "-" if value < 0 else ""
    value = abs(value)
    base = 10 ** places
    return f"{sign}{value // base}.{value % base:0{places}d}"


def qty_text(hundredths):
    if hundredths % 100 == 0:
        return str(hundredths // 100)
    return fixed(hundredths, 2).rstrip("0")


# --- the history ------------------------------------------------------------

def events(n_trades, n_symbols, n_accounts, seed, buy_share):
    """Yield tuples. Integers only: quantity in 1/100, price and fee in cents,
    cash in 1/10000 of the currency."""
    rng = random.Random(seed)
    rand = rng.random
    symbols = symbol_names(n_symbols)
    accounts = [f"Broker{i + 1}" for i in range(n_accounts)]
    price = {s: rng.randrange(500, 40000) for s in symbols}
    cash = dict.fromkeys(accounts, 0)
    lots = {}                                     # (account, symbol) -> deque of [q, p, date]
    held = {}                                     # (account, symbol) -> q
    buy_mean = 5050                               # mean buy is about 50 units

    done = 0
    while done < n_trades:
        day = START + datetime.timedelta(days=done * SPAN_DAYS // n_trades)
        s = symbols[int(rand() * n_symbols)]
        a = accounts[int(rand() * n_accounts)]
        key = (a, s)
        p = price[s] = max(50, price[s] + int((rand() - 0.497) * 0.05 * price[s]))
        fee = FEES[int(rand() * len(FEES))]
        have = held.get(key, 0)
        if have and rand() >= buy_share:
            q = 1 + int(rand() * 2.1 * buy_mean)
            if q % 5:                             # 80 percent of sells are whole units
                q = q // 100 * 100 or 100
            q = min(q, have)
            left, used = q, []
            queue = lots[key]
            while left:
                lot = queue[0]
                take = min(left, lot[0])
                used.append((take, lot[1], lot[2]))
                lot[0] -= take
                left -= take
                if not lot[0]:
                    queue.popleft()
            held[key] = have - q
            amount = q * p - fee * 100
            cash[a] += amount
            yield ("sell", day, a, s, q, p, fee, amount, used)
        else:
            q = 1 + int(rand() * 2 * buy_mean)
            if q % 5:
                q = q // 100 * 100 or 100
            amount = -(q * p) - fee * 100
            if cash[a] + amount < 0:
                top_up = (-amount // 50000000 + 1) * 50000000 * 4
                cash[a] += top_up
                yield ("deposit", day, a, "", 0, 0, 0, top_up, None)
            cash[a] += amount
            lots.setdefault(key, deque()).append([q, p, day])
            held[key] = have + q
            yield ("buy", day, a, s, q, p, fee, amount, None)
        done += 1
        if done % 10 == 0:
            yield ("price", day, "", s, 0, p, 0, 0, None)
        if done % 25 == 0 and held.get(key):
            pay = held[key] * (1 + int(rand() * 90))       # up to 0.90 a unit
            cash[a] += pay
            yield ("dividend", day, a, s, 0, 0, 0, pay, None)
        if done % 60 == 0:
            cost = 10000 * (1 + int(rand() * 25))
            if cash[a] >= cost:
                cash[a] -= cost
                yield ("fee", day, a, "", 0, 0, 0, -cost, None)
    last = START + datetime.timedelta(days=SPAN_DAYS)
    for s in symbols:
        yield ("price", last, "", s, 0, price[s], 0, 0, None)


# --- writers ----------------------------------------------------------------

class Csv:
    name = "book.csv"

    def __init__(self, f, symbols, accounts):
        self.f = f
        f.write(",".join(FIELDS) + "\n")

    def put(self, kind, day, a, s, q, p, fee, amount, used):
        note = ""
        if kind == "deposit":
            note = "top-up"
        elif kind == "fee":
            note = "custody fee"
        self.f.write(",".join((
            day.isoformat(), kind, a, s,
            qty_text(q) if q else "",
            fixed(p, 2) if p else "",
            fixed(fee, 2) if kind in ("buy", "sell") else "",
            "" if kind == "price" else fixed(amount, 4),
            "USD", note)) + "\n")


class Ledger:
    """ledger needs each sell to say which lots it takes."""
    name = "book.ledger"
    header = "D 1000.0000 USD\n\n"

    def __init__(self, f, symbols, accounts):
        self.f = f
        f.write(self.header)

    def sell(self, a, s, p, used):
        merged = {}
        for take, cost, day in used:
            merged[cost, day] = merged.get((cost, day), 0) + take
        for (cost, day), take in merged.items():
            self.f.write(f"    Assets:{a}:{s}  -{qty_text(take)} {s} {{{fixed(cost, 2)} USD}}"
                         f" [{day.isoformat()}] @ {fixed(p, 2)} USD\n")

    def put(self, kind, day, a, s, q, p, fee, amount, used):
        w = self.f.write
        d = day.isoformat()
        if kind == "price":
            w(f"P {d} {s} {fixed(p, 2)} USD\n\n")
            return
        cash = fixed(amount, 4)
        if kind == "buy":
            w(f"{d} Buy {s}\n    Assets:{a}:{s}  {qty_text(q)} {s} @ {fixed(p, 2)} USD\n")
            if fee:
                w(f"    Expenses:Commissions  {fixed(fee * 100, 4)} USD\n")
            w(f"    Assets:{a}:Cash  {cash} USD\n\n")
        elif kind == "sell":
            w(f"{d} Sell {s}\n")
            self.sell(a, s, p, used)
            if fee:
                w(f"    Expenses:Commissions  {fixed(fee * 100, 4)} USD\n")
            w(f"    Assets:{a}:Cash  {cash} USD\n    Income:Gains:{s}\n\n")
        elif kind == "deposit":
            w(f"{d} Deposit\n    Assets:{a}:Cash  {cash} USD\n    Equity:Contributions\n\n")
        elif kind == "dividend":
            w(f"{d} Dividend {s}\n    Assets:{a}:Cash  {cash} USD\n    Income:Dividends:{s}\n\n")
        elif kind == "fee":
            w(f"{d} Custody fee\n    Assets:{a}:Cash  {cash} USD\n    Expenses:Custody\n\n")


class Hledger(Ledger):
    """hledger 1.25 has no lots: take the units out at what they cost."""
    name = "book.hledger"
    header = "commodity 1000.0000 USD\n\n"

    def sell(self, a, s, p, used):
        merged = {}
        for take, cost, _ in used:
            merged[cost] = merged.get(cost, 0) + take
        for cost, take in merged.items():
            self.f.write(f"    Assets:{a}:{s}  -{qty_text(take)} {s} @ {fixed(cost, 2)} USD\n")


class Beancount:
    name = "book.beancount"

    def __init__(self, f, symbols, accounts):
        self.f = f
        w = f.write
        d = START.isoformat()
        w('option "title" "generated book"\noption "operating_currency" "USD"\n'
          'option "booking_method" "FIFO"\n\n')
        for s in symbols:
            w(f"{d} commodity {s}\n")
        for a in accounts:
            w(f"{d} open Assets:{a}:Cash USD\n")
            for s in symbols:
                w(f"{d} open Assets:{a}:{s} {s}\n")
        for s in symbols:
            w(f"{d} open Income:Gains:{s} USD\n{d} open Income:Dividends:{s} USD\n")
        for name in ("Expenses:Commissions", "Expenses:Custody", "Equity:Contributions"):
            w(f"{d} open {name} USD\n")
        w("\n")

    def put(self, kind, day, a, s, q, p, fee, amount, used):
        w = self.f.write
        d = day.isoformat()
        if kind == "price":
            w(f"{d} price {s} {fixed(p, 2)} USD\n\n")
            return
        cash = fixed(amount, 4)
        # 4 decimals everywhere: beancount infers its rounding from the coarsest leg
        if kind in ("buy", "sell"):
            price = fixed(p, 2)
            if kind == "buy":
                w(f'{d} * "Buy {s}"\n  Assets:{a}:{s}  {qty_text(q)} {s} {{{price} USD}}\n')
            else:
                w(f'{d} * "Sell {s}"\n  Assets:{a}:{s}  -{qty_text(q)} {s} {{}} @ {price} USD\n')
            if fee:
                w(f"  Expenses:Commissions  {fixed(fee * 100, 4)} USD\n")
            w(f"  Assets:{a}:Cash  {cash} USD\n")
            w(f"  Income:Gains:{s}\n\n" if kind == "sell" else "\n")
        else:
            label, other = {"deposit": ("Deposit", "Equity:Contributions"),
                            "dividend": (f"Dividend {s}", f"Income:Dividends:{s}"),
                            "fee": ("Custody fee", "Expenses:Custody")}[kind]
            w(f'{d} * "{label}"\n  Assets:{a}:Cash  {cash} USD\n  {other}\n\n')


WRITERS = {"csv": Csv, "ledger": Ledger, "hledger": Hledger, "beancount": Beancount}


# --- the independent answer ---------------------------------------------------

def dec(x, places=10):
    """Fraction -> decimal text, exact when it fits in `places`, else rounded."""
    with localcontext() as c:
        c.prec = 60
        v = (Decimal(x.numerator) / Decimal(x.denominator)).quantize(Decimal(1).scaleb(-places))
    t = format(v.normalize(), "f")
    return "0" if t in ("-0", "") else t


def expected_from_csv(path):
    """Read the CSV and do plain FIFO with exact numbers. Shares no state with the
    generator above."""
    lots = {}
    zero = Fraction(0)
    gain, gain_net, cash, sold, bought = {}, {}, {}, {}, {}
    income, fees, deposits, last_price = {}, {}, {}, {}
    counts = {}
    with open(path, newline="", encoding="ascii") as f:
        for line, row in enumerate(csv.DictReader(f), 2):
            kind, a, s = row["type"], row["account"], row["symbol"]
            counts[kind] = counts.get(kind, 0) + 1
            if kind == "price":
                last_price[s] = row["price"]
                continue
            amount = Fraction(row["amount"])
            cash[a] = cash.get(a, zero) + amount
            if kind in ("buy", "sell"):
                q, p, fee = Fraction(row["quantity"]), Fraction(row["price"]), Fraction(row["fee"])
                fees[a] = fees.get(a, zero) + fee
                key = (a, s)
                queue = lots.setdefault(key, deque())
                if kind == "buy":
                    assert amount == -q * p - fee, line
                    queue.append([q, p, p + fee / q])
                    bought[key] = bought.get(key, zero) + q
                else:
                    assert amount == q * p - fee, line
                    left, cost, cost_net = q, zero, zero
                    while left > 0:
                        assert queue, f"line {line}: sells more than is held"
                        lot = queue[0]
                        take = min(left, lot[0])
                        cost += take * lot[1]
                        cost_net += take * lot[2]
                        lot[0] -= take
                        left -= take
                        if lot[0] == 0:
                            queue.popleft()
                    sold[key] = sold.get(key, zero) + q
                    gain[key] = gain.get(key, zero) + q * p - cost
                    gain_net[key] = gain_net.get(key, zero) + q * p - fee - cost_net
            elif kind == "dividend":
                income[s] = income.get(s, zero) + amount
            elif kind == "deposit":
                deposits[a] = deposits.get(a, zero) + amount
            elif kind == "fee":
                fees[a] = fees.get(a, zero) - amount
            assert cash[a] >= 0, f"line {line}: cash below zero"

    def row_for(keys):
        qs = [(l[0], l[1], l[2]) for k in keys for l in lots.get(k, ())]
        return {
            "quantity": dec(sum((q for q, _, _ in qs), zero)),
            "cost_basis": dec(sum((q * c for q, c, _ in qs), zero)),
            "cost_basis_with_fees": dec(sum((q * n for q, _, n in qs), zero)),
            "open_lots": len(qs),
            "realized_gain": dec(sum((gain.get(k, zero) for k in keys), zero)),
            "realized_gain_net_fees": dec(sum((gain_net.get(k, zero) for k in keys), zero)),
            "bought": dec(sum((bought.get(k, zero) for k in keys), zero)),
            "sold": dec(sum((sold.get(k, zero) for k in keys), zero)),
        }

    keys = sorted(lots)
    symbols = sorted({s for _, s in keys})
    return {
        "rows": counts,
        "totals": row_for(keys),
        "by_symbol": {s: dict(row_for([k for k in keys if k[1] == s]),
                              dividends=dec(income.get(s, zero)),
                              last_price=last_price.get(s)) for s in symbols},
        "by_account_symbol": {f"{a}/{s}": row_for([(a, s)]) for a, s in keys},
        "cash": {a: dec(v) for a, v in sorted(cash.items())},
        "commissions_and_fees": {a: dec(v) for a, v in sorted(fees.items())},
        "deposits": {a: dec(v) for a, v in sorted(deposits.items())},
        "dividends_total": dec(sum(income.values(), zero)),
    }


def compare(expected_path, got_path):
    """GOT is a CSV with a header naming `symbol`, optionally `account`, and any of the
    expected fields. Exit 1 and print the first 20 differences if a figure differs by
    more than 0.000001, or if a row that should show something is missing."""
    with open(expected_path, encoding="ascii") as f:
        exp = json.load(f)
    bad = checked = 0
    seen, fields, per_account = set(), set(), False
    with open(got_path, newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f):
            per_account = per_account or bool(row.get("account"))
            key = f"{row['account']}/{row['symbol']}" if row.get("account") else row["symbol"]
            want = exp["by_account_symbol" if row.get("account") else "by_symbol"].get(key)
            seen.add(key)
            for field, text in row.items():
                if field in ("symbol", "account") or text in (None, ""):
                    continue
                if want is None or field not in want:
                    print(f"unknown: {row} {field}")
                    bad += 1
                    break
                checked += 1
                fields.add(field)
                if abs(Decimal(text) - Decimal(str(want[field]))) > Decimal("0.000001"):
                    bad += 1
                    if bad <= 20:
                        print(f"{row.get('account') or '*'}/{row['symbol']} {field}: got {text},"
                              f" expected {want[field]}")
    for key, want in exp["by_account_symbol" if per_account else "by_symbol"].items():
        if key not in seen and any(Decimal(str(want[f])) for f in fields if f != "last_price"):
            bad += 1
            if bad <= 20:
                print(f"{key}: missing")
    print(f"{checked} figures checked, {bad} wrong or missing")
    return 1 if bad or not checked else 0


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    ap.add_argument("--trades", type=int, default=1000)
    ap.add_argument("--symbols", type=int, default=50)
    ap.add_argument("--accounts", type=int, default=3)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--open-bias", type=float, default=0.55, metavar="SHARE",
                    help="share of buys; higher leaves more open lots (default 0.55)")
    ap.add_argument("--formats", default="csv,ledger,hledger,beancount")
    ap.add_argument("--out", default=".")
    ap.add_argument("--expect-only", metavar="CSV")
    ap.add_argument("--compare", metavar="EXPECTED_JSON")
    ap.add_argument("--got", metavar="CSV")
    o = ap.parse_args()
    if o.expect_only:
        json.dump(expected_from_csv(o.expect_only), sys.stdout, indent=1)
        print()
        return 0
    if o.compare:
        if not o.got:
            ap.error("--compare needs --got")
        return compare(o.compare, o.got)
    os.makedirs(o.out, exist_ok=True)
    symbols = symbol_names(o.symbols)
    accounts = [f"Broker{i + 1}" for i in range(o.accounts)]
    wanted = dict.fromkeys(["csv"] + [w for w in o.formats.split(",") if w])
    files, writers = [], []
    for name in wanted:
        f = open(os.path.join(o.out, WRITERS[name].name), "w", encoding="ascii",
                 newline="\n", buffering=1 << 20)
        files.append(f)
        writers.append(WRITERS[name](f, symbols, accounts))
    for e in events(o.trades, o.symbols, o.accounts, o.seed, o.open_bias):
        for w in writers:
            w.put(*e)
    for f in files:
        f.close()
    exp = expected_from_csv(os.path.join(o.out, "book.csv"))
    exp = {"arguments": {"trades": o.trades, "symbols": o.symbols, "accounts": o.accounts,
                         "seed": o.seed, "open_bias": o.open_bias}, **exp}
    with open(os.path.join(o.out, "expected.json"), "w", encoding="ascii") as f:
        json.dump(exp, f, indent=1)
        f.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
