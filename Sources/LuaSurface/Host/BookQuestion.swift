import Frames
import LuaKit
import Session
import Storage
import Values

/// A question that is being asked of one of several books: its call finds that book, and hands over its answer instead of giving it to Lua.
final class BookQuestion {
    private let call: LuaCall
    /// The book that is asked.
    let book: Book
    /// What it answered.
    private(set) var answer: Frame?

    init(_ call: LuaCall, _ book: Book) { (self.call, self.book) = (call, book) }

    /// Whether a call is the one that asks, and not one that it has led to.
    func isAsked(by other: LuaCall) -> Bool { call.isSame(as: other) }

    /// Takes the answer, with all that it would be computed from later: the book may be closed behind it.
    func take(_ frame: Frame) throws {
        try frame.settle()
        answer = frame
    }
}

/// Questions over several books: `book=` in every function that asks.
extension LuaFunction {
    private static let book = LuaParameter.optional(
        "book", .init("books", phrase: "the name of a book, a list of names or \"*\"", accepts: [.string, .table, .object]),
        "Asks this book, these, or with \"*\" all: of the server that the current book is on, else of those that are open. The answer has a column book.")

    /// The function with a parameter `book`: with it, it is asked of several books, and the answers stand below each other.
    func overBooks() -> LuaFunction {
        let single = body
        return LuaFunction(
            name, parameters + [Self.book], returns: returns, summary: summary, example: example, since: since, style: style
        ) { call in
            guard call.has("book") else { return try single(call) }
            return try call.reply(BookAnswers(call, single).frame())
        }
    }
}

extension Module {
    /// The module with `book=` in those of its functions that are questions.
    package func overBooks() -> Module {
        Module(title, isAboutBooks: isAboutBooks, functions.map { questions.contains($0.name) ? $0.overBooks() : $0 }, questions: questions)
    }
}

extension Runtime {
    /// Runs something with another book as the current one.
    fileprivate func asking(_ question: BookQuestion, _ body: () throws -> Void) rethrows {
        let (current, earlier) = (books.current, self.question)
        books.current = question.book
        self.question = question
        defer { (books.current, self.question) = (current, earlier) }
        try body()
    }
}

/// The answers of several books to one question.
private struct BookAnswers {
    private let call: LuaCall
    private let single: @Sendable (LuaCall) throws -> LuaReply
    private let choice: BookChoice
    private var answers: [Result<Frame, any Error>?]
    private var stack = FrameStack(label: "book")
    /// How many books have been stacked, in their order.
    private var stacked = 0
    private var failures: [(label: String, error: any Error)] = []

    init(_ call: LuaCall, _ single: @escaping @Sendable (LuaCall) throws -> LuaReply) throws {
        (self.call, self.single) = (call, single)
        choice = try BookChoice(call)
        answers = Array(repeating: nil, count: choice.books.count)
    }

    /// Asks all of them.
    ///
    /// - Throws: what ends a question over one book, and where none of the books answers, why not.
    consuming func frame() throws -> Frame {
        try askOpenBooks()
        try askFiles()
        try askServer()
        guard stack.isEmpty, let first = failures.first else { return stack.frame() }
        if Set(failures.map { SafeMessage.of($0.error) }).count == 1 { throw first.error }
        throw LuaMisuse(
            "\(call.name): none of the \(failures.count) books answers; \(first.label): \(SafeMessage.of(first.error))", field: "book", kind: "books_failed")
    }

    private mutating func askOpenBooks() throws {
        for (place, wanted) in choice.books.enumerated() {
            if case .open(let book) = wanted.source { try take(place, Result { try answer(of: call.runtime.checked(book)) }) }
        }
    }

    private mutating func askFiles() throws {
        for (place, wanted) in choice.books.enumerated() {
            guard case .file(let path) = wanted.source else { continue }
            var options = Book.Options()
            options.remembers = false
            try take(
                place,
                Result {
                    let book = try Book.open(path: path, mode: .readOnly, options: options, clock: call.runtime.configuration.clock)
                    defer { book.close() }
                    host(book)
                    return try answer(of: book)
                })
        }
    }

    private mutating func askServer() throws {
        var places: [Int] = [], listings: [BookListing] = []
        for (place, wanted) in choice.books.enumerated() {
            guard case .server(let listing) = wanted.source else { continue }
            places.append(place)
            listings.append(listing)
        }
        guard !listings.isEmpty, let loading = try choice.asker.loading(listings) else { return }
        defer { loading.stop() }
        let lua = call.runtime.lua
        while let (place, found) = try loading.next({ if let stop = lua.dueStop { throw stop } }) {
            switch found {
            case .failure(let error): try take(places[place], .failure(error))
            case .success(let book):
                host(book)
                let result = Result { try answer(of: book) }
                var hasFailed = false
                if case .failure = result { hasFailed = true }
                loading.close(book, hasFailed: hasFailed)
                try take(places[place], result)
            }
        }
    }

    /// What a book asks of the session, which does not have it open.
    private func host(_ book: Book) {
        book.host.shouldStop = { [weak lua = call.runtime.lua] in lua?.dueStop != nil }
        book.host.progress = call.runtime.console.progress
    }

    private func answer(of book: Book) throws -> Frame {
        let question = BookQuestion(call, book)
        try call.runtime.asking(question) { _ = try single(call) }
        guard let frame = question.answer else { throw LuaMisuse("\(call.name): it has no answer", field: "book", kind: "not_found") }
        return frame
    }

    /// Takes the answer of a book in, and stacks as many as stand one behind the other.
    private mutating func take(_ place: Int, _ answer: Result<Frame, any Error>) throws {
        if case .failure(let error) = answer {
            if let stop = error as? LuaStop { throw stop }
            if let stop = call.runtime.lua.dueStop { throw stop }
            if let storage = error as? StorageError, storage.kind == .interrupted { throw error }
            // A mistake in the question itself is the same in every book.
            if let misuse = error as? LuaMisuse, misuse.kind == "argument", stack.isEmpty, failures.count > 1,
                failures.allSatisfy({ SafeMessage.of($0.error) == misuse.message })
            {
                throw error
            }
        }
        answers[place] = answer
        while stacked < answers.count, let next = answers[stacked] {
            let label = choice.books[stacked].label
            answers[stacked] = nil
            stacked += 1
            switch next {
            case .success(let frame): try stack.add(frame, labelled: label)
            case .failure(let error):
                failures.append((label, error))
                stack.add(FrameWarning(kind: "book_failed", message: "\(label) is left out: \(SafeMessage.of(error))", subject: label))
            }
        }
    }
}

/// What an error says.
private enum SafeMessage {
    static func of(_ error: any Error) -> String { (error as? any LuaRaisable)?.message ?? "\(error)" }
}
