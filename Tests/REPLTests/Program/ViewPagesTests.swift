import LuaKit
import LuaSurface
import Scripting
import Testing
import ViewWire
@testable import REPL

/// The pages of `luca view`, without a server.
@Suite("Pages that are made, stopped and given up", .timeLimit(.minutes(2)))
struct ViewPagesTests {
    /// A session whose report `page` does something of the tests before its Lua.
    private static func pages(limit: Int = 1000, after: String = "return 'made'", act: @escaping @Sendable (ViewPages) -> Void = { _ in }) throws -> ViewPages {
        let runtime = try Runtime(Runtime.Configuration()), box = Box()
        try runtime.openMemoryBook(named: "book")
        runtime.define(
            LuaFunction("act", summary: "") { _ in
                box.pages.map(act)
                return .nothing
            })
        try runtime.runScript("report.define{name='page', summary='A page.', run=function() act() \(after) end}", name: "define.lua", arguments: [])
        let pages = ViewPages(runtime, first: "page", [], limit: limit)
        box.pages = pages
        return pages
    }

    /// The pages that the function is called by, which is made before them. All is on the thread of a test.
    private final class Box: @unchecked Sendable { weak var pages: ViewPages? }

    private static func text(_ pages: ViewPages) -> String { String(decoding: pages.page(ViewRequest(path: "/")).body, as: UTF8.self) }

    @Test("A page that nobody waits for is stopped, and the next one is not, whenever that was said")
    func abandoned() throws {
        let left = try Self.pages(after: "while true do end", act: { $0.abandon() })
        #expect(Self.text(left).contains("interrupted"))
        let wanted = try Self.pages()
        wanted.abandon()
        #expect(Self.text(wanted).contains("made"))
        wanted.abandon()
        #expect(Self.text(wanted).contains("made"))
    }

    @Test("What is worked out of its tables after the report has run has no longer than the page", arguments: ["", ":chart{}"])
    func late(chart: String) throws {
        let pages = try Self.pages(limit: 1, after: "return sql('select 1 as a union select 2'):with('b', function(row) while true do end end)\(chart)")
        #expect(Self.text(pages).contains("This page took longer than 1 second, so it was stopped."))
        #expect(pages.page(ViewRequest(path: "/")).status == 503)
    }

    @Test("A page that is none has a status of its own: by the address that it was asked for, or by the report itself")
    func statuses() throws {
        let good = try Self.pages(), bad = try Self.pages(after: "error('no')")
        #expect(good.page(ViewRequest(path: "/")).status == 200 && bad.page(ViewRequest(path: "/")).status == 500)
        let wrong = good.page(ViewRequest(path: "/dashboard", query: [.init(name: "year", value: "next")]))
        #expect(wrong.status == 400 && String(decoding: wrong.body, as: UTF8.self).contains("year"))
        #expect(good.page(ViewRequest(path: "/dashbord")).status == 404)
    }

    // The interrupt of the keyboard goes to every state, so that this has a process of its own.
    @Test("Ctrl-C that comes with word that nobody waits is still there when the page is done")
    func both() async {
        await #expect(processExitsWith: .success) {
            let pages = try Self.pages(after: "while true do end") { pages in
                pages.abandon()
                LuaState.interrupt()
            }
            _ = Self.text(pages)
            #expect(LuaState.isInterrupted)
        }
    }

    @Test("What is told of a page that took too long proposes no more than it may be given", arguments: [(1, "--limit 4"), (30, "--limit 120"), (40_000, "--limit 86400")])
    func proposal(limit: Int, words: String) {
        #expect(ViewPages.late(limit).last?.hasSuffix(words) == true)
        #expect(ViewPages.late(86_400).last == "Ask for less of the book.")
    }
}
