import Ledger
import Values

/// Definitions that rows make, and what they tell of accounts that are tracked by value.
extension PlanBuilder {
    /// The id of an account's name, 0 where there is none.
    mutating func account(named name: String) -> Int32 {
        var name = name
        return name.withUTF8 { accounts.id($0) }
    }

    /// The id of a symbol, 0 where there is none.
    mutating func instrument(named symbol: String) -> Int32 {
        var symbol = symbol
        return symbol.withUTF8 { instruments.id($0) }
    }

    /// Takes in the definition of an account: a new one, a change of one that the book has, or nothing new.
    mutating func take(_ account: Account, line: Int) throws(ImportIssue) -> RowVerdict.Outcome {
        if let opened = account.opened, let closed = account.closed, closed < opened {
            throw ImportIssue(.outOfRange, column: "closed", message: "the account \"\(account.name)\" closes on \(closed), before it opens on \(opened)")
        }
        let id = self.account(named: account.name)
        guard id != 0 else {
            settledAccounts.insert(define(account))
            return .define
        }
        let known = self.account(id)
        var account = account
        account.name = known.name
        guard account != known else { return .alreadyThere }
        guard Int(id) <= accounts.recorded, changedAccounts[id] == nil else { throw Self.twice("the account \"\(known.name)\"") }
        changedAccounts[id] = account
        plan.changedAccounts.append(PlannedDefinition(line: line, definition: account))
        notice(.changed, "account \"\(known.name)\" is defined anew")
        return .define
    }

    /// Takes in the definition of an instrument, as that of an account.
    mutating func take(_ instrument: Instrument, line: Int) throws(ImportIssue) -> RowVerdict.Outcome {
        guard instrument.multiplier > .zero else { throw ImportIssue(.outOfRange, column: "multiplier", message: "a multiplier is above zero") }
        let id = self.instrument(named: instrument.symbol)
        guard id != 0 else {
            _ = define(instrument)
            return .define
        }
        let known = self.instrument(id)
        var instrument = instrument
        instrument.symbol = known.symbol
        guard instrument != known else { return .alreadyThere }
        guard Int(id) <= instruments.recorded, changedInstruments[id] == nil else { throw Self.twice("the symbol \(known.symbol)") }
        changedInstruments[id] = instrument
        plan.changedInstruments.append(PlannedDefinition(line: line, definition: instrument))
        notice(.changed, "symbol \(known.symbol) is defined anew")
        return .define
    }

    private static func twice(_ what: String) -> ImportIssue {
        ImportIssue(.definedTwice, message: "the file defines \(what) before, and otherwise", hint: "keep one of the two rows")
    }

    /// Takes in what an account is worth.
    mutating func take(_ value: AccountValue, line: Int) -> RowVerdict.Outcome {
        guard recordedValues.insert(value).inserted else { return .alreadyThere }
        plan.values.append(PlannedValue(line: line, value: value))
        return .value
    }
}
