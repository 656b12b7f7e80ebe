/// The elements of a document that were kept, in the order in which they begin: some thirty bytes for each beside what it says.
///
/// An element is known by its place, counted from 0 among those that were kept, and has the number that it has in the document.
public final class XMLTree {
    private struct Element {
        var name: Int32
        var line: UInt32
        var number: UInt32
        var parent: Int32
        /// The next element in the same one; -1 where there is none.
        var next: Int32
        /// Where its attributes begin; they end where those of the next element begin.
        var attributes: UInt32
        var text: Span
    }

    private struct Attribute {
        var name: Int32
        var value: Span
    }

    /// Where something stands among the bytes.
    private struct Span {
        var start: UInt32
        var count: UInt32

        static let empty = Span(start: 0, count: 0)
    }

    private var elements: [Element] = []
    private var attributes: [Attribute] = []
    /// What attributes and elements say, one behind another.
    private var bytes: [UInt8] = []
    private var names = XMLNames()

    // MARK: asking

    /// The places of the elements.
    public var places: Range<Int> { 0..<elements.count }

    /// How many elements and attributes there are, and names of such, which stay where elements are dropped.
    public var partCount: Int { elements.count + attributes.count + names.count }

    /// The name in an element's tag, with its prefix where it has one.
    public func name(_ place: Int) -> String { names[elements[place].name] }

    /// The number of a name, which elements of that name have in common; nil where nothing is called so.
    public func code(_ name: String) -> Int? { names.code(name) }

    /// The number of the name of an element.
    public func code(of place: Int) -> Int { Int(elements[place].name) }

    /// The line on which an element begins, counted from 1.
    public func line(_ place: Int) -> Int { Int(elements[place].line) }

    /// The number of an element in its document, counted from 1.
    public func number(_ place: Int) -> Int { Int(elements[place].number) }

    /// The element that another is in; nil for the root.
    public func parent(_ place: Int) -> Int? { elements[place].parent < 0 ? nil : Int(elements[place].parent) }

    /// The first element in an element; nil where there is none.
    public func firstChild(_ place: Int) -> Int? { place + 1 < elements.count && elements[place + 1].parent == place ? place + 1 : nil }

    /// The next element in the same one; nil where there is none.
    public func next(_ place: Int) -> Int? { elements[place].next < 0 ? nil : Int(elements[place].next) }

    /// The elements in an element, as they stand there.
    public func children(of place: Int) -> [Int] {
        var all: [Int] = [], next = firstChild(place)
        while let child = next {
            all.append(child)
            next = self.next(child)
        }
        return all
    }

    /// The first element of a name in another; nil where there is none.
    public func child(_ place: Int, _ name: String) -> Int? {
        guard let code = names.code(name) else { return nil }
        var next = firstChild(place)
        while let child = next {
            if elements[child].name == code { return child }
            next = self.next(child)
        }
        return nil
    }

    /// The text in an element, that of the elements in it left out, without blanks at either end.
    public func text(_ place: Int) -> String { string(elements[place].text) }

    /// What an attribute of an element says; nil where there is none of the name.
    public func attribute(_ place: Int, _ name: String) -> String? {
        let all = attributeRange(place)
        guard !all.isEmpty, let code = names.code(name) else { return nil }
        for attribute in all where attributes[attribute].name == code { return string(attributes[attribute].value) }
        return nil
    }

    /// How many attributes an element has.
    public func attributeCount(_ place: Int) -> Int { attributeRange(place).count }

    private func attributeRange(_ place: Int) -> Range<Int> {
        Int(elements[place].attributes)..<(place + 1 < elements.count ? Int(elements[place + 1].attributes) : attributes.count)
    }

    private func string(_ span: Span) -> String {
        if span.count == 0 { return "" }
        return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[Int(span.start)..<Int(span.start + span.count)]), as: UTF8.self) }
    }

    /// The attributes of an element, in the order in which they stand there.
    func attributes(of place: Int) -> [XMLElement.Attribute] {
        attributeRange(place).map { XMLElement.Attribute(name: names[attributes[$0].name], value: string(attributes[$0].value)) }
    }

    // MARK: growing

    /// Where the tree ends, so that what comes behind it can be dropped.
    struct End {
        fileprivate var elements: Int
        fileprivate var attributes: Int
        fileprivate var bytes: Int
    }

    /// Where the tree ends by now.
    var end: End { End(elements: elements.count, attributes: attributes.count, bytes: bytes.count) }

    /// Adds an element and gives its place.
    func append(_ name: UnsafePointer<CChar>, line: Int, number: Int, parent: Int?) -> Int {
        elements.append(
            Element(
                name: names.intern(name), line: UInt32(clamping: line), number: UInt32(clamping: number), parent: Int32(parent ?? -1), next: -1,
                attributes: UInt32(attributes.count), text: .empty))
        return elements.count - 1
    }

    /// Adds an attribute to the element added last.
    func append(attribute name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) {
        let start = bytes.count
        var end = value
        while end.pointee != 0 { end += 1 }
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: end - value))
        attributes.append(Attribute(name: names.intern(name), value: Span(start: UInt32(start), count: UInt32(bytes.count - start))))
    }

    /// Sets the text of an element.
    func set(text: ArraySlice<UInt8>, of place: Int) {
        elements[place].text = Span(start: UInt32(bytes.count), count: UInt32(text.count))
        bytes.append(contentsOf: text)
    }

    /// Ties an element to the one that stands behind it in the same element.
    func tie(_ place: Int, to next: Int) { elements[place].next = Int32(next) }

    /// Drops what came behind a former end.
    func cut(to end: End) {
        elements.removeSubrange(end.elements...)
        attributes.removeSubrange(end.attributes...)
        bytes.removeSubrange(end.bytes...)
    }
}

/// The names of elements and attributes, of which a document has few, each by a number.
private struct XMLNames {
    private var texts: [String] = []
    private var codes: [String: Int32] = [:]

    var count: Int { texts.count }

    subscript(code: Int32) -> String { texts[Int(code)] }

    func code(_ name: String) -> Int? { codes[name].map(Int.init) }

    mutating func intern(_ name: UnsafePointer<CChar>) -> Int32 {
        let text = String(cString: name)
        if let known = codes[text] { return known }
        let code = Int32(texts.count)
        texts.append(text)
        codes[text] = code
        return code
    }
}
