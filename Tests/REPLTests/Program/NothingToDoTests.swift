import Foundation
import TestSupport
import Testing

@Suite("Paths that lead to no book, and imports that add nothing", .enabled(if: BuiltProgram.path != nil))
struct NothingToDoTests {
    @Test("An empty name names no file, and a link to itself is told as what it is")
    func noName() throws {
        let folder = try TemporaryFolder()
        for arguments in [[""], ["--book", ""], ["--book", "", "verify"], ["--book", "", "-e", "1"]] {
            let result = try BuiltProgram.run(arguments, home: folder.path)
            #expect(result.code != 0 && result.errors.contains("an empty name names no file"), "\(arguments) \(result)")
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop.luca", withDestinationPath: "loop.luca")
        for arguments in [["loop.luca"], ["--book", "loop.luca", "verify"], ["--book", "loop.luca", "backup"], ["--book", "loop.luca", "-e", "#accounts()"]] {
            let result = try BuiltProgram.run(arguments, home: folder.path)
            #expect(result.code == 1 && result.errors.contains("is a link that leads back to itself"), "\(arguments) \(result)")
        }
    }

    @Test("An import of rows that are all there says that there was nothing to add")
    func importedBefore() throws {
        let folder = try TemporaryFolder()
        try "date,account,type,amount,currency\n2024-01-03,A,deposit,5,USD\n".write(toFile: folder.path + "/o.csv", atomically: true, encoding: .utf8)
        let first = try BuiltProgram.run(["--book", "b.luca", "import", "o.csv", "--yes"], home: folder.path)
        #expect(first.code == 0 && first.output.hasSuffix("\nimported\n"), "\(first)")
        let second = try BuiltProgram.run(["--book", "b.luca", "import", "o.csv", "--yes"], home: folder.path)
        #expect(second.code == 0 && second.output.hasSuffix("1 already there\nnothing is imported: there was nothing to add\n"), "\(second)")
    }
}
