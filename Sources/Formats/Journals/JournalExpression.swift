import Values

/// Amounts that ledger computes: `(2 * $10.50)`, `($100.00 / 3)`, also as a price or as a balance.
///
/// A fraction is divided once, at the end, so that a third times three is whole. As in ledger the result is of the commodity of its first part that has one, and what is added
/// has the same.
extension JournalAmount {
    /// A value on its way: a fraction of what was written, and what it is of.
    struct Computed {
        /// What is divided.
        var dividend: FixedDecimal
        /// What it is divided by.
        var divisor = FixedDecimal.one
        /// The most digits that a part of it has.
        var digits: Int
        /// What it is of; empty for a bare number.
        var commodity: String
    }

    /// Reads an amount in brackets.
    mutating func computed() throws(ImportIssue) -> (number: FixedDecimal, digits: Int, commodity: String) {
        let start = place, value = try factor(0)
        let shown = MessageText.cut(string(start..<place)), commodity = value.commodity.isEmpty ? style.defaultCommodity ?? "" : value.commodity
        guard !commodity.isEmpty else {
            throw ImportIssue(.badCurrency, message: "the amount \(shown) names no commodity", hint: "write what it is of at one of its numbers")
        }
        guard !value.divisor.isZero else { throw ImportIssue(.badNumber, message: "the amount \(shown) is divided by zero") }
        return (try Self.exact { try value.dividend / value.divisor }, value.digits, commodity)
    }

    /// So many brackets may stand in one another.
    private static let mostBrackets = 50

    /// Figures too large are told as others are.
    private static func exact(_ compute: () throws -> FixedDecimal) throws(ImportIssue) -> FixedDecimal {
        do { return try compute() } catch {
            throw ImportIssue(.badNumber, message: "what is to be computed of it is too large, or has too many digits", hint: "write the number itself")
        }
    }

    private mutating func sum(_ depth: Int) throws(ImportIssue) -> Computed {
        var total = try product(depth)
        while let mark = next, mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-") {
            place += 1
            let other = try product(depth)
            guard total.commodity == other.commodity else {
                let names = [total, other].map { $0.commodity.isEmpty ? "a bare number" : MessageText.cut($0.commodity) }
                throw ImportIssue(.badCurrency, message: "\(names[0]) and \(names[1]) do not add up to one amount", hint: "write a posting for each")
            }
            let (first, second) = (total, other)
            total.dividend = try Self.exact {
                let one = try first.dividend * second.divisor, more = try second.dividend * first.divisor
                return try mark == UInt8(ascii: "+") ? one + more : one - more
            }
            total.divisor = try Self.exact { try first.divisor * second.divisor }
            total.digits = max(first.digits, second.digits)
        }
        return total
    }

    private mutating func product(_ depth: Int) throws(ImportIssue) -> Computed {
        var total = try factor(depth)
        while let mark = next, mark == UInt8(ascii: "*") || mark == UInt8(ascii: "/") {
            place += 1
            let other = try factor(depth), before = total, isProduct = mark == UInt8(ascii: "*")
            total.dividend = try Self.exact { try before.dividend * (isProduct ? other.dividend : other.divisor) }
            total.divisor = try Self.exact { try before.divisor * (isProduct ? other.divisor : other.dividend) }
            total.digits = max(before.digits, other.digits)
            if before.commodity.isEmpty { total.commodity = other.commodity }
        }
        return total
    }

    /// A number with or without a commodity, or what stands in brackets, with a sign; the blanks behind it are passed over.
    private mutating func factor(_ depth: Int) throws(ImportIssue) -> Computed {
        skipBlanks()
        defer { skipBlanks() }
        if next == UInt8(ascii: "-"), place + 1 < text.count, text[place + 1] == .openBracket {
            place += 1
            var inner = try factor(depth)
            inner.dividend = -inner.dividend
            return inner
        }
        guard next == .openBracket else {
            let part = try amount(isPart: true)
            return Computed(dividend: part.number, digits: part.digits, commodity: part.commodity)
        }
        guard depth < Self.mostBrackets else { throw ImportIssue(.badNumber, message: "more than \(Self.mostBrackets) brackets stand in one another") }
        place += 1
        let inner = try sum(depth + 1)
        guard next == .closeBracket else {
            let shown = place < text.count ? ", and there is \"\(MessageText.cut(string(place..<text.count)))\"" : ""
            throw ImportIssue(.badNumber, message: "a bracket is open: it ends with )\(shown)")
        }
        place += 1
        return inner
    }
}
