import CXlsxWriter

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
