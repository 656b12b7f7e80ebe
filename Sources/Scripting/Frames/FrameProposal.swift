import Frames
import Ledger
import LuaKit
import Storage
import Values

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

/// Carrying out what a frame proposes.
enum FrameProposing {
    static let methods = [apply, preview]

    private static let apply = LuaFunction(
        "apply",
        [
            .optional("date", .date, "The day of what is recorded.", default: "the day that was asked about"),
            .optional("status", .string, "posted, or draft for what waits for approval.", default: "\"posted\""),
            .optional("from", .account, "The account that pays, where money is moved and not brought in."),
            .optional("deposit", .boolean, "Whether the money that comes in, or is taken out, is recorded too.", default: "false"),
        ],
        returns: "frame", summary: "Records what the frame proposes, as one act, and gives back what was recorded.",
        example: "tier{name=\"Buffer\", target=99999, accounts={\"Savings\"}} return allocate(500):apply{}:count() --> 1"
    ) { call in
        let proposal = try proposal(call)
        return try call.reply(proposal.basis.book.transaction {
            try proposal.basis.check()
            return try proposal.apply(call)
        })
    }

    private static let preview = LuaFunction(
        "preview", returns: "frame", summary: "Shows how things stand before and after what the frame proposes, and records nothing.",
        example: "tier{name=\"Buffer\", target=99999, accounts={\"Savings\"}} return allocate(500):preview():count() --> 1"
    ) { call in try call.reply(proposal(call).preview(call)) }

    private static func proposal(_ call: LuaCall) throws -> any FrameProposal {
        let object = try call.receiverObject(as: FrameObject.self)
        if let proposal = object.proposal { return proposal }
        switch object.lostProposal {
        case .undone:
            throw LuaMisuse(
                "\(call.name): \(object.frame.name) was worked out in a what-if or a transaction that is undone, and cannot be carried out", hint: "ask for it anew outside of that",
                kind: "nothing_proposed")
        case .changed:
            throw LuaMisuse(
                "\(call.name): the rows of \(object.frame.name) are not as they came", hint: "only the whole of what allocate and rebalance give can be carried out",
                kind: "nothing_proposed")
        case nil: break
        }
        throw LuaMisuse(
            "\(call.name): the frame \(object.frame.name) proposes nothing", hint: "what allocate and rebalance give can be applied, as long as its rows are as they came",
            kind: "nothing_proposed")
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
