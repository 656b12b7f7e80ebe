import Frames
import LuaKit
import Session
import Storage
import Values

/// Answers of questions that were asked lately: the same question again costs what it takes to see that nothing has changed since.
final class EarlierAnswers {
    /// A question, and all that its answer follows from.
    struct Question: Equatable {
        let function: String
        let arguments: [Argument]
        let revision: BookRevision
        let today: Day
    }

    /// An argument that tells by itself what it says.
    enum Argument: Equatable {
        case none
        case boolean(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case boxed(LuaBoxed)
        /// The values of a list, in their order.
        case list([Argument])
    }

    private struct Answer {
        let question: Question
        weak let book: Book?
        let frame: Frame
    }

    /// The answers, the one used last at the end.
    private var answers: [Answer] = []
    /// The call that is being answered, and its question.
    private var open: (call: LuaCall, question: Question, book: Book)?

    /// The most answers that are kept, and the most bytes that the columns of small ones may come to. Of large ones the last is kept.
    private static let mostAnswers = 16, mostBytes = 32 << 20, largeAnswer = 16 << 20

    /// The answer that a question got lately.
    func frame(_ question: Question, of book: Book) -> Frame? {
        guard let place = answers.firstIndex(where: { $0.question == question && $0.book === book }) else { return nil }
        answers.append(answers.remove(at: place))
        return answers.last?.frame
    }

    /// Keeps what a call answers while it is under way.
    func keeping<Result>(_ call: LuaCall, _ question: Question, _ book: Book, _ body: () throws -> Result) rethrows -> Result {
        let before = open
        open = (call, question, book)
        defer { open = before }
        return try body()
    }

    /// Takes a frame that a call gives back, where it is to be kept.
    func take(_ frame: Frame, of call: LuaCall) {
        guard let open, open.call.isSame(as: call) else { return }
        // What was asked of an earlier state is of no use any more.
        answers.removeAll { $0.book == nil || $0.book === open.book && $0.question.revision != open.question.revision || $0.question == open.question }
        answers.append(Answer(question: open.question, book: open.book, frame: frame))
        forgetMost()
    }

    /// Forgets the large one.
    func forgetLarge() { answers.removeAll { Self.size($0.frame) > Self.largeAnswer } }

    private static func size(_ frame: Frame) -> Int { frame.columns.reduce(0) { $0 + frame.rowCount * $1.type.stride } }

    /// Forgets those that were used longest ago, as far as they take too much. A column that was not read yet counts too: what it would be computed from is kept.
    private func forgetMost() {
        var bytes = 0, hasLarge = false, kept: [Answer] = []
        for answer in answers.reversed() where kept.count < Self.mostAnswers {
            let size = Self.size(answer.frame)
            if size > Self.largeAnswer {
                if hasLarge { continue }
                hasLarge = true
            } else {
                bytes += size
                if bytes > Self.mostBytes { continue }
            }
            kept.append(answer)
        }
        answers = kept.reversed()
    }
}

extension LuaFunction {
    /// The function, which gives the answer it gave before where the same was asked and nothing has changed since. To be used of questions whose answers
    /// follow from the book, its prices and rates, and the day.
    func keepingAnswers() -> LuaFunction {
        let compute = body
        return LuaFunction(name, parameters, returns: returns, summary: summary, example: example, since: since, style: style) { call in
            guard let (question, book) = try call.plainQuestion() else { return try compute(call) }
            let answers = call.runtime.part { EarlierAnswers() }
            if let known = answers.frame(question, of: book) {
                try book.noteReading()
                return try call.reply(known)
            }
            return try answers.keeping(call, question, book) { try compute(call) }
        }
    }
}

extension LuaCall {
    /// What is asked, and of which book; nil where an answer may rest on more than that: something recorded in the running statement, a trial, or an argument that
    /// is no plain value.
    fileprivate func plainQuestion() throws -> (EarlierAnswers.Question, Book)? {
        guard runtime.question == nil, runtime.running.branches.isEmpty, let book = try? book(), let revision = try book.revision else { return nil }
        var arguments: [EarlierAnswers.Argument] = []
        arguments.reserveCapacity(count)
        for place in 0..<count {
            // What cannot be read is told by whoever needs it, with the name of the parameter.
            guard let value = try? argument(place), let plain = EarlierAnswers.Argument(value) else { return nil }
            arguments.append(plain)
        }
        while arguments.last == EarlierAnswers.Argument.none { arguments.removeLast() }
        return (EarlierAnswers.Question(function: name, arguments: arguments, revision: revision, today: runtime.today), book)
    }
}

extension EarlierAnswers.Argument {
    /// A value, where it is plain or a list of plain ones.
    fileprivate init?(_ value: LuaValue) {
        switch value {
        case .none: self = .none
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .boxed(let boxed): self = .boxed(boxed)
        case .table(let pairs):
            var items = [EarlierAnswers.Argument?](repeating: nil, count: pairs.count)
            for pair in pairs {
                guard case .integer(let place) = pair.key, items.indices.contains(place - 1), let item = EarlierAnswers.Argument(pair.value) else { return nil }
                items[place - 1] = item
            }
            self = .list(items.compactMap { $0 })
        case .object, .function, .reference, .other: return nil
        }
    }
}
