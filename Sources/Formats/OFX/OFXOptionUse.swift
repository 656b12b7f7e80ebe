import Ledger
import Values

/// An option that was exercised or assigned, and the trade of its underlying that the file tells as a row of its own.
///
/// In luca one activity closes the option and trades the underlying at the strike; the row of the trade gives it its charges, and is no second trade.
struct OFXOptionUse {
    /// The row that closes the option.
    let line: Int
    let account: String
    let isExercise: Bool
    /// The number of the option.
    let option: String
    let day: Day
    /// How many contracts.
    let units: FixedDecimal
    /// The id of the trade, where it is told.
    let related: String
    /// The line of the trade; nil where it was not found.
    private(set) var trade: Int?
    /// Its id.
    private(set) var tradeID = ""
    /// Its charges.
    private(set) var fee = FixedDecimal.zero

    init?(_ record: OFXRecord, account: String, line: Int, _ numbers: NumberReader) {
        let action = record.word("OPTACTION")
        guard action == "EXERCISE" || action == "ASSIGN", let cell = record.cell("DTTRADE"), let day = try? OFXDate(cell, "DTTRADE").day else { return nil }
        guard let units = (try? record.number("UNITS", numbers)) ?? nil, !units.isZero else { return nil }
        (self.line, self.account, isExercise, option, self.day) = (line, account, action == "EXERCISE", record.text("UNIQUEID"), day)
        (self.units, related) = (units.magnitude, record.text("RELFITID"))
    }

    /// Whether a record is a trade.
    static func isTrade(_ record: OFXRecord) -> Bool { record.tag.name.hasPrefix("BUY") || record.tag.name.hasPrefix("SELL") }

    /// Takes a trade of its account as its own where it is that: by its id, or by its units at the strike within some days, and the money that comes to.
    mutating func take(_ record: OFXRecord, line: Int, _ securities: OFXSecurities, _ numbers: NumberReader) -> Bool {
        let terms = securities.security(option)
        guard let strike = terms.strike, let right = terms.right, record.text("UNIQUEID") == terms.underlying else { return false }
        guard let shares = (try? record.number("UNITS", numbers)) ?? nil, let price = (try? record.number("UNITPRICE", numbers)) ?? nil, price == strike else { return false }
        guard let whole = try? units * terms.multiplier, shares.magnitude == whole else { return false }
        // A call that is held and a put that was sold bring shares; the others take them.
        guard record.tag.name.hasPrefix("BUY") == (isExercise == (right == .call)) else { return false }
        guard let cell = record.cell("DTTRADE"), let date = try? OFXDate(cell, "DTTRADE").day, abs(date.number - day.number) <= 7 else { return false }
        if !related.isEmpty, record.text("FITID") != related { return false }
        var charges = FixedDecimal.zero
        for tag in ["COMMISSION", "FEES", "LOAD", "TAXES"] as [OFXTag] {
            guard record.cell(tag) != nil else { continue }
            guard let told = (try? record.number(tag, numbers)) ?? nil, let sum = try? charges + told.magnitude else { return false }
            charges = sum
        }
        if record.cell("TOTAL") != nil {
            guard let total = (try? record.number("TOTAL", numbers)) ?? nil, let gross = try? whole * strike,
                let cash = try? record.tag.name.hasPrefix("BUY") ? gross + charges : gross - charges, cash == total.magnitude
            else { return false }
        }
        (trade, tradeID, fee) = (line, OFXSurvey.id(record), charges)
        return true
    }
}
