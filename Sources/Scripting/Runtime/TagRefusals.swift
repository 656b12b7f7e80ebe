import LuaKit
import LuaSurface

/// Why some functions cannot be narrowed to what has a tag, and what to ask instead. All others that ask the book take `tag`.
enum TagRefusals {
    /// The reasons by function, in the order of the reference.
    private static let reasons: [String: String] = [
        "rates": "a rate is of two currencies, which have no tags; currency=\"EUR\" narrows them",
        "rate": "a rate is of two currencies, which have no tags",
        "currencies": "a currency has no tags; accounts{tag=\"TAG\"} and instruments{tag=\"TAG\"} tell the currencies of what has one",
        "settings": "a setting is of the whole book, which has no tags",
        "providers": "a provider is no part of the book, and has no tags; quotes{tag=\"TAG\"} tells the prices of what has one",
        "sync": "prices are fetched by symbol; instruments{tag=\"TAG\"}:list(\"symbol\") tells which have the tag",
        "plans": ofPlan, "tiers": ofPlan, "allocate": ofPlan, "tier_transfers": ofPlan, "forecast": ofPlan,
        "history": "the history of one activity has no other in it; activities{tag=\"TAG\"} tells which have the tag",
        "explain": "one holding, balance or activity is explained; holdings{tag=\"TAG\"} and activities{tag=\"TAG\"} tell which have the tag",
        "recurring.history": "the days of one rule are told; recurring.list{tag=\"TAG\"} tells which rules have the tag",
        "recurring.run": ofRun, "recurring.approve": ofRun,
        "doctor": "the whole book is looked at; warnings tagged TAG tells what there is to know of what has the tag",
        "verify": "the whole book is checked, entry by entry",
        "backups": "a backup is of the whole book, which has no tags",
        "recorded_since": "a backup is restored as a whole; activities{tag=\"TAG\"} tells which have the tag",
        "find": "tags are looked for by their name; kind=\"tag\" finds tags alone, and tags{tag=\"TAG\"} lists what has one",
        "account": ofThing("Savings"), "instrument": ofThing("ORCL"), "amend": ofThing("418"),
    ]

    private static let ofPlan =
        "a reserve plan spreads one sum over all the accounts that it names, so that a part of them has no coverage of its own; cash{tag=\"TAG\"} tells what is there"
    private static let ofRun = "what is due is posted as a whole, or by name; recurring.list{tag=\"TAG\"} tells which rules have the tag"

    private static func ofThing(_ thing: String) -> String { "a tag is put on what is there: tag \(thing) TAG" }

    /// Why a function does not take a tag, for a hint; nil where that needs no reason of its own.
    static func reason(_ function: LuaFunction) -> String? {
        if function.parameters.contains(where: { $0.name == "tag" }) { return nil }
        if let reason = reasons[function.name] { return reason }
        // What records something answers with what it recorded.
        if function.parameters.contains(where: { $0.name == "notes" }) { return "a tag is put on what is recorded: tag ID TAG, with the id that \(function.name) tells" }
        return nil
    }

    /// The functions with a reason of their own.
    static var functions: [String] { reasons.keys.sorted() }
}

extension Runtime {
    /// Why a function cannot take a field that others do, and what to do instead; nil where that is not known, or it takes it.
    func whyNot(_ function: String, _ field: String) -> String? {
        switch field {
        case "tag": functions.records[function].flatMap(TagRefusals.reason)
        case "book": whyNotOfBooks(function)
        default: nil
        }
    }

    /// Why a function works on one book; nil for those that ask, and those that are about no book.
    private func whyNotOfBooks(_ function: String) -> String? {
        guard let module = functions.modules.first(where: { $0.functions.contains { $0.name == function } }), module.isAboutBooks, !module.questions.contains(function) else {
            return nil
        }
        let works = "\(function) works on one book, and only questions are asked of several"
        return function.contains(".") ? "\(works); open(\"ben.luca\") makes another the current one" : "\(works); open(\"ben.luca\"):\(function){…} works on another"
    }
}
