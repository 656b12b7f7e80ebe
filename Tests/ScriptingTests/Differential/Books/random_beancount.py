"""Writes a book of beancount at random, as people write them, into a folder.

    python3 random_beancount.py SEED FOLDER [rounded]

The book begins in main.beancount and includes others by name and by pattern. Accounts are Alpha and Gamma (dollars) and Beta (euros), each with cash and units below
it; each of four commodities has its own booking method. Units divide the costs that are told of all, so that no figure is rounded, unless that is asked for.
"""
import datetime
import os
import random
import sys
from decimal import Decimal as D

SYMBOLS = {"XA": ("USD", "STRICT"), "XB": ("USD", "FIFO"), "YC": ("EUR", "LIFO"), "YD": ("EUR", "HIFO")}
DIVISORS = [1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50]
HOMES = {"Alpha": "USD", "Beta": "EUR", "Gamma": "USD"}


class Book:
    def __init__(self, seed, is_rounded):
        self.draw = random.Random(seed)
        self.is_rounded = is_rounded
        self.day = datetime.date(2014, 1, 1)
        self.cash = {}
        self.lots = {}
        self.labels = 0
        self.files = {"main.beancount": [], "banks.beancount": [], "2014/a.beancount": [], "2014/b.beancount": [], "2014/late/c.beancount": []}
        self.open()

    # amounts

    def amount(self, low, high, digits=2):
        number = D(self.draw.randint(low * 10**digits, high * 10**digits)) / 10**digits
        # The digits of one figure tell how others are rounded.
        return number if self.is_rounded else number.quantize(D(1).scaleb(-digits))

    def written(self, number):
        """A number as a person may write it."""
        text = format(number, "f")
        whole = abs(number)
        if self.draw.random() < 0.1 and whole >= 1000:
            text = format(number, ",f")
        if self.draw.random() < 0.05:
            text = "(%s + %s - %s)" % (text, 3, 3)
        if self.draw.random() < 0.03 and number > 0:
            text = "+" + text if not text.startswith("(") else text
        return text

    # statements

    def tell(self, lines, file=None):
        self.files[file or self.draw.choice([name for name in self.files])].append("\n".join(lines) + "\n")

    def open(self):
        head = ['option "title" "At random"', 'option "operating_currency" "USD"', 'option "booking_method" "%s"' % self.draw.choice(["STRICT", "FIFO"])]
        head += ['include "banks.beancount"', self.draw.choice(['include "2014/*.beancount"\ninclude "2014/late/c.beancount"', 'include "2014/**/*.beancount"'])]
        head += ["* An outline's heading \" with a quote", "; a remark"]
        for name, home in HOMES.items():
            head.append("2013-12-31 open Assets:%s:Cash%s" % (name, self.draw.choice(["", " USD,EUR", " EUR, USD"])))
            for symbol, (currency, method) in SYMBOLS.items():
                head.append('2013-12-31 open Assets:%s:%s %s "%s"' % (name, symbol, symbol, method))
        for other in ["Equity:Opening-Balances", "Income:Salary", "Income:Alpha:XA:Dividend", "Income:Dividends", "Income:Interest", "Income:PnL", "Expenses:Commissions",
                      "Expenses:Food", "Expenses:Taxes:Withheld", "Expenses:Interest", "Equity:Padding", "Assets:Leave:Hours", "Liabilities:Card"]:
            head.append("2013-12-31 open " + other)
        for symbol in SYMBOLS:
            head += ["2013-12-31 commodity " + symbol, '  name: "The fund %s"' % symbol, '  asset-class: "stock"']
        self.tell(head, "main.beancount")

    def transaction(self, postings, words="", marks=True):
        """Postings are (account, amount or None, text behind the number)."""
        head = "%s %s" % (self.day, self.draw.choice(["*", "*", "*", "txn", "!"]))
        texts = self.draw.choice(['"%s"' % words, '"Someone" "%s"' % words])
        tags = self.draw.choice(["", "", " #core", " ^link-1 #a #b"])
        lines = [head + " " + texts + tags]
        if marks and self.draw.random() < 0.2:
            lines.append('  key: "value %s"' % words)
        for account, number, rest in postings:
            flag = self.draw.choice(["", "", "", "! "])
            line = "  %s%s" % (flag, account)
            if number is not None:
                line += "  %s %s" % (self.written(number), rest)
            elif rest:
                line += "  " + rest
            lines.append(line + self.draw.choice(["", "", "  ; remark"]))
            if self.draw.random() < 0.05:
                lines.append("    note: 12")
        self.tell(lines)

    def move(self, account, currency, number):
        self.cash[account, currency] = self.cash.get((account, currency), D(0)) + number

    # what happens

    def step(self):
        self.day += datetime.timedelta(days=self.draw.randint(1, 4))
        name = self.draw.choice(list(HOMES))
        act = self.draw.choices(
            [self.deposit, self.buy, self.sell, self.dividend, self.interest, self.spend, self.transfer, self.exchange, self.hand_over, self.noise, self.check, self.opening],
            [3, 8, 7, 3, 1, 2, 3, 2, 2, 2, 1, 1])[0]
        act(name)

    def deposit(self, name):
        home, number = HOMES[name], self.amount(100, 4000)
        self.move(name, home, number)
        self.transaction([("Assets:%s:Cash" % name, number, home), (self.draw.choice(["Income:Salary", "Equity:Opening-Balances"]), None, "")], "deposit")

    def cost(self, units, currency):
        """A cost as written in braces, and that of one unit."""
        price = self.amount(5, 300, self.draw.choice([0, 2, 4]))
        label = None
        form = self.draw.choice(["one", "one", "one", "day", "label", "all", "parts"])
        if form == "all":
            total = self.amount(50, 3000)
            return "{{%s %s}}" % (self.written(total), currency), total / units, label
        if form == "parts":
            extra = self.amount(1, 9)
            return "{%s # %s %s}" % (price, extra, currency), price + extra / units, label
        if form == "day":
            return "{%s %s, %s}" % (price, currency, self.day), price, label
        if form == "label":
            self.labels += 1
            label = "lot-%d" % self.labels
            return '{"%s", %s %s}' % (label, price, currency), price, label
        return "{%s %s}" % (self.written(price), currency), price, label

    def buy(self, name):
        symbol = self.draw.choice([s for s in SYMBOLS if SYMBOLS[s][0] == HOMES[name]])
        currency = HOMES[name]
        postings, spent = [], D(0)
        for _ in range(self.draw.choice([1, 1, 1, 2])):
            units = D(self.draw.choice(DIVISORS))
            text, one, label = self.cost(units, currency)
            rest = "%s %s" % (symbol, text)
            if self.draw.random() < 0.3:
                rest += " @ %s %s" % (format(one, "f"), currency)
            postings.append(("Assets:%s:%s" % (name, symbol), units, rest))
            self.lots.setdefault((name, symbol), []).append([units, one, self.day, label])
            spent += units * one
        if self.draw.random() < 0.6:
            fee = self.amount(0, 9)
            postings.append(("Expenses:Commissions", fee, currency))
            spent += fee
        self.pay(name, currency, -spent, postings, "buy " + symbol)

    def pay(self, name, currency, number, postings, words):
        """Ends a transaction with its cash, told or not."""
        self.move(name, currency, number)
        has_cents = number == round(number, 2)
        if self.is_rounded and not has_cents:
            # What the bank paid, or what beancount makes of the others.
            told = round(number, 2) if self.draw.random() < 0.5 else None
        else:
            told = number if not has_cents or self.draw.random() < 0.5 else None
        cash = ("Assets:%s:Cash" % name, told, currency)
        if cash[1] is None:
            cash = (cash[0], None, "" if self.draw.random() < 0.7 else currency)
        postings.insert(self.draw.choice([0, len(postings)]), cash)
        self.transaction(postings, words)

    def take(self, name, symbol, most):
        """Takes units out of lots as beancount does; the text in braces, the parts (units, cost, day)."""
        lots, method = self.lots[name, symbol], SYMBOLS[symbol][1]
        held = sum(lot[0] for lot in lots)
        if method == "STRICT" or self.draw.random() < 0.3:
            lot = self.draw.choice(lots)
            units = D(self.draw.randint(1, int(min(lot[0], most))))
            same = [other for other in lots if other[1] == lot[1] and other[2] == lot[2]]
            texts = []
            if lot[3]:
                texts.append('{"%s"}' % lot[3])
            if len([other for other in lots if other[2] == lot[2]]) == 1:
                texts.append("{%s}" % lot[2])
            if len([other for other in lots if other[1] == lot[1]]) == 1:
                texts.append("{%s %s}" % (format(lot[1], "f"), SYMBOLS[symbol][0]))
            if len(same) == 1:
                texts.append("{%s %s, %s}" % (format(lot[1], "f"), SYMBOLS[symbol][0], lot[2]))
            if not texts:
                if sum(other[0] for other in same) < units or held != sum(other[0] for other in lots):
                    return None
                return None
            text = self.draw.choice(texts)
            parts = [(units, lot[1], lot[2])]
            lot[0] -= units
        else:
            units = D(self.draw.randint(1, int(min(held, most))))
            key = {"FIFO": lambda lot: lot[2], "LIFO": lambda lot: lot[2], "HIFO": lambda lot: -lot[1]}[method]
            order = sorted(lots, key=key, reverse=method == "LIFO")
            left, parts = units, []
            for lot in order:
                taken = min(left, lot[0])
                if taken:
                    parts.append((taken, lot[1], lot[2]))
                lot[0] -= taken
                left -= taken
            text = "{}"
        self.lots[name, symbol] = [lot for lot in lots if lot[0]]
        return units, text, parts

    def sell(self, name):
        held = [symbol for (owner, symbol), lots in self.lots.items() if owner == name and lots]
        if not held:
            return
        symbol = self.draw.choice(held)
        currency = SYMBOLS[symbol][0]
        taken = self.take(name, symbol, 10**6)
        if not taken:
            return
        units, text, parts = taken
        price = self.amount(5, 300, self.draw.choice([0, 2, 4]))
        gross = price * units
        rest = "%s %s " % (symbol, text) + ("@ %s %s" % (price, currency) if self.draw.random() < 0.7 else "@@ %s %s" % (format(gross, "f"), currency))
        postings = [("Assets:%s:%s" % (name, symbol), -units, rest)]
        fee = self.amount(0, 5) if self.draw.random() < 0.5 else D(0)
        if fee:
            postings.append(("Expenses:Commissions", fee, currency))
        self.move(name, currency, gross - fee)
        postings.append(("Assets:%s:Cash" % name, gross - fee, currency))
        gain = gross - sum(part[0] * part[1] for part in parts)
        # Of lots that are as good, beancount has its own order, and the gain is what it makes of them.
        postings.append(("Income:PnL", -gain if text != "{}" and self.draw.random() < 0.4 else None, currency if gain else ""))
        if postings[-1][1] is None:
            postings[-1] = (postings[-1][0], None, "")
        self.draw.shuffle(postings)
        self.transaction(postings, "sell " + symbol)

    def dividend(self, name):
        currency, gross, tax = HOMES[name], self.amount(1, 90), self.amount(0, 1)
        account = "Income:Alpha:XA:Dividend" if name == "Alpha" else "Income:Dividends"
        postings = [(account, -gross, currency), ("Assets:%s:Cash" % name, gross - tax, currency)]
        if tax:
            postings.append(("Expenses:Taxes:Withheld", tax, currency))
        self.move(name, currency, gross - tax)
        self.draw.shuffle(postings)
        self.transaction(postings, "dividend of XA" if name != "Beta" else "dividend of YC")

    def interest(self, name):
        currency, number = HOMES[name], self.amount(0, 20)
        if self.draw.random() < 0.5:
            self.pay(name, currency, number, [("Income:Interest", -number, currency)], "interest")
        else:
            self.pay(name, currency, -number, [("Expenses:Interest", number, currency)], "interest paid")

    def spend(self, name):
        currency, number, other = HOMES[name], self.amount(1, 200), self.amount(1, 20)
        self.pay(name, currency, -number - other, [("Expenses:Food", number, currency), ("Liabilities:Card", other, currency)], "food")

    def transfer(self, name):
        other = self.draw.choice([one for one in HOMES if one != name])
        number = self.amount(1, 300)
        currency = self.draw.choice(["USD", "EUR"])
        self.move(name, currency, -number)
        self.pay(other, currency, number, [("Assets:%s:Cash" % name, -number, currency)], "transfer")

    def exchange(self, name):
        number, rate = self.amount(10, 500), self.amount(1, 2, 4)
        gross = number * rate
        text = "EUR @ %s USD" % rate if self.draw.random() < 0.5 else "EUR @@ %s USD" % format(gross, "f")
        other = self.draw.choice([name, name, self.draw.choice(list(HOMES))])
        self.move(name, "EUR", number)
        self.move(other, "USD", -gross)
        self.transaction([("Assets:%s:Cash" % name, number, text), ("Assets:%s:Cash" % other, -gross, "USD")], "exchange")

    def hand_over(self, name):
        """Units of one lot go to another account, with their cost and day."""
        held = [symbol for (owner, symbol), lots in self.lots.items() if owner == name and lots]
        if not held:
            return
        symbol = self.draw.choice(held)
        other = self.draw.choice([one for one in HOMES if one != name])
        lot = self.draw.choice(self.lots[name, symbol])
        # Two parts of one lot that come to an account apart from each other have one number in luca, which cannot name both.
        if len([one for one in self.lots[name, symbol] if one[1:3] == lot[1:3]]) > 1 or any(one[1:3] == lot[1:3] for one in self.lots.get((other, symbol), [])):
            return
        units = D(self.draw.randint(1, int(lot[0])))
        label = ', "%s"' % lot[3] if lot[3] else ""
        text = "%s {%s %s, %s%s}" % (symbol, format(lot[1], "f"), SYMBOLS[symbol][0], lot[2], label)
        lot[0] -= units
        self.lots[name, symbol] = [one for one in self.lots[name, symbol] if one[0]]
        self.lots.setdefault((other, symbol), []).append([units, lot[1], lot[2], lot[3]])
        self.transaction([("Assets:%s:%s" % (name, symbol), -units, text), ("Assets:%s:%s" % (other, symbol), units, text)], "hand over")

    def opening(self, name):
        """Units that were there before the book."""
        symbol = self.draw.choice([s for s in SYMBOLS if SYMBOLS[s][0] == HOMES[name]])
        units, price, day = D(self.draw.choice(DIVISORS)), self.amount(5, 90), datetime.date(2012, 1, 1) + datetime.timedelta(days=self.draw.randint(0, 600))
        self.lots.setdefault((name, symbol), []).append([units, price, day, None])
        self.transaction([("Assets:%s:%s" % (name, symbol), units, "%s {%s %s, %s}" % (symbol, price, SYMBOLS[symbol][0], day)), ("Equity:Opening-Balances", None, "")], "before")

    def noise(self, name):
        which = self.draw.randint(0, 5)
        if which == 0:
            self.tell(['%s note Assets:%s:Cash "a note, \\"quoted\\""' % (self.day, name)])
        elif which == 1:
            self.tell(['%s event "location" "home"' % self.day])
        elif which == 2:
            self.tell(['%s custom "budget" "x" 12.00 USD' % self.day])
        elif which == 3:
            symbol = self.draw.choice(list(SYMBOLS))
            self.tell(["%s price %s %s %s" % (self.day, symbol, self.amount(5, 300), SYMBOLS[symbol][0])])
        elif which == 4:
            self.tell(["%s price EUR %s USD" % (self.day, self.amount(1, 2, 4))])
        else:
            self.transaction([("Assets:Leave:Hours", D(8), "HOURS"), ("Equity:Opening-Balances", None, "")], "hours")

    def check(self, name):
        self.day += datetime.timedelta(days=1)
        currency = HOMES[name]
        number = self.cash.get((name, currency), D(0))
        if self.is_rounded or self.draw.random() < 0.6:
            if not self.is_rounded:
                self.tell(["%s balance Assets:%s:Cash  %s %s" % (self.day, name, format(number, "f"), currency)])
            for (owner, symbol), lots in self.lots.items():
                if owner == name:
                    self.tell(["%s balance Assets:%s:%s  %s %s" % (self.day, name, symbol, sum(lot[0] for lot in lots), symbol)])
        else:
            told = number + self.amount(-50, 50)
            self.tell(["%s pad Assets:%s:Cash Equity:Padding" % (self.day - datetime.timedelta(days=1), name)])
            self.tell(["%s balance Assets:%s:Cash  %s %s" % (self.day, name, format(told, "f"), currency)])
            # The difference within the tolerance is not padded.
            digits = -told.as_tuple().exponent
            if abs(told - number) > (D(1).scaleb(-digits) if digits else 0):
                self.cash[name, currency] = told
        self.day += datetime.timedelta(days=1)


def main(seed, folder, *words):
    book = Book(int(seed), "rounded" in words)
    for _ in range(book.draw.randint(60, 160)):
        book.step()
    for name, statements in book.files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write("\n".join(statements))


main(*sys.argv[1:])
