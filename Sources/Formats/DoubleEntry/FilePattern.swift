/// A pattern of file names, as `include` of beancount, ledger and hledger has them: `2014/*.beancount`, `**/prices.journal`, `y201[0-4].ledger`.
///
/// `*` stands for any letters of one name, `?` for one letter, `[a-c]` for one of some and `[!a-c]` for one of the others; `**` for folders, none or several, one inside
/// the other. Names that begin with a point are found by patterns that do so as well.
struct FilePattern {
    private let parts: [[Character]]

    /// Whether a name is a pattern.
    static func isOne(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

    /// A pattern as it is written.
    init(_ text: String) { parts = text.split(separator: "/").map(Array.init) }

    /// The files that match, in the order of their names.
    ///
    /// - Parameters:
    ///   - folder: the folder in which they are looked for, with a `/` behind; empty for that of the imported file.
    ///   - list: the names of what a folder holds, those of folders with a `/` behind; nil where there is no such folder.
    /// - Throws: `outOfRange` where so much is looked through that a link may lead in circles.
    func files(in folder: String, _ list: (String) -> [String]?) throws(ImportIssue) -> [String] {
        var found: Set<String> = [], count = 0
        try walk(parts[...], folder: folder, depth: 0, list, &found, &count)
        return found.sorted()
    }

    /// The most folders that are looked through, and how deep they may lie.
    private static let mostFolders = 10_000, deepest = 32

    private func walk(
        _ parts: ArraySlice<[Character]>, folder: String, depth: Int, _ list: (String) -> [String]?, _ found: inout Set<String>, _ count: inout Int
    ) throws(ImportIssue) {
        guard let part = parts.first else { return }
        let rest = parts.dropFirst()
        // A folder that is told by its name needs no looking.
        if !rest.isEmpty, !Self.isOne(String(part)) { return try walk(rest, folder: folder + String(part) + "/", depth: depth, list, &found, &count) }
        count += 1
        if count > Self.mostFolders || depth > Self.deepest {
            throw ImportIssue(.outOfRange, message: "a pattern of file names is looked for in too many folders", hint: "a link to a folder may lead in circles: name the folder")
        }
        let isDeep = part == ["*", "*"]
        if isDeep, !rest.isEmpty { try walk(rest, folder: folder, depth: depth, list, &found, &count) }
        for name in list(folder) ?? [] {
            let isFolder = name.hasSuffix("/"), bare = Array(isFolder ? name.dropLast() : name[...])
            if isDeep, isFolder, bare.first != "." { try walk(parts, folder: folder + name, depth: depth + 1, list, &found, &count) }
            guard Self.matches(bare[...], part[...]), bare.first != "." || part.first == "." else { continue }
            if isFolder, !isDeep { try walk(rest, folder: folder + name, depth: depth + 1, list, &found, &count) }
            if !isFolder, rest.isEmpty { found.insert(folder + name) }
        }
    }

    /// Whether a name is one that a part of a pattern stands for.
    private static func matches(_ name: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        var name = name, pattern = pattern, retry: (name: ArraySlice<Character>, pattern: ArraySlice<Character>)?
        while true {
            if pattern.first == "*" {
                pattern = pattern.drop { $0 == "*" }
                retry = (name, pattern)
                continue
            }
            if let rest = step(name, pattern) {
                (name, pattern) = (name.dropFirst(), rest)
            } else if name.isEmpty, pattern.isEmpty {
                return true
            } else if let last = retry, !last.name.isEmpty {
                // The star before stands for one letter more.
                retry = (last.name.dropFirst(), last.pattern)
                (name, pattern) = (last.name.dropFirst(), last.pattern)
            } else {
                return false
            }
        }
    }

    /// What is left of a pattern whose beginning stands for the first letter of a name; nil where it does not.
    private static func step(_ name: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> ArraySlice<Character>? {
        guard let letter = name.first, let mark = pattern.first else { return nil }
        if mark == "?" { return pattern.dropFirst() }
        if mark == "[", let (set, rest) = letters(pattern) { return set(letter) ? rest : nil }
        return mark == letter ? pattern.dropFirst() : nil
    }

    /// The letters that brackets stand for, and the pattern behind them; nil where they do not close.
    private static func letters(_ pattern: ArraySlice<Character>) -> ((Character) -> Bool, ArraySlice<Character>)? {
        var inner = pattern.dropFirst(), ranges: [ClosedRange<Character>] = []
        let isNegated = inner.first == "!" || inner.first == "^"
        if isNegated { inner = inner.dropFirst() }
        while let low = inner.first, low != "]" || ranges.isEmpty {
            inner = inner.dropFirst()
            if inner.first == "-", let high = inner.dropFirst().first, high != "]", low <= high {
                ranges.append(low...high)
                inner = inner.dropFirst(2)
            } else {
                ranges.append(low...low)
            }
        }
        guard inner.first == "]" else { return nil }
        return ({ letter in ranges.contains { $0.contains(letter) } != isNegated }, inner.dropFirst())
    }
}
