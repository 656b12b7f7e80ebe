import JSON
import Ledger
import Storage
import Values

extension CurrencyTable {
    /// The currencies that everybody knows, and those that a book declares with their digits.
    package init(declaredIn book: Book?) {
        self.init()
        for document in (try? book?.plans.documents(.currency)) ?? [] {
            guard let book, let currency = try? Currency(document.name), let own = try? Self.declaration(of: document.name, in: book) else { continue }
            try? declare(currency, digits: own.digits)
        }
    }

    /// The name and the digits of a currency that a book declares; nil for one that it does not declare.
    package static func declaration(of code: String, in book: Book) throws -> (name: String, digits: Int)? {
        guard let document = try book.plans.document(.currency, named: code) else { return nil }
        let json = try? JSONReader.read(Array(document.body.utf8))
        return (json?["name"]?.text ?? "", json?["digits"]?.digits.flatMap { Int($0) } ?? 2)
    }
}
