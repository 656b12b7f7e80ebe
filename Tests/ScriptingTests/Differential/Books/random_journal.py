"""Writes a journal at random, as people write them for ledger or for hledger, into a folder.

    python3 random_journal.py SEED PROGRAM FOLDER

The journal begins in main.journal and includes others by name and by pattern. Accounts are alpha and gamma (dollars) and beta (euros), each with money and units below
it; XA and XB are bought for dollars, YC and "Y 4" for euros. Rules, budgets and what else luca leaves out touch no assets.
"""
import datetime
import os
import random
import sys
from decimal import Decimal as D

SYMBOLS = {"XA": "USD", "XB": "USD", "YC": "EUR", "Y 4": "EUR"}
HOMES = {"alpha": "USD", "beta": "EUR", "gamma": "USD"}


class Journal:
    def __init__(self, seed, program):
        self.draw = random.Random(seed)
        self.is_ledger = program == "ledger"
        self.day = datetime.date(2014, 1, 1)
        self.held = {}
        self.lots = {}
        self.cash = {}
        self.mark = "," if not self.is_ledger and self.draw.random() < 0.3 else "."
        self.sign = self.draw.random() < 0.4
        self.text = []
        self.parts = {"sub/a.journal": [], "sub/b.journal": []}
        self.head()

    # amounts

    def amount(self, low, high, digits=2):
        return D(self.draw.randint(low * 10**digits, high * 10**digits)) / 10**digits

    def number(self, number):
        text = format(number, "f")
        # Without decimals, a mark of thousands might be one of decimals.
        if self.draw.random() < 0.15 and abs(number) >= 1000 and "." in text:
            text = format(number, ",f")
        if self.mark == ",":
            text = text.replace(",", "_").replace(".", ",").replace("_", ".")
        return text

    def money(self, number, currency):
        if self.sign and currency == "USD":
            text = self.number(abs(number))
            return self.draw.choice(["$-" + text, "-$" + text]) if number < 0 else "$" + text
        if self.draw.random() < 0.1:
            return "%s %s" % (currency, self.number(number))
        return "%s %s" % (self.number(number), currency)

    def posted(self, number, currency):
        """The money of a posting, which ledger computes where it stands in brackets."""
        if not self.is_ledger or self.draw.random() < 0.85:
            return self.money(number, currency)

        def plain(number):
            return "$%s" % number if self.sign and currency == "USD" else "%s %s" % (number, currency)

        part, minus = self.amount(1, 50), "-" if number < 0 else ""
        return self.draw.choice([
            "(%s + %s)" % (plain(part), plain(number - part)) if number > part else "(%s%s * 2 / 2)" % (minus, plain(abs(number))),
            "(%s%s / 4)" % (minus, plain(abs(number) * 4)),
            "(%s(%s - 2 * (%s / 2)))" % (minus, plain(abs(number) + part), plain(part)),
            "(%s1 / 3 * %s)" % (minus, plain(abs(number) * 3))])

    def units(self, number, symbol):
        return "%s %s" % (number, self.name(symbol))

    def name(self, symbol):
        return '"%s"' % symbol if " " in symbol else symbol

    # statements

    def head(self):
        self.text.append("; a journal at random\n# for %s\n" % ("ledger" if self.is_ledger else "hledger"))
        if self.mark == ",":
            self.text.append("decimal-mark ,")
        if not self.is_ledger:
            # hledger shows balances with these digits.
            self.text += ["commodity " + form.replace(".", self.mark) for form in ["1000.0000 USD", "1000.0000 EUR", "$1000.0000"]]
        for name in HOMES:
            for leaf in ["USD", "EUR"] + list(SYMBOLS):
                self.text.append("account assets:%s:%s" % (name, leaf))
        if not self.is_ledger:
            self.text.append("alias wallet = assets:alpha")
        else:
            self.text.append("alias wallet=assets:alpha:USD")
        self.text.append("comment\n2014-01-01 no transaction\n  assets:alpha:USD  5 USD\n  equity:x\nend comment\n")
        self.text.append("~ monthly\n    expenses:rent  %s\n    equity:budget\n" % self.money(D(500), "EUR"))
        include = self.draw.choice(["include sub/*.journal", "include sub/a.journal\ninclude sub/b.journal", "include sub/[ab].journal"])
        self.text.append(include + "\n")

    def date(self):
        return self.draw.choice([self.day.strftime("%Y-%m-%d"), self.day.strftime("%Y/%m/%d"), "%d-%d-%d" % (self.day.year, self.day.month, self.day.day)])

    def transaction(self, postings, words, can_move=True):
        """Postings are (account, text); the text may be empty."""
        head = self.date() + self.draw.choice(["", "", " *", " !"]) + self.draw.choice(["", " (17)"]) + self.draw.choice([" " + words, " Someone | " + words])
        lines = [head + self.draw.choice(["", "  ; a remark", "  ; tag: value"])]
        gap = self.draw.choice(["    ", "  ", "\t"])
        if self.draw.random() < 0.15:
            lines.append(gap + "; a comment below")
        for account, text in postings:
            lines.append(gap + account + ("" if not text else self.draw.choice(["  ", "      ", "\t" if self.is_ledger else "   "]) + text) + self.draw.choice(["", "", "  ; " + words]))
        if self.draw.random() < 0.1:
            lines.append(gap + "(budget:%s)  %s" % (words.split()[0], self.money(D(3), "USD")))
        # What is asserted or assigned counts in the order of the file, and so does what lots are taken in ledger.
        home = self.text
        if can_move and self.draw.random() < 0.3:
            home = self.parts[self.draw.choice(list(self.parts))]
        home.append("\n".join(lines) + "\n")

    def move(self, name, currency, number):
        self.cash[name, currency] = self.cash.get((name, currency), D(0)) + number

    # what happens

    def step(self):
        self.day += datetime.timedelta(days=self.draw.randint(0, 4))
        name = self.draw.choice(list(HOMES))
        act = self.draw.choices([self.deposit, self.buy, self.sell, self.dividend, self.interest, self.spend, self.transfer, self.exchange, self.hand_over, self.noise, self.check],
                                [3, 8, 6, 3, 1, 2, 3, 2, 1, 1, 1])[0]
        act(name)

    def pay(self, name, currency, number, postings, words, is_told=False):
        """Ends a transaction with its money, told or not."""
        self.move(name, currency, number)
        account = "assets:%s:%s" % (name, currency)
        text = self.posted(number, currency) if is_told or self.draw.random() < 0.6 else ""
        if account == "assets:alpha:USD" and self.draw.random() < 0.2:
            account = "wallet" if self.is_ledger else "wallet:USD"
        postings.insert(self.draw.choice([0, len(postings)]), (account, text))
        self.transaction(postings, words)

    def deposit(self, name):
        number = self.amount(100, 4000)
        self.pay(name, HOMES[name], number, [(self.draw.choice(["income:salary", "equity:opening"]), self.posted(-number, HOMES[name]))], "deposit")

    def buy(self, name):
        symbol = self.draw.choice([one for one in SYMBOLS if SYMBOLS[one] == HOMES[name]])
        currency, units, price = HOMES[name], self.draw.randint(1, 40), self.amount(5, 300)
        gross = price * units
        fee = self.amount(0, 9) if self.draw.random() < 0.5 else D(0)
        text = self.units(units, symbol)
        forms = ["@", "@@"]
        if self.is_ledger:
            forms += ["{}", "{} @", "{{}}", "{} [] ()"]
        elif not fee:
            forms += ["bare"]
        form = self.draw.choice(forms)
        if form == "@":
            text += " @ " + self.money(price, currency)
        elif form == "@@":
            text += " @@ " + self.money(gross, currency)
        elif form == "{}":
            text += " {%s}" % self.money(price, currency)
        elif form == "{} @":
            text += " {%s} @ %s" % (self.money(price, currency), self.money(price, currency))
        elif form == "{{}}":
            text += " {{%s}}" % self.money(gross, currency)
        elif form == "{} [] ()":
            text += " {%s} [%s] (a note)" % (self.money(price, currency), self.day.strftime("%Y/%m/%d"))
        postings = [("assets:%s:%s" % (name, symbol), text)]
        if fee:
            postings.append(("expenses:fees", self.money(fee, currency)))
        self.held[name, symbol] = self.held.get((name, symbol), 0) + units
        if self.is_ledger and form == "{} [] ()":
            self.lots.setdefault((name, symbol), []).append([units, price, self.day])
        if form == "bare":
            self.move(name, currency, -gross)
            self.transaction(postings + [("assets:%s:%s" % (name, currency), self.money(-gross, currency))], "buy")
        else:
            # Where a cost has no price, ledger would give the units as they are to an account without an amount.
            self.pay(name, currency, -gross - fee, postings, "buy", is_told="@" not in form)

    def sell(self, name):
        held = [symbol for (owner, symbol), units in self.held.items() if owner == name and units > 0]
        if not held:
            return
        symbol = self.draw.choice(held)
        currency = SYMBOLS[symbol]
        units, price = self.draw.randint(1, self.held[name, symbol]), self.amount(5, 300)
        fee = self.amount(0, 5) if self.draw.random() < 0.5 else D(0)
        lots = [lot for lot in self.lots.get((name, symbol), []) if lot[0]]
        postings = []
        if lots and self.draw.random() < 0.7:
            # ledger counts the cost of the lot, and the gain beside it.
            lot = self.draw.choice(lots)
            units = self.draw.randint(1, lot[0])
            lot[0] -= units
            gross, gain = price * units, (price - lot[1]) * units
            text = "%s {%s} [%s] (a note) @ %s" % (self.units(-units, symbol), self.money(lot[1], currency), lot[2].strftime("%Y/%m/%d"), self.money(price, currency))
            postings.append(("assets:%s:%s" % (name, symbol), text))
            if gain:
                postings.append(("income:gains", self.money(-gain, currency)))
        else:
            if sum(lot[0] for lot in lots) > 0:
                # What is sold without a lot must not take units that a later sale names.
                free = self.held[name, symbol] - sum(lot[0] for lot in lots)
                if free < 1:
                    return
                units = self.draw.randint(1, free)
            gross = price * units
            mark = " @ " + self.money(price, currency) if self.draw.random() < 0.5 else " @@ " + self.money(gross, currency)
            postings.append(("assets:%s:%s" % (name, symbol), self.units(-units, symbol) + mark))
        if fee:
            postings.append(("expenses:fees", self.money(fee, currency)))
        self.held[name, symbol] -= units
        self.pay(name, currency, gross - fee, postings, "sell")

    def dividend(self, name):
        currency, gross, tax = HOMES[name], self.amount(1, 90), self.amount(0, 1)
        postings = [("income:dividends:" + ("XA" if currency == "USD" else "YC"), self.money(-gross, currency))]
        if tax:
            postings.append(("expenses:taxes", self.money(tax, currency)))
        self.pay(name, currency, gross - tax, postings, "dividend")

    def interest(self, name):
        number = self.amount(1, 20)
        self.pay(name, HOMES[name], number, [("income:interest", self.money(-number, HOMES[name]))], "interest")

    def spend(self, name):
        number, other = self.amount(1, 200), self.amount(1, 30)
        self.pay(name, HOMES[name], -number - other, [("expenses:food", self.money(number, HOMES[name])), ("liabilities:card", self.money(other, HOMES[name]))], "food")

    def transfer(self, name):
        other, currency, number = self.draw.choice([one for one in HOMES if one != name]), self.draw.choice(["USD", "EUR"]), self.amount(1, 300)
        self.move(name, currency, -number)
        self.pay(other, currency, number, [("assets:%s:%s" % (name, currency), self.money(-number, currency))], "transfer")

    def exchange(self, name):
        number, rate = self.amount(10, 500), self.amount(1, 2)
        gross = number * rate
        text = self.money(number, "EUR") + (" @ " + self.money(rate, "USD") if self.draw.random() < 0.5 else " @@ " + self.money(gross, "USD"))
        other = self.draw.choice([name, name, self.draw.choice(list(HOMES))])
        self.move(name, "EUR", number)
        self.move(other, "USD", -gross)
        self.transaction([("assets:%s:EUR" % name, text), ("assets:%s:USD" % other, self.money(-gross, "USD") if self.draw.random() < 0.5 else "")], "exchange")

    def hand_over(self, name):
        held = [symbol for (owner, symbol), units in self.held.items() if owner == name and units > 0 and not any(lot[0] for lot in self.lots.get((name, symbol), []))]
        if not held:
            return
        symbol, other = self.draw.choice(held), self.draw.choice([one for one in HOMES if one != name])
        units = self.draw.randint(1, self.held[name, symbol])
        self.held[name, symbol] -= units
        self.held[other, symbol] = self.held.get((other, symbol), 0) + units
        self.transaction([("assets:%s:%s" % (name, symbol), self.units(-units, symbol)), ("assets:%s:%s" % (other, symbol), self.units(units, symbol))], "hand over")

    def noise(self, name):
        which = self.draw.randint(0, 3)
        if which == 0:
            symbol = self.draw.choice(list(SYMBOLS))
            self.text.append("P %s %s %s\n" % (self.date(), self.name(symbol), self.money(self.amount(5, 300), SYMBOLS[symbol])))
        elif which == 1:
            self.text.append("P %s EUR %s\n" % (self.date(), self.money(self.amount(1, 2), "USD")))
        elif which == 2:
            number = self.amount(1, 50)
            self.text.append("apply account assets\n%s inside\n    %s:%s  %s\n    %s:%s\nend apply account\n" % (
                self.date(), "beta", "EUR", self.money(number, "EUR"), "gamma", "EUR"))
            self.move("beta", "EUR", number)
            self.move("gamma", "EUR", -number)
        else:
            self.text.append("; nothing\n\n# nothing either\n")

    def check(self, name):
        """A balance that is asserted, or brought about, of an account that nothing in another file touches."""
        number, other = self.amount(10, 900), self.amount(1, 9)
        account = "assets:save%d:USD" % len(self.text)
        self.transaction([(account, "= " + self.money(number, "USD")), ("equity:opening", "")], "assigned", can_move=False)
        self.transaction([(account, self.money(-other, "USD") + " = " + self.money(number - other, "USD")), ("expenses:food", "")], "asserted", can_move=False)


def main(seed, program, folder):
    journal = Journal(int(seed), program)
    for _ in range(journal.draw.randint(40, 140)):
        journal.step()
    os.makedirs(os.path.join(folder, "sub"), exist_ok=True)
    for name, statements in [("main.journal", journal.text)] + list(journal.parts.items()):
        with open(os.path.join(folder, name), "w") as file:
            file.write("\n".join(statements))


main(*sys.argv[1:])
