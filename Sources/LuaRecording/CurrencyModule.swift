import Frames
import JSON
import Ledger
import LuaKit
import LuaSurface
import Queries
import Storage
import Values

/// Currencies that neither ISO 4217 nor the list of coins has, which a book declares before anything is in them.
package enum CurrencyModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("currencies", [currency, currencies], questions: ["currencies"])

    private static let currency = LuaFunction(
        "currency",
        [
            .required("code", .string, "Its code, such as PTS: one to eight upper-case letters or digits."),
            .optional("name", .string, "What it is called, such as Bonus points."),
            .optional("digits", .integer, "Fractional digits of its amounts, 0 to 18.", default: "2"),
            .optional("remove", .boolean, "Takes the declaration back; what is in the currency already stays.", default: "false"),
        ],
        returns: "frame?",
        summary: "Declares a currency of your own, or tells what is known of one. Any other than those of ISO 4217, the well-known coins and the declared ones is a mistake.",
        example: "currency{code=\"PTS\", name=\"Bonus points\", digits=0}[1].digits --> 0"
    ) { call in
        let book = try call.book(), code = try call.string("code") ?? ""
        do throws(CurrencyError) { _ = try Currency(code) } catch { throw LuaMisuse("currency: code: \(error)", field: "code") }
        let isDeclared = try book.plans.document(.currency, named: code) != nil
        if try call.boolean("remove") ?? false {
            guard isDeclared else { throw LuaMisuse("currency: \(code) is not declared, so there is nothing to take back", field: "code", kind: "unknown_currency") }
            try book.keep(PlanDocument(kind: .currency, name: code, body: ""))
            return call.reply(true)
        }
        guard call.has("name") || call.has("digits") else {
            let ledger = try book.ledger, known: Currency
            do throws(CurrencyError) { known = try ledger.currency(coded: code) } catch {
                return call.notFound("\(error); \(error.declaration ?? "")")
            }
            return try call.reply(frame([known], call))
        }
        if let (whole, factor) = MinorUnit.normalize(code) {
            throw LuaMisuse(
                "currency: one \(code) is \(factor) \(whole), so it cannot be declared", field: "code", hint: "amounts in it are understood as they are: currency=\"\(code)\"")
        }
        let known = try CurrencyTable.declaration(of: code, in: book), digits = try call.integer("digits") ?? known?.digits ?? 2
        do throws(CurrencyError) {
            var table = CurrencyTable()
            try table.declare(Currency(code), digits: digits)
        } catch { throw LuaMisuse("currency: \(error)", field: "digits") }
        if let known, digits < known.digits, try isUsed(Currency(code), book) {
            throw LuaMisuse(
                "currency: the book has amounts in \(code), with \(known.digits) digits", field: "digits",
                hint: "keep digits=\(known.digits): fewer would show them otherwise than they are", kind: "currency_in_use")
        }
        if try !CurrencyTable().contains(Currency(code)) {
            let body = JSONValue.object([
                .init(key: "name", value: .string(try call.string("name") ?? known?.name ?? "")), .init(key: "digits", value: .number("\(digits)")),
            ])
            try book.keep(PlanDocument(kind: .currency, name: code, body: body.text()))
        }
        return try call.reply(frame([Currency(code)], call))
    }

    private static let currencies = LuaFunction(
        "currencies", returns: "frame", summary: "The currencies that the book declares or has anything in.", example: "currencies()[1].code --> USD"
    ) { call in
        let ledger = try call.book().ledger, table = ledger.currencies
        var all = Set(ledger.accounts.filter { !$0.isErased }.map(\.currency) + ledger.instruments.map(\.currency) + [ledger.policy.baseCurrency].compactMap(\.self))
        all.formUnion(ledger.plans.documents(.currency).compactMap { try? table.currency($0.name) })
        return try call.reply(frame(all.sorted(), call))
    }

    private static func frame(_ currencies: [Currency], _ call: LuaCall) throws -> Frame {
        let book = try call.book()
        var builder = FrameBuilder("currencies", [.text("code"), .text("name"), .int("digits"), .bool("declared")])
        for currency in currencies {
            let own = try CurrencyTable.declaration(of: currency.code, in: book), digits = own?.digits ?? currency.minorDigits
            try builder.append([.text(currency.code), .optional(own?.name ?? ""), digits.map { .int(Int64($0)) } ?? .none, .bool(own != nil)])
        }
        return builder.frame()
    }

    /// Whether the book has cash in a currency.
    private static func isUsed(_ currency: Currency, _ book: Book) throws -> Bool {
        try book.ledger.cash().contains { $0.currency == currency }
    }
}
