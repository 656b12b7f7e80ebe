import XML

/// A document that XStream wrote: an object that stands in several places is written in the first of them, and the others refer to it, by a
/// path from where they are (`../../securities/security[2]`) or by its number (`id="7"`).
final class XStreamTree {
    let elements: [XMLElement]
    private var firstChild: [Int32]
    private var nextSibling: [Int32]
    private var numbers: [String: Int] = [:]
    /// The children of elements that paths led through, by their names.
    private var named: [Int: [String: [Int]]] = [:]

    /// How many references may lead on to others.
    private static let mostHops = 16

    init(_ document: XMLDocument) {
        elements = document.elements
        firstChild = Array(repeating: -1, count: elements.count)
        nextSibling = firstChild
        var lastChild = firstChild
        for (place, element) in elements.enumerated() {
            if let number = element["id"], numbers[number] == nil { numbers[number] = place }
            guard let parent = element.parent else { continue }
            if lastChild[parent] < 0 { firstChild[parent] = Int32(place) } else { nextSibling[Int(lastChild[parent])] = Int32(place) }
            lastChild[parent] = Int32(place)
        }
    }

    /// The element that stands for an object: itself, or the one that it refers to; nil where that is not there.
    func object(_ place: Int) -> Int? {
        var place = place
        for _ in 0..<Self.mostHops {
            guard let reference = elements[place]["reference"] else { return place }
            guard let next = target(of: reference, from: place) else { return nil }
            place = next
        }
        return nil
    }

    private func target(of reference: String, from place: Int) -> Int? {
        guard reference.hasPrefix(".") || reference.hasPrefix("/") else { return numbers[reference] }
        var steps = reference.split(separator: "/", omittingEmptySubsequences: true)[...], now = place
        if reference.hasPrefix("/") {
            guard steps.popFirst().map(String.init) == elements[0].name else { return nil }
            now = 0
        }
        for step in steps {
            if step == "." { continue }
            guard let next = step == ".." ? elements[now].parent : child(of: now, at: step) else { return nil }
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
        if named[place] == nil { named[place] = Dictionary(grouping: children(of: place)) { elements[$0].name } }
        guard let same = named[place]?[String(name)], same.indices.contains(number - 1) else { return nil }
        return same[number - 1]
    }

    /// The elements in an element, as they stand there.
    func children(of place: Int) -> [Int] {
        var all: [Int] = [], next = firstChild[place]
        while next >= 0 {
            all.append(Int(next))
            next = nextSibling[Int(next)]
        }
        return all
    }

    /// The object of a name in another; nil where there is none.
    func child(_ place: Int, _ name: String) -> Int? {
        var next = firstChild[place]
        while next >= 0 {
            if elements[Int(next)].name == name { return object(Int(next)) }
            next = nextSibling[Int(next)]
        }
        return nil
    }

    /// The objects of a list in an object; those that are not there are left out.
    func list(_ place: Int, _ name: String) -> [Int] { child(place, name).map { children(of: $0).compactMap(object) } ?? [] }

    /// The text of an object in another; empty where there is none.
    func text(_ place: Int, _ name: String) -> String { child(place, name).map { elements[$0].text } ?? "" }
}
