import Foundation
import Frames
import LuaKit
import LuaSurface
import TestSupport
import Sentences
import Testing
@testable import Scripting

@Suite("Charts of frames in Lua")
struct ChartTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder

    init() throws {
        session = try ScriptSession.demo()
        folder = try TemporaryFolder()
    }

    @Test(
        "Without options the columns tell the kind",
        arguments: [
            ("snapshots{every=\"year\"}", "line"), ("holdings{}", "bar"), ("income{}:by(\"year\"):sum(\"amount\")", "bar"), ("calendar_returns{}", "heatmap"),
            ("income{}:pivot{rows=\"year\", across=\"symbol\", values=\"amount\"}", "heatmap"),
        ])
    func kinds(frame: String, kind: String) throws {
        #expect(try session.text("\(frame):chart{}.kind") == kind)
        #expect(try session.text("chart(\(frame)).kind") == kind)
    }

    @Test("Every kind can be asked for, as a method and as a function", arguments: ["line", "area", "bar", "pie", "donut", "scatter", "waterfall", "treemap"])
    func asked(kind: String) throws {
        let frame = kind == "scatter" ? "holdings{}:select(\"symbol\", \"cost_basis\", \"market_value\")" : "income{}:by(\"year\"):sum(\"amount\")"
        #expect(try session.text("\(frame):chart{kind=\"\(kind)\"}.kind, chart(\(frame), {kind=\"\(kind)\"}).kind") == "\(kind), \(kind)")
        #expect(try session.text("\(frame):chart{kind=\"\(kind)\"}:svg()").hasPrefix("<svg"))
    }

    @Test("Columns that are derived from dates can be named")
    func derived() throws {
        #expect(try session.text("income{}:chart{x=\"year\", y=\"amount\"}.kind") == "bar")
        #expect(try session.text("income{}:chart{x=\"year\", y=\"amount\", by=\"symbol\"}.frame:columns()[1]") == "date")
    }

    @Test(
        "What cannot be drawn is told with the nearest name",
        arguments: [
            (
                "holdings{}:chart{kind=\"brr\"}",
                "chart: there is no kind of chart \"brr\" (did you mean \"bar\"? it is one of line, area, bar, pie, donut, scatter, heatmap, waterfall, treemap)"
            ),
            ("holdings{}:chart{y=\"market_valu\"}", "holdings has no column \"market_valu\" (did you mean \"market_value\"?)"),
            ("holdings{}:chart{knd=\"bar\"}", "chart: there is no field knd (did you mean \"kind\"?)"),
            ("chart(holdings{}, {knd=\"bar\"})", "chart: a chart has no option knd (did you mean \"kind\"?)"),
            ("chart(5)", "chart: frame must be a frame such as holdings{}, got number 5"),
            ("holdings{}:chart{y={1}}", "chart: y must be the name of a column or a list of names, got a number"),
            ("holdings{}:chart{width=0}", "chart: width must be a whole number from 1 to 16000, got 0"),
        ])
    func mistakes(source: String, message: String) throws {
        #expect(try session.message(source).contains(message))
    }

    @Test("A frame without rows is a chart that says so")
    func empty() throws {
        #expect(try session.text("trades{symbol=\"ORCL\", year=1999}:chart{y=\"amount\"}").contains("nothing to show"))
    }

    @Test("The prompt shows it as wide as the terminal, and no wider")
    func shown() throws {
        session.runtime.console.rendering.width = 40
        let lines = try session.text("snapshots{every=\"year\"}:chart{y=\"value\", title=\"Worth\"}").split(separator: "\n")
        #expect(lines.first == "Worth" && lines.allSatisfy { $0.count <= 40 } && lines.count > 5)
        #expect(try session.text("snapshots{every=\"year\"}:chart{y=\"value\"}:show().kind") == "line")
        #expect(session.takePrinted().contains("┤"))
    }

    @Test("What it tells of itself: title, kind, frame, and what was gathered or is unknown")
    func fields() throws {
        try session.run("c = holdings{}:chart{kind=\"pie\", x=\"symbol\", y=\"market_value\", title=\"What is held\"}")
        #expect(try session.text("c.title, c.kind, #c.frame == #holdings{}") == "What is held, pie, true")
        #expect(try session.text("#c.notes > 0") == "true")
        #expect(try session.message("c.colour").contains("colour"))
    }

    @Test("Where amounts are masked no picture tells them")
    func privacy() throws {
        session.runtime.console.rendering.privacy = true
        let svg = try session.text("cash{}:chart{title=\"Cash\"}:svg()")
        #expect(svg.contains("•••") && !svg.contains("96,722") && !svg.contains("96722"))
        #expect(try !session.text("cash{}:chart{}").contains("96,722"))
    }

    @Test("A sentence draws the answer of a question", arguments: [("chart income by year", "2014"), ("chart holdings as pie", "%"), ("chart net worth by year as area", "┤")])
    func sentence(line: String, part: String) throws {
        #expect(try session.sentence(line).contains(part))
    }

    @Test(
        "The title is the question, and what was chosen where that was not asked",
        arguments: [
            ("chart income by year", "Income by year"), ("chart net worth", "Net worth"), ("chart net  worth of \"Roth IRA\"", "Net worth of Roth IRA"),
            ("chart quotes of ORCL", "Quotes of ORCL"), ("chart quotes of ORCL by year", "Quotes of ORCL by year"), ("chart holdings as pie", "Holdings: market value by symbol"),
            ("chart trades", "Trades: cash by year and type"), ("chart calendar to 2010-12-31", "Calendar returns to 2010-12-31"),
            ("chart trades from 2013-01-01 to 2013-06-30", "Trades from 2013-01-01 to 2013-06-30: cash"), ("chart attribution", "Attribution on 2014-12-31"),
        ])
    func titles(line: String, title: String) throws {
        #expect(try session.sentence(line).split(separator: "\n").first.map(String.init) == title)
    }

    @Test(
        "A curve of net worth is meant, unless the sentence says a day or by what",
        arguments: [
            ("chart net worth", true), ("chart net  worth of ORCL", true), ("chart net worth 2013 as line", true), ("chart net worth by owner", false),
            ("chart net worth on 2013-12-31", false),
        ])
    func curve(line: String, isCurve: Bool) throws {
        #expect(try session.sentence(line).contains("┤") == isCurve)
    }

    @Test("Prices have their currency, whatever they are summed by", arguments: ["chart quotes of ORCL", "chart quotes of ORCL by year", "chart quotes of ORCL by symbol"])
    func currency(line: String) throws {
        #expect(try session.sentence(line).contains("USD"))
    }

    @Test("What a sentence lacks, or what is no picture, is told with what there is")
    func sentenceMistakes() throws {
        for (line, message, hint) in Self.mistakes {
            let failure = #expect(throws: LuaFailure.self, "\(line)") { try session.sentence(line) }
            #expect(failure?.message.contains(message) == true && failure?.hint?.contains(hint) == true, "\(line): \(String(describing: failure))")
        }
    }

    /// Sentences, with a part of the message and of the hint that each gets.
    private static let mistakes = [
        ("chart", "chart: nothing says what is drawn", "chart income by year as bar"),
        ("chart holdings as", "chart: behind as stands what is drawn", "one of line, area, bar, pie, donut, scatter, heatmap, waterfall or treemap: chart holdings as bar"),
        ("chart holdings to", "chart: behind to stands the file that is written", "its name ends in .svg, .png, .pdf or .html: chart holdings to picture.svg"),
        ("chart holdings as cake", "chart: there is no kind of chart \"cake\"", "it is one of line, area, bar"),
        ("chart holdings as bra", "chart: there is no kind of chart \"bra\"", "did you mean \"bar\"? it is one of line"),
        ("chart holdings to x.docx", "chart: x.docx would be no picture", "a chart is written as svg, png, pdf or html"),
        ("chart holdings as bar to x.sgv", "chart: x.sgv would be no picture", "did you mean \"x.svg\"?"),
        ("chart holdings to \"my holdings.PGN\" as bar", "chart: my holdings.PGN would be no picture", "did you mean \"my holdings.png\"?"),
        ("chart holdings pie", "pie is not a year", "did you mean \"chart holdings as pie\"?"),
        ("chart income by year bar", "income has no column \"bar\"", "did you mean \"chart income by year as bar\"?"),
        ("chart income by year as pie as bar", "chart: as pie and as bar are two kinds", "leave one out: chart income by year as bar"),
        ("chart holdings to a.svg to b.svg", "chart: to a.svg and to b.svg are two files", "a chart is written to one: chart holdings to b.svg"),
        ("chart as pie", "chart: nothing says what is drawn", "chart income by year as pie"),
        ("chart dividends by year", "\"dividends by year\" is no sentence", "did you mean \"chart income by year\"?"),
        ("chart networth", "\"networth\" is no sentence", "did you mean \"chart net worth\"?"),
        ("chart networht by month", "\"networht by month\" is no sentence", "did you mean \"chart net worth by month\"?"),
        ("chart holdings as pie to .", "chart: . does not say what is written", "as in picture.svg"),
        ("chart gains 1999", "chart: gains 1999 has no rows", "gains has rows in 2000, "),
        ("chart holdings as line", "holdings by symbol has no order that a line could follow", "as bar shows the rows side by side"),
        ("chart returns by year as pie", "TWR does not add up", "as line or as bar shows them"),
        ("chart holdings to x", "chart: x does not say what is written", "its name ends in svg, png, pdf or html, as in x.svg"),
        ("chart holdings in EUR", "chart: holdings in EUR has no figures that are known: there is no rate from USD to EUR on or before 2014-12-31", "store one with "),
        ("chart limits", "chart: limits has no rows, so that there is nothing to draw", "chart a question"),
        ("chart settings", "chart: settings has no figures that are known, so that there is nothing to draw", "chart a question"),
        ("chart price ORCL", "chart: price ORCL gives no table that can be drawn", "chart a question"),
        ("chart split ORCL 2:1", "chart: split ORCL 2:1 records something, and is no question", "chart a question"),
        ("chart quit", "chart: quit is no question", "chart a question"), ("chart chart holdings", "chart: chart holdings is no question", "chart a question"),
    ]

    @Test("Amounts in two currencies are asked for in that of the book, with all that was asked, and prices of one symbol; what is proposed can be said")
    func oneCurrency() throws {
        let session = try ScriptSession()
        try session.run(
            """
            setting("base_currency", "EUR") account{name="Giro", currency="EUR"} account{name="Broker", currency="USD"} rate{from="USD", to="EUR", date="2014-01-01", rate="0.8"}
            instrument{symbol="SAP", currency="EUR"} instrument{symbol="ORCL", currency="USD"} quote{symbol="SAP", date="2014-01-02", close=60} quote{symbol="ORCL", date="2014-01-02", close=40}
            deposit{account="Giro", amount=5000, date="2014-01-02"} deposit{account="Broker", amount=5000, date="2014-01-02"}
            buy{account="Giro", symbol="SAP", quantity=10, price=60, date="2014-01-03"} buy{account="Broker", symbol="ORCL", quantity=10, price=40, date="2014-01-03"}
            dividend{account="Giro", symbol="SAP", amount=10, date="2014-02-03"} dividend{account="Broker", symbol="ORCL", amount=20, date="2014-02-04"}
            """)
        for (line, proposed) in [
            ("chart income 2014 by symbol as donut", "chart income 2014 in EUR by symbol as donut"), ("chart income 2014", "chart income 2014 in EUR"),
            ("chart holdings as bar", "chart holdings in EUR as bar"), ("chart quotes", "chart quotes SAP"),
        ] {
            let failure = #expect(throws: LuaFailure.self, "\(line)") { try session.sentence(line) }
            #expect(failure?.hint == "did you mean \"\(proposed)\"?", "\(line): \(String(describing: failure))")
            #expect(try !session.sentence(proposed).isEmpty)
        }
        #expect(try session.message("holdings{}:chart{}").contains("holdings{base=\"EUR\"}"))
    }

    @Test("The kinds that a sentence lists are those that there are")
    func listedKinds() throws {
        let failure = #expect(throws: LuaFailure.self) { try session.sentence("chart cash as") }
        for kind in ChartArguments.kinds { #expect(failure?.hint?.contains(kind) == true) }
    }

    @Test("No sentence that does something is carried out to see whether it could be drawn")
    func everySentence() throws {
        // What is answered by one figure or a text, and changes nothing.
        var answers: Set = ["account", "allocate", "goal", "instrument", "plans", "price", "provider.search", "providers", "quote", "rate", "settings", "targets"]
        answers.formUnion(session.runtime.functions.records.keys.filter { $0.hasPrefix("report.") })
        for pattern in session.runtime.functions.commands {
            guard let call = try? session.runtime.call(of: pattern.example), let record = session.runtime.functions.records[call.function] else { continue }
            if record.returns.contains("frame") && !record.summary.hasPrefix("Posts") || answers.contains(call.function) { continue }
            let failure = #expect(throws: LuaFailure.self, "\(pattern.example)") { try session.sentence("chart \(pattern.example)") }
            #expect(failure?.message.hasSuffix("is no question") == true, "\(pattern.example): \(String(describing: failure))")
        }
    }

    @Test("A sentence writes a picture, and says what is none")
    func sentenceFile() throws {
        #expect(try session.sentence("chart income by year to \(folder.path)/i.svg").hasSuffix(" bytes"))
        #expect(try String(contentsOfFile: folder.path + "/i.svg", encoding: .utf8).hasPrefix("<svg"))
        #expect(throws: (any Error).self) { try session.sentence("chart income by year to \(folder.path)/i.doc") }
        #expect(throws: (any Error).self) { try session.sentence("chart deposit 5 to Savings") }
    }

    @Test("A chart made in a what-if is there when that is undone")
    func branch() throws {
        let text = try session.text("whatif(function() deposit{account=\"Savings\", amount=100000} return cash{}:chart{} end)")
        #expect(text.contains("Savings") && text.contains("114,796.24"))
    }
}
