public import Sentences

/// The kind of thing that is being completed.
public enum CompletionSubject: Equatable, Sendable {
    /// The first word of a sentence.
    case commandWord
    /// Words of the grammar that may come next: `fee`, `in`, `on`.
    case keyword([String])
    /// A setting of the shell: `.mode`.
    case setting
    /// The value of a setting: `csv` after `.mode`.
    case settingValue(of: String)
    /// A file.
    case file
    /// A global of Lua, a function of luca, a word of the language.
    case global
    /// A field or method of what the path names; `isMethod` after a colon.
    case member(of: String, isMethod: Bool)
    /// The name of an argument inside `function{ … }`; those in `given` stand there already.
    case argumentName(of: String, given: [String])
    /// The value of a named argument, without its quotes; `name` is nil for the sole bare argument (`account "Br`).
    case argumentValue(of: String, name: String?)
    /// A place in a sentence: an account after `in`, a symbol, the name of a report.
    case place(ArgumentKind, name: String, command: String)
}
