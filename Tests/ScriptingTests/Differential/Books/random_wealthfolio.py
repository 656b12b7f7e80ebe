"""Writes activities of Wealthfolio at random, and what they come to there.

    python3 random_wealthfolio.py SEED FILE

The file has all fourteen types and their subtypes, amounts as the cash that moved, as from version 3.8 on. A line of what is printed is a name, a tab and a
figure, as in `cash Alpha USD` and `held Alpha ORCL`, by the rules of Wealthfolio alone.
"""
import csv
import datetime
import random
import sys
from decimal import Decimal as D

from figures import tell

HOMES = {"Alpha": "USD", "Beta": "EUR"}
ASSETS = {"ORCL": ("EQUITY", "USD"), "VTI": ("EQUITY", "USD"), "ETH": ("CRYPTO", "USD"), "SAP": ("EQUITY", "EUR"), "BUND": ("BOND", "EUR")}
OPTION = "ORCL 20300118C00050000"
HEADER = ["date", "accountName", "accountCurrency", "symbol", "assetName", "instrumentType", "quantity", "activityType", "unitPrice", "currency", "fee", "tax", "amount", "fxRate",
          "subtype", "comment", "status", "id", "sourceGroupId", "contractMultiplier"]


class Book:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.day = datetime.date(2016, 1, 4)
        self.has_ids = self.draw.random() < 0.5
        self.has_times = self.draw.random() < 0.3
        self.rows, self.cash, self.held, self.moves = [], {}, {}, 0

    def money(self, low, high, digits=2):
        return D(self.draw.randint(low * 10**digits, high * 10**digits)) / 10**digits

    def write(self, name, kind, symbol="", status="", cash=D(0), **cells):
        """A row, and the cash that it moves where it is posted."""
        asset, currency = ASSETS.get(symbol, ("OPTION" if symbol else "", HOMES[name]))
        row = dict.fromkeys(HEADER, "")
        row.update(date=str(self.day) + ("T00:00:00.000Z" if self.has_times else ""), accountName=name, accountCurrency=HOMES[name], symbol=symbol, instrumentType=asset,
                   activityType=kind, currency=currency, status=status)
        if asset == "BOND":
            # Else its price is in percent where a row has no amount.
            row["contractMultiplier"] = "1"
        if not symbol and self.draw.random() < 0.5:
            row["symbol"] = self.draw.choice(["$CASH-", "CASH:"]) + currency
        if self.has_ids:
            row["id"] = "w%d" % len(self.rows)
        if self.draw.random() < 0.2:
            row["comment"] = self.draw.choice(["a note", 'a "quoted" one', "with, comma", "=1+1"])
        row.update({key: format(value, "f") if isinstance(value, D) else value for key, value in cells.items()})
        self.rows.append(row)
        if not status:
            self.cash[name, currency] = self.cash.get((name, currency), D(0)) + cash

    def pick(self, name):
        return self.draw.choice([symbol for symbol, (_, currency) in ASSETS.items() if currency == HOMES[name]])

    def owned(self, name):
        return [symbol for (owner, symbol), units in self.held.items() if owner == name and units > 0 and symbol != OPTION]

    def add(self, name, symbol, units):
        self.held[name, symbol] = self.held.get((name, symbol), D(0)) + units

    def charges(self):
        return self.draw.choice([D(0), self.money(0, 9)]), self.draw.choice([D(0), D(0), self.money(0, 3)])

    # Steps, one or two rows each.

    def buy(self, name):
        symbol, units, price, (fee, tax) = self.pick(name), self.money(1, 60, self.draw.choice([0, 3])), self.money(5, 300), self.charges()
        amount = units * price + fee + tax
        self.write(name, "BUY", symbol, cash=-amount, quantity=units, unitPrice=price, fee=fee, tax=tax, amount=self.draw.choice(["", amount]))
        self.add(name, symbol, units)

    def sell(self, name):
        for symbol in self.draw.sample(self.owned(name), min(1, len(self.owned(name)))):
            held = self.held[name, symbol]
            units, price, (fee, tax) = held if self.draw.random() < 0.2 else (held / 2).quantize(D("0.001")), self.money(20, 300), self.charges()
            if units <= 0 or units * price < fee + tax:
                continue
            amount = units * price - fee - tax
            self.write(name, "SELL", symbol, cash=amount, quantity=units, unitPrice=price, fee=fee, tax=tax, amount=self.draw.choice(["", amount]))
            self.add(name, symbol, -units)

    def option(self, name):
        """A contract that is written, then bought back or let expire."""
        price, fee, units = self.money(1, 9), self.money(0, 2), D(self.draw.randint(1, 4))
        gross = units * price * 100
        self.write("Alpha", "SELL", OPTION, cash=gross - fee, quantity=units, unitPrice=price, fee=fee, amount=gross - fee, subtype="SELL_TO_OPEN", contractMultiplier="100")
        if self.draw.random() < 0.5:
            self.write("Alpha", "BUY", OPTION, cash=-gross - fee, quantity=units, unitPrice=price, fee=fee, amount=gross + fee, subtype="BUY_TO_CLOSE", contractMultiplier="100")
        else:
            self.write("Alpha", "ADJUSTMENT", OPTION, quantity=units, subtype="OPTION_EXPIRY", contractMultiplier="100")

    def dividend(self, name):
        for symbol in self.draw.sample(self.owned(name), min(1, len(self.owned(name)))):
            kind = self.draw.choice(["", "", "RETURN_OF_CAPITAL", "DRIP", "DIVIDEND_IN_KIND"])
            if kind in ("", "RETURN_OF_CAPITAL"):
                amount, tax = self.money(1, 30), self.draw.choice([D(0), self.money(0, 1)])
                if kind:
                    amount = min(amount, self.held[name, symbol])
                self.write(name, "DIVIDEND", symbol, cash=amount, tax=tax if not kind else "", amount=amount, subtype=kind)
                continue
            units, price = self.money(0, 2, 3) + D("0.001"), self.money(5, 90)
            self.write(name, "DIVIDEND", symbol, quantity=units, unitPrice=price, amount=self.draw.choice(["", units * price]), subtype=kind)
            self.add(name, symbol, units)

    def interest(self, name):
        amount = self.money(1, 40)
        if name == "Alpha" and self.draw.random() < 0.4:
            units, price = self.money(0, 1, 4) + D("0.0001"), self.money(900, 4000)
            self.write(name, "INTEREST", "ETH", quantity=units, unitPrice=price, amount=self.draw.choice(["", units * price]), subtype="STAKING_REWARD")
            self.add(name, "ETH", units)
        else:
            self.write(name, "INTEREST", cash=amount, amount=amount)

    def payment(self, name):
        amount, kind, fee = self.money(20, 4000), self.draw.choice(["DEPOSIT", "DEPOSIT", "WITHDRAWAL"]), self.draw.choice([D(0), D(0), self.money(0, 4)])
        self.write(name, kind, cash=amount if kind == "DEPOSIT" else -amount, amount=amount, fee=fee)

    def charge(self, name):
        amount, kind = self.money(1, 30), self.draw.choice(["FEE", "TAX"])
        cells = self.draw.choice([{"amount": amount}, {kind.lower(): amount}, {"amount": amount, kind.lower(): amount}])
        self.write(name, kind, cash=-amount, subtype=self.draw.choice(["", "INTEREST_CHARGE"]) if kind == "FEE" and "fee" not in cells else "", **cells)

    def credit(self, name):
        amount = self.money(1, 90)
        self.write(name, "CREDIT", cash=amount, amount=amount, subtype=self.draw.choice(["", "BONUS", "REBATE", "REFUND"]))

    def transfer(self, name):
        other = "Beta" if name == "Alpha" else "Alpha"
        self.moves += 1
        group = self.draw.choice(["", "g%d" % self.moves])
        places = self.owned(name)
        if places and self.draw.random() < 0.5:
            symbol = self.draw.choice(places)
            units = self.held[name, symbol]
            if group:
                self.write(name, "TRANSFER_OUT", symbol, quantity=units, sourceGroupId=group)
                self.write(other, "TRANSFER_IN", symbol, quantity=units, sourceGroupId=group)
                self.add(other, symbol, units)
            else:
                self.write(name, "TRANSFER_OUT", symbol, quantity=units)
            self.add(name, symbol, -units)
        elif self.draw.random() < 0.3:
            symbol, units = self.pick(name), D(self.draw.randint(1, 20))
            self.write(name, "TRANSFER_IN", symbol, quantity=units, unitPrice=self.money(5, 90))
            self.add(name, symbol, units)
        else:
            amount = self.money(10, 400)
            self.write(name, "TRANSFER_OUT", cash=-amount, amount=amount, sourceGroupId=group)
            if group:
                self.write(name, "TRANSFER_IN", cash=amount, amount=amount, sourceGroupId="x" + group)

    def split(self, name):
        for symbol in self.draw.sample(self.owned(name), min(1, len(self.owned(name)))):
            ratio = self.draw.choice([D(2), D(3), D("1.5"), D("0.5"), D("0.25")])
            for owner in HOMES:
                if self.held.get((owner, symbol), D(0)) > 0:
                    self.write(owner, "SPLIT", symbol, amount=ratio)
                    self.held[owner, symbol] *= ratio

    def nothing(self, name):
        """What counts for nothing: of no known type, not booked yet, voided."""
        amount = self.money(1, 90)
        self.draw.choice([
            lambda: self.write(name, "UNKNOWN", self.pick(name), quantity=D(1)),
            lambda: self.write(name, "ADJUSTMENT", self.pick(name), amount=amount, subtype=self.draw.choice(["", "RETURN_OF_CAPITAL"])),
            lambda: self.write(name, "DEPOSIT", status=self.draw.choice(["PENDING", "DRAFT", "VOID"]), amount=amount),
        ])()

    def step(self):
        self.day += datetime.timedelta(days=self.draw.choice([0, 0, 1, 2, 3, 5]))
        steps = [self.buy, self.sell, self.option, self.dividend, self.interest, self.payment, self.charge, self.credit, self.transfer, self.split, self.nothing]
        self.draw.choices(steps, [10, 6, 1, 5, 2, 3, 2, 2, 3, 1, 2])[0](self.draw.choice(list(HOMES)))


def main(seed, path):
    book = Book(int(seed))
    for _ in range(book.draw.randint(60, 160)):
        book.step()
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(book.rows)
    for (name, currency), amount in book.cash.items():
        tell(f"cash {name} {currency}", amount)
    for (name, symbol), units in book.held.items():
        tell(f"held {name} {symbol}", units)


main(*sys.argv[1:])
