import Foundation
import SQLite
import Testing

@testable import Vault

/// A database in a folder of a test's own, encrypted with a key that all tests share: to stretch a passphrase takes half a second.
struct EncryptedDatabase {
    static let passphrase = secret("correct horse battery staple")
    static let recovery = try! RecoveryKey()
    static let made: (key: BookKey, header: VaultHeader) = {
        try! Sodium.load()
        let made = try! BookKey.make(pageSize: 4096, passphrase: passphrase, recovery: recovery)
        Keyring.add(made.key)
        return made
    }()

    let path: String

    init(pageSize: Int = 4096) throws {
        var template = Array("\(NSTemporaryDirectory())/luca-vault-XXXXXX".utf8CString)
        let folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
        path = "\(folder)/book.db"
        var header = Self.made.key.header(forCopyOf: Self.made.header)
        if pageSize != 4096 { header = header.withPageSize(pageSize, Self.made.key) }
        write(header.bytes + header.bytes)
    }

    static func secret(_ text: String) -> Secret {
        try! Sodium.load()
        return try! Array(text.utf8).withUnsafeBytes { try Secret(copying: $0) }
    }

    func connect(_ access: SQLiteAddress.Access = .readWrite) throws -> SQLiteConnection {
        try SQLiteConnection(SQLiteAddress(path: path, access: access), waiting: 0, vfs: Keyring.layer(over: nil))
    }

    func bytes(_ suffix: String = "") -> [UInt8] { FileManager.default.contents(atPath: path + suffix).map { Array($0) } ?? [] }

    func write(_ bytes: [UInt8], _ suffix: String = "") { try! Data(bytes).write(to: URL(fileURLWithPath: path + suffix)) }

    func remove() { try? FileManager.default.removeItem(atPath: String(path.dropLast("/book.db".count))) }
}

extension VaultHeader {
    /// The same of a database whose pages have another size.
    func withPageSize(_ size: Int, _ key: BookKey) -> VaultHeader {
        changed(by: key) { $0.set(20..<24, [UInt8(size >> 24 & 255), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)]) }
    }
}

extension SQLiteConnection {
    /// The first column of all rows, as texts.
    func texts(_ sql: String) throws -> [String] {
        let statement = try compile(sql)
        var texts: [String] = []
        while try next(statement) { texts.append(String(decoding: statement.text(0), as: UTF8.self)) }
        return texts
    }
}
