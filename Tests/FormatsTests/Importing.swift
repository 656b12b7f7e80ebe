import TestSupport
import Formats
import Ledger
import Testing
import Values

/// The plan of a file given as text, for an empty book in dollars.
func plan(
    _ text: String, _ options: ImportOptions = ImportOptions(), context: ImportContext = ImportContext(baseCurrency: .usd)
) throws(ImportIssue) -> ImportPlan {
    try Formats.plan(Array(text.utf8), options: options, context: context)
}

/// The header of our own transactions files.
let header = "date,type,account,symbol,quantity,price,fee,amount,currency,notes\n"

/// The plan of one row under the header of our own files.
func row(_ text: String, _ options: ImportOptions = ImportOptions(), context: ImportContext = ImportContext(baseCurrency: .usd)) throws -> ImportPlan {
    try plan(header + text + "\n", options, context: context)
}

func decimal(_ text: String) -> FixedDecimal {
    do { return try FixedDecimal(text) } catch { preconditionFailure("\(text) is no decimal: \(error)") }
}

func day(_ text: String) -> Day {
    do { return try Day(text) } catch { preconditionFailure("\(text) is no day: \(error)") }
}

/// Records a plan in a ledger, all of it.
func record(_ plan: ImportPlan, in ledger: Ledger) throws -> ImportPlan {
    var plan = plan
    for entry in plan.replaced { try ledger.apply(.void(entry, reason: "told by \(plan.file)"), id: ledger.nextID) }
    for account in plan.newAccounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextID) }
    for instrument in plan.newInstruments { try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextID) }
    try plan.keepLotMethods(ledger) { try ledger.apply(.setting(key: $0, value: $1), id: ledger.nextID) }
    try plan.redefine {
        try ledger.apply(.account(try #require(ledger.account(named: $0.name)), $0), id: ledger.nextID)
    } instrument: {
        try ledger.apply(.instrument(try #require(ledger.instrument(named: $0.symbol)), $0), id: ledger.nextID)
    }
    try plan.admit { try ledger.admit($0, firstID: ledger.nextID) }
    try plan.tell { try ledger.apply(.value($0), id: ledger.nextID) }
    return plan
}

extension Ledger {
    var nextID: EntryID { EntryID(lastEntry.rawValue + 1) }

    /// Every activity that is not void, in the order in which they happened.
    var facts: [Activity] {
        activities.rowsInOrder().map(Int.init).filter { !activities.isVoid(at: $0) }.map(activities.activity)
    }
}

extension ImportPlan {
    func notices(_ kind: ImportNotice.Kind) -> [String] { notices.filter { $0.kind == kind }.map(\.message) }
}

extension [String: String] {
    /// Reads one of these files by its path.
    var neighbour: @Sendable (String) -> [UInt8]? { { self[$0].map { Array($0.utf8) } } }

    /// Lists a folder of these files, those of folders with a slash behind.
    var folder: @Sendable (String) -> [String]? {
        { folder in
            let inside = keys.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(folder.count) }
            let names = Set(inside.map { path in path.firstIndex(of: "/").map { String(path[...$0]) } ?? String(path) })
            return names.isEmpty ? nil : names.sorted()
        }
    }
}

/// Two instruments as the Portfolio Ledger app writes them, and how its files are read.
enum PortfolioLedgerSample {
    static let equity = "5C0E0000-0000-4000-8000-000000000001", put = "9A410000-0000-4000-8000-000000000002"
    /// As the app writes it: an equity with a comma too many, the symbols quoted.
    static let instruments = """
        id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier
        \(equity),equity,"KLM",,,,,,
        \(put),option,,"KLM",2027-01-15T00:00:00Z,42.5,put,100

        """
    static let head = "id,instrumentId,timestamp,action,quantity,price,fees,notes,tags,linkGroupId,consumedByAssignment\n"

    static func options(_ files: [String: String] = ["instruments.csv": instruments], account: String? = "Main") -> ImportOptions {
        var options = ImportOptions(account: account, fileName: "transactions.csv")
        options.neighbour = { files[$0].map { Array($0.utf8) } }
        return options
    }
}

extension SeededRandom {
    /// A file of which some bytes are others, more or fewer.
    mutating func damaged(_ original: [UInt8], by noise: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<int(1...8) where !bytes.isEmpty {
            let place = int(0...bytes.count - 1)
            switch int(0...3) {
            case 0: bytes[place] = pick(noise)
            case 1: bytes.insert(pick(noise), at: place)
            case 2: bytes.remove(at: place)
            default: bytes.removeSubrange(place..<min(place + int(1...9), bytes.count))
            }
        }
        return bytes
    }
}
