import Formats
import Ledger
import LuaKit
import Storage
import Values

/// The sample book.
extension Runtime {
    /// Fills the current book, which must be empty, with the sample family's accounts, prices and transactions.
    public func fillDemoBook() throws {
        let book = try requireBook()
        guard try book.ledger.accounts.isEmpty else {
            throw LuaMisuse("the book is not empty", hint: "the demo goes into a book of its own", kind: "not_empty")
        }
        try act("demo") {
            guard case .function(let chunk) = lua.compile(stdlib.text("demo/demo.lua") ?? "", name: "@stdlib/demo/demo.lua") else { return }
            _ = try lua.call(chunk, ["demo/accounts.csv", "demo/instruments.csv"].map { .string(stdlib.text($0) ?? "") })
            let importer = Importer(into: book)
            for name in ["demo/prices.csv", "demo/transactions.csv"] {
                var plan = try importer.plan(stdlib.bytes(name) ?? [], ImportOptions(source: "demo", fileName: name))
                guard try importer.carryOut(&plan, source: "demo") else {
                    throw plan.refusals.first ?? ImportIssue(.emptyFile, file: name, message: "the demo's figures are missing")
                }
            }
        }
    }
}

extension Runtime {
    /// Whether the current book has no accounts yet.
    public var isBookEmpty: Bool {
        get throws { try book?.ledger.accounts.isEmpty ?? true }
    }
}
