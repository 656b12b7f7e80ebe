/// Gives things of a file names of their own, where several are called the same but for upper and lower case: different ids are different things.
struct GhostfolioNames {
    /// A thing that is to have a name.
    struct Thing {
        /// What it is called in the file.
        var wanted: String
        /// What it is called in the book, which has it already; nil for a new one.
        var known: String?
        /// What to add to the name of a second one, before a number is.
        var suffix = ""
        /// Whether its name is the one that others know it by as well, so that it keeps it.
        var isPublic = false
    }

    /// The names, each in the place of its thing.
    private(set) var names: [String]
    /// The places of those that are new and have another name than they wanted.
    private(set) var renamed: [Int] = []
    /// The places of those that the book has under the name of another.
    private(set) var merged: [Int] = []

    init(_ things: [Thing]) {
        names = things.map(\.wanted)
        let sharers = Dictionary(grouping: things.indices) { things[$0].wanted.lowercased() }
        let shared = Set(sharers.filter { $0.value.count > 1 }.keys)
        // One that was a second goes on as that where the first is gone.
        let contested = things.indices.filter { shared.contains(things[$0].wanted.lowercased()) || Self.isSecond(things[$0]) }
        if contested.isEmpty { return }
        var taken = Set(sharers.keys).subtracting(contested.map { things[$0].wanted.lowercased() }), known: [String: Int] = [:]
        for place in contested {
            guard let name = things[place].known else { continue }
            names[place] = name
            taken.insert(name.lowercased())
            if known.updateValue(place, forKey: name.lowercased()) != nil { merged.append(place) }
        }
        let new = contested.filter { things[$0].known == nil }
        for place in new.filter({ things[$0].isPublic }) + new.filter({ !things[$0].isPublic }) {
            let thing = things[place]
            var shown = thing.wanted, number = 1
            while !taken.insert(shown.lowercased()).inserted {
                shown = number == 1 && !thing.suffix.isEmpty ? "\(thing.wanted) (\(thing.suffix))" : "\(thing.wanted) \(number + 1)"
                number += 1
            }
            names[place] = shown
            if shown != thing.wanted { renamed.append(place) }
        }
        renamed.sort()
    }

    /// Whether the book has a thing under its name with something behind.
    private static func isSecond(_ thing: Thing) -> Bool { thing.known?.lowercased().hasPrefix(thing.wanted.lowercased() + " ") ?? false }
}
