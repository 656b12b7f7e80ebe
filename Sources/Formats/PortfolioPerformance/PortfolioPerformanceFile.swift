import Values
import XML

/// What a file of Portfolio Performance holds, each object by its place in the document.
struct PortfolioPerformanceFile {
    let tree: XStreamTree
    /// The prices, most of which are in no element of the tree.
    let prices: PortfolioPerformancePrices
    /// The version of the file's form, which tells how many digits its figures have.
    let version: Int
    let baseCurrency: String
    let securities: [Int]
    let accounts: [Int]
    let portfolios: [Int]
    /// The transactions of accounts and portfolios, as those list them.
    private(set) var transactions: [Transaction] = []
    /// Transactions that no account and no portfolio lists.
    private(set) var strays: [Int] = []
    /// Elements of lists that refer to what is not in the file.
    private(set) var lost: [Int] = []

    /// A transaction as an account or a portfolio lists it.
    struct Transaction {
        let place: Int
        /// The account or the portfolio.
        let owner: Int
        let isOfPortfolio: Bool
        let type: String
        /// The day, with the time behind where there is one.
        let date: String
        let uuid: String
    }

    /// The first version that tells the currency of each amount.
    static let firstVersion = 29
    /// The last version whose form is known.
    static let lastVersion = 69
    /// The version from which on gross amounts agree with what was paid.
    static let agreeingVersion = 56
    /// The version from which on shares and prices have eight digits.
    private static let eightDigits = 49

    init(_ tree: XStreamTree, _ prices: PortfolioPerformancePrices) throws(ImportIssue) {
        (self.tree, self.prices) = (tree, prices)
        let told = tree.text(0, "version")
        guard let version = Int(told) else {
            throw ImportIssue(.badNumber, line: tree.elements.line(0), column: "version", text: told, message: "it does not tell the version of its form")
        }
        guard version >= Self.firstVersion else {
            throw ImportIssue(
                .unknownFormat, line: tree.elements.line(0), column: "version", text: told, message: "a file of version \(version) does not tell the currencies of its amounts",
                hint: "open it in a newer Portfolio Performance and save it there")
        }
        self.version = version
        baseCurrency = tree.text(0, "baseCurrency")
        securities = tree.list(0, "securities")
        accounts = tree.list(0, "accounts")
        portfolios = tree.list(0, "portfolios")
        var listed = Set<Int>()
        for (owners, isOfPortfolio) in [(accounts, false), (portfolios, true)] {
            for owner in owners {
                for place in tree.list(owner, "transactions") where listed.insert(place).inserted {
                    transactions.append(
                        Transaction(
                            place: place, owner: owner, isOfPortfolio: isOfPortfolio, type: tree.text(place, "type"), date: tree.text(place, "date"), uuid: tree.text(place, "uuid")
                        ))
                }
            }
        }
        try checkLedger()
        let elements = tree.elements, codes = Self.transactionNames.compactMap(elements.code)
        strays = elements.places.filter {
            codes.contains(elements.code(of: $0)) && elements.attribute($0, "reference") == nil && elements.firstChild($0) != nil && !listed.contains($0)
        }
        let lists =
            ["securities", "accounts", "portfolios"].compactMap { tree.child(0, $0) } + (accounts + portfolios).compactMap { tree.child($0, "transactions") }
            + securities.compactMap { tree.child($0, "prices") }
        lost = Set(lists.flatMap { tree.children(of: $0) }.filter { tree.object($0) == nil }).sorted()
    }

    /// Refuses a file whose transactions, or some of them, are in a ledger of their own and in no account: without those, figures would be wrong.
    private func checkLedger() throws(ImportIssue) {
        guard let ledger = tree.children(of: 0).first(where: { isLedger($0) && holdsEntries($0) }) else { return }
        let name = tree.elements.name(ledger), shown = MessageText.cut(name)
        let what =
            transactions.isEmpty
            ? "its transactions are in <\(shown)>, and in no account and no portfolio" : "a part of its transactions is in <\(shown)>, and in no account and no portfolio"
        throw ImportIssue(
            .unknownFormat, line: tree.elements.line(ledger), text: name, message: "\(what): version \(version) has a form that is not read",
            hint: "export the transactions in Portfolio Performance as CSV, and import those")
    }

    /// Whether an element of the file is a ledger of transactions.
    func isLedger(_ place: Int) -> Bool { tree.elements.name(place).lowercased().contains("ledger") }

    private func holdsEntries(_ ledger: Int) -> Bool {
        tree.children(of: ledger).contains { child in
            // A list of entries, or an entry itself.
            tree.elements.firstChild(child) != nil || tree.elements.name(child).lowercased().hasSuffix("entry")
        }
    }

    private static let transactionNames = [
        "account-transaction", "portfolio-transaction", "accountTransaction", "portfolioTransaction", "transactionFrom", "transactionTo",
    ]

    // MARK: figures

    /// How many digits of shares stand behind the point.
    private var shareDigits: Int { version >= Self.eightDigits ? 8 : 6 }
    /// How many digits of prices stand behind the point.
    private var priceDigits: Int { version >= Self.eightDigits ? 8 : version > 29 ? 4 : 2 }

    /// The units that a transaction is of.
    func shares(_ place: Int) throws(ImportIssue) -> FixedDecimal { try Self.scaled(tree.text(place, "shares"), shareDigits, "shares") }

    /// A price as the text of an attribute.
    func price(_ text: String) throws(ImportIssue) -> FixedDecimal { try Self.scaled(text, priceDigits, "v") }

    /// A price as the whole number of its last digits.
    func price(_ figure: Int64) -> FixedDecimal { Self.scaled(figure, priceDigits) }

    /// The money that a transaction moves, charges and all.
    func amount(_ place: Int) throws(ImportIssue) -> Money {
        try Self.money(tree.text(place, "amount"), tree.text(place, "currencyCode"))
    }

    /// An amount of money, never in pence.
    struct Money {
        var number: FixedDecimal
        var currency: String
    }

    private static func money(_ text: String, _ code: String) throws(ImportIssue) -> Money {
        let number = try scaled(text, 2, "amount")
        guard let unit = MinorUnit.normalize(code) else { return Money(number: number, currency: code) }
        guard let whole = try? number * unit.factor else { throw ImportIssue(.outOfRange, column: "amount", text: text, message: "the amount is too large") }
        return Money(number: whole, currency: unit.currency.code)
    }

    /// A whole number of the last digits of a figure.
    private static func scaled(_ text: String, _ digits: Int, _ field: String) throws(ImportIssue) -> FixedDecimal {
        if text.isEmpty { return .zero }
        guard let number = Int64(text) else {
            throw ImportIssue(
                .badNumber, column: field, text: MessageText.cut(text), message: "\(field) is \"\(MessageText.cut(text))\", and a whole number of its last digits is wanted")
        }
        return scaled(number, digits)
    }

    private static func scaled(_ number: Int64, _ digits: Int) -> FixedDecimal {
        var units = Int128(number)
        for _ in digits..<FixedDecimal.scale { units *= 10 }
        return FixedDecimal(units: units)
    }

    // MARK: parts of an amount

    /// Charges within the amount of a transaction, and what it comes to without them in the currency of its security.
    struct Parts {
        var fee = FixedDecimal.zero
        var tax = FixedDecimal.zero
        /// Fees and taxes that were charged in the other currency as well, there; nil where one of them was not.
        var foreignFee: FixedDecimal? = .zero
        var foreignTax: FixedDecimal? = .zero
        /// What the security came to in the other currency, and in that of the amount.
        var foreignGross: Money?
        var gross: FixedDecimal?
        /// Whether the form of the file is one in which the two may be of another amount than the transaction.
        var isOfOldForm = false

        /// Refuses a gross amount that is not what the transaction comes to without charges.
        func check(_ own: FixedDecimal) throws {
            guard let gross, try (gross - own).magnitude > .cent else { return }
            throw ImportIssue(
                .sumMismatch, column: "units", message: "its gross value is \(gross), and its amount without fees and taxes \(own)",
                hint: isOfOldForm
                    ? "files before version \(PortfolioPerformanceFile.agreeingVersion) have such values: open it in a current Portfolio Performance, save it there, and import that"
                    : "open the file in Portfolio Performance and mend the transaction")
        }
    }

    /// The units of a transaction.
    ///
    /// - Parameter currency: that of the amount, which all of them have to be in.
    func parts(_ place: Int, in currency: String) throws(ImportIssue) -> Parts {
        var parts = Parts()
        parts.isOfOldForm = version < Self.agreeingVersion
        for unit in tree.list(place, "units") {
            guard let amount = tree.child(unit, "amount") else { throw ImportIssue(.missingValue, column: "units", message: "a unit has no amount") }
            let money = try money(amount), foreign: Money? = if let forex = tree.child(unit, "forex") { try self.money(forex) } else { nil }
            guard money.currency == currency else {
                throw ImportIssue(.badCurrency, column: "units", text: money.currency, message: "a unit is in \(MessageText.cut(money.currency)), and the amount in \(currency)")
            }
            do {
                switch tree.elements.attribute(unit, "type") ?? "" {
                case "FEE":
                    parts.fee = try parts.fee + money.number
                    parts.foreignFee = try Self.sum(parts.foreignFee, foreign)
                case "TAX":
                    parts.tax = try parts.tax + money.number
                    parts.foreignTax = try Self.sum(parts.foreignTax, foreign)
                case "GROSS_VALUE": (parts.gross, parts.foreignGross) = (money.number, foreign)
                case let word:
                    throw ImportIssue(
                        .badWord, column: "units", text: word, message: "\"\(MessageText.cut(word))\" is no unit of a transaction", hint: "it is FEE, TAX or GROSS_VALUE")
                }
            } catch let issue as ImportIssue {
                throw issue
            } catch {
                throw ImportIssue(.outOfRange, column: "units", message: "its fees and taxes are too large")
            }
        }
        return parts
    }

    private func money(_ place: Int) throws(ImportIssue) -> Money {
        try Self.money(tree.elements.attribute(place, "amount") ?? "", tree.elements.attribute(place, "currency") ?? "")
    }

    private static func sum(_ known: FixedDecimal?, _ more: Money?) throws -> FixedDecimal? {
        guard let known, let more else { return nil }
        return try known + more.number
    }
}
