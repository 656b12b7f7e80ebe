/// The name that somebody most likely meant, or nil where none is near.
///
/// First a name that differs in case only; then the one with the fewest letters wrong, missing, extra or swapped (at most a third
/// of them, and at most three); then the shortest that begins with what was typed. Names at the same distance go by the alphabet,
/// so the answer does not depend on the order given.
///
///     nearestName(to: "quantitty", in: ["quantity", "price"])   // "quantity"
public func nearestName(to typed: some StringProtocol, in names: some Sequence<String>) -> String? {
    let wanted = Array(typed.lowercased().unicodeScalars)
    if wanted.isEmpty { return nil }
    let limit = min(3, max(1, wanted.count / 3))
    var best: (rank: Int, name: String)?
    for name in names {
        let candidate = Array(name.lowercased().unicodeScalars)
        let rank: Int
        if candidate == wanted {
            rank = 0
        } else if let distance = editDistance(wanted, candidate, limit: limit), distance < candidate.count {
            rank = distance
        } else if wanted.count >= 2, candidate.starts(with: wanted) {
            rank = limit + candidate.count
        } else {
            continue
        }
        if let known = best, (known.rank, known.name) <= (rank, name) { continue }
        best = (rank, name)
    }
    return best?.name
}

/// How many letters must be changed, left out, put in or swapped with their neighbour to turn one word into the other (the
/// optimal string alignment form of the Damerau–Levenshtein distance); nil where it is more than the limit.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    if abs(a.count - b.count) > limit { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in 0..<b.count {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        if row.allSatisfy({ $0 > limit }) { return nil }
        (beforeLast, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
}
