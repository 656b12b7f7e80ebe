import Values

/// What people call things who come from other programs, from spreadsheets or from everyday speech, and what luca calls them.
enum OtherWords {
    /// Words at the beginning of a line, in small letters, and the beginnings of sentences that may be meant, the likeliest first. An empty text leaves the words out.
    static let beginnings: [String: [String]] = {
        var all = phrases.merging(german) { own, _ in own }
        // What other programs put before the name of what is shown or made.
        for word in [
            "show", "show me", "list", "display", "print", "view", "get", "see", "my", "all", "luca", "please", "give me", "what is my", "what are my", "what's my", "ledger",
            "hledger", "beancount",
        ] {
            all[word] = (all[word] ?? []) + [""]
        }
        for word in ["add", "create", "new", "open", "make", "define", "set up"] {
            for thing in ["account", "instrument", "price", "rate", "goal"] { all["\(word) \(thing)"] = [thing] }
            for thing in ["security", "stock", "fund", "etf", "asset", "symbol", "ticker"] { all["\(word) \(thing)"] = ["instrument"] }
            all["\(word) quote"] = ["price"]
        }
        return all
    }()

    private static let phrases: [String: [String]] = [
        // Questions.
        "balance": ["cash"], "balances": ["cash"], "bal": ["cash", "cash in"], "money": ["cash"], "cash balance": ["cash"], "saldo": ["cash"],
        "register": ["activities", "activities in"], "reg": ["activities", "activities in"], "aregister": ["activities in"], "areg": ["activities in"],
        "transactions": ["activities"], "transaction": ["activities"], "entries": ["activities"], "journal": ["activities"], "log": ["activities"], "ledger": ["activities"],
        "list transactions": ["activities"], "postings": ["activities"], "orders": ["trades"], "trade": ["trades"], "print transactions": ["activities"],
        "positions": ["holdings"], "position": ["holdings"], "portfolio": ["holdings"], "stocks": ["holdings"], "shares": ["holdings"], "assets": ["holdings"],
        "investments": ["holdings"], "holding": ["holdings"], "cost basis": ["holdings"], "unrealized": ["holdings"], "unrealised": ["holdings"],
        "unrealized gains": ["holdings"], "unrealised gains": ["holdings"], "what do i own": ["holdings"], "what do i have": ["holdings"], "depot": ["holdings"],
        "allocation": ["holdings"], "alloc": ["holdings"], "weights": ["holdings"],
        "profit": ["gains"], "profits": ["gains"], "profit and loss": ["gains"], "pnl": ["gains"], "p&l": ["gains"], "p/l": ["gains"], "gain": ["gains"], "losses": ["gains"],
        "realized": ["gains"], "realised": ["gains"], "realized gains": ["gains"], "realised gains": ["gains"], "capital gains": ["gains"],
        "dividends": ["income"], "incomestatement": ["income"], "is": ["income"], "yield": ["income"], "earnings": ["income"], "interests": ["income"],
        "returns": ["performance"], "twr": ["performance"], "irr": ["performance"], "xirr": ["performance"], "roi": ["performance"], "cagr": ["performance"],
        "mwr": ["performance"], "perf": ["performance"], "drawdown": ["performance"], "volatility": ["performance"], "compare": ["performance against"],
        "worth": ["net worth"], "networth": ["net worth"], "net": ["net worth"], "wealth": ["net worth"], "total": ["net worth"], "totals": ["net worth"], "value": ["net worth"],
        "summary": ["net worth"], "overview": ["net worth"], "stats": ["net worth"], "status": ["net worth"], "balancesheet": ["net worth"], "bs": ["net worth"],
        "bse": ["net worth"],
        "cashflow": ["contributions"], "cf": ["contributions"], "savings": ["contributions"], "deposits": ["contributions"],
        "costs": ["fees"], "charges": ["fees"], "commissions": ["fees"], "taxes": ["fees"], "expenses": ["fees"],
        "prices": ["quotes", "price"], "quote": ["price"], "market": ["quotes"], "tickers": ["instruments"], "symbols": ["instruments"], "securities": ["instruments"],
        "commodities": ["instruments"], "funds": ["instruments"], "stock list": ["instruments"], "symbol": ["instrument", "instruments"], "ticker": ["instrument", "instruments"],
        "fx": ["rate", "rates"], "forex": ["rate", "rates"], "exchange rate": ["rate"], "exchange rates": ["rates"], "currency": ["currencies"],
        "reports": ["report"], "lot": ["lots"], "config": ["settings"], "options": ["settings"], "preferences": ["settings"], "setting": ["settings"],
        "list": ["holdings"], "display": ["holdings"], "view": ["holdings"], "see": ["holdings"], "everything": ["holdings"], "show all": ["holdings"],
        "show everything": ["holdings"], "cost": ["holdings"], "best": ["holdings"], "worst": ["holdings"], "top": ["holdings"], "winners": ["holdings"], "losers": ["holdings"],
        "how much do i have": ["net worth"], "how much do i own": ["net worth"], "how much money do": ["cash"], "how much cash": ["cash"], "how rich am i": ["net worth"],
        "how much is my portfolio": ["net worth"],
        "how much is my": ["net worth"], "how much is it": ["net worth"], "how much am i": ["net worth"], "what am i": ["net worth"], "how many": ["holdings"],
        "asset allocation": ["holdings"], "when did i buy": ["trades"], "when did i sell": ["trades"], "bean-query": ["help sql"], "compare to": ["performance against"],
        "monthly deposit": ["every month deposit"], "weekly deposit": ["every week deposit"], "yearly deposit": ["every year deposit"], "monthly buy": ["every month buy"],
        "weekly buy": ["every week buy"], "monthly withdraw": ["every month withdraw"], "savings plan": ["help recurring"],
        "dca": ["help recurring"],
        "stock": ["instrument"], "etf": ["instrument"], "fund": ["instrument"], "bond": ["instrument"], "crypto": ["instrument"], "coin": ["instrument"],
        "security": ["instrument"],
        "how much did i earn": ["income"], "what did i earn": ["income"], "how much did i make": ["gains"], "what did i make": ["gains"], "how much did i pay": ["fees"],
        "what did i pay": ["fees"], "how am i doing": ["performance"], "how did i do": ["performance"], "return": ["performance"], "how much is": ["price"], "what is": ["price"],
        "price of": ["price"], "price for": ["price"], "cost of": ["price"], "average price": ["lots"], "what can i do": ["help"], "what now": ["help start"],
        "tax report": ["fees"],
        "budget": ["goals"], "plan": ["plans"], "schedule": ["recurring"], "scheduled": ["recurring"], "monthly": ["recurring"], "standing orders": ["recurring"],
        "account list": ["accounts"], "accounts list": ["accounts"], "csv": ["export book.csv"], "ls": ["accounts"], "acc": ["accounts"], "acct": ["accounts"],
        "history": ["activities"], "audit": ["verify"], "check": ["verify"],
        // Recording.
        "bought": ["buy"], "purchase": ["buy"], "purchased": ["buy"], "acquire": ["buy"], "get": ["buy"], "sold": ["sell"], "sale": ["sell"],
        "deposited": ["deposit"], "pay in": ["deposit"], "paid in": ["deposit"], "put": ["deposit"], "save": ["deposit"], "add": ["deposit"], "received": ["deposit"],
        "salary": ["deposit"], "transfer in": ["deposit"], "withdrew": ["withdraw"], "withdrawal": ["withdraw"], "take": ["withdraw"], "take out": ["withdraw"],
        "spend": ["withdraw"],
        "spent": ["withdraw"], "pay": ["withdraw"], "paid": ["withdraw"], "pay out": ["withdraw"], "transferred": ["transfer"], "move": ["transfer"],
        "send": ["transfer", "deposit"],
        "convert": ["exchange"], "change": ["exchange", "amend"], "swap": ["exchange"], "reinvest": ["drip"], "stock split": ["split"], "div": ["dividend"], "staking": ["reward"],
        "remove": ["void"], "delete": ["void"], "cancel": ["undo", "void"], "revert": ["undo"], "rollback": ["undo"], "edit": ["amend"], "modify": ["amend"], "correct": ["amend"],
        "fix": ["amend"], "update": ["amend", "sync"], "undo": ["void", "undo"], "repeat": ["every"], "each": ["every"], "simulate": ["whatif"], "try": ["whatif"],
        "what if": ["whatif"],
        "update prices": ["sync"], "fetch prices": ["sync"], "fetch quotes": ["sync"], "update quotes": ["sync"], "get prices": ["sync"], "get quotes": ["sync"],
        "sync prices": ["sync"], "download prices": ["sync"], "refresh": ["sync"], "fetch": ["sync"], "pull": ["sync"], "reload": ["sync"],
        "load": ["import"], "read": ["import"], "upload": ["import"], "save as": ["export"], "write": ["export"], "dump": ["export"],
        "export to csv": ["export book.csv"], "export to excel": ["export book.csv"], "export as csv": ["export book.csv"],
        // The program.
        "help me": ["help start"], "hello": ["help start"], "hi": ["help start"], "hey": ["help start"], "h": ["help"], "what": ["help"], "delete last": ["undo"],
        "remove last": ["undo"], "commands": ["help"], "man": ["help"], "usage": ["help"], "?": ["help"], "info": ["help"], "menu": ["help"], "tutorial": ["help start"],
        "manual": ["help manual"], "docs": ["help manual"], "how": ["help start"], "guide": ["help start"], "begin": ["help start"], "start": ["help start"],
        "exit()": ["quit"], "bye": ["quit"], "q": ["quit"], ":q": ["quit"], ":quit": ["quit"], ":wq": ["quit"], "\\q": ["quit"], "logout": ["quit"], "end": ["quit"],
    ]

    /// What German speakers say.
    private static let german: [String: [String]] = [
        "kaufe": ["buy"], "kauf": ["buy"], "kaufen": ["buy"], "verkaufe": ["sell"], "verkauf": ["sell"], "verkaufen": ["sell"], "einzahlung": ["deposit"], "einzahlen": ["deposit"],
        "auszahlung": ["withdraw"], "abheben": ["withdraw"], "abhebung": ["withdraw"], "überweisung": ["transfer"], "überweise": ["transfer"], "umbuchung": ["transfer"],
        "dividende": ["dividend"], "dividenden": ["income"], "zinsen": ["interest", "income"], "gebühr": ["fee"], "gebühren": ["fees"], "steuer": ["tax", "fees"],
        "steuern": ["fees"],
        "konto": ["account"], "konten": ["accounts"], "kontostand": ["cash"], "guthaben": ["cash"], "bestand": ["holdings"], "bestände": ["holdings"], "wertpapiere": ["holdings"],
        "wertpapier": ["instrument"], "aktien": ["holdings"], "aktie": ["instrument"], "umsätze": ["activities"], "buchungen": ["activities"], "gewinn": ["gains"],
        "gewinne": ["gains"],
        "verlust": ["gains"], "rendite": ["performance"], "vermögen": ["net worth"], "kurs": ["price"], "kurse": ["quotes"], "wechselkurs": ["rate"], "tausche": ["exchange"],
        "sparplan": ["help recurring"], "ziel": ["goal"], "ziele": ["goals"], "hilfe": ["help"], "ende": ["quit"], "importiere": ["import"], "exportiere": ["export"],
        "rückgängig": ["undo"], "lösche": ["void"], "storno": ["void"], "stornieren": ["void"],
    ]

    /// What is asked by a verb with a year alone.
    static let questions = ["tax": "fees", "fee": "fees", "dividend": "income", "interest": "income", "deposit": "contributions", "buy": "trades", "sell": "gains"]

    /// Words that say nothing to luca behind the first.
    static let fillers: Set<String> = [
        "shares", "share", "units", "unit", "stocks", "stock", "of", "the", "a", "an", "some", "my", "me", "please", "all", "list", "account", "accounts", "money", "worth",
    ]

    /// Spans of time as people say them, and as a question takes them.
    static func times(on today: Day) -> [(phrase: String, said: String)] {
        let year = today.year, before = (try? today.firstOfMonth.adding(days: -1)) ?? today
        return [
            ("ytd", "\(year)"), ("this year", "\(year)"), ("last year", "\(year - 1)"), ("this month", "from \(today.firstOfMonth)"),
            ("last month", "from \(before.firstOfMonth) to \(before)"), ("in \(year)", "\(year)"), ("for \(year)", "\(year)"), ("monthly", "by month"), ("yearly", "by year"),
            ("per month", "by month"), ("per year", "by year"), ("at", "on"), ("as of", "on"), ("until", "to"), ("till", "to"), ("since", "from"), ("between", "from"),
            ("and", "to"), ("zu", "at"), ("am", "on"), ("auf", "to"), ("von", "from"), ("nach", "to"), ("vs", "against"), ("vs.", "against"), ("versus", "against"),
            ("compared to", "against"), ("compared with", "against"),
        ]
    }
}
