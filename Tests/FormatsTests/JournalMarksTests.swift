import Testing
import Values

@testable import Formats

@Suite("Decimal marks of journals")
struct JournalMarksTests {
    private static func posting(_ amounts: String...) -> String {
        amounts.enumerated().map { "2014-01-02 A\n  assets:a\($0.offset)  \($0.element)\n  equity:b\n" }.joined()
    }

    private func cash(_ text: String, files: [String: String] = [:], name: String = "main.journal") throws -> [String] {
        let book = try JournalBook(text, files: files, name: name)
        if book.plan.refusedCount > 0 { return book.plan.refusals.map(\.message) }
        return try book.cash().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    @Test("A directive tells the mark of its own commodity, also in a file that is included, and not that of another")
    func directives() throws {
        let two = "commodity 1,000.00 USD\ncommodity 1.000,00 EUR\n"
        #expect(try cash(two + Self.posting("2,000.00 USD", "1.234,56 EUR", "1,234 USD", "1.234 EUR")) == ["USD 2000", "EUR 1234.56", "USD 1234", "EUR 1234"])
        #expect(try cash("commodity $1,000.00\n" + Self.posting("$2,000.00", "10,50 EUR")) == ["USD 2000", "EUR 10.5"])
        #expect(try cash("include c.journal\n" + Self.posting("1.234 EUR"), files: ["c.journal": "commodity 1.000,00 EUR\n"]) == ["EUR 1234"])
        #expect(try cash("D 1.000,00 EUR\n" + Self.posting("1.234", "5.000 EUR")) == ["EUR 1234", "EUR 5000"])
        #expect(try cash("commodity EUR\n    format 1.000,00 EUR\n" + Self.posting("1.234 EUR")) == ["EUR 1234"])
        // Whatever is told: these can be read in one way only.
        #expect(try cash("decimal-mark ,\n" + Self.posting("1,234.50 EUR", "10.50 EUR", "10,50 EUR")) == ["EUR 1234.5", "EUR 10.5", "EUR 10.5"])
        #expect(try cash("commodity USD\n    format 1,000 USD\n" + Self.posting("1,234 USD"), name: "main.ledger") == ["USD 1234"])
    }

    @Test("A point, a comma or a digit in the name of a commodity is none of its number", arguments: ["SAP.DE", "A,B", "X.1", "3.1,2"])
    func names(_ name: String) throws {
        let bought = "2014-01-03 B\n  assets:b  24.854 \"\(name)\" @ 10 USD\n  assets:c\n"
        for form in ["commodity 1000.00000 \"\(name)\"\n", "commodity \"\(name)\"\n    format 1000.00000 \"\(name)\"\n", "commodity \"\(name)\" 1,000.00\n"] {
            for file in ["main.journal", "main.ledger"] {
                #expect(try JournalBook(form + bought, name: file).lots() == ["b \(name) 24.854 248.54 2014-01-03"], "\(form)")
            }
        }
        let comma = "commodity 1.000,00 \"\(name)\"\n" + bought.replacing("24.854", with: "24.854,0")
        #expect(try JournalBook(comma).lots() == ["b \(name) 24854 248540 2014-01-03"])
    }

    @Test("Marks and digits of a name in quotes tell nothing of the numbers in postings")
    func namesInPostings() throws {
        let alone = "2014-01-02 A\n  assets:b  10 \"A1,5\" @@ 2,500 USD\n  equity:c\n"
        #expect(try cash(alone)[0].hasPrefix("line 2: nothing in the file tells whether 2,500 has thousands or decimals"))
        let book = try JournalBook(alone.replacing("@@ 2,500", with: "@@ 2,500.00"))
        #expect(try book.lots() == ["b A1,5 10 2500 2014-01-02"], "\(book.plan.refusals)")
    }

    @Test("Without a directive numbers tell the mark of their commodity, and else a point parts decimals as in both programs, which is told")
    func numbers() throws {
        #expect(try cash(Self.posting("1.000,50 EUR", "1.234 EUR")) == ["EUR 1000.5", "EUR 1234"])
        #expect(try cash(Self.posting("1.000,50 EUR", "1,000.50 USD", "1.234 EUR", "1,234 USD")) == ["EUR 1000.5", "USD 1000.5", "EUR 1234", "USD 1234"])
        let book = try JournalBook(Self.posting("1.000,50 EUR") + "2014-01-03 B\n  assets:b  1.234 VTI @ 200 EUR\n  assets:c\n")
        #expect(try book.lots() == ["b VTI 1.234 246.8 2014-01-03"])
        let told = "1.234 VTI has a decimal point, as ledger and hledger read it, though others have a decimal comma; the line commodity 1.000,00 VTI says otherwise"
        #expect(book.messages.contains(told), "\(book.messages)")
        // A commodity that contradicts itself tells nothing.
        #expect(try cash(Self.posting("1.000,50 EUR", "1,000.50 EUR", "1,234 EUR"))[0].hasPrefix("line 8: nothing in the file tells whether 1,234"))
    }

    @Test("A decimal comma elsewhere does not make thousands of a point, and a decimal point makes them of a comma with a word on hledger")
    func mixed() throws {
        let mixed = Self.posting("1.234 EUR", "0,500 EUR")
        #expect(try cash(mixed)[0].hasPrefix("line 2: nothing in the file tells whether 1.234 has thousands or decimals"))
        #expect(try cash("commodity 1,000.00 EUR\n" + mixed) == ["EUR 1.234", "EUR 0.5"])
        #expect(try cash("commodity 1.000,00 EUR\n" + mixed) == ["EUR 1234", "EUR 0.5"])
        #expect(try cash(mixed, name: "main.ledger") == ["EUR 1234", "EUR 0.5"])
        let book = try JournalBook(Self.posting("1,234 EUR", "2,345 EUR", "0.50 EUR"))
        #expect(try book.cash() == ["a0 EUR 1234", "a1 EUR 2345", "a2 EUR 0.5"])
        #expect(book.messages.contains { $0.hasPrefix("1,234 EUR and 1 more have thousands behind the comma, as others of EUR have a decimal point; hledger") }, "\(book.messages)")
    }

    @Test("Digits between marks are thousands, or as in India hundreds, and an exponent counts")
    func groups() throws {
        #expect(
            try cash(Self.posting("₹1,00,000", "₹12,34,567.50", "1,000,000 USD", "1.5E3 USD", "1E-2 USD")) == [
                "INR 100000", "INR 1234567.5", "USD 1000000", "USD 1500", "USD 0.01",
            ])
        for wrong in ["1,23,4.50", "1,0000,000", "1.2,3.4", "1.000,000,5"] {
            #expect(try cash(Self.posting("\(wrong) USD")) == ["line 2: \"\(wrong)\" is no number: its marks part no thousands"], "\(wrong)")
        }
    }
}
