import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("Older and newer layouts of the file")
struct MigrationTests {
    private let folder = TemporaryFolder()

    /// A layout with one version more than there is: a new column at the end of the activities, and a new table.
    private static let next = Schema(
        versions: Schema.current.versions + [
            Schema.Version(
                name: "5 a test's own",
                statements: ["ALTER TABLE activity ADD COLUMN lots TEXT", "CREATE TABLE extra (a INTEGER) STRICT"])
        ])

    private func open(_ schema: Schema, _ mode: Book.Mode = .readWrite) throws -> Book {
        try Book.open(path: folder.file("family.luca"), mode: mode, schema: schema, clock: Sample.clock)
    }

    private func makeOldBook() throws {
        let book = try open(.current)
        try Sample.fill(book)
        book.close()
    }

    @Test func anOlderFileIsBackedUpAndMigrated() throws {
        try makeOldBook()
        let head = try open(.current, .readOnly).verify().head
        let book = try open(Self.next)
        #expect(try book.verify().isSound)
        #expect(try book.verify().head == head)
        try book.append(Sample.deposit("1"))
        #expect(try book.verify().isSound)
        let backup = "family-before-version-5-2026-01-02T030304Z.luca"
        #expect(folder.names.contains(backup))
        let old = try Book.open(path: folder.file(backup), mode: .readOnly, clock: Sample.clock)
        #expect(try old.verify().head == head)
        book.close()
        #expect(storageError { _ = try open(.current) }?.kind == .newer)
        #expect(try open(Self.next).ledger.activities.count == 3)
        #expect(folder.names.filter { $0.contains("before-version") && $0.hasSuffix(".luca") }.count == 1)
    }

    @Test func anOlderFileIsNotMigratedForReading() throws {
        try makeOldBook()
        let bytes = folder.bytes("family.luca")
        let error = storageError { _ = try open(Self.next, .readOnly) }
        #expect(
            error?.description
                == """
                family.luca has to be brought up to date first: its format is version 4, and this program reads version 5. \
                Open it once for writing; a backup is made before.
                """)
        #expect(folder.bytes("family.luca") == bytes)
    }

    @Test func aMigrationThatFailsLeavesTheFileAsItWas() throws {
        try makeOldBook()
        let broken = Schema(
            versions: Schema.current.versions + [
                Schema.Version(name: "5 broken", statements: ["CREATE TABLE extra (a)", "CREATE TABLE extra (a)"])
            ])
        #expect(storageError { _ = try open(broken) } != nil)
        let book = try open(.current)
        #expect(try book.verify().isSound)
        #expect(try RawDatabase(folder.file("family.luca")).texts("SELECT name FROM sqlite_schema WHERE name = 'extra'") == [])
    }

    @Test func aNewFileOfALaterLayoutNeedsNoMigration() throws {
        let book = try open(Self.next)
        try Sample.fill(book)
        #expect(try book.verify().isSound)
        book.close()
        #expect(try open(Self.next).ledger.activities.count == 2)
        #expect(folder.names.filter { $0.contains("before-version") }.isEmpty)
    }

    /// A file of version 1 as it was first given away, kept as SQL. It must open for ever, with the same entries and the same chain.
    @Test func theFirstVersionOpensForEver() throws {
        try RawDatabase(folder.file("family.luca")).run(VersionOne.sql)
        let book = try open(.current)
        let report = try book.verify()
        #expect(report.isSound, "\(report.problems)")
        #expect(report.entryCount == 9)
        #expect(report.head.hash.description == "e1ef262714e0eb7a9a8f3d8c25c51da8a547f83780b2df3b453101459ce19389")
        #expect(try book.ledger.accounts.map(\.name) == ["Brokerage", "Spaß & Sparen"])
        #expect(try book.quotes().count == 2)
        try book.append(Sample.deposit("1"))
        #expect(try book.verify().isSound)
    }
}
