package import LuaKit
public import Sentences

/// What a script can call in a session, for help, completion and sentences: luca's own functions, and the reports and commands that scripts defined.
public struct FunctionTable {
    /// The parts of the Lua surface, in the order in which help lists them.
    package internal(set) var modules: [Module] = []
    /// Records of functions, by name: luca's own, and those of the reports and commands that scripts defined.
    package internal(set) var records: [String: LuaFunction] = [:]
    /// Names of reports in the order of their definition.
    package var reportNames: [String] = []
    /// Whether the reports that ship are among them: they are read when one is asked for.
    package var hasShippedReports = false
    /// The sentences in force, built in and defined by scripts. Whoever asks first has those read that ship.
    public package(set) var commands: [CommandPattern] {
        get { sentences.read().patterns }
        set { sentences.set(newValue, handlers) }
    }
    /// The functions behind the sentences that stand for no call of one of luca's own, by the number in their pattern.
    package var handlers: [SentenceFunction] {
        get { sentences.read().handlers }
        set { sentences.set(commands, newValue) }
    }
    /// Whether the sentences that ship are read; nothing has defined others before.
    public var hasReadSentences: Bool { sentences.isRead }
    private let sentences = SentenceList()
    /// Whether the standard library is being loaded, so that the sentences that are defined are the program's own.
    package var isLoadingStandard = false
    /// The functions of `stdlib/sentences.lua` and `stdlib/questions.lua` by name; empty until one of them is needed.
    package var shippedSentences: [String: LuaReference] = [:]
    /// How a function is called, as help shows it; nil where it is none of luca's own.
    package var usage: (LuaReference) -> String? = { _ in nil }
    /// Lua functions that make text of rows and of handles, taken before any script can put something of its own in their place.
    package var texts: [LuaReference] = []
}

extension FunctionTable {
    /// Sets how the sentences that ship are read, when somebody first asks for one.
    package func readSentences(by reading: @escaping () -> ReadSentences) { sentences.reading = reading }
}

/// Sentences, and the functions behind those that stand for no call of one of luca's own.
package struct ReadSentences {
    /// How each is written and what carries it out.
    package var patterns: [CommandPattern] = []
    /// The functions, by the number in the pattern.
    package var handlers: [SentenceFunction] = []

    /// No sentences.
    package init() {}
}

/// The sentences of a session. A line of Lua needs none of the hundred that ship, nor does a script, so that they wait until somebody asks.
private final class SentenceList {
    /// Reads those that ship; nil where they are read.
    var reading: (() -> ReadSentences)?
    private var sentences = ReadSentences()

    var isRead: Bool { reading == nil }

    func read() -> ReadSentences {
        if let reading {
            self.reading = nil
            sentences = reading()
        }
        return sentences
    }

    func set(_ patterns: [CommandPattern], _ handlers: [SentenceFunction]) { (sentences.patterns, sentences.handlers) = (patterns, handlers) }
}

/// A Lua function that a sentence calls with the table of its arguments.
package enum SentenceFunction {
    /// One that a script gave to `command.define`.
    case defined(LuaReference)
    /// One of `stdlib/sentences.lua` or `stdlib/questions.lua` by its name there; the files are read when the first of them is called.
    case shipped(String)
}

/// A part of the Lua surface: functions that help lists together, in a file of their own.
package struct Module: Sendable {
    /// What help calls the group.
    package let title: String
    /// The records of its functions.
    package let functions: [LuaFunction]
    /// Whether its functions work on a book, so that each is a method of books too.
    package let isAboutBooks: Bool

    /// The names of those functions that ask a book and answer with a frame, so that several books may be asked at once.
    package let questions: Set<String>

    /// A part of a title; its functions work on a book unless it is said that they do not.
    package init(_ title: String, isAboutBooks: Bool = true, _ functions: [LuaFunction], questions: Set<String> = []) {
        precondition(questions.isSubset(of: functions.filter { $0.returns == "frame" }.map(\.name)), "a question of \(title) is a function that answers with a frame")
        self.title = title
        self.functions = functions
        self.isAboutBooks = isAboutBooks
        self.questions = questions
    }

    /// A part whose functions that answer with a frame are all questions. Answers are kept for who asks the same again, but those of some functions that may
    /// follow from more than the book, its prices and rates, and the day.
    package init(asking title: String, _ functions: [LuaFunction], keepingNoneOf others: Set<String> = []) {
        let questions = Set(functions.filter { $0.returns == "frame" }.map(\.name))
        self.init(title, functions.map { questions.contains($0.name) && !others.contains($0.name) ? $0.keepingAnswers() : $0 }, questions: questions)
    }
}
