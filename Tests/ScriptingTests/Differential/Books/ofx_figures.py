"""What ofxtools reads of statements: cash, units, and the rows by their ids.

    python3 ofx_figures.py FILE …

A row that several files have counts once. A line of what is printed is a name, a tab and a figure: `cash ACCOUNT CURRENCY`, `held ACCOUNT SECURITY`,
`row ACCOUNT ID`. Accounts go by the institution, the number and the type, securities by their ticker,
options by what they are on, the day, the strike and the right.
"""
import collections
import sys
from decimal import Decimal as D

from ofxtools.Parser import OFXTree

from figures import tell, text


class Figures:
    def __init__(self):
        self.cash, self.held, self.effects, self.gone, self.used = collections.Counter(), collections.Counter(), {}, set(), set()

    def count(self, account, currency, row, symbols):
        bank = row.stmttrn if hasattr(row, "stmttrn") else row
        key = account, bank.fitid
        if key in self.effects or key in self.gone:
            return
        corrects, action = getattr(bank, "correctfitid", None), getattr(bank, "correctaction", None)
        if corrects:
            self.effects.pop((account, corrects), None)
            self.gone.add((account, corrects))
        if action == "DELETE":
            self.gone.add(key)
            return
        if getattr(row, "relfitid", None):
            self.used.add((account, row.relfitid))
        symbol = symbols.get(getattr(row, "uniqueid", None))
        self.effects[key] = (account, currency, self.money(row, bank), symbol, self.units(row))

    @staticmethod
    def money(row, bank):
        if hasattr(bank, "trnamt"):
            return bank.trnamt
        kind = type(row).__name__
        if kind in ("TRANSFER", "CLOSUREOPT", "REINVEST"):
            return D(0)
        return (row.fraccash or D(0)) if kind == "SPLIT" else row.total

    @staticmethod
    def units(row):
        kind = type(row).__name__
        if kind == "SPLIT":
            return row.newunits - row.oldunits
        if kind in ("TRANSFER", "REINVEST", "CLOSUREOPT") or kind.startswith(("BUY", "SELL")):
            return row.units
        return D(0)

    def add(self, path):
        tree = OFXTree()
        tree.parse(path)
        ofx = tree.convert()
        organization = ofx.sonrs.fi.org
        symbols = {}
        for security in ofx.securities or []:
            symbol = getattr(security, "ticker", None)
            kind = type(security).__name__
            if kind == "OPTINFO":
                symbol = "%s %s %s %s" % ("ORCL", security.dtexpire.strftime("%Y-%m-%d"), text(security.strikeprice), security.opttype[0])
            # A bond has the ticker of who owes it, which is that of a share.
            symbols[security.uniqueid] = security.uniqueid if kind == "DEBTINFO" else symbol
        for statement in ofx.statements:
            number = statement.account
            words = [organization, number.acctid, getattr(number, "accttype", "").lower() if hasattr(number, "accttype") else ""]
            account = " ".join(word for word in words if word)
            for row in statement.transactions or []:
                self.count(account, statement.curdef, row, symbols)

    def tell(self):
        for (account, number), (_, currency, money, symbol, units) in self.effects.items():
            self.cash[account, currency] += money
            if symbol:
                self.held[account, symbol] += units
            # The trade of an option that was used is recorded with the use of it.
            if (account, number) not in self.used:
                print("row", account, number + "\t1")
        for (account, currency), amount in self.cash.items():
            tell(f"cash {account} {currency}", amount)
        for (account, symbol), units in self.held.items():
            tell(f"held {account} {symbol}", units)


figures = Figures()
for path in sys.argv[1:]:
    figures.add(path)
figures.tell()
