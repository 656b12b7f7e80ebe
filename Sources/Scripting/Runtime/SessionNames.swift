import Ledger
public import LuaKit
import LuaPlans
import LuaSurface
import Plans
import Storage
import Session
import Values

/// What the prompt may ask about the session.
extension Runtime {
    /// Where the current book is: its path, or what messages call it; nil where none is open.
    public var bookLocation: String? { book.map { $0.path ?? $0.name } }

    /// The record of a function, by its dotted name.
    public func record(named name: String) -> LuaFunction? {
        if name.hasPrefix("report.") { loadReports() }
        return functions.records[name]
    }

    /// Which functions take a field that another does not; nil where it is none of theirs, or one of many.
    func fieldHint(_ field: String) -> String? {
        let takers = functions.records.values.filter { $0.parameters.contains { $0.name == field } }.map(\.name).sorted()
        return takers.isEmpty || takers.count > 3 ? nil : "\(field) is a field of \(takers.joined(separator: " and "))"
    }

    /// How a function is called, as help shows it; nil where it is none of luca's own.
    func usage(of function: LuaReference) -> String? {
        guard let name = topic(of: .function(function)), Modules.all.contains(where: { $0.functions.contains { $0.name == name } }) else { return nil }
        return HelpText(self).usage(of: name)
    }

    /// The functions that stand by themselves, by name.
    public var functionNames: [String] { functions.records.keys.filter { !$0.contains(".") }.sorted() }

    /// Everything there is help on.
    public var topics: [String] { HelpText(self).topics }

    /// The currencies of the book's accounts and instruments.
    public var currencyCodes: [String] {
        guard let ledger = try? book?.ledger else { return [] }
        return Set(ledger.accounts.filter { !$0.isErased }.map(\.currency.code) + ledger.instruments.map(\.currency.code)).sorted()
    }

    /// What is near a name that is none: what others call it, else what is spelt nearly so.
    static func nearest(to name: String, in known: [String]) -> String? {
        if let synonym = (synonyms[name.lowercased()] ?? []).first(where: known.contains) { return synonym }
        return nearestName(to: name, in: known)
    }

    /// What fields are called elsewhere.
    private static let synonyms: [String: [String]] = [
        "qty": ["quantity"], "units": ["quantity"], "shares": ["quantity"], "count": ["quantity"], "ticker": ["symbol"], "instrument": ["symbol"], "security": ["symbol"],
        "isin": ["symbol"], "date": ["on"], "day": ["date", "on"], "on": ["date"], "as_of": ["on"], "at": ["on", "price"], "acct": ["account"], "ccy": ["currency"],
        "commission": ["fee"],
        "fees": ["fee"], "charge": ["fee"], "taxes": ["tax"], "withholding": ["tax"], "note": ["notes"], "memo": ["notes"], "comment": ["notes"], "description": ["notes"],
        "rate": ["fx_rate"], "fx": ["fx_rate"], "start": ["from"], "since": ["from"], "end": ["to"], "until": ["to"], "total": ["amount"], "value": ["amount"], "in": ["account"],
    ]

    /// The text of a script that ran, by the name that positions call it.
    public func sourceText(of chunk: String) -> String? {
        scripted.sources["@" + chunk] ?? (chunk.hasPrefix("...") ? scripted.sources.first { Self.isChunk(chunk, of: $0.key) }?.value : nil)
    }

    /// The names that the session has given a value of its own.
    public var assignedNames: Set<String> { Set(lua.sessionNames()) }

    /// Keeps a result as `_`.
    public func remember(_ value: LuaValue) throws { try lua.set("_", value) }

    /// The names of the recurring rules.
    private var recurringNames: [String] { (book.flatMap { try? RecurringRules(self, $0).rules() } ?? []).map(\.name) }

    /// The tags that something in the book has.
    public var tagNames: [String] { (try? book?.definitions.tags.names) ?? [] }
    /// The names of the copies of the current book, the newest first.
    public var backupNames: [String] { (try? book?.backups(checking: false).map(\.name)) ?? [] }

    /// What an argument could be, where its type tells.
    public func values(for parameter: LuaParameter, of function: String) -> [String] {
        switch parameter.name {
        case "account": return accountNames
        case "symbol": return symbols
        case "type" where function != "account" && function != "accounts": return ActivityRule.typeNames
        case "type": return Account.Kind.allCases.map(\.rawValue)
        case "kind" where function == "chart" || function.hasSuffix(":chart"): return ChartArguments.kinds
        case "kind": return Instrument.Kind.allCases.map(\.rawValue)
        case "status" where ["activities", "trades"].contains(function): return ActivityTable.standings + ["all"]
        case "status": return ActivityStatus.allCases.map(\.rawValue)
        case "currency": return currencyCodes
        case "owner": return Set((try? book?.definitions.accounts.map(\.owner)) ?? []).sorted()
        case "portfolio": return Set((try? book?.definitions.accounts.map(\.portfolio)) ?? []).sorted()
        case "lots": return LotMethod.all.map(\.name)
        case "tag": return tagNames
        case "book" where functions.modules.contains { $0.questions.contains(function) }: return ["*"] + bookNames
        case "key": return Setting.offered.map(\.key) + MachineSettings.Key.allCases.map(\.rawValue)
        case "topic": return topics
        case "name" where function == "account": return accountNames
        case "name" where function == "report.run": return reportList
        case "name" where function.hasPrefix("recurring") && !function.hasPrefix("recurring.calendar"): return recurringNames
        default: return []
        }
    }
}
