/// Other names of accounts: `alias bank = Assets:Bank`, `alias /^b:(.*)/ = Assets:\1`, and in ledger `alias bank` below `account Assets:Bank`.
struct JournalAliases {
    /// What stands for what.
    private enum Alias {
        /// A whole name, or the first parts of one.
        case name(String, account: String)
        /// Whatever matches a pattern.
        case pattern(Regex<AnyRegexOutput>, replacement: [Piece])
    }

    /// A part of what takes the place of a match.
    private enum Piece {
        case text(String)
        /// What a group of the pattern stands for.
        case group(Int)
    }

    /// Those of the lines `alias`, in their order.
    private var told: [Alias] = []
    /// Those of accounts, which hold to the end.
    private var ofAccounts: [Alias] = []
    /// Whether each is applied to what the one before made of a name, as hledger does.
    let isChained: Bool

    init(isChained: Bool) { self.isChained = isChained }

    /// Whether there are none.
    var isEmpty: Bool { told.isEmpty && ofAccounts.isEmpty }

    /// Adds a line `alias`.
    mutating func add(_ name: Substring, _ account: Substring) { told.append(.name(String(name), account: String(account))) }

    /// Adds the other name of an account.
    mutating func add(_ name: Substring, of account: String) { ofAccounts.append(.name(String(name), account: account)) }

    /// Adds a pattern, in whatever case.
    ///
    /// - Returns: whether it can be followed.
    mutating func add(pattern: Substring, _ account: Substring) -> Bool {
        guard Self.isSimple(pattern), let regex = try? Regex(String(pattern)) else { return false }
        told.append(.pattern(regex.ignoresCase(), replacement: Self.pieces(account)))
        return true
    }

    /// Forgets the lines `alias`.
    mutating func end() { told = [] }

    /// Goes back to the lines `alias` of another state, with the names of accounts as they are now.
    mutating func restore(_ other: JournalAliases) { told = other.told }

    /// An account by its own name: the latest alias counts first.
    func account(_ name: String) -> String {
        var account = name
        for alias in ofAccounts.reversed() + told.reversed() {
            guard let other = Self.replaced(account, alias) else { continue }
            account = other
            if !isChained { break }
        }
        return account
    }

    private static func replaced(_ name: String, _ alias: Alias) -> String? {
        switch alias {
        case .name(let other, let account): return name == other || name.hasPrefix(other + ":") ? account + name.dropFirst(other.count) : nil
        case .pattern(let regex, let pieces):
            guard name.utf8.count <= longest else { return nil }
            let matches = name.matches(of: regex)
            if matches.isEmpty { return nil }
            var result = "", place = name.startIndex
            for match in matches {
                result += name[place..<match.range.lowerBound]
                for piece in pieces {
                    switch piece {
                    case .text(let text): result += text
                    case .group(let number): if number < match.output.count, let found = match.output[number].substring { result += found }
                    }
                }
                place = match.range.upperBound
            }
            return result + name[place...]
        }
    }

    // MARK: patterns

    /// The longest name that is compared with patterns, and the longest pattern.
    private static let longest = 200
    /// The most signs of repetition, since each may take as many steps as a name has letters for each step of the others.
    private static let mostRepeats = 4

    /// Whether a search for a pattern ends soon, whatever the name.
    private static func isSimple(_ pattern: Substring) -> Bool {
        guard pattern.utf8.count <= longest, pattern.count(where: { "*+{".contains($0) }) <= mostRepeats else { return false }
        // A repetition of what repeats itself.
        var last: Character = " ", repeats: [Bool] = [false], closed = false
        for letter in pattern {
            let isRepeat = "*+{".contains(letter) && last != "\\"
            if isRepeat, last == ")", closed { return false }
            if letter == "(", last != "\\" { repeats.append(false) }
            if letter == ")", last != "\\" { closed = repeats.count > 1 ? repeats.removeLast() : false }
            if isRepeat { for place in repeats.indices { repeats[place] = true } }
            last = letter
        }
        return true
    }

    private static func pieces(_ text: Substring) -> [Piece] {
        var pieces: [Piece] = [], rest = text
        while let place = rest.firstIndex(of: "\\") {
            pieces.append(.text(String(rest[..<place])))
            let next = rest.index(after: place)
            guard next < rest.endIndex else { break }
            pieces.append(rest[next].wholeNumberValue.map { .group($0) } ?? .text(String(rest[next])))
            rest = rest[rest.index(after: next)...]
        }
        return pieces + [.text(String(rest))]
    }
}
