"""Has GnuCash write a book at random, and tells what its accounts hold by GnuCash itself.

    python3 random_gnucash.py SEED xml|packed|sqlite FILE

Needs GnuCash's bindings for Python. A line of what is printed is a name, a tab and a figure, as in `cash Bank USD`, `held Broker AAPL`,
`lot units Broker TSLA 2014-01-03 USD` (of one share alone, whose sales name their lots) and `price AAPL 2014-01-31`. Without arguments nothing is written.
"""
import datetime
import gzip
import os
import random
import sys
from fractions import Fraction

from gnucash import Account, GncCommodity, GncLot, GncNumeric, GncPrice, Session, SessionOpenMode, Split, Transaction
import gnucash.gnucash_core_c as c

SHARES = {"AAPL": "USD", "MSFT": "USD", "SAP": "EUR"}
# What is bought into lots, and sold from them in any order.
IN_LOTS = "TSLA"


class Book:
    def __init__(self, seed, uri):
        self.draw = random.Random(int(seed))
        self.session = Session(uri, SessionOpenMode.SESSION_NEW_STORE)
        if uri.startswith("sqlite3"):
            # A database is made empty and then opened; each change is written to it as it is made.
            self.session.save()
            self.session.end()
            self.session.destroy()
            self.session = Session(uri, SessionOpenMode.SESSION_NORMAL_OPEN)
        self.book = self.session.book
        self.day = datetime.date(2014, 1, 1)
        self.money = {code: self.book.get_table().lookup("CURRENCY", code) for code in ("USD", "EUR")}
        self.shares = {}
        for name in [*SHARES, IN_LOTS]:
            self.shares[name] = GncCommodity(self.book, name + " Inc", "NASDAQ", name, "", 10000)
            self.book.get_table().insert(self.shares[name])
        root, usd, eur = self.book.get_root_account(), self.money["USD"], self.money["EUR"]
        assets, debts = self.account("Assets", c.ACCT_TYPE_ASSET, usd, root), self.account("Debts", c.ACCT_TYPE_LIABILITY, usd, root)
        self.bank, self.broker = self.account("Bank", c.ACCT_TYPE_BANK, usd, assets), self.account("Broker", c.ACCT_TYPE_BANK, usd, assets)
        self.euros, self.desk = self.account("Euros", c.ACCT_TYPE_BANK, eur, assets), self.account("Desk", c.ACCT_TYPE_BANK, eur, assets)
        self.card = self.account("Card", c.ACCT_TYPE_CREDIT, usd, debts)
        self.places = {name: self.broker if currency == "USD" else self.desk for name, currency in SHARES.items()}
        self.places[IN_LOTS] = self.broker
        self.stock = {name: self.account(name + " shares", c.ACCT_TYPE_STOCK, share, self.places[name]) for name, share in self.shares.items()}
        self.lots = []
        income, expenses = self.account("Income", c.ACCT_TYPE_INCOME, usd, root), self.account("Expenses", c.ACCT_TYPE_EXPENSE, usd, root)
        self.salary, self.food, self.taxes = self.account("Salary", c.ACCT_TYPE_INCOME, usd, income), self.account("Food", c.ACCT_TYPE_EXPENSE, usd, expenses), self.account(
            "Taxes", c.ACCT_TYPE_EXPENSE, usd, expenses)
        self.dividends = {code: self.account("Dividends " + code, c.ACCT_TYPE_INCOME, self.money[code], income) for code in self.money}
        self.gains = {code: self.account("Gains " + code, c.ACCT_TYPE_INCOME, self.money[code], income) for code in self.money}
        self.fees = {code: self.account("Commissions " + code, c.ACCT_TYPE_EXPENSE, self.money[code], expenses) for code in self.money}
        self.held = {name: 0 for name in SHARES}

    def account(self, name, kind, commodity, parent):
        made = Account(self.book)
        parent.append_child(made)
        made.SetName(name)
        made.SetType(kind)
        made.SetCommodity(commodity)
        return made

    def write(self, splits, currency="USD"):
        """A transaction of splits: the account, its value in cents, and its amount where that is another."""
        made = Transaction(self.book)
        made.BeginEdit()
        made.SetCurrency(self.money[currency])
        made.SetDate(self.day.day, self.day.month, self.day.year)
        made.SetDescription(self.draw.choice(["row", "A & B <store>", 'of "March"', "é ü"]))
        for where, cents, amount in splits:
            split = Split(self.book)
            split.SetParent(made)
            split.SetAccount(where)
            split.SetValue(GncNumeric(cents, 100))
            split.SetAmount(GncNumeric(*(amount or (cents, 100))))
            if self.draw.random() < 0.1:
                split.SetMemo("a memo")
        made.CommitEdit()
        return made

    # Steps, of a sum in cents and a share.

    def spend(self, cents, name):
        self.write([(self.food, cents, None), (self.draw.choice([self.bank, self.card]), -cents, None)])

    def earn(self, cents, name):
        tax = cents // 4
        self.write([(self.bank, cents - tax, None), (self.taxes, tax, None), (self.salary, -cents, None)])

    def move(self, cents, name):
        self.write([(self.draw.choice([self.broker, self.card]), cents, None), (self.bank, -cents, None)])

    def change(self, cents, name):
        self.write([(self.bank, -cents, None), (self.draw.choice([self.euros, self.desk]), cents, (cents * 9 // 10, 100))])

    def buy(self, cents, name):
        units, fee, code = self.draw.randint(1, 400000), self.draw.choice([0, 195]), SHARES[name]
        splits = [(self.stock[name], cents, (units, 10000)), (self.fees[code], fee, None), (self.places[name], -cents - fee, None)]
        self.write([split for split in splits if split[1]], code)
        self.held[name] += units

    def sell(self, cents, name):
        if self.held[name] < 3:
            return
        units, own, code = self.draw.randint(1, self.held[name] - 1), self.stock[name], SHARES[name]
        gained = self.draw.choice([[], [(own, 300, (0, 1)), (self.gains[code], -300, None)]])
        self.write([(self.places[name], cents, None), (own, -cents, (-units, 10000))] + gained, code)
        self.held[name] -= units

    def buy_lot(self, cents, name):
        units, lot = self.draw.randint(2, 400000), GncLot(self.book)
        self.stock[IN_LOTS].InsertLot(lot)
        self.trade_lot(lot, cents, units)
        self.lots.append((self.day, units, lot))

    def trade_lot(self, lot, cents, units):
        own = self.stock[IN_LOTS]
        made = self.write([(own, cents, (units, 10000)), (self.broker, -cents, None)])
        for split in made.GetSplitList():
            if split.GetAccount().GetName() == own.GetName():
                lot.add_split(split)

    def sell_lot(self, cents, name):
        if not self.lots:
            return
        place = self.draw.randrange(len(self.lots))
        day, left, lot = self.lots[place]
        units = self.draw.choice([left, self.draw.randint(1, left)])
        self.trade_lot(lot, -cents, -units)
        self.lots[place] = (day, left - units, lot)
        if units == left:
            del self.lots[place]

    def receive(self, cents, name):
        code = SHARES[name]
        self.write([(self.places[name], cents, None), (self.dividends[code], -cents, None), (self.stock[name], 0, (0, 1))], code)

    def reinvest(self, cents, name):
        units, code = self.draw.randint(1, 20000), SHARES[name]
        self.write([(self.stock[name], cents, (units, 10000)), (self.dividends[code], -cents, None)], code)
        self.held[name] += units

    def split(self, cents, name):
        if self.held[name]:
            self.write([(self.stock[name], 0, (self.held[name], 10000))], SHARES[name])
            self.held[name] *= 2

    def void(self, cents, name):
        self.write([(self.bank, cents, None), (self.salary, -cents, None)]).Void("typed twice")

    def price(self, cents, name):
        made, code = GncPrice(self.book), SHARES[name]
        made.begin_edit()
        made.set_commodity(self.shares[name])
        made.set_currency(self.money[code])
        made.set_time64(datetime.datetime(self.day.year, self.day.month, self.day.day, 12))
        made.set_value(GncNumeric(cents, 100))
        made.commit_edit()
        self.book.get_price_db().add_price(made)

    def step(self):
        self.day += datetime.timedelta(days=self.draw.randint(0, 4))
        steps = [self.spend, self.earn, self.move, self.change, self.buy, self.sell, self.receive, self.reinvest, self.split, self.void, self.price, self.buy_lot, self.sell_lot]
        self.draw.choices(steps, [3, 2, 3, 2, 6, 3, 3, 2, 1, 1, 3, 3, 3])[0](self.draw.randint(100, 90000), self.draw.choice(list(SHARES)))

    def tell(self):
        for where in (self.bank, self.broker, self.euros, self.desk):
            print("cash", where.GetName(), where.GetCommodity().get_mnemonic() + "\t" + text(where.GetBalance()))
        for name, where in self.stock.items():
            print("held", self.places[name].GetName(), name + "\t" + text(where.GetBalance()))
        for day, _, lot in self.lots:
            print("lot units", self.broker.GetName(), IN_LOTS, day, "USD\t" + text(lot.get_balance()))
        prices = self.book.get_price_db()
        for name in SHARES:
            for price in prices.get_prices(self.shares[name], self.money[SHARES[name]]):
                print("price", name, price.get_time64().strftime("%Y-%m-%d") + "\t" + text(price.get_value()))


def text(value):
    whole = Fraction(value.num(), value.denom()) if isinstance(value, GncNumeric) else Fraction(value.num, value.denom)
    digits = "%05d" % int(abs(whole) * 10000)
    return ("-" if whole < 0 else "") + digits[:-4] + "." + digits[-4:]


def main(seed, form, path):
    book = Book(seed, ("sqlite3://" if form == "sqlite" else "xml://") + os.path.abspath(path))
    for _ in range(book.draw.randint(60, 200)):
        book.step()
    book.tell()
    book.session.save()
    book.session.end()
    if form == "sqlite":
        return
    # Whether GnuCash packs what it writes is a preference of its user.
    with open(path, "rb") as file:
        written = file.read()
    plain = gzip.decompress(written) if written[:2] == b"\x1f\x8b" else written
    with open(path, "wb") as file:
        file.write(gzip.compress(plain) if form == "packed" else plain)


if sys.argv[1:]:
    main(*sys.argv[1:])
