import Testing
import TestSupport
import Values

@testable import Formats

private func read(_ text: String, _ mark: DecimalMark = .point) -> Result<CellNumber?, CellFault> {
    var text = text
    return text.withUTF8 { bytes in
        do throws(CellFault) { return .success(try NumberReader(mark).read(bytes)) } catch { return .failure(error) }
    }
}

@Suite("Numbers in cells")
struct NumberTests {
    @Test(
        "With the point as decimal mark",
        arguments: [
            ("0", "0", 0), ("12", "12", 0), ("12.50", "12.5", 2), ("-3", "-3", 0), ("+3.5", "3.5", 1), ("12.", "12", 0), (".5", "0.5", 1), ("-.5", "-0.5", 1),
            ("1,234.56", "1234.56", 2), ("1,234,567", "1234567", 0), ("1 234.5", "1234.5", 1), ("1'234.50", "1234.5", 2), ("1\u{2019}234.50", "1234.5", 2),
            ("1\u{A0}234.5", "1234.5", 1), ("1\u{202F}234", "1234", 0), ("(123.45)", "-123.45", 2), ("123.45-", "-123.45", 2),
            ("\u{2212}7.1", "-7.1", 1), ("$12.30", "12.3", 2), ("-$12.30", "-12.3", 2), ("$-12.30", "-12.3", 2), ("($1,000.00)", "-1000", 2),
            ("€5", "5", 0), ("5 €", "5", 0), ("12.30 EUR", "12.3", 2), ("USD 1,234.50", "1234.5", 2), ("1e3", "1000", 0), ("1.5E-8", "0.000000015", 9),
            ("  7 ", "7", 0), ("0.000000000000000001", "0.000000000000000001", 18), ("123456789012345678901.123456789012345678", "123456789012345678901.123456789012345678", 18),
            ("1.0000000000000000000", "1", 18), ("9999999999999999999", "9999999999999999999", 0), ("-0", "0", 0), ("US$5.00", "5", 2),
        ])
    func point(_ text: String, _ value: String, _ digits: Int) throws {
        let number = try #require(try read(text).get())
        #expect(number.decimal == decimal(value))
        #expect(number.digits == digits)
    }

    @Test(
        "With the comma as decimal mark",
        arguments: [
            ("12,50", "12.5"), ("1.234,56", "1234.56"), ("1.234.567", "1234567"), ("1 234,5", "1234.5"), ("(1.000,00)", "-1000"), ("-5,25 €", "-5.25"), ("1.234", "1234"),
        ])
    func comma(_ text: String, _ value: String) throws {
        #expect(try read(text, .comma).get()?.decimal == decimal(value))
    }

    @Test(
        "What is no number is none",
        arguments: [
            "abc", "12abc", "1,5", "12,34", "1,23,456", "1.2.3", "1,234,56.7", "--5", "5--", "1 23", "12.3.", "$", "()", "1e", "1e+", "e5", "1,234.5,6",
            "0x10", "12%", ",123", "1'23", "1,234'567", "½", "12.30 eur", "EURO 5", "1 2", "1234,567",
        ])
    func malformed(_ text: String) {
        #expect(read(text) == .failure(.notANumber))
    }

    @Test("Empty cells and words for nothing", arguments: ["", " ", "-", "--", "n/a", "N/A", "null", "NaN", "—"])
    func placeholders(_ text: String) throws {
        #expect(try read(text).get() == nil)
    }

    @Test("Too many digits, too large") func limits() {
        #expect(read("0.1234567890123456789") == .failure(.tooManyDigits))
        #expect(read("170141183460469231732") == .failure(.tooLarge))
        #expect(read("1e40") == .failure(.tooLarge))
        #expect(read("1e-19") == .failure(.tooManyDigits))
        #expect(read("99999999999999999999999999999999999999999999") == .failure(.tooLarge))
        #expect(read("1e999") == .failure(.tooLarge))
    }

    @Test("A currency beside the number is told") func currencies() throws {
        #expect(try read("12 EUR").get()?.currency == .eur)
        #expect(try read("£12").get()?.currency == .gbp)
        #expect(try read("$12").get()?.currency == nil)
    }

    @Test("Numbers as decimals print them read back in every style") func printed() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<2000 {
            let units = Int128(truncatingIfNeeded: random.next()) * Int128(random.int(-1_000_000...1_000_000))
            let value = FixedDecimal(units: units)
            #expect(try read(value.description).get()?.decimal == value)
            let german = value.description.replacing(".", with: ",")
            #expect(try read(german, .comma).get()?.decimal == value)
        }
    }

    @Test("No text makes the reader trap") func fuzz() {
        var random = SeededRandom.forTest()
        let alphabet = Array("0123456789.,-+()$€ eE'\u{A0}USD")
        for _ in 0..<20_000 {
            let text = String((0..<random.int(0...14)).map { _ in random.pick(alphabet) })
            for mark in DecimalMark.allCases {
                guard case .success(let number?) = read(text, mark) else { continue }
                #expect(number.digits >= 0 && number.digits <= 18, "\(text)")
                #expect(!number.mantissa.multipliedReportingOverflow(by: tenToThe(18 - number.digits)).overflow, "\(text)")
            }
        }
    }
}

@Suite("The decimal mark of a file")
struct NumberSurveyTests {
    private func mark(_ cells: [String], delimiter: Character = ",") -> Result<DecimalMark, ImportIssue> {
        var survey = NumberSurvey()
        for (index, cell) in cells.enumerated() {
            var cell = cell
            cell.withUTF8 { survey.add($0, line: index + 2) }
        }
        do throws(ImportIssue) { return .success(try survey.verdict(delimiter: delimiter.asciiValue ?? 0)) } catch { return .failure(error) }
    }

    @Test(
        "One telling number is enough",
        arguments: [
            (["1,234", "5.5"], DecimalMark.point), (["1.234", "5,5"], .comma), (["1,234.56"], .point), (["1.234,56"], .comma), (["1.234.567"], .comma),
            (["1,234,567"], .point), (["0,123"], .comma), (["0.123"], .point), (["1234,567"], .comma), (["12", "7"], .point), ([], .point),
            (["1.234"], .point), (["-1,234", "0.5"], .point), (["$1,234", "€5,50"], .comma), (["N.A.", "n.a."], .point),
        ])
    func told(_ cells: [String], _ expected: DecimalMark) throws {
        #expect(try mark(cells).get() == expected)
    }

    @Test("Where nothing tells, the reader asks") func asks() {
        #expect(throws: ImportIssue.self) { try mark(["12", "1,234"]).get() }
        #expect(throws: ImportIssue.self) { try mark(["1.234", "1,234"]).get() }
        #expect(throws: ImportIssue.self) { try mark(["1.234"], delimiter: ";").get() }
        guard case .failure(let issue) = mark(["7", "1,234"]) else { return }
        #expect(issue.description == "line 3: 1,234 may have thousands or three decimals, and no number of the file tells which (say decimal_mark=\"point\" or \"comma\")")
    }

    @Test("A divided file is a question, a slip is not") func divided() throws {
        #expect(throws: ImportIssue.self) { try mark(["1.5", "2,5"]).get() }
        #expect(try mark(Array(repeating: "1.5", count: 9) + ["2,5"]).get() == .point)
    }
}
