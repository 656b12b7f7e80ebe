import Foundation
import Glibc
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing

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

    /// Whether SQLite holds its lock on the book, asked through a descriptor that stays open until the question is answered for the last time.
    private func isLocked(_ descriptor: Int32) -> Bool {
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0x4000_0002, 510)
        // Owners of this kind of lock are descriptors, so that the locks of this process count as those of another.
        let ofDescriptor: Int32 = 36
        return fcntl(descriptor, ofDescriptor, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    @Test(
        "The locks on the open book stay, whatever a script asks to be read, run or looked for",
        arguments: [
            "dofile(PATH)", "loadfile(PATH)", "io.open(PATH)", "io.lines(PATH)", "io.input(PATH)", "import(PATH)", "run(PATH)",
            "package.searchpath('x', PATH)", "package.path = PATH; require 'x'", "package.path = PATH; pcall(require, 'x')", "export(PATH..'-wal')",
            "io.open(PATH..'-wal', 'w')", "backup(PATH..'-wal')", "cash{}:csv(PATH..'-shm')", "open(PATH..'-wal')", "provider.define{name='x', folder=PATH}",
        ])
    func locks(way: String) throws {
        let descriptor = open(book, O_RDONLY)
        defer { close(descriptor) }
        #expect(isLocked(descriptor))
        for name in ["family.luca", "soft", "hard"] {
            _ = try? session.run(way.replacing("PATH", with: "'\(folder.path)/\(name)'"))
            #expect(isLocked(descriptor), "\(name)")
        }
        #expect(try session.text("(verify())") == "true")
    }

    @Test("What runs a file refuses the open book with a sentence, and so does a module of its name")
    func running() throws {
        for way in ["dofile(PATH)", "loadfile(PATH)", "package.path = PATH; require 'x'"] {
            let failure = try session.failure(way.replacing("PATH", with: "'\(folder.path)/hard'"))
            #expect(failure.kind == "file" && failure.message.contains("is the book that is open"), "\(way): \(failure.message)")
        }
    }

    private func mode(_ path: String) throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }

    @Test(
        "A file that is written again keeps who may read it, and a link stays one",
        arguments: [
            "cash{}:csv(PATH)", "cash{}:json(PATH)", "export(PATH, 'quotes')", "export(PATH, 'reserve-history-db')",
        ])
    func again(way: String) throws {
        let path = folder.path + "/e", link = folder.path + "/l", nowhere = folder.path + "/n"
        try "old".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(chmod(path, 0o640) == 0 && symlink("e", link) == 0 && symlink("new", nowhere) == 0)
        for name in [path, link] {
            try session.run(way.replacing("PATH", with: "'\(name)'"))
            #expect(try mode(path) == 0o640)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "e" && Data(contentsOf: URL(filePath: path)) != Data("old".utf8))
        }
        // One that leads to nothing yet makes what it names.
        try session.run(way.replacing("PATH", with: "'\(nowhere)'"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: nowhere) == "new" && FileManager.default.fileExists(atPath: folder.path + "/new"))
    }

    @Test("A name of a file need be no UTF-8")
    func bytes() throws {
        try session.run(#"local f = assert(io.open('\#(folder.path)/caf\xe9.txt', 'w')) f:write('1') f:close()"#)
        #expect(try session.text(#"io.open('\#(folder.path)/caf\xe9.txt'):read('a')"#) == "1")
        #expect(try session.text(#"select(2, io.open('\#(folder.path)/caf\xe8.txt'))"#).contains("No such file"))
        // Under such a name too, a book is a book.
        let link = Array("\(folder.path)/".utf8.map { CChar(bitPattern: $0) }) + [CChar(bitPattern: 0xE9), 0]
        #expect(Glibc.link(other, link) == 0)
        #expect(try session.message(#"io.open('\#(folder.path)/\xe9', 'w')"#).contains("is a luca book"))
        #expect(try session.message(#"io.open('\#(folder.path)/\xe9-wal', 'w')"#).contains("keeps a part of itself"))
    }

    @Test("A module is looked for as Lua does it")
    func searchPath() throws {
        try session.run("local f = io.open('\(folder.path)/one.lua', 'w') f:write('return 7') f:close()")
        #expect(try session.text("package.searchpath('a.b', './?.x;;/no/?/?.y')") == "nil, no file './a/b.x'\n\tno file '/no/a/b/a/b.y'")
        #expect(try session.text("(package.searchpath('one', '/no/?;\(folder.path)/?.lua'))") == folder.path + "/one.lua")
        #expect(try session.text("(package.searchpath('o-e', '\(folder.path)/?.lua', '-', 'n'))") == folder.path + "/one.lua")
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
        #expect(BookProtection.isBook(folder.path + "/cash.csv.part"))
        #expect(try session.text("cash{}:csv('/dev/null') > 0") == "true")
    }
}
