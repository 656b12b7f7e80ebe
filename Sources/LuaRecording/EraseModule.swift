import Ledger
import LuaKit
import LuaSurface
import Sentences
import Storage
import Values

/// `delete_account`: deletes what must not be kept, for privacy.
package enum EraseModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("erase", [deleteAccount])

    private static let deleteAccount = LuaFunction(
        "delete_account",
        [
            .required("name", .account, "The account."),
            .optional("confirm", .boolean, "That it shall be done; without it, the call fails and tells what would be removed.", default: "false"),
        ],
        returns: "string",
        summary: "Deletes an account wholly: its name and figures are removed from the file, also from plans, and cannot be brought back but from a backup made before.",
        example: "select(2, pcall(delete_account, \"Savings\")).kind --> unconfirmed"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, name = try call.accountName("name") ?? ""
        guard let account = ledger.account(named: name) else {
            let near = Suggestion(for: name, in: ledger.accounts.filter { !$0.isErased }.map(\.name))?.question
            throw LuaMisuse(
                "delete_account: there is no account \(LuaForm.quoted(name))", field: "name", hint: near ?? "accounts{} lists those that there are", kind: "unknown_account")
        }
        guard try call.boolean("confirm") == true else { throw unconfirmed(try book.erasure(of: account)) }
        let erasure = try book.erase(account: account)
        let ended = erasure.ended.isEmpty ? "" : "; \(erasure.ended.joined(separator: ", ")) went with it"
        let without = book.path == nil ? "" : "; no copy was made before, since backups are off"
        let backup = erasure.backup.map { "; backups made before still have it, the last of them \($0)" } ?? without
        return call.reply("\(erasure.name) is deleted, with \(counts(erasure))\(ended)\(backup)")
    }

    /// The error that tells what would be removed and how to confirm it.
    private static func unconfirmed(_ erasure: Erasure) -> LuaMisuse {
        var message = "this would remove \(erasure.name) from the file for good, with \(counts(erasure))"
        if !erasure.affected.isEmpty {
            let names = erasure.affected.joined(separator: ", ")
            message += "; lots or gains of \(names) would change, because what was transferred there would keep only the cost that the transfer tells"
        }
        if !erasure.ended.isEmpty {
            message += "; \(erasure.ended.joined(separator: ", ")) would go too, because the account is named there: what is to stay must be defined anew"
        }
        let quoted = LuaForm.quoted(erasure.name)
        return LuaMisuse(
            message, field: "confirm", hint: "if that is what you want: delete_account{name=\(quoted), confirm=true}",
            kind: "unconfirmed")
    }

    private static func counts(_ erasure: Erasure) -> String {
        let parts = [
            count(erasure.activities, "activity", "activities"), count(erasure.values, "value", "values"), count(erasure.voids, "void", "voids"),
            count(erasure.definitions, "definition", "definitions"), count(erasure.plans, "entry of plans", "entries of plans"),
            count(erasure.tags, "entry of tags", "entries of tags"),
        ].compactMap { $0 }
        return parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + parts.last!
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String? {
        number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
    }
}
