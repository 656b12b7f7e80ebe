import Frames
import Ledger
import LuaKit
import LuaSurface
import Session
import Storage
import Values

/// Showing what a script would record.
extension Runtime {
    /// Runs a script on a branch of every book that is thrown away, and tells what it would have recorded, entry by entry, and of quotes
    /// and rates the first. Books that it opens are left as they were too, and exports are refused.
    ///
    /// - Throws: what the script fails with; then it would record nothing.
    public func dryRun(_ text: String, name: String, arguments: [String]) throws -> String {
        _ = try requireBook()
        return try leavingNothing("dry run of \(name)") {
            let before = try books.all.map { (names: try $0.book.definitions, $0.book) }
            for (_, book) in before { book.keepActLog() }
            do { _ = try runScript(text, name: name, arguments: arguments) } catch let error where Self.isGoodExit(error) {}
            return try books.all.enumerated().map { place, opened in
                let names = place < before.count ? before[place].names : nil
                return try dryRunReport(of: opened.book, names, named: books.all.count > 1)
            }.joined()
        }
    }

    /// Runs a script that is to prepare the session for a dry run, as a part of it: what it defines in Lua stays, and what it would record is
    /// told and forgotten.
    public func rehearse(file path: String) throws {
        try leavingNothing("dry run of \(path)") {
            for opened in books.all { opened.book.keepActLog() }
            do { try runScriptFile(path, arguments: []) } catch let error where Self.isGoodExit(error) {}
            guard books.all.contains(where: { $0.book.actLog.map { !$0.isEmpty } ?? false }) else { return }
            notice("\(path) records in the book whenever luca starts; before a dry run it did not, so what follows does without that")
        }
    }

    /// What one book would get.
    private func dryRunReport(of book: Book, _ names: Definitions?, named isNamed: Bool) throws -> String {
        let log = book.actLog ?? ActLog()
        let recorded = DryRunFrames(log, book, before: names)
        let isOther = book !== self.book
        // Another book is worth a word only where something would happen to it.
        if isOther, recorded.summary == nil { return "" }
        var text = isNamed ? "\(book.path ?? book.name):\n" : ""
        if let frame = try recorded.activities() { text += try frame.text(rendering) }
        if let frame = try recorded.others() { text += try frame.text(rendering) }
        for frame in try recorded.market() { text += try frame.text(rendering) }
        return text + (recorded.summary ?? "nothing") + " would be recorded; nothing was\n"
    }
}
