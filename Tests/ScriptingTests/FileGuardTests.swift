import Foundation
import LuaKit
import Storage
import TestSupport
import Testing
@testable import Scripting

@Suite("Files out, and books")
struct FileGuardTests {
    private let folder: TemporaryFolder
    private let session: ScriptSession
    private var book: String { folder.path + "/family.luca" }
    private var other: String { folder.path + "/other.luca" }

    init() throws {
        folder = try TemporaryFolder()
        session = try ScriptSession.small(at: folder.path + "/family.luca")
        try session.run("plan{ready=true}")
        try ScriptSession.small(at: folder.path + "/other.luca").runtime.close()
        #expect(symlink(book, folder.path + "/soft") == 0 && link(book, folder.path + "/hard") == 0 && link(other, folder.path + "/trades.csv") == 0)
    }

    private static let waysOut = [
        "cash{}:csv(PATH)", "cash{}:json(PATH)", "cash{}:markdown(PATH)", "export(PATH)", "export(PATH, 'quotes')", "export(PATH, 'portfolio-ledger-json')",
        "export(PATH, 'reserve-history-db')", "io.open(PATH, 'w')", "io.open(PATH, 'r+b')", "io.open(PATH, 'a')", "io.output(PATH)", "os.rename('/nowhere', PATH)",
    ]

    @Test("No way out takes a book, by whatever name", arguments: waysOut)
    func refused(way: String) throws {
        let before = try Data(contentsOf: URL(filePath: other))
        for name in ["family.luca", "soft", "hard", "other.luca", "trades.csv", "family.luca-wal", "family.luca-shm", "family.luca-journal", "./family.luca", "other.luca-wal"] {
            let failure = try session.failure(way.replacing("PATH", with: "'\(folder.path)/\(name)'"))
            #expect(failure.kind == "file" && failure.hint?.contains("choose another name") == true, "\(name): \(failure.message)")
        }
        #expect(try session.text("#activities{}, (verify())") == "2, true")
        #expect(try Data(contentsOf: URL(filePath: other)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".part") }.isEmpty)
    }

    @Test("The book that is open is neither read, removed nor moved; another may be")
    func reading() throws {
        for way in ["import(PATH)", "io.open(PATH)", "io.lines(PATH)", "io.input(PATH)", "os.remove(PATH)", "os.rename(PATH, '/tmp/x')", "run(PATH)"] {
            for name in ["family.luca", "soft", "hard"] {
                #expect(try session.message(way.replacing("PATH", with: "'\(folder.path)/\(name)'")).contains("is the book that is open"), "\(way) \(name)")
            }
        }
        #expect(try session.text("io.open('\(other)', 'rb'):read(6), os.remove('\(folder.path)/trades.csv')") == "SQLite, true")
        #expect(try session.text("(verify())") == "true")
    }

    @Test("A folder with a file that leads to a book is left as it is")
    func folders() throws {
        let path = folder.path + "/out"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(symlink(book, path + "/quotes.csv") == 0)
        #expect(try session.message("export('\(path)', 'book')").contains("is the book that is open"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["quotes.csv"])
    }

    @Test("Another file is replaced whole or not at all")
    func others() throws {
        let path = folder.path + "/history.db"
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        try session.run("export('\(path)', 'reserve-history-db') cash{}:csv('\(folder.path)/cash.csv')")
        #expect(try String(decoding: Data(contentsOf: URL(filePath: path)).prefix(6), as: UTF8.self) == "SQLite")
        #expect(try session.text("io.open('\(folder.path)/cash.csv'):read('l')") == "account,currency,balance")
        // What has the name that a draft once had stays.
        #expect(link(other, folder.path + "/cash.csv.part") == 0)
        try session.run("cash{}:csv('\(folder.path)/cash.csv')")
        #expect(BookGuard.isBook(folder.path + "/cash.csv.part"))
        #expect(try session.text("cash{}:csv('/dev/null') > 0") == "true")
    }
}
