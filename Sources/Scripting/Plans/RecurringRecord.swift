import LuaKit
import Plans

/// What amounts that are worked out, and a split, ask of the type of a record.
enum RecurringRecord {
    /// Types that bring money to the account they name, so that it can be filled.
    private static let filling: Set = ["deposit", "transfer", "transfer_in", "interest", "credit", "dividend", "bonus"]

    /// Refuses an amount that fills an account in a record that takes money out of it, and a split of what cannot be split.
    static func check(type: String?, amount: RecurringAmount?, isSplit: Bool) throws {
        let type = type?.lowercased() ?? ""
        switch amount {
        case .upTo?, .upToCap?:
            if isSplit { throw LuaMisuse("recurring: an amount \"up to\" fills one account, and split=\"plan\" fills several", field: "split", hint: "leave one of them out") }
            guard filling.contains(type) else {
                throw LuaMisuse(
                    "recurring: a record of type \"\(type)\" fills no account, so its amount cannot be \"up to\" something", field: "amount",
                    hint: "write a number, \"10% of cash\", or a deposit or a transfer")
            }
        default: break
        }
        if isSplit, type != "deposit", type != "transfer" {
            throw LuaMisuse("recurring: a record of type \"\(type)\" cannot be split by the plan", field: "split", hint: "only a deposit and a transfer can")
        }
    }
}
