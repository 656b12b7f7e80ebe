import Foundation
import LuaFormats
import TestSupport
import Testing

@Suite("Importing archives of one file")
struct ArchiveImportTests {
    private let folder: TemporaryFolder
    private let session: ScriptSession

    init() throws {
        folder = try TemporaryFolder()
        session = try ScriptSession(at: folder.path + "/test.luca", today: "2026-10-31")
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
        return "\(folder.path)/\(name)"
    }

    @Test("The table in it is read as if it stood there by itself, whatever the archive is called")
    func table() throws {
        let rates = "Date, USD, GBP, \n31 December 2014, 1.2141, 0.7789, \n"
        let path = try write("rates", SmallArchive.stored([("notes.txt", "hello"), ("eurofxref.csv", rates), ("__MACOSX/eurofxref.csv", "x")]))
        #expect(try session.text("import('\(path)')[1].verdict, #rates{}, rate('EUR', 'USD').rate") == "rate, 2, 1.2141")
        var planned = try session.runtime.planImport(path, ImportSettings(), checks: true)
        #expect(planned.refusedCount == 0)
        #expect(try planned.carryOut())
    }

    @Test("What is broken or holds several tables is refused with what to do")
    func refused() throws {
        let whole = SmallArchive.stored([("a.csv", "Date,USD\n")])
        for (bytes, sentence) in [
            (Array(whole.dropLast(30)), "the archive is broken or not whole (fetch it again"),
            (SmallArchive.stored([("a.csv", "x"), ("b.csv", "y")]), "the archive has \"a.csv\", \"b.csv\" in it, and one file is wanted (unpack it"),
            (SmallArchive.stored([("portfolio.xml", "<client/>"), ("a.csv", "x")]), "the archive has \"portfolio.xml\", \"a.csv\" in it, and one file is wanted"),
            (SmallArchive.stored([("a.txt", "x")]), "the archive has no CSV and no XML in it"),
            (Array(whole.prefix(36)) + [0x44] + whole.dropFirst(37), "a.csv in the archive cannot be unpacked"),
        ] as [([UInt8], String)] {
            let path = try write("broken.zip", bytes), message = try session.message("import('\(path)')")
            #expect(message.hasPrefix("\(path): \(sentence)"), "\(message)")
        }
    }

    @Test("The central bank's own archive, whole", .enabled(if: SharedData.euroRates != nil, "\(SharedData.absence)"))
    func history() throws {
        let path = try #require(SharedData.euroRates)
        #expect(try session.text("#import('\(path)'), #rates{}, rates{}:distinct('to'):count()") == "7126, 221702, 41")
        #expect(try session.text("rate('JPY', 'SEK', '2020-03-19').rate") == "0.094009103936609627")
    }
}
