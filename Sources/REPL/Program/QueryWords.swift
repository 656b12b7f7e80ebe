import LuaSurface
import Scripting

/// What a query in SQL may go on with.
struct QueryWords {
    let runtime: Runtime

    private static let keywords = [
        "select", "from", "where", "group by", "order by", "having", "limit", "join", "left join", "on", "and", "or", "not", "in", "between", "like", "is null", "as", "distinct",
        "count(", "sum(", "avg(", "min(", "max(", "desc", "asc", "case when", "then", "else", "end", "with", "union all",
    ]

    /// The words that fit behind a part of a query: views where one is named, else columns of the views that are named, then words of SQL.
    func words(after before: String) -> [String] {
        let words = before.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard !words.isEmpty else { return ["select", "with"] }
        if ["from", "join"].contains(words.last) { return Runtime.views }
        let named = Runtime.views.filter(words.contains)
        // Behind `select ` no view is named yet.
        let columns = (named.isEmpty ? ["activities", "accounts", "instruments"] : named).flatMap(runtime.columns(ofView:))
        var seen: Set<String> = []
        return (columns + Self.keywords).filter { seen.insert($0).inserted }
    }
}
