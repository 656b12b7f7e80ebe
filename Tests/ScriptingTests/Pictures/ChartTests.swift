import Foundation
import Frames
import LuaKit
import LuaSurface
import TestSupport
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
            ("holdings{}:chart{kind=\"brr\"}", "chart: there is no kind of chart \"brr\" (did you mean \"bar\"?)"),
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
