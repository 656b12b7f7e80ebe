import Formats
import Frames
import LuaKit
import LuaSurface
import Session
import Storage

extension Runtime {
    /// The forms of exports, by the names that people type.
    public static var exportForms: [String] { BookExport.allCases.map(\.rawValue) }

    /// The form that the name of a file tells by its ending, such as `beancount`; nil where it tells none.
    public static func exportForm(ofFile path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        return name.split(separator: ".").dropFirst().last.flatMap { BookExport.form(ofEnding: $0.lowercased()) }?.rawValue
    }

    /// What is exported to a file where nobody says it: what the name tells, else the transactions.
    public static func usualExport(to path: String) -> String { exportForm(ofFile: path) ?? BookExport.transactions.rawValue }

    /// Refuses the name of an export that there is not.
    public static func checkExportForm(_ name: String) throws { _ = try BookExport.named(name) }

    /// Whether a form of exports is of a program that keeps fees and taxes apart from what units cost and bring.
    public static func keepsChargesApart(_ form: String) throws -> Bool { try BookExport.named(form).isDoubleEntry }

    /// Has the book keep fees and taxes apart from what units cost and bring, or count them as it does unless told otherwise. A whole book that is read brings its own settings, and goes
    /// into an empty one.
    public func keepCharges(apart: Bool, reading path: String) throws {
        if BookFolder(path: path, files: files).isThere { return }
        for key in ["fees_in_cost", "taxes_in_cost"] { try requireBook().set(key, to: apart ? "false" : "") }
    }

    /// The text of an export of one file, such as `transactions`, and sentences on what the form cannot hold.
    public func exportText(_ what: String) throws -> (text: String, leftOut: [String]) {
        let form = try BookExport.named(what)
        guard !form.isFolder else { throw LuaMisuse("the export \(what) is several files", hint: "name a folder for them") }
        guard !form.isDatabase else { throw LuaMisuse("the export \(what) is a database and no text", hint: "name a file for it") }
        try checkMasking(form)
        let export = try form.files(of: requireBook(), on: today)
        return (export.files[0].text, try export.leftOut + plainness(of: requireBook(), "what is exported"))
    }

    /// What is said of an export of an encrypted book.
    private func plainness(of book: Book, _ what: String) -> [String] {
        [book.plainNotice(of: what)].compactMap(\.self)
    }

    /// Writes an export to a file or a folder. Returns its number of bytes, and sentences on what the form cannot hold.
    public func export(_ what: String, to path: String) throws -> (bytes: Int, leftOut: [String]) { try export(what, of: requireBook(), to: path) }

    /// Writes an export of a book to a file or a folder. Returns its number of bytes, and sentences on what the form cannot hold.
    func export(_ what: String, of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        let written = try exportInForm(what, of: book, to: path)
        return (written.bytes, written.leftOut + plainness(of: book, path))
    }

    private func exportInForm(_ what: String, of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        let form = try BookExport.named(what)
        if let workbook = try exportWorkbook(form, of: book, to: path) { return workbook }
        try checkMasking(form)
        // That a file is a book weighs more than what its name promises.
        if !form.isFolder { try files.checkWriting(path) }
        try form.checkName(path)
        try checkReplacing(path, form)
        switch form {
        case .sqlite: return try exportDatabase(of: book, to: path)
        case .csv: return try exportTables(of: book, to: path)
        case .reserveDatabase: return try exportReserveDatabase(of: book, to: path)
        default: break
        }
        let export = try form.files(of: book, on: today)
        let bytes = try form.isFolder ? files.writeFolder(path, export.files) : writeFile(path, export.files[0].text)
        return (bytes, export.leftOut)
    }

    /// Refuses a file of figures while they are masked: other programs would read the masks as none, and what is written is to be shown.
    private func checkMasking(_ form: BookExport) throws {
        guard filing.privacy, form.holdsFigures else { return }
        throw LuaMisuse(
            "export: figures are masked, and \(form.rawValue) would hold them as they are", field: "what",
            hint: "export(\"FOLDER\", \"csv\") writes tables with masks; .privacy off, or no --privacy, shows the figures",
            kind: "privacy")
    }

    /// Refuses to write over a ledger that somebody keeps by hand. One that luca wrote and somebody has changed is kept under another name.
    private func checkReplacing(_ path: String, _ form: BookExport) throws {
        guard form.isDoubleEntry, let bytes = try files.readIfThere(path), !bytes.isEmpty else { return }
        if String(decoding: bytes.prefix(200), as: UTF8.self).contains("Exported by luca") {
            if !ExportSeal.isWhole(bytes) { try keepChanged(path, bytes) }
            return
        }
        throw LuaMisuse(
            "export: \(path) is there, and luca did not write it", field: "path", hint: "name another file, or move this one away if it is no ledger of yours",
            kind: "already_exists")
    }

    /// Keeps a file that was changed since luca wrote it, and tells where.
    private func keepChanged(_ path: String, _ bytes: [UInt8]) throws {
        let place = path.lastIndex(of: ".").flatMap { path[$0...].contains("/") ? nil : $0 } ?? path.endIndex
        var number = 1
        while files.isThere("\(path[..<place])-changed-\(number)\(path[place...])") { number += 1 }
        let kept = "\(path[..<place])-changed-\(number)\(path[place...])"
        _ = try files.write(kept) { sink in try bytes.withUnsafeBufferPointer { try sink($0) } }
        notice("\(path) was changed since luca wrote it, and is kept as \(kept): import that, unless the book has already what was added there")
    }

    private func exportReserveDatabase(of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        let history = try BookExport.history(of: book)
        let bytes = try files.replace(path) { draft in
            do { try ReserveHistory.write(history.rows, to: draft) } catch let error as StorageError { throw error.naming(path, insteadOf: draft) }
            return try files.read(draft).count
        }
        return (bytes, history.leftOut)
    }

    /// Writes a text to a file, whole or not at all. Returns its bytes.
    public func writeFile(_ path: String, _ text: String) throws -> Int {
        var text = text
        return try text.withUTF8 { bytes in try files.write(path) { sink in try sink(bytes) } }
    }
}
