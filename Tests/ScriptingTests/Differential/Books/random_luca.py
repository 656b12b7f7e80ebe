"""Writes statements of luca at random: a book of some years in which nearly everything happens that a book can hold.

    python3 random_luca.py SEED [STEP …]

Accounts are Alpha (dollars), Beta (euros) and Gamma (dollars); four stocks, two of which split, merge, spin off and change their symbols.
Steps that are named, such as `merger`, do not happen, as in a book for a program that has no place for them.
"""
import datetime
import random
import sys
from decimal import Decimal as D

HOMES = {"Alpha": "USD", "Beta": "EUR", "Gamma": "USD"}
UNITS = [1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 20, 25, 40, 50, 100]


class Book:
    def __init__(self, seed, missing):
        self.draw = random.Random(seed)
        self.missing = missing
        self.day = datetime.date(2012, 1, 2)
        self.currency = {"ORCL": "USD", "VTI": "USD", "SAP": "EUR", "VWCE": "EUR"}
        self.held = {}
        self.made = 0
        self.lines = []
        method = self.draw.choice(["fifo", "lifo", "hifo", "average"])
        self.lines.append("setting('lot_method', '%s') setting('fees_in_cost', %s) setting('taxes_in_cost', %s)" % (
            method, self.draw.choice(["true", "false"]), self.draw.choice(["true", "false"])))
        for symbol, currency in self.currency.items():
            self.lines.append("instrument{symbol='%s', currency='%s', name='%s'}" % (symbol, currency, self.draw.choice(["", symbol + " of all", "A; B"])))
        self.lines.append("account{name='Alpha', currency='USD'} account{name='Beta', currency='EUR'}")
        self.lines.append("account{name='Gamma', currency='USD', allow_short=true}")

    def amount(self, low, high, digits=2):
        return D(self.draw.randint(low * 10**digits, high * 10**digits)) / 10**digits

    def tell(self, verb, **fields):
        fields["date"] = self.day
        if self.draw.random() < 0.2:
            fields["notes"] = self.draw.choice(["a note", "with; semicolon", "(17) first", '"quoted" | bar', "#tag ^link", "ends with \\\\"])
        told = ", ".join("%s=%s" % (key if key != "from_" else "from", value if isinstance(value, int) else "'%s'" % value) for key, value in fields.items())
        self.lines.append("%s{%s}" % (verb, told.replace("symbol_=", "symbol=")))

    def owned(self, name=None):
        return [(owner, symbol) for (owner, symbol), units in self.held.items() if units > 0 and (name is None or owner == name)]

    def step(self):
        self.day += datetime.timedelta(days=self.draw.choice([0, 0, 1, 2, 3, 5]))
        name = self.draw.choice(list(HOMES))
        step = self.draw.choices(
            [self.deposit, self.buy, self.sell, self.dividend, self.drip, self.charge, self.move, self.hand_over, self.split, self.exchange, self.capital, self.rename, self.spinoff,
             self.merger, self.short, self.foreign],
            [3, 10, 7, 3, 2, 3, 2, 2, 1, 1, 1, 0.3, 0.3, 0.3, 0, 2])[0]
        if step.__name__ not in self.missing:
            step(name)

    def deposit(self, name):
        self.tell(self.draw.choice(["deposit", "deposit", "withdraw"]), account=name, amount=self.amount(10, 4000), currency=self.draw.choice([HOMES[name], HOMES[name], "EUR", "USD"]))

    def pick(self, name):
        symbols = [symbol for symbol, currency in self.currency.items() if currency == HOMES[name]]
        return self.draw.choice(symbols)

    def buy(self, name):
        symbol, units = self.pick(name), self.draw.choice(UNITS)
        self.held[name, symbol] = self.held.get((name, symbol), D(0)) + units
        fields = {"account": name, "symbol": symbol, "quantity": units}
        if self.draw.random() < 0.2:
            fields["amount"] = self.amount(20, 3000)
        else:
            fields["price"] = self.amount(5, 300, self.draw.choice([2, 4]))
        if self.draw.random() < 0.5:
            fields["fee"] = self.amount(0, 9)
        if self.draw.random() < 0.1:
            fields["tax"] = self.amount(0, 4)
        self.tell("buy", **fields)

    def sell(self, name):
        places = self.owned(name)
        if not places:
            return
        symbol = self.draw.choice(places)[1]
        held = self.held[name, symbol]
        units = held if self.draw.random() < 0.15 else D(self.draw.randint(1, max(1, int(held))))
        if units > held:
            return
        self.held[name, symbol] -= units
        self.tell("sell", account=name, symbol=symbol, quantity=units, price=self.amount(5, 300, self.draw.choice([2, 4])), fee=self.amount(0, 4))

    def short(self, name):
        symbol, units = self.pick("Gamma"), self.draw.choice(UNITS)
        held = self.held.get(("Gamma", symbol), D(0))
        if held > 0:
            return
        self.held["Gamma", symbol] = held - units
        self.tell("sell", account="Gamma", symbol=symbol, quantity=units, price=self.amount(5, 300), fee=self.amount(0, 4))

    def dividend(self, name):
        places = self.owned(name)
        if places:
            self.tell("dividend", account=name, symbol=self.draw.choice(places)[1], amount=self.amount(1, 90), tax=self.amount(0, 1))

    def drip(self, name):
        places = self.owned(name)
        if places:
            symbol, units = self.draw.choice(places)[1], self.amount(0, 2, 3) + D("0.001")
            self.held[name, symbol] += units
            self.tell("drip", account=name, symbol=symbol, quantity=units, price=self.amount(5, 300))

    def charge(self, name):
        verb = self.draw.choice(["fee", "tax", "interest", "credit"])
        self.tell(verb, account=name, amount=self.amount(1, 20), currency=HOMES[name])

    def move(self, name):
        other = self.draw.choice([one for one in HOMES if one != name])
        self.tell("transfer", from_=name, to=other, amount=self.amount(1, 300), currency=self.draw.choice(["USD", "EUR"]))

    def hand_over(self, name):
        places = self.owned(name)
        if not places:
            return
        symbol, other = self.draw.choice(places)[1], self.draw.choice([one for one in HOMES if one != name])
        if self.held.get((other, symbol), D(0)) < 0:
            return
        units = D(self.draw.randint(1, max(1, int(self.held[name, symbol]))))
        if units > self.held[name, symbol]:
            return
        self.held[name, symbol] -= units
        self.held[other, symbol] = self.held.get((other, symbol), D(0)) + units
        self.tell("transfer", from_=name, to=other, symbol=symbol, quantity=units)

    def split(self, name):
        places = self.owned()
        if not places:
            return
        symbol = self.draw.choice(places)[1]
        new, old = self.draw.choice([(2, 1), (3, 1), (3, 2), (1, 2), (1, 4), (5, 4)])
        self.tell("split", symbol=symbol, ratio="%d:%d" % (new, old))
        for place in self.held:
            if place[1] == symbol:
                self.held[place] = self.held[place] * new / old

    def exchange(self, name):
        self.tell("exchange", account=name, amount=self.amount(10, 500), currency="EUR", to="USD", rate=self.amount(1, 2, 4))

    def capital(self, name):
        places = [place for place in self.owned(name) if self.held[place] > 1]
        if places:
            self.tell("return_of_capital", account=name, symbol=self.draw.choice(places)[1], amount=self.amount(1, 3))

    def company(self, currency):
        self.made += 1
        symbol = "NEW%d" % self.made
        self.currency[symbol] = currency
        self.lines.append("instrument{symbol='%s', currency='%s'}" % (symbol, currency))
        return symbol

    def rename(self, name):
        places = self.owned()
        if len(places) < 1 or any(units < 0 for units in self.held.values()):
            return
        symbol = self.draw.choice(places)[1]
        into = self.company(self.currency[symbol])
        self.tell("symbol_change", symbol=symbol, into=into)
        for owner in HOMES:
            self.held[owner, into] = self.held.pop((owner, symbol), D(0))

    def spinoff(self, name):
        places = self.owned()
        if not places or any(units < 0 for units in self.held.values()):
            return
        symbol = self.draw.choice(places)[1]
        into = self.company(self.currency[symbol])
        self.tell("spinoff", symbol=symbol, into=into, ratio="1:2", share=self.draw.choice(["0.1", "0.25", "0.3333"]))
        for owner in HOMES:
            self.held[owner, into] = self.held.get((owner, symbol), D(0)) / 2

    def merger(self, name):
        places = self.owned()
        if not places or any(units < 0 for units in self.held.values()):
            return
        symbol = self.draw.choice(places)[1]
        into = self.company(self.currency[symbol])
        self.tell("merger", symbol=symbol, into=into, ratio="1:2")
        for owner in HOMES:
            self.held[owner, into] = self.held.pop((owner, symbol), D(0)) / 2

    def foreign(self, name):
        """What costs dollars, paid in euros."""
        symbol, units = self.pick("Alpha"), self.draw.choice(UNITS)
        self.held["Beta", symbol] = self.held.get(("Beta", symbol), D(0)) + units
        self.tell("buy", account="Beta", symbol=symbol, quantity=units, price=self.amount(5, 300), settle="EUR", fx_rate=self.amount(0, 1, 4) + D("0.5"), fee=self.amount(0, 3))


def main(seed, *missing):
    book = Book(int(seed), missing)
    for _ in range(book.draw.randint(60, 160)):
        book.step()
    print("\n".join(book.lines))


main(*sys.argv[1:])
