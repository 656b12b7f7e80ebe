import REPL

/// A command line of `luca [BOOK]` or `luca -e CODE` that needs no explaining, read without `ArgumentParser`.
///
/// That library looks up the types of all options at run time, which would take a quarter of the time of a start. It stays the one parser: what is read here is
/// what it would read too, which the tests compare, and whatever is anything else (a command, a mistake, help, a shortened or repeated option) is left to it.
struct PlainCommandLine: Equatable {
    /// The book that stands by itself on the line; nil where none does.
    private(set) var path: String?
    /// What the options `-e` give, in their order.
    private(set) var code: [String] = []
    /// The options that every command takes.
    private(set) var common = CommonChoices()

    /// An option that is read here, by what it sets.
    enum Option: String, CaseIterable {
        /// Code to run.
        case code = "-e"
        /// The book to work on.
        case book = "--book"
        /// The day to take for today.
        case today = "--today"
        /// When to use colour.
        case color = "--color"
        /// Leaves `init.lua` out.
        case noInit = "--no-init"
        /// Asks nothing of the network.
        case offline = "--offline"
        /// Masks amounts.
        case privacy = "--privacy"

        /// Whether a value follows it.
        var takesValue: Bool {
            switch self {
            case .code, .book, .today, .color: true
            case .noInit, .offline, .privacy: false
            }
        }
    }

    /// Reads the arguments behind the program's name; nil where they are to be read by `ArgumentParser`.
    ///
    /// - Parameter isCommand: whether a word names a command.
    init?(_ arguments: [String], isCommand: (String) -> Bool) {
        var given: [Option] = [], words = arguments[...]
        while let word = words.popFirst() {
            guard word.utf8.first == UInt8(ascii: "-") else {
                if word.isEmpty || path != nil || isCommand(word) { return nil }
                path = word
                continue
            }
            guard let option = Option(rawValue: word) else { return nil }
            // Of an option that is given twice the library takes one or the other, and `-e` alone is meant to be.
            guard option == .code || !given.contains(option) else { return nil }
            given.append(option)
            guard option.takesValue else {
                set(option)
                continue
            }
            // A value that looks like an option may be one, with the value forgotten.
            guard let value = words.popFirst(), !value.isEmpty, value.utf8.first != UInt8(ascii: "-"), set(option, to: value) else { return nil }
        }
        // Two books are a mistake, as is a day that is none.
        if path != nil, common.book != nil { return nil }
        if common.launchOptions.problem != nil { return nil }
    }

    /// Sets an option that takes no value.
    private mutating func set(_ option: Option) {
        switch option {
        case .noInit: common.runsInit = false
        case .offline: common.isOffline = true
        case .privacy: common.masksAmounts = true
        case .code, .book, .today, .color: preconditionFailure("\(option.rawValue) takes a value")
        }
    }

    /// Sets an option that takes a value; false where it does not take this one.
    private mutating func set(_ option: Option, to value: String) -> Bool {
        switch option {
        case .code: code.append(value)
        case .book: common.book = value
        case .today: common.today = value
        case .color:
            guard let colour = LaunchOptions.Colour(rawValue: value) else { return false }
            common.colour = colour
        case .noInit, .offline, .privacy: preconditionFailure("\(option.rawValue) takes no value")
        }
        return true
    }
}

/// What the options that every command takes are set to.
struct CommonChoices: Equatable {
    /// The path of the book; nil where `--book` is not given.
    var book: String?
    /// The day to take for today; nil where `--today` is not given.
    var today: String?
    /// Whether `init.lua` is run.
    var runsInit = true
    /// Whether the network must not be used.
    var isOffline = false
    /// Whether amounts are masked.
    var masksAmounts = false
    /// When to use colour.
    var colour = LaunchOptions.Colour.auto

    /// The options of the command line, and those of the environment that it does not set.
    var launchOptions: LaunchOptions {
        var options = LaunchOptions.ofEnvironment
        if let book { options.book = book }
        if let today { options.today = today }
        options.runsInit = runsInit
        options.colour = colour
        options.masksAmounts = masksAmounts
        if isOffline { options.isOffline = true }
        return options
    }
}
