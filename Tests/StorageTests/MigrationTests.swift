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
        let backup = "family.luca.backups/family-before-version-\(Self.next.number)-2026-01-02T030304Z.luca"
        #expect(try book.latestBackup()?.path == folder.file(backup))
        let old = try Book.open(path: folder.file(backup), mode: .readOnly, clock: Sample.clock)
        #expect(try old.verify().head == head)
        book.close()
        #expect(storageError { _ = try open(.current) }?.kind == .newer)
        #expect(try open(Self.next).ledger.activities.count == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("family.luca.backups")).filter { $0.hasSuffix(".luca") }.count == 1)
    }

    @Test("A file of the layout before clones is brought up to date, with the same chain, and no clone")
    func beforeClones() throws {
        let old = Schema(versions: Array(Schema.current.versions.prefix(2)))
        #expect(old.number == 7)
        let book = try open(old)
        try Sample.fill(book)
        let head = try book.verify().head
        book.close()
        let migrated = try open(.current)
        #expect(try migrated.verify().isSound && migrated.verify().head == head && migrated.origin == nil && migrated.offers().isEmpty)
        let raw = try RawDatabase(folder.file("family.luca"))
        #expect(try raw.texts("PRAGMA user_version") == ["\(Schema.current.number)"])
        #expect(try raw.texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('origin', 'offer') ORDER BY 1") == ["offer", "origin"])
    }

    @Test func anOlderFileIsNotMigratedForReading() throws {
        try makeOldBook()
        let bytes = folder.bytes("family.luca")
        let error = storageError { _ = try open(Self.next, .readOnly) }
        #expect(
            error?.description
                == """
                family.luca has to be brought up to date first: its format is version \(Schema.current.number), and this program reads version \(Self.next.number). \
                Open it once for writing; a backup is made before.
                """)
        #expect(folder.bytes("family.luca") == bytes)
    }

    @Test func aMigrationThatFailsLeavesTheFileAsItWas() throws {
        try makeOldBook()
        let broken = Schema(
            versions: Schema.current.versions + [
                Schema.Version(statements: ["CREATE TABLE extra (a)", "CREATE TABLE extra (a)"])
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
        #expect(!folder.names.contains("family.luca.backups"))
    }

    /// A file of the first layout as it was first given away, kept as SQL. It must open for ever, with the same entries and the same chain.
    @Test func theFirstReleaseOpensForEver() throws {
        try RawDatabase(folder.file("family.luca")).run(FirstRelease.sql)
        let book = try open(.current)
        let report = try book.verify()
        #expect(report.isSound, "\(report.problems)")
        #expect(report.entryCount == FirstRelease.entries)
        #expect(report.head.hash.description == FirstRelease.hash)
        #expect(try book.ledger.accounts.map(\.name) == ["Brokerage", "Spaß & Sparen", "House"])
        #expect(try book.quotes().count == 1)
        #expect(try book.recordedBy(EntryID(1)) == nil)
        #expect(try book.recordedBy(EntryID(report.head.sequence)) == "ada")
        try book.append(Sample.deposit("1"))
        #expect(try book.verify().isSound)
    }

    @Test("A book of a luca in development is refused, and left as it is", arguments: 1...5)
    func developmentBooksAreRefused(version: Int) throws {
        try RawDatabase(folder.file("family.luca")).run(
            "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version); CREATE TABLE grdb_migrations (identifier TEXT)")
        let bytes = folder.bytes("family.luca")
        for mode in [Book.Mode.readWrite, .readOnly] {
            let error = storageError { _ = try open(.current, mode) }
            #expect(error?.kind == .outdated)
            #expect(error?.description.contains("export(\"folder\", \"book\")") == true, "\(error.map(String.init(describing:)) ?? "opened")")
        }
        #expect(folder.bytes("family.luca") == bytes)
        #expect(folder.names == ["family.luca"])
    }
}
