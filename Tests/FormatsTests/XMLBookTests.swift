import Ledger
import Testing
import Values
import XML

@testable import Formats

/// Books that are XML, of which not all is held while they are read.
@Suite("Books of XML")
struct XMLBookTests {
    /// How an import goes on, as it is told.
    private final class Told {
        var reports: [Int] = []
        var most = Int.max
    }

    private func plan(_ text: String, _ told: Told = Told()) throws(ImportIssue) -> ImportPlan {
        try Formats.plan(Array(text.utf8), context: ImportContext(baseCurrency: .eur)) { done, total in
            told.reports.append(done * 100 / total)
            return told.reports.count < told.most
        }
    }

    private static let prices = (0..<60_000).map { "<price t=\"\(Day.epoch.addingForTest($0))\" v=\"\($0 + 1)00000000\"/>\n" }.joined()
    private static let performance = """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency>
        <securities><security><name>A</name><currencyCode>EUR</currencyCode><tickerSymbol>A</tickerSymbol><prices>
        \(prices)</prices></security></securities>
        <accounts/><portfolios/>
        </client>
        """
    private static let cash: String = {
        var book = GnuCashSample.usual()
        for number in 1...2500 { book.transaction("2014-01-02", "Pay \(number)", ["Broker|\(number).00", "Opening Balances|-\(number).00"]) }
        return book.text
    }()

    @Test("Reading tells how it goes on, from the file to the plan, and ends where it is asked to", arguments: [performance, cash])
    func progress(_ text: String) throws {
        let told = Told()
        _ = try plan(text, told)
        #expect(told.reports == told.reports.sorted() && told.reports.contains { $0 < 50 } && told.reports.last == 100, "\(told.reports)")
        let stopped = Told()
        stopped.most = 1
        #expect { try plan(text, stopped) } throws: { ($0 as? ImportIssue)?.kind == .cancelled }
    }

    @Test("Prices are those of their lists, whichever of them stand there in short")
    func mixedPrices() throws {
        let text = """
            <client>
            <version>66</version><baseCurrency>EUR</baseCurrency>
            <securities>
            <security><name>A</name><currencyCode>EUR</currencyCode><tickerSymbol>A</tickerSymbol><prices>
            <price t="2024-01-02" v="100000000"/>
            <price><date>2024-01-03</date><value>200000000</value></price>
            <price t="2024-01-04" v="300000000" id="9"/>
            <price t="2024-01-05" v="x"/>
            <price t="2024-13-05" v="400000000"/>
            <price t="2024-01-06" v="0"/>
            <price reference="../price[2]"/>
            </prices>
            <latest t="2024-01-08" v="800000000"/>
            </security>
            <security><name>B</name><currencyCode>EUR</currencyCode><tickerSymbol>B</tickerSymbol><prices>
            <price t="2024-01-02" v="500000000"/>
            </prices>
            </security>
            </securities>
            <accounts/>
            <portfolios/>
            </client>
            """
        let plan = try plan(text)
        #expect(
            plan.quotes.map { "\($0.instrument.rawValue) \($0.date) \($0.close)" } == ["1 2024-01-02 1", "1 2024-01-03 2", "1 2024-01-04 3", "1 2024-01-08 8", "2 2024-01-02 5"])
        #expect(
            plan.verdicts.map { "\($0.line) \($0.outcome.name)" }.joined(separator: ", ") == """
                4 define, 5 quote, 6 quote, 7 quote, 8 refused, 9 refused, 10 skipped, 11 refused, 13 quote, 15 define, 16 quote
                """)
    }

    @Test("A book of many parts is refused beyond its bounds, before they are held")
    func bounds() throws {
        func fault(_ text: String, _ bounds: XMLBounds, keeps: (XMLTree, Int) -> Bool = { _, _ in true }) -> XMLFault? {
            var text = text
            return text.withUTF8 { bytes in
                do throws(XMLFault) {
                    _ = try XMLReader.tree(bytes, within: bounds, keeps: keeps)
                    return nil
                } catch { return error }
            }
        }
        let many = "<a>" + String(repeating: "<b x=\"1\"/>", count: 1000) + "</a>"
        #expect(fault(many, XMLBounds(bytes: 1 << 20, parts: 2004, depth: 9)) == nil)
        #expect(fault(many, XMLBounds(bytes: 1 << 20, parts: 2003, depth: 9))?.kind == .tooLarge)
        // What is dropped where it ends does not count.
        #expect(fault(many, XMLBounds(bytes: 1 << 20, parts: 9, depth: 9)) { tree, place in tree.name(place) != "b" } == nil)
        #expect(fault(many, XMLBounds(bytes: 9999, parts: 9999, depth: 9))?.message == "it has 0 MB, and at most 0 are read")
        #expect(fault(many, XMLBounds(bytes: 1 << 20, parts: 9999, depth: 1))?.kind == .tooLarge)
        #expect(XMLBounds.book.bytes == 512 << 20)
    }

    @Test("Elements that are dropped leave the others as they are")
    func dropped() throws {
        var text = "<a>\n<b>one<c/> two</b>\n<d>\n<b x=\"y\">three</b>\n<e>four</e>\n</d>\n<e/>\n</a>"
        let tree = try text.withUTF8 { bytes in
            Result { () throws(XMLFault) in try XMLReader.tree(bytes, within: .book, keeps: { tree, place in tree.name(place) != "b" }) }
        }.get()
        #expect(tree.places.map { "\(tree.name($0)) \(tree.line($0)) \(tree.number($0)) \(tree.text($0))" } == ["a 1 1 ", "d 3 4 ", "e 5 6 four", "e 7 7 "])
        #expect(tree.children(of: 0) == [1, 3] && tree.children(of: 1) == [2] && tree.child(0, "b") == nil && tree.parent(2) == 1 && tree.next(3) == nil)
    }
}

extension Day {
    /// A day so many days later.
    fileprivate func addingForTest(_ days: Int) -> Day {
        do { return try adding(days: days) } catch { preconditionFailure("\(error)") }
    }
}
