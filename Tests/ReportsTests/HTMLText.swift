import Testing

/// A small reader of the HTML that pages are made of: tags that close one another, attributes in quotes, text without a stray sign.
struct HTMLText {
    /// A tag with its attributes.
    struct Tag {
        var name: String
        var attributes: [String: String]
    }

    /// A mistake, with what stands there.
    struct Mistake: Error, CustomStringConvertible {
        var description: String
    }

    /// The tags that open something, in their order.
    private(set) var tags: [Tag] = []
    /// The text between tags, without that of style and script.
    private(set) var text = ""
    /// What stands in `<style>` and `<script>`.
    private(set) var styles: [String] = [], scripts: [String] = []

    private static let void: Set = ["meta", "br", "img", "link", "hr"]
    private static let references: Set = ["amp", "lt", "gt", "quot", "#39"]

    /// Reads a page, or throws what is wrong with it.
    init(_ page: String) throws {
        var rest = Substring(page), open: [String] = []
        while let start = rest.firstIndex(of: "<") {
            text += try Self.unescaped(rest[..<start])
            rest = rest[start...]
            if rest.hasPrefix("<!DOCTYPE html>") {
                rest = rest.dropFirst(15)
                continue
            }
            guard let end = Self.end(of: rest) else { throw Mistake(description: "a tag without an end: \(rest.prefix(80))") }
            let inside = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            if inside.hasPrefix("/") {
                guard open.last == String(inside.dropFirst()) else { throw Mistake(description: "</\(inside.dropFirst())> closes \(open.last ?? "nothing")") }
                open.removeLast()
                continue
            }
            let isClosed = inside.hasSuffix("/"), tag = try Self.tag(isClosed ? inside.dropLast() : inside)
            tags.append(tag)
            if tag.name == "style" || tag.name == "script" {
                guard let close = rest.firstRange(of: "</\(tag.name)>") else { throw Mistake(description: "<\(tag.name)> without an end") }
                if tag.name == "style" { styles.append(String(rest[..<close.lowerBound])) } else { scripts.append(String(rest[..<close.lowerBound])) }
                rest = rest[close.upperBound...]
            } else if !isClosed, !Self.void.contains(tag.name) {
                open.append(tag.name)
            }
        }
        text += try Self.unescaped(rest)
        guard open.isEmpty else { throw Mistake(description: "not closed: \(open)") }
    }

    private static func end(of text: Substring) -> Substring.Index? {
        var isQuoted = false
        return text.indices.first { place in
            if text[place] == "\"" { isQuoted.toggle() }
            return text[place] == ">" && !isQuoted
        }
    }

    private static func tag(_ text: Substring) throws -> Tag {
        let name = text.prefix { $0.isLetter || $0.isNumber }
        var rest = text.dropFirst(name.count).drop(while: \.isWhitespace), attributes: [String: String] = [:]
        guard !name.isEmpty else { throw Mistake(description: "a tag without a name: \(text.prefix(60))") }
        while !rest.isEmpty {
            let key = rest.prefix { $0.isLetter || $0.isNumber || "-:".contains($0) }
            rest = rest.dropFirst(key.count)
            guard !key.isEmpty, rest.hasPrefix("=\"") else { throw Mistake(description: "an attribute without a value in quotes: \(text.prefix(200))") }
            rest = rest.dropFirst(2)
            let value = rest.prefix { $0 != "\"" }
            rest = rest.dropFirst(value.count + 1).drop(while: \.isWhitespace)
            guard attributes.updateValue(try unescaped(value), forKey: String(key)) == nil else { throw Mistake(description: "\(key) stands twice: \(text.prefix(200))") }
        }
        return Tag(name: String(name), attributes: attributes)
    }

    private static func unescaped(_ text: Substring) throws -> String {
        if text.contains(where: { "<>\"".contains($0) && $0 != "\"" }) { throw Mistake(description: "a sign that is not escaped: \(text.prefix(80))") }
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        for part in parts.dropFirst() where !references.contains(String(part.prefix { $0 != ";" })) || !part.contains(";") {
            throw Mistake(description: "an ampersand that is not escaped: &\(part.prefix(40))")
        }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
