import Foundation
import TestSupport
import Testing

/// The programs of beancount, run by the Python that has them: `LUCA_PYTHON`, else python3.
private enum BeancountScripts {
    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON"] ?? "/usr/bin/python3"

    static let areThere = (try? run("import beancount.scripts.example", []))?.code == 0

    /// What `bean-example` writes of a seed.
    static func example(seed: Int, to path: String) throws -> BuiltProgram.Result {
        let days = ["--date-begin", "2011-01-01", "--date-end", "2014-12-31", "--date-birth", "1980-04-01"]
        return try run("from beancount.scripts.example import main; main()", ["--seed", "\(seed)", "--output", path] + days)
    }

    /// What `bean-check` has to object to a file.
    static func check(_ path: String) throws -> BuiltProgram.Result { try run("from beancount.scripts.check import main; main()", [path]) }

    /// What the accounts of assets hold of money and of what has a cost, a line each; zeros are left out.
    static func holdings(_ path: String) throws -> Set<String> {
        let script = """
            import sys, collections
            from beancount import loader
            from beancount.core import data
            entries, errors, options = loader.load_file(sys.argv[1])
            held = collections.defaultdict(int)
            for entry in entries:
                if isinstance(entry, data.Transaction):
                    for posting in entry.postings:
                        if posting.account.startswith("Assets:") and (posting.cost or posting.units.currency == "USD"):
                            held[posting.account, posting.units.currency] += posting.units.number
            for (account, currency), number in held.items():
                if number:
                    print(account, currency, format(number.normalize(), "f"))
            """
        return Set(try run(script, [path]).output.split(separator: "\n").map(String.init))
    }

    private static func run(_ script: String, _ arguments: [String]) throws -> BuiltProgram.Result {
        let process = Process(), output = Pipe(), errors = Pipe()
        (process.executableURL, process.arguments) = (URL(filePath: python), ["-c", script] + arguments)
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile(), complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return BuiltProgram.Result(code: process.terminationStatus, output: String(decoding: text, as: UTF8.self), errors: String(decoding: complaint, as: UTF8.self))
    }
}

@Suite(
    "The example book of beancount", .enabled(if: BuiltProgram.path != nil),
    .enabled(if: BeancountScripts.areThere, "python3 has no module beancount; LUCA_PYTHON names one that has"))
struct BeancountExampleTests {
    @Test("It comes in without a refused row, its own figures are luca's, and what is exported passes bean-check and holds the same", arguments: [7, 1494])
    func example(seed: Int) throws {
        let folder = try TemporaryFolder(), home = folder.path, path = home + "/example.beancount"
        let made = try BeancountScripts.example(seed: seed, to: path)
        try #require(made.code == 0, "\(made)")
        let imported = try BuiltProgram.run(["--book", "b.luca", "import", "example.beancount", "--yes"], home: home)
        #expect(imported.code == 0 && imported.output.hasSuffix("imported\n"), "\(imported)")
        #expect(!imported.output.contains(" refused") && !imported.errors.contains("refused"), "\(imported)")
        #expect(imported.errors.contains("balances that the file tells agree with its transactions\n"), "\(imported)")
        let checked = try BuiltProgram.run(["convert", "example.beancount", "--check"], home: home)
        #expect(checked.code == 0 && !checked.errors.contains("differs"), "\(checked)")
        let count = checked.errors.split(separator: "\n").first { $0.hasSuffix(" figures that the file tells: luca's are the same") }?.prefix { $0.isNumber }
        #expect(count.flatMap { Int($0) } ?? 0 > 20, "\(checked)")
        let exported = try BuiltProgram.run(["--book", "b.luca", "export", "back.beancount", "--format", "beancount"], home: home)
        #expect(exported.code == 0, "\(exported)")
        let complaints = try BeancountScripts.check(home + "/back.beancount")
        #expect(complaints.code == 0 && complaints.output == "" && complaints.errors == "", "\(complaints)")
        // An account that holds money alone has it below, as all exported ones do.
        let before = Set(try BeancountScripts.holdings(path).map { $0.replacing("Checking USD", with: "Checking:Cash USD") })
        let after = try BeancountScripts.holdings(home + "/back.beancount")
        #expect(before.count > 5)
        #expect(before == after, "before alone \(before.subtracting(after).sorted()), after alone \(after.subtracting(before).sorted())")
        // Once more changes nothing.
        let again = try BuiltProgram.run(["--book", "b.luca", "import", "example.beancount", "--yes"], home: home)
        #expect(again.code == 0 && again.output.contains(" already there, ") && !again.output.contains(" add"), "\(again)")
    }
}
