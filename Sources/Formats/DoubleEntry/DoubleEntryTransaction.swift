extension DoubleEntryBook {
    /// How a transaction opens the accounts of a year.
    enum Opening {
        /// It begins the file.
        case first
        /// It takes back the closing before it, and is no event.
        case again
    }

    /// Postings of a day that belong together.
    struct Transaction {
        /// Who was paid, or paid.
        var payee: String
        /// What for.
        var narration: String
        /// Tags with their `#` and links with their `^`.
        var marks: [String] = []
        /// The changes.
        var postings: [Posting]
        /// What few transactions say.
        private var origin: Boxed<Origin>?

        private struct Origin {
            var id = "", splitIDs: [String] = []
            var ownEntries: String?, ownText: OwnText?, instrument: String?, opening: Opening?
        }

        init(payee: String = "", narration: String = "", id: String = "", postings: [Posting] = []) {
            (self.payee, self.narration, self.postings) = (payee, narration, postings)
            if !id.isEmpty { self.id = id }
        }

        /// The id by which another program knows it; empty for none.
        var id: String {
            get { origin?.value.id ?? "" }
            set { setOrigin(newValue.isEmpty) { $0.id = newValue } }
        }
        /// The ids of splits of shares in it, where they have ids of their own; empty where they count as the other activities do.
        var splitIDs: [String] {
            get { origin?.value.splitIDs ?? [] }
            set { setOrigin(newValue.isEmpty) { $0.splitIDs = newValue } }
        }
        /// The entries of luca's that it was exported from, as `OwnEntries` marks them; nil where it was not.
        var ownEntries: String? {
            get { origin?.value.ownEntries }
            set { setOrigin(newValue == nil) { $0.ownEntries = newValue } }
        }
        /// A check of what it says, where it names entries of luca's.
        var ownText: OwnText? {
            get { origin?.value.ownText }
            set { setOrigin(newValue == nil) { $0.ownText = newValue } }
        }
        /// The instrument that pays, where the file tells it.
        var instrument: String? {
            get { origin?.value.instrument }
            set { setOrigin(newValue == nil) { $0.instrument = newValue } }
        }
        /// Where it opens the accounts of a year with what they held as the year before ended: how.
        var opening: Opening? {
            get { origin?.value.opening }
            set { setOrigin(newValue == nil) { $0.opening = newValue } }
        }

        /// Changes what is said, unless nothing was and nothing is: what is changed where it is told is set to nothing where it is not.
        private mutating func setOrigin(_ isNothing: Bool, _ change: (inout Origin) -> Void) {
            if isNothing, origin == nil { return }
            var told = origin?.value ?? Origin()
            change(&told)
            if origin == nil { origin = Boxed(told) } else { origin?.value = told }
        }

        /// Who was paid, and what for.
        var words: String { [payee, narration].filter { !$0.isEmpty }.joined(separator: " | ") }
    }
}
