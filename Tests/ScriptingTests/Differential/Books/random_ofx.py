"""Writes statements of a bank, a card and two accounts at a broker at random, as OFX.

    python3 random_ofx.py SEED sgml|xml FOLDER

`first.ofx` goes to some day, `later.ofx` begins some days before that one and goes on, as banks let their customers download them.
"""
import datetime
import os
import random
import sys
from decimal import Decimal as D

HEADER = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
BANK, CARD, BROKERS = ("100200", "CHECKING"), "4111", ["U-1", "U-2"]
# By the number: kind, ticker, name.
SECURITIES = {"68389X105": ("STOCK", "ORCL", "Oracle"), "922908769": ("STOCK", "VTI", "Vanguard Total"), "315911750": ("MF", "FXAIX", "Fidelity 500"),
              "912828XX1": ("DEBT", "T", "Treasury note"), "OTHER0001": ("OTHER", "GLDX", "Gold in a vault")}
CALL, PUT = "ORCL  300118C00050000", "ORCL  300118P00040000"
OPTIONS = {CALL: ("CALL", D(50)), PUT: ("PUT", D(40))}


class Statement:
    """Rows of an account: the day, and the element as pairs of a tag and a value or more pairs."""

    def __init__(self, number):
        self.number, self.rows, self.held, self.cash = number, [], {}, D(0)


class Book:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.day = datetime.date(2018, 1, 2)
        self.seconds = 0
        self.zone = self.draw.choice(["", "", "[-5:EST]", "[0:GMT]", "[+9:JST]"])
        self.with_times = self.draw.random() < 0.5
        self.mark = self.draw.choice([".", ".", ","])
        self.number = 0
        self.bank, self.card, self.brokers = Statement(BANK[0]), Statement(CARD), [Statement(number) for number in BROKERS]

    def money(self, low, high, digits=2):
        return D(self.draw.randint(low * 10**digits, high * 10**digits)) / 10**digits

    def figure(self, value):
        return format(value, "f").replace(".", self.mark)

    def date(self, day=None):
        if day is None and self.with_times:
            self.seconds += self.draw.randint(1, 60)
            return self.day.strftime("%Y%m%d") + "%02d%02d%02d" % (10 + self.seconds // 3600, self.seconds // 60 % 60, self.seconds % 60) + self.draw.choice(["", ".250"]) + self.zone
        return (day or self.day).strftime("%Y%m%d")

    def id(self):
        self.number += 1
        return "%s%05d" % (self.day.strftime("%Y%m%d"), self.number)

    # Rows of a bank, of a card, and of the cash of a broker.

    def payment(self, statement, may_correct=True):
        amount = self.money(1, 3000) * self.draw.choice([1, -1, -1])
        kinds = ["CREDIT", "DEP", "INT", "XFER", "DIRECTDEP", "OTHER"] if amount > 0 else ["DEBIT", "CHECK", "XFER", "FEE", "SRVCHG", "ATM", "POS", "PAYMENT", "CASH", "REPEATPMT", "INT"]
        row = [("TRNTYPE", self.draw.choice(kinds)), ("DTPOSTED", self.date()), ("TRNAMT", self.draw.choice(["", "+"] if amount > 0 else [""]) + self.figure(amount)), ("FITID", self.id())]
        statement.cash += amount
        place = self.draw.choice(range(len(statement.rows))) if statement.rows and may_correct and self.draw.random() < 0.06 else None
        if place is not None and statement.rows[place][1][0] == "STMTTRN" and statement.rows[place][3] is None:
            # The bank takes an earlier row back, or tells it anew.
            old, deletes = statement.rows[place], self.draw.random() < 0.4
            row += [("CORRECTFITID", old[1][1][3][1]), ("CORRECTACTION", "DELETE" if deletes else "REPLACE")]
            statement.rows[place] = old[:3] + ("corrected",)
            statement.cash -= old[2]
            if deletes:
                statement.cash -= amount
        row += [("CHECKNUM", "%d" % self.number)] if row[0][1] == "CHECK" else []
        row += self.draw.choice([[("NAME", "A & B <store>")], [("NAME", "Grocer")], [("NAME", "Salary"), ("MEMO", 'of "March"')], []])
        corrects = row[4:5] and row[4][0] == "CORRECTFITID"
        statement.rows.append((self.day, ("STMTTRN", row), amount, "corrects" if corrects else None))
        if corrects:
            # The day goes on, so that a statement that ends with it has a row behind the one that takes another back.
            self.payment(statement, may_correct=False)

    def broker_cash(self, statement):
        before = len(statement.rows)
        self.payment(statement, may_correct=False)
        day, row, amount, _ = statement.rows[before]
        statement.rows[before] = (day, ("INVBANKTRAN", [row, ("SUBACCTFUND", "CASH")]), amount, "cash")

    # Rows of a broker.

    def invest(self, statement, tag, parts, cash=D(0)):
        statement.cash += cash
        statement.rows.append((self.day, (tag, parts), cash, "trade"))

    def head(self, memo=False):
        return ("INVTRAN", [("FITID", self.id()), ("DTTRADE", self.date())] + ([("DTSETTLE", self.date(self.day + datetime.timedelta(days=2)))] if self.draw.random() < 0.5 else [])
                + ([("MEMO", "as ordered")] if memo else []))

    @staticmethod
    def security(number):
        return ("SECID", [("UNIQUEID", number), ("UNIQUEIDTYPE", "CUSIP")])

    def charges(self):
        """Charges as pairs, and their sum."""
        told = [(tag, self.money(0, 5)) for tag in ["COMMISSION", "TAXES", "FEES"] if self.draw.random() < 0.4]
        return [(tag, self.figure(value)) for tag, value in told], sum((value for _, value in told), D(0))

    def gross(self, kind, units, price):
        worth = units * price * {"DEBT": D("0.01"), "OPT": D(100)}.get(kind, D(1))
        return worth.quantize(D("0.01"))

    def trade(self, statement, kind, number, units, price, is_buy, extra=(), head=None):
        charges, sum_of_charges = self.charges()
        gross = self.gross(kind, units, price)
        if not is_buy and gross < sum_of_charges:
            charges, sum_of_charges = [], D(0)
        total = -gross - sum_of_charges if is_buy else gross - sum_of_charges
        own = units if is_buy else -units
        parts = [head or self.head(self.draw.random() < 0.3), self.security(number), ("UNITS", self.figure(own)), ("UNITPRICE", self.figure(price))] + charges
        parts += [("TOTAL", self.figure(total)), ("SUBACCTSEC", "CASH"), ("SUBACCTFUND", "CASH")]
        self.invest(statement, ("BUY" if is_buy else "SELL") + kind, [("INVBUY" if is_buy else "INVSELL", parts)] + list(extra), total)
        statement.held[number] = statement.held.get(number, D(0)) + own

    def buy(self, statement):
        number = self.draw.choice(list(SECURITIES))
        kind = SECURITIES[number][0]
        units = D(self.draw.randint(1, 9) * 1000) if kind == "DEBT" else self.money(1, 60, self.draw.choice([0, 0, 3]))
        price = self.money(90, 110, 3) if kind == "DEBT" else self.money(5, 300, self.draw.choice([2, 4]))
        self.trade(statement, kind, number, units, price, True, [("BUYTYPE", "BUY")] if kind in ("STOCK", "MF") else [])

    def owned(self, statement):
        return [number for number, units in statement.held.items() if units > 0 and number in SECURITIES]

    def sell(self, statement):
        for number in self.draw.sample(self.owned(statement), min(1, len(self.owned(statement)))):
            kind, held = SECURITIES[number][0], statement.held[number]
            units = held if self.draw.random() < 0.2 else (held / 2).quantize(D("0.001"))
            price = self.money(90, 110, 3) if kind == "DEBT" else self.money(5, 300, self.draw.choice([2, 4]))
            extra = {"STOCK": [("SELLTYPE", "SELL")], "MF": [("SELLTYPE", "SELL")], "DEBT": [("SELLREASON", "SELL")], "OTHER": []}[kind]
            if units > 0:
                self.trade(statement, kind, number, units, price, False, extra)

    def income(self, statement):
        for number in self.draw.sample(self.owned(statement), min(1, len(self.owned(statement)))):
            total, head = self.money(1, 90), self.head()
            tax = [("WITHHOLDING", self.figure(self.money(0, 9)))] if self.draw.random() < 0.2 else []
            kind = "INTEREST" if SECURITIES[number][0] == "DEBT" else self.draw.choice(["DIV", "DIV", "CGLONG", "CGSHORT", "MISC"])
            self.invest(statement, "INCOME", [head, self.security(number), ("INCOMETYPE", kind), ("TOTAL", self.figure(total)), ("SUBACCTSEC", "CASH"), ("SUBACCTFUND", "CASH")] + tax, total)

    def reinvest(self, statement):
        for number in self.draw.sample(self.owned(statement), min(1, len(self.owned(statement)))):
            if SECURITIES[number][0] == "DEBT":
                continue
            units, price = self.money(0, 3, 3) + D("0.001"), self.money(5, 90)
            total = (units * price).quantize(D("0.01"))
            if total:
                self.invest(statement, "REINVEST", [self.head(), self.security(number), ("INCOMETYPE", "DIV"), ("TOTAL", self.figure(-total)), ("SUBACCTSEC", "CASH"),
                                                    ("UNITS", self.figure(units)), ("UNITPRICE", self.figure(price))])
                statement.held[number] += units

    def charge(self, statement):
        total, head = -self.money(1, 30), self.head(True)
        if self.draw.random() < 0.5:
            self.invest(statement, "MARGININTEREST", [head, ("TOTAL", self.figure(total)), ("SUBACCTFUND", "CASH")], total)
        else:
            number = self.draw.choice(list(SECURITIES))
            self.invest(statement, "INVEXPENSE", [head, self.security(number), ("TOTAL", self.figure(total)), ("SUBACCTSEC", "CASH"), ("SUBACCTFUND", "CASH")], total)

    def capital(self, statement):
        for number in self.draw.sample(self.owned(statement), min(1, len(self.owned(statement)))):
            total = self.money(0, 2) + D("0.01")
            self.invest(statement, "RETOFCAP", [self.head(), self.security(number), ("TOTAL", self.figure(total)), ("SUBACCTSEC", "CASH"), ("SUBACCTFUND", "CASH")], total)

    def split(self, statement):
        number = self.draw.choice(["68389X105", "922908769"])
        new, old = self.draw.choice([(2, 1), (3, 1), (3, 2), (1, 2)])
        for each in self.brokers:
            held = each.held.get(number, D(0))
            if held <= 0:
                continue
            parts = [self.head(), self.security(number), ("SUBACCTSEC", "CASH"), ("OLDUNITS", self.figure(held)), ("NEWUNITS", self.figure(held * new / old)),
                     ("NUMERATOR", "%d" % new), ("DENOMINATOR", "%d" % old)]
            self.invest(each, "SPLIT", parts)
            each.held[number] = held * new / old

    def transfer(self, statement):
        """Units that go to the other account, or come from another broker."""
        places = self.owned(statement)
        other = self.brokers[1] if statement is self.brokers[0] else self.brokers[0]
        if places and self.draw.random() < 0.6:
            number = self.draw.choice(places)
            units = statement.held[number]
            sides = [(statement, "OUT", -units), (other, "IN", units)]
        else:
            number = self.draw.choice(["68389X105", "315911750"])
            sides = [(statement, "IN", D(self.draw.randint(1, 30)))]
        for each, action, units in sides:
            cost = [("AVGCOSTBASIS", self.figure(self.money(5, 90)))] if len(sides) == 1 and self.draw.random() < 0.5 else []
            self.invest(each, "TRANSFER", [self.head(), self.security(number), ("SUBACCTSEC", "CASH"), ("UNITS", self.figure(units)), ("TFERACTION", action), ("POSTYPE", "LONG")] + cost)
            each.held[number] = each.held.get(number, D(0)) + units

    def option(self, statement):
        """Contracts that are bought or written, and then closed, let expire, exercised or assigned."""
        number, units, price = self.draw.choice(list(OPTIONS)), D(self.draw.randint(1, 3)), self.money(1, 9)
        (right, strike), is_long, size = OPTIONS[number], self.draw.random() < 0.5, ("SHPERCTRCT", "100")
        if statement.held.get(number, D(0)):
            return
        self.trade(statement, "OPT", number, units, price, is_long, [("OPTBUYTYPE" if is_long else "OPTSELLTYPE", "BUYTOOPEN" if is_long else "SELLTOOPEN"), size])
        self.day += datetime.timedelta(days=3)
        end = self.draw.choice(["close", "EXPIRE", "use"])
        if end == "close":
            return self.trade(statement, "OPT", number, units, self.money(1, 9), not is_long, [("OPTSELLTYPE" if is_long else "OPTBUYTYPE", "SELLTOCLOSE" if is_long else "BUYTOCLOSE"), size])
        brings = is_long == (right == "CALL")
        stock = "68389X105"
        if end == "use" and not brings and statement.held.get(stock, D(0)) < units * 100:
            end = "EXPIRE"
        action = "EXPIRE" if end == "EXPIRE" else "EXERCISE" if is_long else "ASSIGN"
        head, trade = self.head(), self.head()
        related = [("RELFITID", trade[1][0][1])] if end == "use" else []
        self.invest(statement, "CLOSUREOPT", [head, self.security(number), ("OPTACTION", action), ("UNITS", self.figure(-units if is_long else units)), size, ("SUBACCTSEC", "CASH")] + related)
        statement.held[number] = D(0)
        if end == "use":
            extra = [("BUYTYPE", "BUY")] if brings else [("SELLTYPE", "SELL")]
            self.trade(statement, "STOCK", stock, units * 100, strike, brings, extra, head=trade)

    def step(self):
        gap = self.draw.choice([0, 0, 1, 2, 3, 5])
        self.day += datetime.timedelta(days=gap)
        if gap:
            self.seconds = 0
        if self.draw.random() < 0.35:
            return self.payment(self.draw.choice([self.bank, self.card]))
        steps = [self.broker_cash, self.buy, self.sell, self.income, self.reinvest, self.charge, self.capital, self.split, self.transfer, self.option]
        self.draw.choices(steps, [3, 8, 4, 3, 3, 2, 1, 1, 2, 2])[0](self.draw.choice(self.brokers))

    # The file.

    def file(self, since, until):
        """The statements of some days as one element."""
        status = ("STATUS", [("CODE", "0"), ("SEVERITY", "INFO")])
        sign_on = ("SIGNONMSGSRSV1", [("SONRS", [status, ("DTSERVER", self.date(until)), ("LANGUAGE", "ENG"), ("FI", [("ORG", "Some Bank"), ("FID", "1")])])])
        bounds = [("DTSTART", self.date(since)), ("DTEND", self.date(until))]

        def rows(statement):
            return bounds + [row for day, row, _, _ in statement.rows if since <= day <= until]

        def response(tag, element):
            return (tag + "TRNRS", [("TRNUID", "0"), status, (tag + "RS" if tag == "CCSTMT" else tag + "RS", element)])

        def balance(statement):
            return ("LEDGERBAL", [("BALAMT", self.figure(statement.cash)), ("DTASOF", self.date(until))])

        bank = [("CURDEF", "USD"), ("BANKACCTFROM", [("BANKID", "000111222"), ("ACCTID", BANK[0]), ("ACCTTYPE", BANK[1])]), ("BANKTRANLIST", rows(self.bank)), balance(self.bank)]
        card = [("CURDEF", "USD"), ("CCACCTFROM", [("ACCTID", CARD)]), ("BANKTRANLIST", rows(self.card)), balance(self.card)]
        brokers = [response("INVSTMT", [("DTASOF", self.date(until)), ("CURDEF", "USD"), ("INVACCTFROM", [("BROKERID", "some.broker"), ("ACCTID", each.number)]),
                                        ("INVTRANLIST", rows(each))]) for each in self.brokers]
        listed = []
        for number, (kind, ticker, name) in SECURITIES.items():
            more = {"DEBT": [("PARVALUE", "1000"), ("DEBTTYPE", "COUPON")]}.get(kind, [])
            listed.append((kind + "INFO", [("SECINFO", [self.security(number), ("SECNAME", name), ("TICKER", ticker)])] + more))
        for number, (right, strike) in OPTIONS.items():
            listed.append(("OPTINFO", [("SECINFO", [self.security(number), ("SECNAME", "ORCL " + right)]), ("OPTTYPE", right), ("STRIKEPRICE", self.figure(strike)),
                                       ("DTEXPIRE", "20300118"), ("SHPERCTRCT", "100"), self.security("68389X105")]))
        return ("OFX", [sign_on, ("BANKMSGSRSV1", [response("STMT", bank)]), ("CREDITCARDMSGSRSV1", [response("CCSTMT", card)]), ("INVSTMTMSGSRSV1", brokers),
                        ("SECLISTMSGSRSV1", [("SECLIST", listed)])])

    def text(self, element, closes):
        tag, value = element
        if isinstance(value, list):
            return "<%s>\n%s</%s>\n" % (tag, "".join(self.text(part, closes) for part in value), tag)
        escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return "<%s>%s%s\n" % (tag, escaped, "</%s>" % tag if closes else "")


def main(seed, form, folder):
    book = Book(int(seed))
    for _ in range(book.draw.randint(80, 200)):
        book.step()
    start, days = datetime.date(2018, 1, 2), (book.day - datetime.date(2018, 1, 2)).days
    cut = start + datetime.timedelta(days=days * 2 // 3)
    for name, since, until in [("first", start, cut), ("later", cut - datetime.timedelta(days=days // 4), book.day)]:
        with open(os.path.join(folder, name + ".ofx"), "w") as file:
            file.write((HEADER if form == "sgml" else XML) + book.text(book.file(since, until), closes=form == "xml"))


main(*sys.argv[1:])
