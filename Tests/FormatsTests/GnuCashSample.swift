import Formats

/// Books as GnuCash saves them, made of short lines.
struct GnuCashSample {
    private var accounts = "", transactions = "", prices = "", others = ""
    private var commodities: [String] = []
    private var currencies: [String: String] = [:]
    private var count = 0

    private static func commodity(_ name: String) -> String {
        let parts = name.split(separator: ":")
        let space = parts.count == 2 ? String(parts[0]) : name.count == 3 && ["USD", "EUR", "GBP"].contains(name) ? "CURRENCY" : "NASDAQ"
        return "<cmdty:space>\(space)</cmdty:space><cmdty:id>\(parts.last ?? "")</cmdty:id>"
    }

    private static func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }

    /// A book with the root alone.
    init() { accounts = "<gnc:account version=\"2.0.0\">\n<act:name>Root Account</act:name>\n<act:id>root</act:id>\n<act:type>ROOT</act:type>\n</gnc:account>\n" }

    /// Adds an account; its id is its name.
    mutating func account(_ name: String, _ type: String, _ commodity: String = "USD", in parent: String = "root") {
        currencies[name] = commodity
        accounts += "<gnc:account version=\"2.0.0\">\n<act:name>\(Self.escaped(name))</act:name>\n<act:id>\(name)</act:id>\n<act:type>\(type)</act:type>\n"
        accounts += "<act:commodity>\(Self.commodity(commodity))</act:commodity>\n<act:parent>\(parent)</act:parent>\n</gnc:account>\n"
    }

    /// Adds a transaction; a split is an account with its value, or with quantity and value: `AAPL 4 @ 400`, and what follows as `key=text`.
    mutating func transaction(_ day: String, _ words: String, _ splits: [String], currency: String = "USD", id: String? = nil, slots: String = "", extra: String = "") {
        count += 1
        transactions +=
            "<gnc:transaction version=\"2.0.0\">\n<trn:id type=\"guid\">\(id ?? "t\(count)")</trn:id>\n<trn:currency>\(Self.commodity(currency))</trn:currency>\n\(extra)"
        let moment = day.count == 10 ? "\(day) 10:59:00 +0000" : day
        transactions += "<trn:date-posted>\n<ts:date>\(moment)</ts:date>\n</trn:date-posted>\n<trn:description>\(Self.escaped(words))</trn:description>\n"
        transactions += slots.isEmpty ? "" : "<trn:slots>\(slots)</trn:slots>\n"
        transactions += "<trn:splits>\n"
        for split in splits {
            var parts = split.split(separator: "|").map(String.init), keys: [String: String] = [:]
            while let last = parts.last, let sign = last.firstIndex(of: "=") {
                keys[String(last[..<sign])] = String(last[last.index(after: sign)...])
                parts.removeLast()
            }
            transactions += "<trn:split>\n"
            for key in ["memo", "action", "reconciled-state"] { if let text = keys[key] { transactions += "<split:\(key)>\(text)</split:\(key)>\n" } }
            transactions += "<split:value>\(Self.rational(parts.last ?? ""))</split:value>\n<split:quantity>\(Self.rational(parts[1]))</split:quantity>\n"
            transactions += "<split:account type=\"guid\">\(parts[0])</split:account>\n"
            if let lot = keys["lot"] { transactions += "<split:lot type=\"guid\">\(lot)</split:lot>\n" }
            transactions += "</trn:split>\n"
        }
        transactions += "</trn:splits>\n</gnc:transaction>\n"
    }

    /// `-4.25` as `-425/100`.
    static func rational(_ text: String) -> String {
        guard let point = text.firstIndex(of: "."), !text.contains("/") else { return text.contains("/") || Int(text) == nil ? text : text + "/1" }
        let digits = text[text.index(after: point)...]
        return "\(text[..<point])\(digits)/1\(String(repeating: "0", count: digits.count))"
    }

    /// Adds a price.
    mutating func price(_ commodity: String, _ value: String, _ currency: String = "USD", on moment: String) {
        prices += "<price>\n<price:commodity>\(Self.commodity(commodity))</price:commodity>\n<price:currency>\(Self.commodity(currency))</price:currency>\n"
        prices += "<price:time>\n<ts:date>\(moment)</ts:date>\n</price:time>\n<price:value>\(Self.rational(value))</price:value>\n</price>\n"
    }

    /// Adds a commodity with a name in words.
    mutating func commodity(_ name: String, _ words: String) {
        commodities.append("<gnc:commodity version=\"2.0.0\">\n\(Self.commodity(name))\n<cmdty:name>\(Self.escaped(words))</cmdty:name>\n</gnc:commodity>\n")
    }

    /// Adds something else.
    mutating func other(_ text: String) { others += text + "\n" }

    /// The file.
    var text: String {
        let prefixes = ["gnc", "act", "book", "cd", "cmdty", "price", "slot", "split", "sx", "trn", "ts", "invoice"]
        return "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<gnc-v2\n" + prefixes.map { "     xmlns:\($0)=\"http://www.gnucash.org/XML/\($0)\"" }.joined(separator: "\n")
            + ">\n<gnc:count-data cd:type=\"book\">1</gnc:count-data>\n<gnc:book version=\"2.0.0\">\n<book:id type=\"guid\">b</book:id>\n" + commodities.joined()
            + (prices.isEmpty ? "" : "<gnc:pricedb version=\"1\">\n\(prices)</gnc:pricedb>\n") + accounts + transactions + others + "</gnc:book>\n</gnc-v2>\n"
    }

    /// A broker with shares and money, a bank, and what they need.
    static func usual() -> GnuCashSample {
        var book = GnuCashSample()
        book.account("Assets", "ASSET")
        book.account("Bank", "BANK", in: "Assets")
        book.account("Broker", "BANK", in: "Assets")
        book.account("Stock", "ASSET", in: "Broker")
        book.account("Apple", "STOCK", "AAPL", in: "Stock")
        book.account("Income", "INCOME")
        book.account("Dividend Income", "INCOME", in: "Income")
        book.account("Capital Gains", "INCOME", in: "Income")
        book.account("Salary", "INCOME", in: "Income")
        book.account("Expenses", "EXPENSE")
        book.account("Commissions", "EXPENSE", in: "Expenses")
        book.account("Groceries", "EXPENSE", in: "Expenses")
        book.account("Equity", "EQUITY")
        book.account("Opening Balances", "EQUITY", in: "Equity")
        return book
    }
}
