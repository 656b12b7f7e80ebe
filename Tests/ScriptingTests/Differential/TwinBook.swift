import TestSupport
import Values

/// A book of some years told twice, as statements of luca and as beancount's directives: savings every month, purchases out of them, sales
/// of parts, dividends with tax, interest, fees and money moved between two brokers; dollars and euros. The account in euros buys shares in
/// dollars too, which settle in euros at the rate that the trade tells.
///
/// Units are bought in numbers that divide any cost exactly, so that both programs tell the same to the last digit.
struct TwinBook {
    /// How lots are sold, and whether the fee of a purchase is part of its cost.
    struct Rules: CustomStringConvertible {
        let method: String
        let feesInCost: Bool
        let description: String

        init(_ method: String, feesInCost: Bool) {
            (self.method, self.feesInCost) = (method, feesInCost)
            description = "\(method), fees \(feesInCost ? "in" : "beside") cost"
        }
    }

    /// Statements of luca, a line each.
    private(set) var statements: [String] = []
    /// What beancount reads.
    private(set) var directives: [String] = []

    private let rules: Rules
    private var day = Day(number: 15_000)
    private var held: [Holding: Int] = [:]

    private struct Holding: Hashable {
        let account: String
        let symbol: String
    }

    private static let accounts = [("Alpha", "USD"), ("Beta", "EUR"), ("Gamma", "USD")]
    private static let symbols = [("ORCL", "USD"), ("VTI", "USD"), ("SAP", "EUR"), ("VWCE", "EUR")]
    private static let divisors = [1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 80, 100]

    init(_ rules: Rules, rows: Int, _ random: inout SeededRandom) {
        self.rules = rules
        open()
        for _ in 0..<rows {
            // Of one day beancount sells the lot that came first by any method, luca by `lifo` the one that came last.
            day = Day(number: day.number + Int32(random.int(1...9)))
            record(&random)
        }
    }

    private mutating func open() {
        statements.append("setting('lot_method', '\(rules.method)') setting('fees_in_cost', \(rules.feesInCost))")
        for (symbol, currency) in Self.symbols { statements.append("instrument{symbol='\(symbol)', currency='\(currency)'}") }
        for name in ["Equity:Owner", "Income:Earned", "Income:Gains", "Expenses:Fees", "Expenses:Taxes"] { directives.append("2000-01-01 open \(name)") }
        for (account, currency) in Self.accounts {
            statements.append("account{name='\(account)', currency='\(currency)'}")
            directives.append("2000-01-01 open Assets:\(account):Cash")
            for (symbol, _) in Self.symbols { directives.append("2000-01-01 open Assets:\(account):\(symbol) \(symbol) \"\(rules.method.uppercased())\"") }
        }
    }

    private mutating func record(_ random: inout SeededRandom) {
        let (account, currency) = random.pick(Self.accounts)
        switch random.int(0...11) {
        case 0...1: deposit(account, currency, Self.amount(100_00, 5000_00, &random))
        case 2...5: buy(account, currency, &random)
        case 6...8: sell(account, &random)
        case 9: dividend(account, &random)
        case 10: charge(account, currency, &random)
        default: move(Self.amount(1_00, 300_00, &random))
        }
    }

    private mutating func deposit(_ account: String, _ currency: String, _ amount: FixedDecimal) {
        tell("deposit{\(head(account)), amount='\(amount)', currency='\(currency)'}", ["Assets:\(account):Cash  \(amount) \(currency)", "Equity:Owner  -\(amount) \(currency)"])
    }

    private mutating func buy(_ account: String, _ currency: String, _ random: inout SeededRandom) {
        // The highest cost is that in the instrument's currency here, in the account's there.
        let (symbol, own) = random.pick(Self.symbols.filter { $0.1 == currency || currency == "EUR" && rules.method != "hifo" })
        let units = random.pick(Self.divisors), price = Self.amount(5_0000, 300_0000, digits: 4, &random), given = Self.amount(0, 9_99, &random)
        held[Holding(account: account, symbol: symbol), default: 0] += units
        let rate = Self.rate(own, currency, &random), fee = Self.product(given, rate)
        let worth = Self.product(Self.product(FixedDecimal(units), price), rate), all = Self.sum(worth, fee)
        var postings = ["Assets:\(account):\(symbol)  \(units) \(symbol) {{\(rules.feesInCost ? all : worth) \(currency)}}", "Assets:\(account):Cash  -\(all) \(currency)"]
        if !rules.feesInCost, !fee.isZero { postings.append("Expenses:Fees  \(fee) \(currency)") }
        tell("buy{\(head(account)), symbol='\(symbol)', quantity=\(units), price='\(price)', fee='\(given)'\(Self.told(rate))}", postings)
    }

    private mutating func sell(_ account: String, _ random: inout SeededRandom) {
        guard let (symbol, own) = Self.symbols.first(where: { held[Holding(account: account, symbol: $0.0), default: 0] > 0 && random.chance(oneIn: 2) }) else { return }
        let holding = Holding(account: account, symbol: symbol)
        let units = random.int(1...held[holding]!), price = Self.amount(5_0000, 300_0000, digits: 4, &random), fee = Self.amount(0, 4_99, &random)
        held[holding]! -= units
        let currency = Self.currency(of: account), rate = Self.rate(own, currency, &random)
        let net = Self.product(Self.sum(Self.product(FixedDecimal(units), price), -fee), rate)
        tell(
            "sell{\(head(account)), symbol='\(symbol)', quantity=\(units), price='\(price)', fee='\(fee)'\(Self.told(rate))}",
            ["Assets:\(account):\(symbol)  -\(units) \(symbol) {} @ \(Self.product(price, rate)) \(currency)", "Assets:\(account):Cash  \(net) \(currency)", "Income:Gains"])
    }

    private mutating func dividend(_ account: String, _ random: inout SeededRandom) {
        guard let (symbol, own) = Self.symbols.first(where: { held[Holding(account: account, symbol: $0.0), default: 0] > 0 }) else { return }
        let given = Self.amount(1_00, 90_00, &random), withheld = Self.amount(0, 1_00, &random)
        let currency = Self.currency(of: account), rate = Self.rate(own, currency, &random)
        let amount = Self.product(given, rate), tax = Self.product(withheld, rate)
        tell(
            "dividend{\(head(account)), symbol='\(symbol)', amount='\(given)', tax='\(withheld)'\(Self.told(rate))}",
            ["Assets:\(account):Cash  \(Self.sum(amount, -tax)) \(currency)", "Expenses:Taxes  \(tax) \(currency)", "Income:Earned  -\(amount) \(currency)"])
    }

    private mutating func charge(_ account: String, _ currency: String, _ random: inout SeededRandom) {
        let amount = Self.amount(1, 20_00, &random), isInterest = random.chance(oneIn: 2), sign = isInterest ? "" : "-", other = isInterest ? "-" : ""
        tell(
            "\(isInterest ? "interest" : "fee"){\(head(account)), amount='\(amount)', currency='\(currency)'}",
            ["Assets:\(account):Cash  \(sign)\(amount) \(currency)", "\(isInterest ? "Income:Earned" : "Expenses:Fees")  \(other)\(amount) \(currency)"])
    }

    private mutating func move(_ amount: FixedDecimal) {
        tell(
            "transfer{date='\(day)', from='Alpha', to='Gamma', amount='\(amount)', currency='USD'}",
            ["Assets:Alpha:Cash  -\(amount) USD", "Assets:Gamma:Cash  \(amount) USD"])
    }

    private func head(_ account: String) -> String { "date='\(day)', account='\(account)'" }

    private mutating func tell(_ statement: String, _ postings: [String]) {
        statements.append(statement)
        directives += ["\(day) * \"\(statements.count)\""] + postings.map { "  " + $0 }
    }

    private static func currency(of account: String) -> String { accounts.first { $0.0 == account }!.1 }

    /// What one unit of a currency is worth in that of an account.
    private static func rate(_ own: String, _ currency: String, _ random: inout SeededRandom) -> FixedDecimal {
        own == currency ? .one : amount(7000, 9999, digits: 4, &random)
    }

    private static func told(_ rate: FixedDecimal) -> String { rate == .one ? "" : ", fx_rate='\(rate)'" }

    // Arithmetic on numbers far from any bound.

    private static func amount(_ low: Int, _ high: Int, digits: Int = 2, _ random: inout SeededRandom) -> FixedDecimal {
        decimal("\(random.int(low...high))e-\(digits)")
    }

    private static func product(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal { known { () throws(DecimalError) in try a * b } }
    private static func sum(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal { known { () throws(DecimalError) in try a + b } }

    private static func decimal(_ text: String) -> FixedDecimal { known { () throws(DecimalError) in try FixedDecimal(text) } }

    private static func known(_ compute: () throws(DecimalError) -> FixedDecimal) -> FixedDecimal {
        do throws(DecimalError) { return try compute() } catch { preconditionFailure("\(error)") }
    }
}
