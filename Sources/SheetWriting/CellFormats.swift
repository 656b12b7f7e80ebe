import CXlsxWriter
import Workbooks

/// The formats of a workbook, each made once: a file may hold no more than some thousands, and cells share them.
struct CellFormats {
    /// Where a cell stands, which decides how it looks beside its number format.
    enum Place: Hashable {
        /// A row of the table.
        case row
        /// The headings of the table; `isRight` over numbers.
        case head(isRight: Bool)
        /// The foot of the table.
        case total
        /// A line outside of the table.
        case line(SheetLine.Style)
        /// The value of a figure.
        case figureValue
    }

    private struct Key: Hashable {
        let place: Place
        let format: NumberFormat
    }

    private let workbook: UnsafeMutablePointer<lxw_workbook>
    private var made: [Key: UnsafeMutablePointer<lxw_format>] = [:]

    /// Grey of remarks.
    private static let grey: lxw_color_t = 0x595959

    /// No formats yet.
    init(workbook: UnsafeMutablePointer<lxw_workbook>) { self.workbook = workbook }

    /// The format of a cell; nil for the one that cells have anyway.
    mutating func format(_ format: NumberFormat = .text, at place: Place) throws(WritingFailure) -> UnsafeMutablePointer<lxw_format>? {
        if format.code == "General" && (place == .row || place == .line(.plain)) { return nil }
        let key = Key(place: place, format: format)
        if let known = made[key] { return known }
        guard let new = workbook_add_format(workbook) else { throw WritingFailure("there is not enough memory for the formats of the workbook") }
        if format.code != "General" { format_set_num_format(new, format.code) }
        dress(new, for: place)
        made[key] = new
        return new
    }

    private func dress(_ format: UnsafeMutablePointer<lxw_format>, for place: Place) {
        switch place {
        case .row, .line(.plain), .line(.figure): break
        case .head(let isRight):
            format_set_bold(format)
            format_set_text_wrap(format)
            format_set_bottom(format, UInt8(LXW_BORDER_THIN.rawValue))
            format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_BOTTOM.rawValue))
            if isRight { format_set_align(format, UInt8(LXW_ALIGN_RIGHT.rawValue)) }
        case .total:
            format_set_bold(format)
            format_set_top(format, UInt8(LXW_BORDER_THIN.rawValue))
        case .line(.title):
            format_set_bold(format)
            format_set_font_size(format, 16)
        case .line(.heading):
            format_set_bold(format)
            format_set_font_size(format, 13)
        case .line(.note): format_set_font_color(format, Self.grey)
        case .figureValue: format_set_bold(format)
        }
    }
}
