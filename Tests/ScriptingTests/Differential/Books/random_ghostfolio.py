"""Writes an export of Ghostfolio at random, and what it comes to there.

    python3 random_ghostfolio.py SEED FILE

Accounts have balances of cash and no payments, days are the moments at which they began where the user sat, what nobody quotes is an asset under a number.
A line of what is printed is a name, a tab and a figure, as in `cash Alpha USD` and `held Alpha ORCL`, by the rules of Ghostfolio alone.
"""
import datetime
import json
import random
import sys
import uuid
from decimal import Decimal as D

from figures import tell

HOMES = {"Alpha": "USD", "Beta": "EUR", "Gamma": "GBP"}
QUOTED = {"ORCL": ("YAHOO", "USD"), "VTI": ("YAHOO", "USD"), "bitcoin": ("COINGECKO", "USD"), "SAP.DE": ("YAHOO", "EUR"), "VOD.L": ("YAHOO", "GBp")}
OWN = {"Grandma's watch": ("COLLECTIBLE", "USD"), "Fund of the village": ("MUTUALFUND", "EUR")}
# Hours that a zone is ahead in winter and in summer.
ZONES = [(0, 0), (1, 2), (-5, -4), (5.5, 5.5), (0, 1)]


class Book:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.zone = self.draw.choice(ZONES)
        self.day = datetime.date(2016, 1, 4)
        self.number = lambda: str(uuid.UUID(int=self.draw.getrandbits(128), version=4))
        self.accounts = {name: self.number() for name in HOMES}
        self.assets = {name: self.number() for name in OWN}
        self.platform, self.tag = self.number(), self.number()
        self.has_ids = self.draw.random() < 0.8
        self.activities, self.held, self.balances = [], {}, {name: {} for name in HOMES}

    def money(self, low, high, digits=2):
        return D(self.draw.randint(low * 10**digits, high * 10**digits)) / 10**digits

    def moment(self, day):
        """The beginning of a day where the user sits, in UTC."""
        ahead = self.zone[1] if 4 <= day.month <= 9 else self.zone[0]
        begin = datetime.datetime(day.year, day.month, day.day) - datetime.timedelta(hours=ahead)
        return begin.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def write(self, name, kind, source, symbol, currency, quantity, price, fee=D(0), comment=None):
        row = {"accountId": self.accounts[name], "comment": comment if self.draw.random() < 0.8 else "a \"note\", é", "fee": float(fee), "quantity": float(quantity), "type": kind,
               "unitPrice": float(price), "currency": currency, "dataSource": source, "date": self.moment(self.day), "symbol": symbol,
               "tags": [self.tag] if self.draw.random() < 0.1 else []}
        if self.has_ids:
            row["id"] = self.number()
        self.activities.append(row)

    def pick(self, name):
        """What is traded in an account: source, symbol there, currency, and the name that it is shown by."""
        own = [(source, symbol, currency, symbol) for symbol, (source, currency) in QUOTED.items() if currency.upper() == HOMES[name]]
        own += [("MANUAL", self.assets[title], currency, title) for title, (_, currency) in OWN.items() if currency == HOMES[name]]
        return self.draw.choice(own)

    def buy(self, name):
        source, symbol, currency, shown = self.pick(name)
        units, pence = self.money(0, 40, self.draw.choice([0, 3])) + 1, D(100) if currency == "GBp" else D(1)
        self.write(name, "BUY", source, symbol, currency, units, self.money(5, 300) * pence, self.draw.choice([D(0), self.money(0, 9) * pence]))
        self.held[name, shown] = self.held.get((name, shown), D(0)) + units

    def sell(self, name):
        source, symbol, currency, shown = self.pick(name)
        held = self.held.get((name, shown), D(0))
        units = held if self.draw.random() < 0.2 else (held / 3).quantize(D("0.001"))
        if units > 0:
            self.write(name, "SELL", source, symbol, currency, units, self.money(5, 300), self.draw.choice([D(0), self.money(0, 2)]))
            self.held[name, shown] -= units

    def dividend(self, name):
        source, symbol, currency, shown = self.pick(name)
        if self.held.get((name, shown), D(0)) > 0:
            self.write(name, "DIVIDEND", source, symbol, currency, self.held[name, shown], self.money(0, 3, 4) + D("0.0001"), self.draw.choice([D(0), D("0.02")]))

    def charge(self, name):
        if self.draw.random() < 0.5:
            self.write(name, "FEE", "MANUAL", self.draw.choice(["Account fee", self.number()]), HOMES[name], D(0), D(0), self.money(1, 20))
        else:
            self.write(name, "INTEREST", "MANUAL", self.draw.choice(["Interest", self.number()]), HOMES[name], D(1), self.money(1, 20))

    def tell(self, name):
        """What its user types as the cash of an account."""
        self.balances[name][self.day] = self.money(0, 9000)

    def owe(self, name):
        self.write(name, "LIABILITY", "MANUAL", "Loan", HOMES[name], D(1), self.money(100, 9000))

    def step(self):
        self.day += datetime.timedelta(days=self.draw.choice([0, 0, 1, 2, 3, 9]))
        self.draw.choices([self.buy, self.sell, self.dividend, self.charge, self.tell, self.owe], [10, 5, 4, 3, 3, 0.2])[0](self.draw.choice(list(HOMES)))

    def document(self):
        accounts = []
        for name, currency in HOMES.items():
            told = [{"date": self.moment(day), "value": float(value)} for day, value in self.balances[name].items()]
            accounts.append({"balance": told[-1]["value"] if told else 0, "balances": told, "comment": None, "currency": currency, "id": self.accounts[name], "isExcluded": False,
                             "name": name, "platformId": self.platform if name == "Beta" else None})
        profiles = [{"assetClass": "ALTERNATIVE_INVESTMENT", "assetSubClass": kind, "comment": None, "countries": [], "currency": currency, "dataSource": "MANUAL", "holdings": [],
                     "isActive": True, "marketData": [{"date": "2016-02-01T00:00:00.000Z", "marketPrice": float(self.money(5, 90))}] if self.zone == (0, 0) else [],
                     "name": title, "sectors": [], "symbol": self.assets[title], "url": None}
                    for title, (kind, currency) in OWN.items()]
        self.draw.shuffle(self.activities)
        return {"meta": {"date": "2025-08-01T09:00:00.000Z", "version": "2.190.0"}, "accounts": accounts, "assetProfiles": profiles,
                "platforms": [{"id": self.platform, "name": "The Broker", "url": "https://example.com"}], "tags": [{"id": self.tag, "name": "For later"}],
                "activities": self.activities, "user": {"settings": {"currency": "USD"}}}


def main(seed, path):
    book = Book(int(seed))
    for _ in range(book.draw.randint(60, 160)):
        book.step()
    with open(path, "w") as file:
        json.dump(book.document(), file, ensure_ascii=book.draw.random() < 0.5)
    for name, told in book.balances.items():
        if told:
            tell(f"cash {name} {HOMES[name]}", list(told.values())[-1])
    for (name, shown), units in book.held.items():
        tell(f"held {name} {shown}", units)


main(*sys.argv[1:])
