import Frames
import LuaKit
import Plans
import Storage
import Values

/// Goals and how they stand, a row each.
enum GoalsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("name").ranked(.deciding), .text("of"), .money("target", total: .none).ranked(.leading), .day("by").ranked(.leading), .money("current", total: .none).ranked(.leading), .money("missing"), .int("months"),
        .money("needed").ranked(.deciding), .money("saved"), .bool("on_track").ranked(.deciding), .day("projected"), .share("rate"), .text("currency"), .remark("left_out"),
    ]

    static func make(_ goals: [Goal], _ book: Book, on day: Day) throws -> Frame {
        var builder = FrameBuilder("goals", schemas)
        for goal in goals {
            let question = try GoalQuestion(goal, book, on: day), progress = question.progress
            // What is there and what is lacking to the goal does not hang on what was saved, nor that on what is there; what is there may be known in part,
            // from which what is lacking would come out too large.
            let saving = question.isSavingKnown ? progress : nil, isTold = question.current != nil
            try builder.append([
                .text(goal.name), .text(goal.subject), .decimal(goal.amount), .day(goal.by), .optional(question.current), .optional(progress?.missing),
                isTold ? .int(Int64(question.months)) : .none, .optional(progress?.needed), .optional(isTold && question.isSavingKnown ? question.saved : nil),
                saving.map { .bool($0.isOnTrack) } ?? .none, .optional(saving?.projected), goal.rate.isZero ? .none : .decimal(goal.rate),
                .text(goal.currency.code), .optional(question.leftOut.joined(separator: ", ")),
            ])
            for warning in question.warnings { builder.add(warning: warning.kind, warning.message) }
        }
        return builder.frame()
    }
}
