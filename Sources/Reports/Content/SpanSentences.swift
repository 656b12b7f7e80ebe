import Charts
import Frames
import Values

/// Sentences of which some say the same of fewer days, as a report asks of a year and of a month of it: only the widest of them is told.
///
///     SpanSentences.widest(["A is old from 2024-01-01 to 2024-12-31", "A is old on 3 days from 2024-05-01 to 2024-05-31"])
///     // ["A is old from 2024-01-01 to 2024-12-31"]
struct SpanSentences {
    /// A sentence without its days.
    private struct Spanned {
        let rest: String
        let days: ClosedRange<Day>
    }

    /// The sentences in their order, without those that another one says of the same days and more.
    static func widest(_ sentences: [String]) -> [String] {
        let spanned = sentences.map(spanned)
        return sentences.indices.filter { place in
            guard let own = spanned[place] else { return true }
            return !spanned.indices.contains { other in
                guard other != place, let wider = spanned[other], wider.rest == own.rest, covers(wider.days, own.days) else { return false }
                return wider.days != own.days || other < place
            }
        }.map { sentences[$0] }
    }

    private static func covers(_ wide: ClosedRange<Day>, _ narrow: ClosedRange<Day>) -> Bool {
        wide.lowerBound <= narrow.lowerBound && wide.upperBound >= narrow.upperBound
    }

    /// A sentence with `on DAY`, `from DAY to DAY` or `on 3 days from DAY to DAY` in it, as what it says but for the first of these; nil where there are none.
    private static func spanned(_ sentence: String) -> Spanned? {
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for place in words.indices {
            if words[place] == "from", place + 3 < words.count, words[place + 2] == "to", let first = day(words[place + 1]), let last = day(words[place + 3]), first.day <= last.day
            {
                let counts = place >= 3 && words[place - 3] == "on" && words[place - 1] == "days" && words[place - 2].allSatisfy(\.isNumber)
                words.replaceSubrange((counts ? place - 3 : place)...(place + 3), with: ["…" + last.behind])
                return Spanned(rest: words.joined(separator: " "), days: first.day...last.day)
            }
            if words[place] == "on", place + 1 < words.count, let only = day(words[place + 1]) {
                words.replaceSubrange(place...(place + 1), with: ["…" + only.behind])
                return Spanned(rest: words.joined(separator: " "), days: only.day...only.day)
            }
        }
        return nil
    }

    /// A word that is a day, and the sign behind it.
    private static func day(_ word: String) -> (day: Day, behind: String)? {
        let end = word.last.map { ",;:.".contains($0) } ?? false
        guard let day = try? Day(end ? String(word.dropLast()) : word) else { return nil }
        return (day, end ? String(word.suffix(1)) : "")
    }
}

extension Report.Block {
    /// The block; a chart without the warnings of its frame in its caption, which a report tells at its end, once for all of its tables and charts.
    var withoutWarnings: Report.Block {
        guard case .chart(let chart) = self else { return self }
        let told = chart.frame.warningLines(inBook: "warnings", inFrame: "its warnings"), masked = RenderOptions(privacy: true)
        guard !told.isEmpty else { return self }
        let lines = Set(told + told.map(masked.hidingFigures(in:)))
        var data = chart.data
        data.notes.removeAll(where: lines.contains)
        return .chart(Chart(data, of: chart.frame))
    }
}
