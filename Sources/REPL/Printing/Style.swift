/// Colours of the shell's own words; without colour every function returns its text unchanged.
public struct Style: Sendable {
    /// Whether there is colour at all.
    public var isColoured: Bool

    /// A style with or without colour.
    public init(isColoured: Bool) { self.isColoured = isColoured }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func alarm(_ text: String) -> String { wrap(text, "1;31") }
    func caution(_ text: String) -> String { wrap(text, "1;33") }
    func pointer(_ text: String) -> String { wrap(text, "1;36") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
