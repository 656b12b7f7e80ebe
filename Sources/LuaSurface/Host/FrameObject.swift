public import Frames
import Ledger
public import LuaKit
import Session
import Storage
import Values

/// A frame as Lua holds it: its rows are read by C from the columns' own memory.
package final class FrameObject: LuaTabular {
    /// The frame.
    package let frame: Frame
    /// Its columns as C reads them.
    package let rows: LuaRows
    /// What can be carried out with `apply`, such as trades; nil for frames that only show something.
    var proposal: (any FrameProposal)?
    /// Why it cannot be carried out although it, or the frame that it was made of, once could; nil elsewhere.
    var lostProposal: LostProposal?
    /// The number of the branch that it was made in; 0 outside of any.
    var branch = 0

    /// A frame for a Lua state; its columns are filled when a row is first read.
    init(_ frame: Frame, _ marks: CurrencyMarks, state: LuaState) throws {
        self.frame = frame
        let columns = frame.columns.map { column in
            LuaColumn(
                column.name, column.type.cell, mark: column.type == .decimal ? DecimalUnit(column.schema).rawValue : 0,
                marks: { column.type == .decimal ? try marks.marks(of: column, in: frame) : nil },
                // The frame keeps the column, and a filled column its memory, as long as this object lives.
                fill: { try column.materialize().base },
                text: { column.data.pool?.text($0) ?? "" })
        }
        rows = try LuaRows(count: frame.rowCount, columns: columns, state: state)
    }
}

/// Why a frame cannot be carried out any more.
enum LostProposal {
    /// The branch in which it was worked out was undone.
    case undone
    /// Its rows are a selection of another frame's, and a proposal is carried out as a whole.
    case changed
}

/// A grouped frame as Lua holds it.
package final class GroupsObject {
    /// The groups.
    package let groups: GroupedFrame
    /// The number of the branch that its rows were made in; 0 outside of any.
    let branch: Int

    /// Groups of rows that were made in a branch.
    init(_ groups: GroupedFrame, branch: Int) {
        self.groups = groups
        self.branch = branch
    }
}

extension ColumnType {
    /// How C reads a column of this type.
    fileprivate var cell: LuaCell {
        switch self {
        case .int: .integer
        case .decimal: .boxed16(.decimal)
        case .text: .text
        case .day: .boxed4(.date)
        case .instant: .boxed8(.datetime)
        case .bool: .boolean
        }
    }
}

extension LuaCall {
    /// A reply with a frame.
    package func reply(_ frame: Frame) throws -> LuaReply {
        guard let question = runtime.question, question.isAsked(by: self) else {
            runtime.part { EarlierAnswers() }.take(frame, of: self)
            return reply(try value(frame))
        }
        try question.take(frame)
        return .nothing
    }

    /// A frame as scripts hold it.
    package func value(_ frame: Frame) throws -> LuaValue { .object(LuaObject(type: .frame, instance: try object(frame))) }

    /// The object that stands for a frame in Lua. It counts for the memory that all of its columns will take.
    func object(_ frame: Frame) throws -> FrameObject {
        // What it takes once every column is asked for.
        state.owe(frame.rowCount * frame.columns.reduce(0) { $0 + $1.type.stride })
        let object = try FrameObject(frame, runtime.part { CurrencyMarks() }, state: state)
        if let source = receiverObject as? FrameObject, source.proposal != nil || source.lostProposal != nil {
            object.lostProposal = source.lostProposal ?? .changed
        }
        if !runtime.running.branches.isEmpty { runtime.note(object, madeOf: receiverObject) }
        return object
    }

    /// The frame that the method was called on.
    func ownFrame() throws -> Frame { try receiverObject(as: FrameObject.self).frame }
}

extension LuaValue {
    /// A cell of a frame as a Lua value.
    package init(_ value: FrameValue) {
        switch value {
        case .none: self = .none
        case .int(let number): self = .integer(Int(number))
        case .decimal(let number): self = .decimal(number)
        case .text(let text): self = .string(text)
        case .day(let day): self = .day(day)
        case .instant(let instant): self = .boxed(LuaBoxed(instant))
        case .bool(let truth): self = .boolean(truth)
        }
    }
}

/// A proposal that a frame carries, such as new deposits or trades, with what `apply` and `preview` do with it.
package protocol FrameProposal: AnyObject {
    /// The state of the book for which it was worked out.
    var basis: ProposalBasis { get }
    /// Records what is proposed and gives back the entries as a frame.
    func apply(_ call: LuaCall) throws -> Frame
    /// The figures before and after the proposal, side by side.
    ///
    /// - Throws: `LuaMisuse` where there is nothing to compare.
    func preview(_ call: LuaCall) throws -> Frame
}

/// The state of a book for which something was proposed. Once more is recorded, the proposal does not fit any more.
package struct ProposalBasis {
    /// The book.
    let book: Book
    private let lastEntry: EntryID
    /// The last hash, since a number alone may belong to an entry of a trial that was undone.
    private let head: JournalHead

    /// The present state of a book.
    package init(_ book: Book) throws { (self.book, lastEntry, head) = (book, try book.ledger.lastEntry, try book.head) }

    /// Refuses to carry the proposal out where the book has changed since. Carried out twice, money would be moved twice.
    ///
    /// - Throws: a misuse of the kind `outdated`.
    func check() throws {
        guard try book.ledger.lastEntry == lastEntry && book.head == head else {
            throw LuaMisuse("apply: the book has changed since this was proposed", hint: "ask again, and apply what comes then", kind: "outdated")
        }
        // Another program may still record something before this does.
        book.expect(head)
    }
}

extension LuaCall {
    /// A reply with a frame that can be carried out by `apply`.
    package func reply(_ frame: Frame, proposing proposal: any FrameProposal) throws -> LuaReply {
        let object = try object(frame)
        object.proposal = proposal
        return reply(.object(LuaObject(type: .frame, instance: object)))
    }
}

extension Runtime {
    /// The frame that a value is, if it is one.
    public func frame(_ value: LuaValue) -> Frame? {
        guard case .object(let object) = value, object.type == .frame else { return nil }
        return unsafeDowncast(object.instance, to: FrameObject.self).frame
    }
}
