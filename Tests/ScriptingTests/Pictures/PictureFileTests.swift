import Foundation
import Frames
import LuaKit
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

/// Pictures, pages and workbooks as files: what they begin with tells what they are.
@Suite("Charts, reports and frames as files")
struct PictureFileTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder

    init() throws {
        session = try ScriptSession.demo()
        folder = try TemporaryFolder()
        try session.run(
            """
            made = report{title="Cash", subtitle="Of all", sections={"What there is.", cash{}, {heading="Worth", snapshots{every="year"}:chart{y="value"}}}}
            drawn = cash{}:chart{}
            """)
    }

    private func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/" + name))) }

    @Test(
        "Each form begins as its files do, and its number of bytes is given back",
        arguments: [
            ("drawn:svg", "svg", "<svg"), ("drawn:png", "png", "\u{89}PNG"), ("drawn:pdf", "pdf", "%PDF-"), ("drawn:html", "html", "<!doctype html>"), ("made:pdf", "pdf", "%PDF-"),
            ("made:html", "html", "<!doctype html>"), ("made:xlsx", "xlsx", "PK"), ("made:markdown", "md", "# Cash"), ("made:text", "txt", "Cash\n"),
            ("cash{}:pdf", "pdf", "%PDF-"),
            ("cash{}:html", "html", "<!doctype html>"), ("cash{}:xlsx", "xlsx", "PK"),
        ])
    func forms(method: String, ending: String, start: String) throws {
        let count = try session.text("\(method)(\"\(folder.path)/out.\(ending)\")"), written = try bytes("out.\(ending)")
        #expect(count == String(written.count))
        let head = start.unicodeScalars.map { UInt8($0.value) }
        #expect(Array(written.prefix(head.count)).map { ($0 | 0x20) } == head.map { $0 | 0x20 }, "\(method) begins with \(String(decoding: written.prefix(20), as: UTF8.self))")
    }

    @Test("The same facts are the same file, to the byte", arguments: ["made:pdf", "made:html", "made:xlsx", "drawn:svg", "drawn:png", "drawn:pdf"])
    func same(method: String) throws {
        try session.run("\(method)(\"\(folder.path)/a\") \(method)(\"\(folder.path)/b\")")
        #expect(try bytes("a") == bytes("b"))
    }

    @Test("A file that is there is replaced whole; where it cannot be written what was there stays")
    func replaced() throws {
        try session.run("made:pdf(\"\(folder.path)/r.pdf\")")
        let before = try bytes("r.pdf")
        #expect(try session.failure("made:pdf(\"\(folder.path)/no/such/r.pdf\")").kind == "file")
        #expect(try bytes("r.pdf") == before && FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.pdf"])
    }

    @Test("A dry run and a sandbox write no picture")
    func forbidden() throws {
        for method in ["pdf", "html", "xlsx"] {
            #expect(throws: (any Error).self) { try session.runtime.dryRun("holdings{}:\(method)('\(folder.path)/h.\(method)')", name: "t.lua", arguments: []) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let strange = try ScriptSession(isSandboxed: true)
        for method in ["svg", "png", "pdf", "html"] {
            #expect(try strange.failure("frame{{a=\"x\", b=1}}:chart{kind=\"bar\"}:\(method)('\(folder.path)/x.\(method)')").kind == "file")
        }
        #expect(try strange.text("#frame{{a=\"x\", b=1}}:chart{kind=\"bar\"}:svg() > 0") == "true")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("The paper and the scale are checked")
    func arguments() throws {
        #expect(try session.message("made:pdf(\"\(folder.path)/x.pdf\", \"a5\")").contains("paper must be a4 or letter"))
        #expect(try session.message("drawn:png(\"\(folder.path)/x.png\", 9)").contains("scale must be from 1 to 8"))
        #expect(try session.message("drawn:png()").contains("path is missing"))
    }

    @Test("export of a name that ends in .xlsx is a workbook, not CSV under a false name")
    func export() throws {
        #expect(try session.text("(export(\"\(folder.path)/all.xlsx\", \"book\"))") == String(bytes("all.xlsx").count))
        #expect(try bytes("all.xlsx").prefix(2) == [0x50, 0x4B])
        #expect(try session.message("export(\"\(folder.path)/v.xlsx\", \"values\")").contains("would not be what its name says"))
    }

    @Test("A workbook of masked amounts has none of them", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/unzip"), "needs unzip"))
    func privacy() throws {
        session.runtime.console.rendering.privacy = true
        try session.run("cash{}:xlsx(\"\(folder.path)/c.xlsx\") made:html(\"\(folder.path)/c.html\")")
        let page = try String(contentsOfFile: folder.path + "/c.html", encoding: .utf8)
        #expect(!page.contains("96722") && !page.contains("96,722") && page.contains("•••"))
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/unzip")
        (process.arguments, process.standardOutput) = (["-p", folder.path + "/c.xlsx"], pipe)
        try process.run()
        let cells = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(!cells.contains("96722") && cells.contains("•••"))
    }
}
