import Foundation
import LuaKit
import TestSupport
import Testing
import Values

@Suite("Files of brokers as they really come")
struct OddShapesTests {
    /// What an import comes to: how many rows make something, what is recorded, and what is said of rows that are refused or of the file.
    private struct Outcome {
        var added = "", entries: [String] = [], told: [String] = []

        /// The entries of which another outcome has fewer.
        func beyond(_ other: Outcome) -> [String] {
            var left = other.entries
            return entries.filter { entry in
                guard let place = left.firstIndex(of: entry) else { return true }
                left.remove(at: place)
                return false
            }
        }
    }

    private func outcome(_ files: [Data], _ file: BrokerFile) throws -> Outcome {
        let folder = try TemporaryFolder(), session = try BrokerFile.session()
        var outcome = Outcome()
        for (number, data) in files.enumerated() {
            let path = "\(folder.path)/\(file.name)-\(number).csv"
            try data.write(to: URL(filePath: path))
            let told = try session.text(
                """
                local ok, v = pcall(import, {path='\(path)', partial=true})
                if not ok then return 'failed: ' .. (type(v) == 'string' and v or v.message) end
                local t, added, skipped = {}, 0, {}
                for r in v do
                  if r.verdict == 'add' then added = added + 1 end
                  if r.verdict == 'skipped' then skipped[#skipped + 1] = r.message end
                  if r.verdict == 'refused' then t[#t + 1] = r.line .. ': ' .. r.message end
                end
                for _, w in ipairs(v.warnings) do if w.kind == 'no_rows' then t[#t + 1] = w.message end end
                if added == 0 and #t == 0 then t = skipped end
                return added .. '\\n' .. table.concat(t, '\\n')
                """)
            let lines = told.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
            outcome.added += (lines.first ?? "") + " "
            outcome.told += told.hasPrefix("failed") ? [told] : Array(lines.dropFirst())
        }
        let columns = "'date','type','subtype','symbol','quantity','price','amount','fee','tax','currency','cash','account'"
        outcome.entries = try session.text("activities{}:select(\(columns)):csv()").split(separator: "\n").map(String.init).sorted()
        return outcome
    }

    @Test(
        "A file is read alike in whatever encoding, with whatever line ends, delimiters, order of rows and columns, and case of headings it comes",
        arguments: BrokerFile.all.filter { $0.importer != "interactive-brokers-flex" })
    func alike(file: BrokerFile) throws {
        let table = try BrokerTable(file), plain = try outcome([Data(table.text.utf8)], file)
        for shape in BrokerShape.alike where !(shape.isOfColumns && file.importer.hasPrefix("degiro")) {
            guard let data = shape.make(table) else { continue }
            let found = try outcome([data], file)
            #expect(found.beyond(plain).isEmpty && plain.beyond(found).isEmpty, "\(shape.name): \(found.told) \(found.beyond(plain)) \(plain.beyond(found))")
            #expect(found.added == plain.added, "\(shape.name)")
        }
    }

    @Test(
        "What makes another file of it is told, and never a wrong figure or a row less in silence", arguments: BrokerFile.all.filter { $0.importer != "interactive-brokers-flex" })
    func told(file: BrokerFile) throws {
        let table = try BrokerTable(file), plain = try outcome([Data(table.text.utf8)], file)
        for shape in BrokerShape.told + (file.importer.hasPrefix("degiro") ? BrokerShape.alike.filter(\.isOfColumns) : []) {
            guard let data = shape.make(table) else { continue }
            let found = try outcome([data], file)
            #expect(found.beyond(plain).isEmpty, "\(shape.name): \(found.beyond(plain))")
            #expect(plain.beyond(found).isEmpty || found.told.allSatisfy { $0.count > 15 } && !found.told.isEmpty, "\(shape.name): \(found.told)")
        }
    }

    @Test(
        "Of two files whose periods overlap the second adds its new rows alone, whichever comes first",
        arguments: BrokerFile.all.filter { !$0.importer.hasPrefix("interactive-brokers") })
    func overlapping(file: BrokerFile) throws {
        let table = try BrokerTable(file), plain = try outcome([Data(table.text.utf8)], file), head = try #require(table.header)
        let body = table.rows[(head + 1)...], first = body.prefix(body.count * 2 / 3), second = body.dropFirst(body.count / 3)
        let parts = [first, second].map { Data(table.text(Array(table.rows[...head]) + Array($0)).utf8) }
        for files in [parts, parts.reversed()] {
            let found = try outcome(files, file)
            #expect(found.beyond(plain).isEmpty, "\(found.beyond(plain))")
            #expect(plain.beyond(found).isEmpty || !found.told.isEmpty, "\(plain.beyond(found))")
        }
    }

    @Test(
        "A row in which the file was cut off is refused or its file is, and never left out",
        arguments: BrokerFile.all.filter { $0.importer != "interactive-brokers-flex" && !["fidelity", "vanguard", "degiro-account-nl"].contains($0.name) })
    func cut(file: BrokerFile) throws {
        let text = try BrokerTable(file).text.trimmingCharacters(in: .newlines), last = text.split(separator: "\n").last ?? ""
        let plain = try outcome([Data(text.utf8)], file), found = try outcome([Data(text.dropLast(last.count * 2 / 3).utf8)], file)
        #expect(found.beyond(plain).isEmpty)
        #expect(plain.beyond(found).isEmpty || !found.told.isEmpty)
    }

    @Test("A Flex query is read alike in UTF-16, in Windows-1252, and with whatever line ends")
    func flex() throws {
        let file = try #require(BrokerFile.all.first { $0.importer == "interactive-brokers-flex" })
        let text = try String(contentsOfFile: file.path, encoding: .utf8), plain = try outcome([Data(text.utf8)], file)
        let latin = text.replacing("QUARZB &amp; SONS", with: "QUARZB é SONS").replacing("UTF-8", with: "windows-1252")
        let shapes: [Data?] = [
            Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), Data(text.replacing("\n", with: "\r\n").utf8), Data(text.replacing("\n", with: "\r").utf8),
            Data([0xFF, 0xFE]) + (text.replacing("UTF-8", with: "UTF-16").data(using: .utf16LittleEndian) ?? Data()), latin.data(using: .windowsCP1252),
        ]
        for data in shapes {
            let found = try outcome([try #require(data)], file)
            #expect(found.beyond(plain).isEmpty && plain.beyond(found).isEmpty, "\(found.told)")
        }
    }
}
