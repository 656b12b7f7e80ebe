import CCairo

/// Sets lines of text in DejaVu Sans, and in whatever font has a character that it has not. Widths are the same on screen and paper: no glyph is
/// moved to a whole pixel.
///
/// One thread at a time may use it.
final class Typesetter {
    /// A font of the family in a size.
    struct Font: Hashable {
        /// The size, in points.
        var size: Double
        /// Whether it is bold.
        var isBold = false
    }

    /// The family that everything is set in.
    static let family = "DejaVu Sans"

    /// The characters drawn so far for which no font has a glyph, each once, in the order in which they came; they are drawn as boxes.
    private(set) var unknownCharacters: [Character] = []
    private let map: OpaquePointer
    private let setting: OpaquePointer
    private let layout: OpaquePointer
    private var descriptions: [Font: OpaquePointer] = [:]
    private var current: Font?
    private var asked: Set<Character> = []
    private var widths: [Bool: [String: Double]] = [false: [:], true: [:]]

    init() {
        map = pango_cairo_font_map_new()
        setting = pango_font_map_create_context(map)
        layout = pango_layout_new(setting)
        pango_context_set_round_glyph_positions(setting, 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(setting, options)
        cairo_font_options_destroy(options)
        pango_layout_set_single_paragraph_mode(layout, 1)
    }

    deinit {
        for description in descriptions.values { pango_font_description_free(description) }
        for object in [layout, setting, map] { g_object_unref(UnsafeMutableRawPointer(object)) }
    }

    /// The family of the font that text is set in: DejaVu Sans, or what stands in for it where that is not installed; nil where there is no font at all.
    var foundFamily: String? {
        guard let font = pango_context_load_font(setting, description(Font(size: 10))) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(font)) }
        guard let found = pango_font_describe(font) else { return nil }
        defer { pango_font_description_free(found) }
        return pango_font_description_get_family(found).map { String(cString: $0) }
    }

    /// How wide a line of text is, in points. A text is measured once and kept, as tables say the same again and again.
    func width(of text: String, _ font: Font) -> Double {
        if let known = widths[font.isBold]?[text] { return known * font.size }
        let width = measure(text, Font(size: 1, isBold: font.isBold))
        widths[font.isBold, default: [:]][text] = width
        return width * font.size
    }

    /// How wide a line of text is, without keeping it.
    func measure(_ text: String, _ font: Font) -> Double {
        // Measured large: Pango's units would be felt in a small size.
        let size = 64.0
        return extent(set(text, Font(size: size, isBold: font.isBold))) / size * font.size
    }

    /// Draws a line of text with a part of it at a place: 0 its left end, 0.5 its middle, 1 its right end; on its base line.
    func draw(_ text: String, _ font: Font, on context: OpaquePointer, x: Double, y: Double, anchor: Double) {
        guard !text.isEmpty else { return }
        var line = set(text, font)
        if pango_layout_get_unknown_glyphs_count(layout) > 0 {
            noteUnknown(text, font)
            line = set(text, font)
        }
        cairo_move_to(context, anchor == 0 ? x : x - anchor * extent(line), y)
        pango_cairo_show_layout_line(context, line)
    }

    /// Pango tells how many characters have no glyph, but not which: each is asked for by itself, once.
    private func noteUnknown(_ text: String, _ font: Font) {
        for character in text where !character.isASCII && asked.insert(character).inserted {
            _ = set(String(character), font)
            if pango_layout_get_unknown_glyphs_count(layout) > 0 { unknownCharacters.append(character) }
        }
    }

    private func set(_ text: String, _ font: Font) -> OpaquePointer? {
        if current != font {
            pango_layout_set_font_description(layout, description(font))
            current = font
        }
        var text = printable(text)
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count)) }
        }
        return pango_layout_get_line_readonly(layout, 0)
    }

    private func extent(_ line: OpaquePointer?) -> Double {
        var logical = PangoRectangle()
        if let line { pango_layout_line_get_extents(line, nil, &logical) }
        return Double(logical.width) / Double(CCAIRO_PANGO_SCALE)
    }

    private func description(_ font: Font) -> OpaquePointer {
        if let known = descriptions[font] { return known }
        let description: OpaquePointer = pango_font_description_new()
        pango_font_description_set_family(description, Self.family + ",sans")
        pango_font_description_set_weight(description, font.isBold ? Int32(CCAIRO_BOLD_WEIGHT) : Int32(CCAIRO_NORMAL_WEIGHT))
        pango_font_description_set_absolute_size(description, font.size * Double(CCAIRO_PANGO_SCALE))
        descriptions[font] = description
        return description
    }
}
