/// All kinds of error, as scripts meet them in `err.kind` and the prompt shows them in brackets. A test compares the list with the kinds that can be
/// raised.
enum ErrorKinds {
    /// Kinds that belong together.
    struct Group: Sendable {
        let title: String
        let kinds: [(kind: String, meaning: String)]
    }

    /// What a kind means, in a sentence without its full stop; nil for an unknown kind.
    static func meaning(of kind: String) -> String? { all.lazy.flatMap(\.kinds).first { $0.kind == kind }?.meaning }

    /// Every kind, by what it is about.
    static let all = [scripts, book, activities, definitions, values, frames, plans, returns, market, imports, shell]

    private static let scripts = Group(
        title: "scripts and calls",
        kinds: [
            ("argument", "A function was called in a way that it cannot be: the field or argument is err.field"),
            ("bad_argument", "An argument makes no sense here"),
            ("error", "A mistake of the script itself, or an error that it raised as a text"),
            ("sentence", "A line of the prompt begins with the word of a sentence and does not fit it; the caret shows where"),
            ("syntax", "The text is no Lua, or ends too early"),
            ("unknown_name", "Nothing is called so: a global, a method or a field"),
            ("read_only_value", "A row, a frame, an account or another value of luca's was assigned to"),
            ("option", "A script was given something that it does not take, or lacks what it needs"),
            ("expectation", "A test expected something else"),
            ("unknown_zone", "There is no time zone of that name"),
            ("closed", "The frame, book or file was closed before"),
            ("nested", "A provider of quotes asked the network through luca while it was asked itself"),
            ("in_what_if", "This cannot be undone, so it is not done in a what-if or a dry run"),
            ("several_books", "A statement or a script would write a second book; it writes one"),
            ("books_failed", "Of several books that were asked, none answers, each for a reason of its own"),
            ("sandbox", "A sandboxed script may not do this"),
            ("keys", "Keys of providers are kept outside of books, in a file of their own"),
            ("bad_text", "A text holds a NUL, or bytes that are no UTF-8"),
            ("beyond_bound", "A price, quantity, amount or rate is beyond what luca takes, or a list, a plan or a span of time is"),
            ("file", "A file could not be read or written, or may not be in a sandbox or a dry run"),
            ("limit", "The script ran longer, or holds more memory, than it may; no script catches this"),
            ("interrupted", "The user stopped it; no script catches this"),
            ("exit", "The script asked to leave, with quit"),
            ("unknown_report", "There is no report of that name"),
            ("privacy", "Figures would be written as they are while they are masked on the screen"),
            ("nothing_to_write", "A report gave nothing that could be written"),
            ("several_tables", "A report has several tables, and the form that was asked for has one"),
            ("view", "Pages cannot be served to a browser"),
            ("program", "A program beside luca, which draws pictures or writes workbooks, is not there, cannot start or did not do it"),
            ("unknown_topic", "There is no help on that"),
            ("unconfirmed", "What cannot be taken back was not confirmed"),
        ])

    private static let book = Group(
        title: "the book and its file",
        kinds: [
            ("no_book", "No book is open"),
            ("not_found", "There is no file, no folder to make it in, or nothing of the name that a sentence asks for"),
            ("no_backup", "The book has no backup, or none of that name"),
            ("is_directory", "The path leads to a folder"),
            ("not_a_book", "The file is something other than a book"),
            ("damaged", "The file was a book once, and its parts no longer fit together"),
            ("locked", "The book is encrypted, and its passphrase is not known or is another one"),
            ("newer", "A later luca wrote the file"),
            ("read_only", "The file, its folder or this session may only be read"),
            ("unreadable", "The system, or a provider of quotes, does not let the file be read"),
            ("already_exists", "A file that is there would have been overwritten"),
            ("busy", "Another program holds the book for writing"),
            ("outdated", "The book has changed since this was begun or proposed"),
            ("replaced", "The book's file or its journal was moved, removed, replaced or overwritten while it was open"),
            ("connection_lost", "The connection to the server was lost; the message says what became of what was being recorded"),
            ("authentication", "The server does not let the login in"),
            ("not_permitted", "The login's role in the book, or its groups on the server, do not allow that"),
            ("no_server", "No server is named"),
            ("disk_full", "There is no room left on the disk"),
            ("input_output", "The disk or the system failed"),
            ("query", "SQL that is not understood, or that failed as it ran"),
            ("refused", "Not allowed: a query that would change something, or a provider of quotes that does not answer"),
            ("act_failed", "The act had failed already, so nothing more of it is taken"),
            ("only_defined", "The last act defined accounts or instruments alone, which undo does not take back"),
            ("misuse", "What was asked of the book makes no sense, whatever it holds"),
            ("not_empty", "The book or the place is not empty"),
            ("erased", "It was erased, and is not there to be used or exported"),
        ])

    private static let activities = Group(
        title: "activities",
        kinds: [
            ("unknown_account", "There is no account of that name"),
            ("unknown_symbol", "There is no instrument of that symbol"),
            ("unknown_type", "There is no activity of that type"),
            ("unknown_subtype", "There is no subtype of that name"),
            ("unknown_status", "There is no status of that name"),
            ("unknown_entry", "There is no entry of that number"),
            ("missing_field", "An activity of this type needs a field that was left out"),
            ("superfluous_field", "An activity of this type does not take that field"),
            ("wrong_subtype", "An activity of this type cannot have that subtype"),
            ("zero_value", "The figure cannot be zero"),
            ("negative_value", "The figure cannot be negative"),
            ("amounts_disagree", "Quantity times price is not the amount"),
            ("bad_opened", "Units acquired after the day on which they come in"),
            ("bad_share", "A part of the cost that is below nothing, or above all of it"),
            ("into_itself", "Units would become units of the same instrument"),
            ("not_an_option", "What is said is said of options only"),
            ("used_option", "The option was exercised or assigned, so it stays an option"),
            ("no_option_terms", "The option's underlying, right, strike or last day are not known"),
            ("adjusted_option", "An option's contracts are for other units since a split, so a price a unit is refused; as a warning, they are no standard ones"),
            ("currency_mismatch", "The instrument has its price in another currency"),
            ("same_currency", "An exchange needs two currencies"),
            ("wrong_settlement", "Cash moves in the currency of the account or in that of the trade, and in no third"),
            ("negative_cash", "Cash would be below zero, and the book refuses that; as a warning, it is below zero"),
            ("future_date", "The day is still to come"),
            ("before_opening", "The account was opened later"),
            ("after_closing", "The account was closed before"),
            ("oversold", "More is sold, sent or used than the account holds"),
            ("strands_sale", "It would leave too little for a sale that stands"),
            ("wrong_side", "Options that were sold are exercised, or bought ones assigned"),
            ("closes_too_much", "A trade closes more than is open"),
            ("unsettled", "A question in the middle of a transaction whose entries rest on some that are not recorded yet"),
            ("lot_not_open", "The lot named is not open, or has less left"),
            ("lot_has_parted", "The entry's number stands for several lots by now, each with an id of its own"),
            ("lot_is_named", "A later entry names the lot that would be voided"),
            ("lots_fall_short", "The lots named hold less than is sold"),
            ("nothing_held", "Nothing of the instrument is held"),
            ("transfer_to_itself", "Both sides of the transfer are one account"),
            ("not_an_activity", "The entry is no activity"),
            ("already_void", "The activity is void"),
            ("already_amended", "Another activity stands in its place"),
            ("misnumbered", "An entry's number does not follow the one before it"),
            ("undefined", "An entry points to something that is not defined"),
        ])

    private static let definitions = Group(
        title: "accounts, instruments and settings",
        kinds: [
            ("duplicate_account", "An account of that name is there"),
            ("duplicate_symbol", "An instrument of that symbol is there"),
            ("empty_name", "A name or symbol is empty"),
            ("unknown_currency", "There is no currency of that code"),
            ("unknown_setting", "There is no setting of that name"),
            ("bad_setting", "The setting does not take that value"),
            ("activity_outside_account", "Something is recorded before the account's opening or after its closing"),
            ("currency_in_use", "Something is recorded in the currency, or in the instrument's"),
            ("bad_multiplier", "The multiplier is not above zero"),
            ("bad_dates", "The account would be closed before it was opened"),
            ("tracked_by_value", "The account takes no trades: its owner tells what it is worth"),
            ("units_in_account", "The account holds units, so it cannot be tracked by value"),
            ("not_tracked_by_holdings", "The account's trades are recorded, so its positions are not told"),
            ("not_tracked_by_value", "The account is not tracked by value"),
            ("not_tagged", "None of what was named has that tag, so it is not taken off"),
            ("tag_out_of_reach", "The tag is on things that the question is not about, such as instruments where cash is asked for"),
            ("unknown_book", "No book has that name"),
            ("unknown_class", "No instrument has that class"),
            ("unknown_owner", "No account has that owner"),
            ("unknown_portfolio", "No account is in that portfolio"),
            ("unknown_tag", "Nothing has that tag"),
        ])

    private static let values = Group(
        title: "numbers, money and dates",
        kinds: [
            ("decimal", "A number cannot be read, or is out of range"),
            ("arithmetic", "A figure of the book does not fit a decimal"),
            ("overflow", "A result is too large to hold"),
            ("money", "Money of two currencies, or money and a plain number"),
            ("currency", "A currency's code cannot be read"),
            ("split", "A sum cannot be split so"),
            ("date", "A date cannot be read, or is outside the years 1 to 9999"),
        ])

    private static let frames = Group(
        title: "frames",
        kinds: [
            ("unknown_column", "The frame has no such column"),
            ("type_mismatch", "The column is of another type"),
            ("mixed_currencies", "Amounts of different currencies would have been added up"),
            ("duplicate_column", "Two columns have one name"),
            ("nothing_proposed", "The frame proposes nothing that could be recorded"),
        ])

    private static let plans = Group(
        title: "plans",
        kinds: [
            ("malformed", "A text cannot be read as what it should be: a period, a plan, an answer"),
            ("duplicate_name", "Two parts have one name"),
            ("no_target", "The targets come to nothing"),
            ("not_enough", "More money is asked for than there is"),
            ("no_account", "A tier has no account for its money"),
            ("no_cash", "There is not enough cash for the trades"),
            ("no_plan", "The book has no such reserve plan"),
            ("already_there", "Something of that name is there"),
            ("unnamed_plan", "A plan has no name"),
            ("unknown_tier", "The plan has no such tier"),
            ("unknown_targets", "There are no targets of that name"),
            ("unknown_rule", "There is no rule of that name"),
            ("unknown_day", "The recurring rule has no such day"),
            ("unknown_goal", "There is no goal of that name"),
            ("unknown_limit", "There is no contribution limit of that name"),
            ("unknown_calendar", "There is no calendar of that name"),
            ("unknown_worth", "What an account is worth is not known"),
            ("calendar_in_use", "A recurring rule goes by the calendar"),
            ("nested_rule", "A recurring rule would carry out rules"),
            ("already_settled", "The day of a recurring rule was posted or skipped before"),
            ("no_base_currency", "The book has no base currency"),
        ])

    private static let returns = Group(
        title: "values and returns",
        kinds: [
            ("no_price", "There is no price for it"),
            ("stale_price", "The last price is older than prices may be"),
            ("stale_rate", "The last rate is older than rates may be"),
            ("no_rate", "There is no rate between the currencies by that day"),
            ("bad_price", "A price is not above zero"),
        ])

    private static let market = Group(
        title: "quotes and rates",
        kinds: [
            ("offline", "The session was started offline"),
            ("unknown_provider", "No provider has that name"),
            ("not_watched", "The price of the instrument is not watched"),
            ("unreachable", "A provider or the server of a book cannot be reached, or is on the network in a session that was started offline"),
            ("timeout", "The provider did not answer in time"),
            ("rate_limited", "The provider wants to be asked later"),
            ("server", "The provider has a fault of its own"),
            ("wrong_currency", "The provider's prices are in another currency"),
            ("cancelled", "It was given up before its end"),
        ])

    private static let imports = Group(
        title: "imports and exports",
        kinds: [
            ("empty_file", "The file is empty"),
            ("binary_file", "The file is no text"),
            ("no_header", "The file has no line of headings"),
            ("unknown_format", "No format fits the file, or none has that name"),
            ("missing_column", "The file lacks a column"),
            ("unterminated_quote", "A quote is never closed"),
            ("ambiguous_dates", "The dates can be read in two ways"),
            ("ambiguous_numbers", "The numbers can be read in two ways"),
            ("bad_json", "The file is no JSON"), ("bad_xml", "The file is no XML, or goes beyond what is read of it"),
            ("unanswered", "What the columns of a file are was asked, and nobody answered"),
            ("missing_file", "A file of the folder is missing"),
            ("broken_sequence", "The entries' numbers do not follow each other"),
            ("field_count", "The row has more or fewer cells than the headings"),
            ("stray_text", "Text stands behind a closing quote"),
            ("bad_date", "The cell is no date"),
            ("bad_time", "The cell is no time"),
            ("bad_number", "The cell is no number"),
            ("bad_currency", "The cell is no currency"),
            ("bad_name", "The cell is no name"),
            ("bad_word", "The cell is none of the words that fit"),
            ("missing_value", "The cell is empty"),
            ("out_of_range", "The number is too large or too small"),
            ("wrong_sign", "The number has the wrong sign"),
            ("sum_mismatch", "The parts do not add up to the sum"),
            ("maybe_typed", "The row is like an entry that was typed on a day which the file does not reach"),
            ("defined_twice", "Something is defined twice"),
            ("changed_row", "The row was imported before, and its figures have changed since"),
            ("script", "The importer's own Lua failed"),
            ("ledger_rule", "The ledger refuses the row"),
            ("not_posted", "The row is of something that was not carried out, and is skipped"),
            ("left_out", "The row is of something that luca does not record, and is skipped"),
            ("repeated_header", "The row repeats the headings, and is skipped"),
        ])

    private static let shell = Group(
        title: "the shell",
        kinds: [
            ("setting", "A setting of the shell does not exist, or does not take that value"),
            ("help", "There is no help on that"),
            ("demo", "The tour stopped"),
            ("start", "The session could not begin"),
        ])
}
