import CCairo
import Drawing

/// Why there is no picture: a sentence.
struct PaintingError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A surface to draw on, and the file that comes of it. Cairo's mistakes stay with its surface: they are asked for once, at the end.
final class Canvas {
    /// Cairo's context, for whoever draws.
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let output: ByteSink
    private let isImage: Bool

    private init(surface: OpaquePointer, isImage: Bool, output: ByteSink = ByteSink()) {
        (self.surface, self.isImage, self.output) = (surface, isImage, output)
        context = cairo_create(surface)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// A picture of so many pixels, for drawing in points.
    static func image(width: Double, height: Double, scale: Double) throws(PaintingError) -> Canvas {
        let (columns, rows) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
        guard width > 0, height > 0, scale > 0 else { throw PaintingError("a picture needs a width and a height above 0") }
        guard max(columns, rows) <= 32_767, columns * rows <= 100e6 else {
            throw PaintingError("the picture would have \(whole(columns)) by \(whole(rows)) pixels; at most 32,767 a side and 100 million are possible: make it smaller")
        }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(columns), Int32(rows)) else { throw PaintingError("there is no memory for the picture") }
        let canvas = Canvas(surface: surface, isImage: true)
        cairo_scale(canvas.context, scale, scale)
        return canvas
    }

    /// A PDF whose first page has that size in points.
    static func pages(width: Double, height: Double) throws(PaintingError) -> Canvas {
        try checkPage(width, height)
        let output = ByteSink()
        guard let surface = cairo_pdf_surface_create_for_stream(ByteSink.write, Unmanaged.passUnretained(output).toOpaque(), width, height) else {
            throw PaintingError("there is no memory for the pages")
        }
        return Canvas(surface: surface, isImage: false, output: output)
    }

    private static func checkPage(_ width: Double, _ height: Double) throws(PaintingError) {
        guard width > 0, height > 0 else { throw PaintingError("a picture needs a width and a height above 0") }
        guard max(width, height) <= 14_400 else {
            throw PaintingError("the page would be \(whole(width)) by \(whole(height)) points large; at most 14,400 are possible: make it smaller")
        }
    }

    /// Sets the size of the page that begins, in points.
    func setPage(width: Double, height: Double) { cairo_pdf_surface_set_size(surface, width, height) }

    /// Ends a page.
    func endPage() { cairo_show_page(context) }

    /// Writes into a PDF what it says of itself. Without a day, Cairo would write the time of the clock.
    func describe(title: String, _ details: FileDetails) throws(PaintingError) {
        guard isDay(details.created) else { throw PaintingError("\"\(details.created)\" is no day; a file is made on a day such as 2014-12-31") }
        let texts: [(cairo_pdf_metadata_t, String)] = [
            (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_AUTHOR, details.author), (CAIRO_PDF_METADATA_SUBJECT, details.subject),
            (CAIRO_PDF_METADATA_CREATOR, "luca"), (CAIRO_PDF_METADATA_CREATE_DATE, details.created + "T00:00:00Z"),
        ]
        for (field, text) in texts where !text.isEmpty { cairo_pdf_surface_set_metadata(surface, field, printable(text)) }
    }

    /// Adds a bookmark below another one, or at the top where that is 0, for a place on a page that counts from 1; returns its number.
    func addBookmark(_ text: String, below parent: Int32, page: Int, x: Double, y: Double) -> Int32 {
        // Whole numbers: Cairo reads this by the rules of the locale.
        let place = "page=\(page) pos=[\(Int(x)) \(Int(y))]"
        return cairo_pdf_surface_add_outline(surface, parent, printable(text), place, cairo_pdf_outline_flags_t(rawValue: parent == 0 ? CAIRO_PDF_OUTLINE_FLAG_OPEN.rawValue : 0))
    }

    /// The finished file. Nothing can be drawn afterwards.
    func finish() throws(PaintingError) -> [UInt8] {
        if isImage {
            cairo_surface_flush(surface)
            try check(cairo_status(context))
            try check(cairo_surface_write_to_png_stream(surface, ByteSink.write, Unmanaged.passUnretained(output).toOpaque()))
        } else {
            try check(cairo_status(context))
            cairo_surface_finish(surface)
            try check(cairo_surface_status(surface))
        }
        return output.bytes
    }

    private func check(_ status: cairo_status_t) throws(PaintingError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        throw PaintingError("Cairo could not draw it: \(String(cString: cairo_status_to_string(status)))")
    }
}

/// Where Cairo writes a file: memory.
private final class ByteSink {
    var bytes: [UInt8] = []

    static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t = { sink, bytes, count in
        guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

/// A text in which nothing is left that ends a line, moves on the page, or ends a text of C: those characters are blanks, or the sign for one
/// that cannot be shown.
func printable(_ text: String) -> String {
    // Cairo takes a text with a code point that Unicode keeps free of characters for no UTF-8, and writes no file at all.
    let isControl: (Unicode.Scalar) -> Bool = {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{2028}" || $0 == "\u{2029}" || $0.properties.isNoncharacterCodePoint
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(!isControl(scalar) ? scalar : "\t\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar) ? " " : "\u{FFFD}") }
    return String(result)
}

/// Whether a text is a day such as `2014-12-31`.
private func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return false }
    guard let month = Int(parts[1]), let day = Int(parts[2]) else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
}

/// A large number in words of digits.
private func whole(_ number: Double) -> String { number < 1e15 ? String(Int(number)) : "more than 10^15" }
