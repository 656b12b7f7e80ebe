import Frames
import Ledger
import LuaKit
import Storage
import Values

/// A frame as Lua holds it: its rows are read by C from the columns' own memory.
final class FrameObject: LuaTabular {
    let frame: Frame
    let rows: LuaRows
    /// What its rows propose; nil for those that only tell.
    var proposal: (any FrameProposal)?
    /// Why it proposes nothing any more, or its rows do not, though what it was made of did.
    var lostProposal: LostProposal?
    /// The branch that it was made of; 0 for the book itself.
    var branch = 0

    init(_ frame: Frame, state: LuaState) throws {
        self.frame = frame
        let columns = frame.columns.map { column in
            LuaColumn(
                column.name, column.type.cell,
                // The frame keeps the column, and a filled column its memory, as long as this object lives.
                fill: { try column.materialize().base },
                text: { column.data.pool?.text($0) ?? "" })
        }
        rows = try LuaRows(count: frame.rowCount, columns: columns, state: state)
    }
}

/// Why a frame does not propose what another one did, or what it did itself.
enum LostProposal {
    /// The branch on which it was worked out is undone.
    case undone
    /// Its rows were chosen from those of a frame that did.
    case changed
}

/// A grouped frame as Lua holds it.
final class GroupsObject {
    let groups: GroupedFrame
    /// The branch that its rows were made of; 0 for the book itself.
    let branch: Int

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
    /// Gives back a frame.
    func reply(_ frame: Frame) throws -> LuaReply { reply(try value(frame)) }

    /// A frame as scripts hold it.
    func value(_ frame: Frame) throws -> LuaValue { .object(LuaObject(type: .frame, instance: try object(frame))) }

    /// The object that a script is about to be handed for a frame.
    func object(_ frame: Frame) throws -> FrameObject {
        // What it takes once every column is asked for.
        state.owe(frame.rowCount * frame.columns.reduce(0) { $0 + $1.type.stride })
        let object = try FrameObject(frame, state: state)
        if let source = receiverObject as? FrameObject, source.proposal != nil || source.lostProposal != nil {
            object.lostProposal = source.lostProposal ?? .changed
        }
        if !runtime.running.branches.isEmpty { runtime.note(object, madeOf: receiverObject) }
        return object
    }

    /// The frame whose method this is.
    func ownFrame() throws -> Frame { try receiverObject(as: FrameObject.self).frame }
}

extension LuaValue {
    /// A value of a frame.
    init(_ value: FrameValue) {
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

/// What the rows of a frame propose, and what carries it out.
protocol FrameProposal: AnyObject {
    /// The book as it was when this was proposed.
    var basis: ProposalBasis { get }
    /// Records it as one act, and gives back what was recorded.
    func apply(_ call: LuaCall) throws -> Frame
    /// How things stand before it and after it, side by side; throws a `LuaMisuse` where there is nothing to compare.
    func preview(_ call: LuaCall) throws -> Frame
}

/// The book that something was proposed for, and where it ended then: what it says no longer fits once more is recorded.
struct ProposalBasis {
    let book: Book
    private let lastEntry: EntryID
    /// Tells entries of one number apart, of which one was only tried out.
    private let head: JournalHead

    init(_ book: Book) throws { (self.book, lastEntry, head) = (book, try book.ledger.lastEntry, try book.head) }

    /// Refuses to go on where the book has changed: carried out twice, money would be moved twice.
    func check() throws {
        guard try book.ledger.lastEntry == lastEntry && book.head == head else {
            throw LuaMisuse("apply: the book has changed since this was proposed", hint: "ask again, and apply what comes then", kind: "outdated")
        }
        // Another program may still record something before this does.
        book.expect(head)
    }
}

extension LuaCall {
    /// Gives back a frame whose rows can be carried out.
    func reply(_ frame: Frame, proposing proposal: any FrameProposal) throws -> LuaReply {
        let object = try object(frame)
        object.proposal = proposal
        return reply(.object(LuaObject(type: .frame, instance: object)))
    }
}
