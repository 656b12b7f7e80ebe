/// An XML document as the list of its elements, in the order in which they begin.
public struct XMLDocument: Sendable {
    /// The elements; the first is the root, and each stands behind the one that it is in.
    public let elements: [XMLElement]

    /// The root.
    public var root: XMLElement { elements[0] }
}

/// An element of a document.
public struct XMLElement: Sendable {
    /// An attribute of an element.
    public struct Attribute: Hashable, Sendable {
        /// Its name, with its prefix where it has one.
        public var name: String
        /// What it says, with references to characters resolved.
        public var value: String
    }

    /// The name in its tag, with its prefix where it has one.
    public var name: String
    /// The line on which it begins, counted from 1.
    public var line: Int
    /// The place of the element that it is in; nil for the root.
    public var parent: Int?
    /// Its attributes, in the order in which they stand there.
    public var attributes: [Attribute]
    /// The text in it, that of the elements in it left out, without blanks at either end.
    public var text: String
    /// Whether there are elements in it.
    public var hasChildren: Bool

    /// What an attribute says; nil where there is none of the name.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// What is wrong with a document.
public struct XMLFault: Error, Hashable, Sendable {
    /// What kind of fault it is.
    public enum Kind: Hashable, Sendable {
        /// The document is not well-formed, or ends before it is complete.
        case malformed
        /// It declares its type or entities of its own, by which a few lines can unfold to gigabytes or name other files.
        case declaration
        /// It is larger or deeper than what is read.
        case tooLarge
        /// Its reading was ended by the reader's caller.
        case stopped
    }

    /// What kind of fault it is.
    public var kind: Kind
    /// The line on which it was found, counted from 1.
    public var line: Int
    /// What is wrong, without the place and without a full stop.
    public var message: String
}
