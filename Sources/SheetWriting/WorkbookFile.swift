import CXlsxWriter
import Values
import Workbooks

/// A workbook that is being written to a file, message by message.
final class WorkbookFile {
    /// Nil when it was closed.
    private var workbook: UnsafeMutablePointer<lxw_workbook>?
    private let properties: WorkbookProperties
    private var formats: CellFormats
    private var sheet: SheetWriter?
    private var warnings: [String] = []
    private var sheetCount = 0

    /// Begins a workbook at a path, which is written when it is closed.
    init(_ properties: WorkbookProperties, path: String) throws(WritingFailure) {
        let folder = properties.temporaryFolder
        let opened = folder.isEmpty ? cxlsx_workbook(path, nil, properties.isLarge) : folder.withCString { cxlsx_workbook(path, $0, properties.isLarge) }
        guard let opened else { throw WritingFailure("there is not enough memory for a workbook") }
        (workbook, self.properties, formats) = (opened, properties, CellFormats(workbook: opened))
        // Whole seconds; the moment 0 would stand for now.
        let seconds = Int(properties.created.microseconds / 1_000_000)
        let code = cxlsx_set_properties(opened, CellText.escaped(properties.title).text, CellText.escaped(properties.subject).text, Int64(seconds == 0 ? 1 : seconds))
        try WritingFailure.check(code, "telling the properties of the workbook")
    }

    deinit {
        if let workbook { lxw_workbook_free(workbook) }
    }

    /// Begins a sheet.
    func begin(_ layout: SheetLayout) throws(WritingFailure) {
        try finishSheet()
        guard let workbook else { throw WritingFailure("the workbook is closed") }
        sheet = try SheetWriter(layout, in: workbook, paper: properties.paper, formats: &formats)
        sheetCount += 1
    }

    /// Writes the next cells of the sheet that was begun last.
    func write(_ cells: [SheetCell]) throws(WritingFailure) {
        guard sheet != nil else { throw WritingFailure("cells came before a sheet") }
        try sheet?.write(cells)
    }

    /// Writes the file, and gives sentences on what in it is not as it was.
    func close() throws(WritingFailure) -> [String] {
        try finishSheet()
        guard let workbook, sheetCount > 0 else { throw WritingFailure("a workbook needs at least one sheet") }
        self.workbook = nil
        // Closing frees it, whatever comes of it.
        try WritingFailure.check(workbook_close(workbook), "writing the workbook")
        return warnings
    }

    private func finishSheet() throws(WritingFailure) {
        guard let workbook, var last = sheet else { return }
        guard last.isComplete else { throw WritingFailure("the rows of \"\(last.layout.name)\" broke off") }
        warnings += try last.finish(workbook, &formats)
        sheet = nil
    }
}

/// Why a workbook could not be written: a sentence without a full stop.
struct WritingFailure: Error {
    /// The reason.
    let message: String

    /// A reason.
    init(_ message: String) { self.message = message }

    /// Throws unless libxlsxwriter did what it was asked for.
    static func check(_ code: lxw_error, _ doing: @autoclosure () -> String) throws(WritingFailure) {
        if code != LXW_NO_ERROR { throw WritingFailure("\(doing()) failed: \(lowercased(String(cString: lxw_strerror(code))))") }
    }

    /// The words of libxlsxwriter, which begin with a capital letter and end with a full stop, as a part of a sentence.
    private static func lowercased(_ words: String) -> String {
        let text = words.hasSuffix(".") ? words.dropLast() : words[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
