import Values

/// The tags of a book: which accounts, instruments and activities have which.
///
/// A tag is compared without regard to capitals and shown as it was first written; it is known as long as something has it.
public struct TagStore: Hashable, Sendable {
    private var tags: [TaggedThing: [String]] = [:]
    /// By folded tag: how it is written, and how many things have it.
    private var spellings: [String: Spelling] = [:]

    private struct Spelling: Hashable, Sendable {
        let text: String
        var count: Int
    }

    /// Nothing has a tag.
    init() {}

    /// Whether nothing has a tag.
    public var isEmpty: Bool { tags.isEmpty }

    /// Every tag that something has, as it is shown, by the alphabet. O(n log n) in the tags.
    public var names: [String] { spellings.sorted { $0.key < $1.key }.map(\.value.text) }

    /// The tags of a thing in the order in which they were put on it. Of an activity, the first entry of its chain of amendments has them.
    public func tags(of thing: TaggedThing) -> [String] { tags[thing] ?? [] }

    /// A tag as it is shown, however it was typed; nil where nothing has it.
    public func spelling(of tag: String) -> String? { spellings[Self.folded(tag)]?.text }

    /// Whether a thing has a tag.
    public func has(_ thing: TaggedThing, _ tag: String) -> Bool { tags[thing]?.contains { Self.folded($0) == Self.folded(tag) } ?? false }

    /// Every thing that has a tag: accounts, then instruments, then activities, each by their numbers. O(n log n).
    public var things: [TaggedThing] {
        let order = TaggedThing.Kind.allCases
        return tags.keys.sorted { (order.firstIndex(of: $0.kind)!, $0.number) < (order.firstIndex(of: $1.kind)!, $1.number) }
    }

    /// Whether any activity has a tag of its own.
    public var hasActivities: Bool { tags.keys.contains { $0.kind == .activity } }

    /// What tells two tags apart: all but capitals.
    static func folded(_ tag: String) -> String { TextFolding.caseless(tag) }

    /// Puts a tag on a thing or takes it off; what is so already stays as it is.
    mutating func put(_ tagging: Tagging) {
        var own = tags(of: tagging.thing)
        let folded = Self.folded(tagging.tag), place = own.firstIndex { Self.folded($0) == folded }
        switch tagging.change {
        case .added: if place == nil { own.append(spelling(of: tagging.tag) ?? tagging.tag) }
        case .removed: if let place { own.remove(at: place) }
        }
        restore(own, of: tagging.thing)
    }

    /// Gives a thing exactly these tags, as they were before a change that is taken back.
    mutating func restore(_ own: [String], of thing: TaggedThing) {
        for tag in tags(of: thing) {
            let folded = Self.folded(tag), left = (spellings[folded]?.count ?? 1) - 1
            if left > 0 { spellings[folded]?.count = left } else { spellings[folded] = nil }
        }
        for tag in own { spellings[Self.folded(tag), default: Spelling(text: tag, count: 0)].count += 1 }
        tags[thing] = own.isEmpty ? nil : own
    }
}
