import Foundation

/// Files of activities that are made from those of the generator, in few lines and without loading them whole into objects.
enum BookFiles {
    /// Runs the generator.
    static func generate(_ generator: String, _ arguments: [String]) throws {
        guard try spawn(["python3", generator] + arguments).status == 0 else { throw BenchError(message: "the book generator failed") }
    }

    /// The same history for so many families: each row once for each, its account with a letter of the family behind its name. Rows of prices, which have no
    /// account, stay as they are.
    static func multiply(_ source: String, by count: Int, writing target: String) throws {
        let script = """
            BEGIN { FS = OFS = "," } NR == 1 || $3 == "" { print; next } \
            { account = $3; for (n = 0; n < \(count); n++) { $3 = account sprintf("%c", 65 + n); print } }
            """
        try awk(script, source, target)
    }

    /// Gives each row a note, and moves cash between the first two accounts after each twentieth row.
    static func addTransfersAndNotes(to source: String, writing target: String) throws {
        let script = """
            BEGIN { FS = OFS = "," } NR == 1 { print $0, "group"; next } \
            { $10 = "as told by the broker on page " NR % 900; print $0, "" } \
            NR % 20 == 0 { print $1, "transfer_out", "Broker1", "", "", "", "", "-1.00", "USD", "move " NR, "t" NR; \
            print $1, "transfer_in", "Broker2", "", "", "", "", "1.00", "USD", "move " NR, "t" NR }
            """
        try awk(script, source, target)
    }

    private static func awk(_ script: String, _ source: String, _ target: String) throws {
        // It prints into a file of its own, which gets its name when it is whole.
        let program = "awk '\(script)' '\(source)' >'\(target).new' && mv '\(target).new' '\(target)'"
        guard try spawn(["sh", "-c", program]).status == 0 else { throw BenchError(message: "awk cannot write \(target)") }
    }
}
