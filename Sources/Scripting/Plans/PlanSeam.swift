import Frames
import JSON
import Ledger
import LuaKit
import Storage
import Values

/// What recurring rules ask of the reserve plan.
enum PlanSeam {
    /// What an amount is split into.
    struct Parts {
        /// What goes to each account.
        var accounts: [(account: String, amount: FixedDecimal)] = []
        /// What has no place in the plan.
        var rest: FixedDecimal?
    }

    /// Splits an amount as `allocate` does with the balances of a day.
    static func split(_ amount: FixedDecimal, on day: Day, _ runtime: Runtime) throws -> Parts {
        let options = LuaValue.table([LuaPair(.string("detail"), .boolean(true)), LuaPair(.string("on"), .day(day))])
        guard case .function(let allocate) = runtime.lua.peek("allocate"),
            let frame = try runtime.lua.call(allocate, [.decimal(amount), options]).first.flatMap(runtime.frame)
        else { throw LuaMisuse("there is no reserve plan to split by", field: "split", hint: "define the plan first", kind: "no_plan") }
        var parts = Parts()
        for row in 0 ..< frame.rowCount {
            guard let money = try frame.value("amount", row: row).decimal, money > .zero else { continue }
            if case .text(let account) = try frame.value("account", row: row), !account.isEmpty {
                parts.accounts.append((account, money))
            } else {
                parts.rest = try (parts.rest ?? .zero) + money
            }
        }
        return parts
    }

    /// The most that an account may hold by the reserve plan: the least of what its tiers say; nil where none says anything.
    static func cap(of account: String, _ runtime: Runtime) throws -> FixedDecimal? {
        guard let body = try runtime.requireBook().plans.documents(.reserve).first?.body else { return nil }
        let accounts = try JSONReader.read(Array(body.utf8))["tiers"]?.items?.flatMap { $0["accounts"]?.items ?? [] } ?? []
        return try accounts.filter { $0["name"]?.text == account }
            .compactMap { try ($0["account_target"]?.digits ?? $0["account_target"]?.text).map { try FixedDecimal($0) } }.min()
    }
}
