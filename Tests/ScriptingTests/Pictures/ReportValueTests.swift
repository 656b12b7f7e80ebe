import Foundation
import Frames
import LuaKit
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

@Suite("Reports that scripts make")
struct ReportValueTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder

    init() throws {
        session = try ScriptSession.small()
        folder = try TemporaryFolder()
        try session.run(
            """
            report.define{name="both", summary="Two parts.", parameters={{name="year", type="integer", default=2014}, {name="pdf", type="string"}},
              run=function(p) return report{title="Both", subtitle="In " .. p.year, sections={"First.", {heading="Cash", cash{}}, {heading="Trades", trades{year=p.year}}}} end}
            report.define{name="one", summary="A table.", parameters={{name="year", type="integer"}}, run=function() return cash{} end}
            report.define{name="drawn", summary="A chart.", run=function() return cash{}:chart{} end}
            report.define{name="none", summary="Nothing.", run=function() end}
            """)
    }

    @Test("Texts, frames and charts stand in their order, under their headings")
    func order() throws {
        let text = try session.text("report{title=\"A\", subtitle=\"b\", sections={\"First.\", cash{}, {heading=\"Then\", \"Second.\", cash{}:chart{}}}, notes={\"At last.\"}}")
        let places = try ["A\n", "b\n", "First.", "687.00", "Then", "Second.", "█", "At last."].map { part in try #require(text.range(of: part), "\(part)").lowerBound }
        #expect(places == places.sorted())
    }

    @Test(
        "A figure is written as what it is",
        arguments: [
            ("money(\"1234.5\", \"USD\")", "", "1,234.50 USD"), ("D\"0.125\"", "share", "12.50%"), ("D\"12.5\"", "percent", "12.50%"), ("nil", "", "unknown"),
            ("date\"2014-03-03\"", "", "2014-03-03"), ("\"much\"", "", "much"), ("5", "quantity", "5"), ("D\"1234.567\"", "money", "1,234.57"),
        ])
    func figures(value: String, style: String, text: String) throws {
        let shown = try session.text("report{title=\"A\", sections={{figures={{name=\"It\", value=\(value), style=\(style.isEmpty ? "nil" : "\"\(style)\"")}}}}}")
        #expect(shown.contains(text) || (value == "nil" && shown.contains("—")), "\(shown)")
    }

    @Test(
        "What cannot be read in a report is told",
        arguments: [
            ("report{title=\"A\", sections={print}}", "report: a section holds a function, which cannot be read"),
            ("report{title=\"A\", sections={{headng=\"x\"}}}", "report: a section has no field headng (did you mean \"heading\"?)"),
            ("report{title=\"A\", sections={{figures={{value=5}}}}}", "report: a figure needs a name"),
            ("report{title=\"A\", sections={{figures={{name=\"x\", styl=\"share\"}}}}}", "report: a figure has no field styl (did you mean \"style\"?)"),
            ("report{title=\"A\", sections={{figures={{name=\"x\", style=\"shares\"}}}}}", "report: there is no style shares (did you mean \"share\"?)"),
            ("report{sections={}}", "report: title is missing"), ("report{title=\"A\"}", "report: sections is missing"),
        ])
    func mistakes(source: String, message: String) throws {
        #expect(try session.message(source).contains(message))
    }

    @Test("An option of a form writes the file: with a path, behind =, by name, or named for the report and its arguments")
    func outputs() throws {
        let before = FileManager.default.currentDirectoryPath
        session.runtime.base(pathsOn: folder.path)
        #expect(try session.text("report.run(\"both\", {\"2014\", \"--html\", \"x.html\"})").hasPrefix("x.html: "))
        #expect(try session.text("report.run(\"both\", {\"--markdown=x.md\"})").hasPrefix("x.md: "))
        #expect(try session.text("report.run(\"one\", {\"--html\", \"--xlsx\", \"--pdf\", \"--paper\", \"letter\"})").split(separator: "\n").count == 3)
        #expect(try session.text("report.run(\"one\", {\"2014\", \"--html\"})").hasPrefix("one-2014.html: "))
        #expect(try session.text("report.run(\"drawn\", {html=\"d.html\"})").hasPrefix("d.html: "))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["d.html", "one-2014.html", "one.html", "one.pdf", "one.xlsx", "x.html", "x.md"])
        #expect(FileManager.default.currentDirectoryPath == before)
    }

    @Test("A parameter of the report goes before an option of its name")
    func ownParameter() throws {
        session.runtime.base(pathsOn: folder.path)
        #expect(try session.text("report.run(\"both\", {\"--pdf\", \"x.pdf\"})").contains("In 2014"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A report that gives nothing, and a paper that there is not, are told")
    func refused() throws {
        #expect(try session.failure("report.run(\"none\", {\"--html\"})").kind == "nothing_to_write")
        #expect(try session.message("report.run(\"none\", {\"--html\"})").contains("none: there is nothing to write"))
        #expect(try session.message("report.run(\"one\", {\"--pdf\", \"--paper\", \"a5\"})").contains("there is no paper \"a5\" (it is a4 or letter)"))
        #expect(try session.message("report.run(\"one\", {\"--pfd\"})").contains("takes no option --pfd"))
    }

    @Test("The form of .mode: one table as CSV, Markdown as such, several tables are told of")
    func modes() throws {
        session.runtime.console.format = .markdown
        #expect(try session.text("report.both{}").hasPrefix("# Both"))
        session.runtime.console.format = .csv
        #expect(try session.failure("show(report.both{})").kind == "several_tables")
        #expect(try session.message("show(report.both{})").contains("the report Both has 2 tables, and csv has one"))
        #expect(try session.text("report{title=\"A\", sections={cash{}}}") == "account,currency,balance\nBrokerage,USD,687")
    }

    @Test("Reports that ship are read when one is asked for, and one of a script goes before one that ships")
    func lazily() throws {
        let fresh = try ScriptSession.small()
        #expect(!fresh.runtime.functions.reportNames.contains("dashboard"))
        try fresh.run("report.define{name=\"dashboard\", summary=\"Mine.\", run=function() return \"mine\" end}")
        #expect(fresh.runtime.reportList.contains("statement"))
        #expect(try fresh.text("report.dashboard{}, report.find(\"dashboard\") == report.dashboard") == "mine, true")
        #expect(try fresh.message("report.dashbord{}").contains("there is no report dashbord (did you mean \"dashboard\"?)"))
    }
}
