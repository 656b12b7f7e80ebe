import Foundation
import LuaKit
import TestSupport
import Testing

@Suite("Importers of XML")
struct XMLImporterTests {
    /// A session with an importer of bank statements of which the rows are elements with elements in them.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession(today: "2026-11-01")
        try session.run(
            """
            account{name='Bank', currency='EUR'}
            importer.define{name='mybank', xml={'Statement', 'Konto'}, account='Bank', currency='EUR', read=function(root, file)
              local entries = {}
              for _, e in ipairs(root) do
                local f = {}
                for _, part in ipairs(e) do f[part.tag] = part.text end
                if e.tag == 'Row' then entries[#entries + 1] = {line=e.line, date=f.Day, type='deposit', amount=f.Sum, notes=e.attributes.note} end
                if e.tag == 'Head' then entries[#entries + 1] = {line=e.line, skip='head of ' .. file.name} end
              end
              return entries
            end}
            """)
        return session
    }

    private func verdicts(_ text: String, _ session: ScriptSession) throws -> String {
        let folder = try TemporaryFolder(), path = "\(folder.path)/a.xml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try session.text(
            "local t = {} for r in import{path='\(path)', partial=true} do t[#t + 1] = r.line .. ' ' .. r.verdict .. (r.message and ': ' .. r.message or '') end return table.concat(t, '; ')"
        )
    }

    @Test("An element of which the script speaks has a verdict, with its line; one that holds something, and of which nothing is said, is refused")
    func elements() throws {
        let session = try session()
        let told = try verdicts(
            "<Konto>\n<Head><A>1</A></Head>\n<Row note='rent &amp; more'>\n<Day>2026-01-02</Day><Sum>5</Sum></Row>\n<Row><Day>2026-01-03</Day><Sum>7</Sum></Row>\n<Extra sum='9'/>\n<Empty/>\n</Konto>",
            session)
        #expect(
            told == "2 skipped: head of a.xml; 3 add; 5 add; 6 refused: the importer mybank says nothing of this line (tell its author, or leave the line out with partial=true)")
        #expect(try session.text("cash{}[1].balance, activities{}:list('notes')[1]") == "12, rent & more")
    }

    @Test("Elements on one line go by their numbers")
    func oneLine() throws {
        let session = try session()
        let told = try verdicts("<Konto><Row><Day>2026-01-02</Day><Sum>5</Sum></Row><Row><Day>2026-01-03</Day><Sum>x</Sum></Row></Konto>", session)
        #expect(told == "2 add; 5 refused: amount: \"x\" is no number" || told.hasPrefix("2 add; 5 refused: amount"), "\(told)")
        #expect(try session.text("cash{}[1].balance") == "5")
    }

    @Test("A document that no importer knows, that is a web page, or that is broken is told with what to do")
    func unknown() throws {
        let session = try session()
        for (text, message) in [
            ("<Other/>", "no importer reads XML whose root is <Other>"), ("<!DOCTYPE html><html><body>Sign in</body></html>", "the file is a page of a website"),
            ("<Konto><Row>", "it is no XML that is read: "), ("<!DOCTYPE Konto [<!ENTITY a 'b'>]><Konto>&a;</Konto>", "it declares a type of document"),
        ] {
            let failure = #expect(throws: LuaFailure.self) { try verdicts(text, session) }
            #expect("\(String(describing: failure))".contains(message), "\(String(describing: failure))")
        }
        #expect(try session.text("#activities{}") == "0")
        // The names of columns may stand in such brackets.
        let told = try verdicts("<DATE>,<TYPE>,<AMOUNT>\n2026-01-02,deposit,5\n", session)
        #expect(told == "2 add", "\(told)")
    }

    @Test("A definition that lacks its half is refused", arguments: ["importer.define{name='x', xml='Konto'}", "importer.define{name='x', xml=5, read=function() end}"])
    func half(code: String) throws {
        let session = try session()
        #expect(throws: LuaFailure.self) { try session.run(code) }
    }

    @Test("The answer that there is no statement is told as such")
    func noStatement() throws {
        let session = try session()
        let failure = #expect(throws: LuaFailure.self) {
            try verdicts(
                "<FlexStatementResponse><Status>Fail</Status><ErrorCode>1019</ErrorCode><ErrorMessage>Statement generation in progress.</ErrorMessage></FlexStatementResponse>",
                session)
        }
        #expect("\(String(describing: failure))".contains("Statement generation in progress."))
    }

    @Test("A table whose headings stand in angle brackets is a table, whatever parts them", arguments: ["\t", ",", ";"])
    func bracketed(delimiter: String) throws {
        let text = ["<DATE>", "<TYPE>", "<AMOUNT>"].joined(separator: delimiter) + "\n" + ["2026-01-02", "deposit", "5"].joined(separator: delimiter) + "\n"
        #expect(try verdicts(text, session()) == "2 add")
    }

    @Test("XML in another encoding says so, as tables do")
    func encoding() throws {
        let session = try session(), folder = try TemporaryFolder(), path = "\(folder.path)/a.xml"
        let text = "<Konto>\n<Row note='Bäcker'><Day>2026-01-02</Day><Sum>5</Sum></Row>\n</Konto>"
        try #require(text.data(using: .utf16)).write(to: URL(fileURLWithPath: path))
        #expect(try session.text("v = import('\(path)') return v[1].verdict, activities{}[1].notes") == "add, Bäcker")
        #expect(
            try session.text("local t = {} for _, w in ipairs(v.warnings) do t[#t + 1] = w.message end return table.concat(t, '; ')").contains(
                "the file is no UTF-8; it is read as "))
    }

    @Test("An importer of XML that is asked to read a table says that it reads XML")
    func table() throws {
        let session = try session(), folder = try TemporaryFolder(), path = "\(folder.path)/a.csv"
        try "date,type,amount\n2026-01-02,deposit,5\n".write(toFile: path, atomically: true, encoding: .utf8)
        for name in ["interactive-brokers-flex", "mybank"] {
            let message = try session.message("import{path='\(path)', format='\(name)'}")
            #expect(message.contains("the importer \(name) reads XML, and the file is none"), "\(message)")
        }
    }
}
