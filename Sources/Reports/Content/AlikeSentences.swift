/// Sentences of which many differ in a single name, as a book has a warning for each of its instruments: the first of them is told, and whom it holds for besides.
///
///     AlikeSentences(["the price of A is old", "the price of B is old", "the price of C is old", "the price of D is old", "the price of E is old"]).gathered
///     // ["the price of A is old; the same holds for B, C, D and 1 more"]
struct AlikeSentences {
    /// So many that differ in a name are told one by one, and so many names are listed.
    private static let mostAlike = 2, mostNames = 3

    /// A sentence, and those that say the same of other names.
    private struct Group {
        let words: [Substring]
        /// The place of the word that is another one in each sentence; nil while there is only one.
        var place: Int?
        var sentences: [String]
        var names: [String] = []
    }

    private var groups: [Group] = []

    /// Sentences in their order, each once.
    init(_ sentences: [String]) {
        for sentence in sentences {
            let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
            let alike = groups.indices.lazy.compactMap { [groups] index in Self.place(in: groups[index], of: words).map { (index, $0) } }.first
            guard let (index, place) = alike else {
                groups.append(Group(words: words, sentences: [sentence]))
                continue
            }
            groups[index].place = place
            groups[index].sentences.append(sentence)
            groups[index].names.append(String(words[place]))
        }
    }

    /// The sentences, those that differ in a name gathered where there are many of them.
    var gathered: [String] {
        groups.flatMap { group -> [String] in
            guard group.sentences.count > Self.mostAlike else { return group.sentences }
            let listed = group.names.prefix(Self.mostNames).map { $0.filter { !",;:".contains($0) } }, more = group.names.count - listed.count
            let names =
                more > 0
                ? "\(listed.joined(separator: ", ")) and \(more) more" : listed.count < 2 ? listed.joined() : "\(listed.dropLast().joined(separator: ", ")) and \(listed.last!)"
            return ["\(group.sentences[0]); the same holds for \(names)"]
        }
    }

    /// Where the words of a sentence have the first name that those of a group have not; nil where they differ in anything else. A name is a word without small
    /// letters, such as a symbol or a currency; figures and days are none.
    private static func place(in group: Group, of words: [Substring]) -> Int? {
        guard words.count == group.words.count, let place = words.indices.first(where: { words[$0] != group.words[$0] }), group.place.map({ $0 == place }) ?? true else {
            return nil
        }
        let own = words[place], other = group.words[place]
        guard isName(own), isName(other), words.indices.allSatisfy({ group.words[$0].replacing(other, with: own) == words[$0] }) else { return nil }
        return place
    }

    private static func isName(_ word: Substring) -> Bool { word.contains(where: \.isUppercase) && !word.contains(where: \.isLowercase) }
}
