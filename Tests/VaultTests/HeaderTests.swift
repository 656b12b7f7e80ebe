import Testing

@testable import Vault

@Suite("The header of an encrypted file")
struct HeaderTests {
    private let key = EncryptedDatabase.made.key
    private let header = EncryptedDatabase.made.header

    /// A header as a file begins with it, twice.
    private func twice(_ header: VaultHeader) -> [UInt8] { header.bytes + header.bytes }

    @Test("The passphrase opens it, and so does the recovery key however it is typed")
    func opens() throws {
        let text = EncryptedDatabase.recovery.text
        #expect(text.count == 39 && text.split(separator: "-").allSatisfy { $0.count == 4 })
        for typed in ["correct horse battery staple", text, text.lowercased(), text.replacing("-", with: " "), text.replacing("0", with: "o").replacing("1", with: "l")] {
            let opened = try BookKey.open(header, with: EncryptedDatabase.secret(typed))
            #expect(header.isProved(by: opened))
        }
    }

    @Test("Nothing else opens it", arguments: ["", "correct horse battery stapl", "Correct horse battery staple", "0000-0000-0000-0000-0000-0000-0000-0000"])
    func staysClosed(typed: String) {
        #expect(throws: VaultError.wrongPassphrase) { try BookKey.open(header, with: EncryptedDatabase.secret(typed)) }
    }

    @Test("Each flipped bit of it is found")
    func flippedBits() {
        for place in 0..<VaultHeader.size {
            var bytes = header.bytes
            bytes[place] ^= 1 << UInt8(place % 8)
            let found = try? VaultHeader.whole(bytes + bytes)[0]
            #expect(found == nil || found?.isProved(by: key) == false, "byte \(place)")
        }
    }

    @Test("Of two headers the newer counts, and the whole one where the other is not")
    func twoHeaders() throws {
        let newer = header.changed(by: key) { $0.countUp() }, torn = Array(newer.bytes[..<2000]) + Array(header.bytes[2000...])
        #expect(try VaultHeader.whole(header.bytes + newer.bytes)[0] == newer)
        #expect(try VaultHeader.whole(newer.bytes + header.bytes)[0] == newer)
        #expect(try VaultHeader.whole(torn + header.bytes)[0] == header)
        #expect(throws: VaultError.damagedHeader) { try VaultHeader.whole(torn + torn) }
        #expect(throws: VaultError.damagedHeader) { try VaultHeader.whole(Array(header.bytes[..<300]) + [UInt8](repeating: 0, count: VaultHeader.sizeOfBoth - 300)) }
    }

    @Test(
        "Less work than a passphrase needs, or more than anybody waits for, is refused before it is begun",
        arguments: [(2, 65536), (3, 65535), (3, 8), (11, 65536), (1_000_000, 65536), (3, 1_048_577), (3, 4_194_304)])
    func work(passes: Int, kibibytes: Int) {
        #expect(!VaultHeader.Work(passes: passes, kibibytes: kibibytes).isReasonable)
        let asking = header.changed(by: key) {
            $0.set(24..<28, (0..<4).map { UInt8(truncatingIfNeeded: passes >> (24 - 8 * $0)) })
            $0.set(28..<32, (0..<4).map { UInt8(truncatingIfNeeded: kibibytes >> (24 - 8 * $0)) })
        }
        #expect(throws: VaultError.unreasonableParameters) { try VaultHeader.whole(twice(asking)) }
    }

    @Test("A later layout is told as one")
    func laterLayout() {
        let later = header.changed(by: key) { $0.set(16..<20, [0, 0, 0, 2]) }
        #expect(throws: VaultError.newerLayout(2)) { try VaultHeader.whole(twice(later)) }
    }

    @Test("Another passphrase opens the same key, and the one before no more; the recovery key stays")
    func anotherPassphrase() throws {
        let changed = try key.wrapped(in: header, EncryptedDatabase.secret("new"))
        #expect(changed.isProved(by: try BookKey.open(changed, with: EncryptedDatabase.secret("new"))))
        #expect(changed.isProved(by: try BookKey.open(changed, with: EncryptedDatabase.secret(EncryptedDatabase.recovery.text))))
        #expect(throws: VaultError.wrongPassphrase) { try BookKey.open(changed, with: EncryptedDatabase.passphrase) }
        #expect((changed.fileID, changed.bookID) == (header.fileID, header.bookID) && changed.generation == header.generation + 1)
    }

    @Test("A copy has the book's key and a number of its own")
    func copy() throws {
        let copy = key.header(forCopyOf: header)
        #expect(copy.isProved(by: key) && copy.bookID == header.bookID && copy.fileID != header.fileID)
    }

    @Test("A machine without libsodium is told of")
    func noLibrary() {
        #expect(!Sodium.canLoad("libsodium.so.0 libnothing.so"))
        #expect(Sodium.canLoad("libnothing.so libsodium.so.23"))
    }
}
