import XML

/// A document that XStream wrote: an object that stands in several places is written in the first of them, and the others refer to it, by a
/// path from where they are (`../../securities/security[2]`) or by its number (`id="7"`).
final class XStreamTree {
    let elements: XMLTree
    /// Whether some children of an element are not in the tree, so that their numbers tell nothing.
    private let isShortened: (Int) -> Bool
    private var numbers: [String: Int] = [:]
    /// The children of elements with many that paths led through, by the numbers of their names.
    private var named: [Int: [Int: [Int]]] = [:]

    /// How many references may lead on to others.
    private static let mostHops = 16
    /// Elements with more children than this are looked through once.
    private static let few = 16

    init(_ elements: XMLTree, isShortened: @escaping (Int) -> Bool) {
        (self.elements, self.isShortened) = (elements, isShortened)
        guard elements.code("id") != nil else { return }
        for place in elements.places { if let number = elements.attribute(place, "id"), numbers[number] == nil { numbers[number] = place } }
    }

    /// The element that stands for an object: itself, or the one that it refers to; nil where that is not there.
    func object(_ place: Int) -> Int? {
        var place = place
        for _ in 0..<Self.mostHops {
            guard let reference = elements.attribute(place, "reference") else { return place }
            guard let next = target(of: reference, from: place) else { return nil }
            place = next
        }
        return nil
    }

    private func target(of reference: String, from place: Int) -> Int? {
        guard reference.hasPrefix(".") || reference.hasPrefix("/") else { return numbers[reference] }
        var steps = reference.split(separator: "/", omittingEmptySubsequences: true)[...], now = place
        if reference.hasPrefix("/") {
            guard steps.popFirst().map(String.init) == elements.name(0) else { return nil }
            now = 0
        }
        for step in steps {
            if step == "." { continue }
            guard let next = step == ".." ? elements.parent(now) : child(of: now, at: step) else { return nil }
            now = next
        }
        return now
    }

    /// The child that a step of a path names: `security[2]`, counted from 1 among those of its name.
    private func child(of place: Int, at step: Substring) -> Int? {
        var name = step, number = 1
        if let bracket = step.firstIndex(of: "["), step.last == "]" {
            guard let told = Int(step[step.index(after: bracket)...].dropLast()) else { return nil }
            (name, number) = (step[..<bracket], told)
        }
        guard number > 0, !isShortened(place), let code = elements.code(String(name)) else { return nil }
        if named[place] == nil {
            var next = elements.firstChild(place), left = number, seen = 0
            while let child = next, seen < Self.few {
                if elements.code(of: child) == code { left -= 1 }
                if left == 0 { return child }
                seen += 1
                next = elements.next(child)
            }
            if next == nil { return nil }
            named[place] = Dictionary(grouping: elements.children(of: place)) { elements.code(of: $0) }
        }
        guard let same = named[place]?[code], same.indices.contains(number - 1) else { return nil }
        return same[number - 1]
    }

    /// The elements in an element, as they stand there.
    func children(of place: Int) -> [Int] { elements.children(of: place) }

    /// The object of a name in another; nil where there is none.
    func child(_ place: Int, _ name: String) -> Int? { elements.child(place, name).flatMap(object) }

    /// The objects of a list in an object; those that are not there are left out.
    func list(_ place: Int, _ name: String) -> [Int] { child(place, name).map { children(of: $0).compactMap(object) } ?? [] }

    /// The text of an object in another; empty where there is none.
    func text(_ place: Int, _ name: String) -> String { child(place, name).map { elements.text($0) } ?? "" }
}
