import Foundation
import Ledger
import Testing
import Values

@testable import Storage

/// Permissions do not bind the superuser, so these tests open the books as somebody else where they are run as that; else as they are.
@Suite("Files and folders that may only be read, or not at all")
struct PermissionTests {
    private let folder = TemporaryFolder()
    private let user = getuid() == 0 ? "65534" : "0"

    init() throws {
        chmod(folder.path, 0o755)
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        try Sample.fill(book)
        book.close()
    }

    /// What opening says, after making sure that it left the folder as it was.
    private func open(_ mode: Book.Mode, _ name: String = "family.luca") throws -> [String] {
        let before = folder.names.map { ($0, folder.bytes($0)) }
        let lines = try WriterProcess.run(["open", folder.file(name), mode.rawValue, user])
        #expect(folder.names == before.map(\.0))
        for (name, bytes) in before { #expect(folder.bytes(name) == bytes) }
        return lines
    }

    @Test func aFileThatMayOnlyBeRead() throws {
        chmod(folder.file("family.luca"), 0o444)
        chmod(folder.path, 0o777)
        #expect(
            try open(.readWrite)
                == ["error read_only: family.luca may be read but not written. Change its permissions, or open it read-only."])
    }

    @Test func aFolderThatMayOnlyBeRead() throws {
        chmod(folder.file("family.luca"), 0o666)
        chmod(folder.path, 0o555)
        #expect(
            try open(.readWrite)
                == [
                    """
                    error read_only: family.luca cannot be written, because its folder \(folder.path) may only be read: \
                    a book keeps a journal file beside it. Open it read-only, or copy it to a folder of yours.
                    """
                ])
        #expect(try open(.readOnly) == ["opened 2", "queried [Storage.QueryValue.integer(2)]"])
        #expect(
            try open(.readWrite, "new.luca")
                == [
                    """
                    error read_only: new.luca cannot be written, because its folder \(folder.path) may only be read: \
                    a book keeps a journal file beside it. Open it read-only, or copy it to a folder of yours.
                    """
                ])
        chmod(folder.path, 0o755)
    }

    @Test func aFileThatMayNotBeRead() throws {
        chmod(folder.file("family.luca"), 0o000)
        for mode in [Book.Mode.readWrite, .readOnly] {
            #expect(
                try open(mode)
                    == ["error unreadable: family.luca may not be read: Permission denied. Ask its owner for permission to read it."])
        }
        chmod(folder.file("family.luca"), 0o644)
    }

    @Test func aFolderThatMayNotBeEntered() throws {
        chmod(folder.path, 0o600)
        let lines = try WriterProcess.run(["open", folder.file("family.luca"), "readWrite", user])
        chmod(folder.path, 0o755)
        #expect(lines == ["error unreadable: family.luca may not be read: Permission denied. Ask its owner for permission to read it."])
    }

    @Test(.enabled(if: Mounting.isPermitted, "a read-only file system can be mounted only by those who may mount"))
    func aFileSystemThatMayOnlyBeRead() throws {
        let script = """
            mount --bind '\(folder.path)' '\(folder.path)' && mount -o remount,bind,ro '\(folder.path)' &&
            '\(WriterProcess.path)' open '\(folder.file("family.luca"))'
            """
        let write = try WriterProcess.run(["-m", "sh", "-c", "\(script) readWrite 0"], through: Mounting.unshare)
        #expect(write == ["error read_only: family.luca may be read but not written. Change its permissions, or open it read-only."])
        let read = try WriterProcess.run(["-m", "sh", "-c", "\(script) readOnly 0"], through: Mounting.unshare)
        #expect(read == ["opened 2", "queried [Storage.QueryValue.integer(2)]"])
    }
}
