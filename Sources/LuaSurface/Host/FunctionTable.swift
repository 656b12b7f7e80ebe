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
    /// The sentences in force, built in and defined by scripts.
    public package(set) var commands: [CommandPattern] = []
    /// Lua functions behind the commands that scripts defined, by the number in their pattern.
    package var handlers: [LuaReference] = []
    /// Whether the sentences that are being defined are the program's own.
    package var isDefiningShipped = false
    /// How a function is called, as help shows it; nil where it is none of luca's own.
    package var usage: (LuaReference) -> String? = { _ in nil }
    /// Lua functions that make text of rows and of handles, taken before any script can put something of its own in their place.
    package var texts: [LuaReference] = []
}

/// A part of the Lua surface: functions that help lists together, in a file of their own.
package struct Module: Sendable {
    /// What help calls the group.
    package let title: String
    /// The records of its functions.
    package let functions: [LuaFunction]
    /// Whether its functions work on a book, so that each is a method of books too.
    package let isAboutBooks: Bool

    /// A part of a title; its functions work on a book unless it is said that they do not.
    package init(_ title: String, isAboutBooks: Bool = true, _ functions: [LuaFunction]) {
        self.title = title
        self.functions = functions
        self.isAboutBooks = isAboutBooks
    }
}
