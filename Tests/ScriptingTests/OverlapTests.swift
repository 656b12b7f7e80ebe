import LuaKit
import Testing
@testable import Scripting

/// Units come to an account in many ways, and what several tags are on counts in each: then rows by tag have no total, and a warning says so.
@Suite("Rows by tag that have something in common")
struct OverlapTests {
    private func session(_ more: String) throws -> ScriptSession {
        let session = try ScriptSession(today: "2020-12-31")
        try session.run(
            """
            setting("base_currency", "USD")
            for _, n in ipairs{"A", "B"} do account{name=n, currency="USD"} end
            for _, n in ipairs{"OLD", "NEW", "X"} do instrument{symbol=n, currency="USD"} quote{symbol=n, date="2020-06-01", close=10} end
            instrument{symbol="PUT", kind="option", currency="USD", underlying="X", right="put", strike=10, expires="2020-12-20"}
            for _, n in ipairs{"A", "B"} do deposit{date="2020-01-02", account=n, amount=5000} end
            buy{date="2020-01-03", account="A", symbol="OLD", quantity=10, price=10}
            tag{account="A", tag="core"}
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[w.kind] = true end return t.several_tags or false end
            \(more)
            """)
        return session
    }

    @Test(
        "However what has a tag came to an account with one, it counts in both",
        arguments: [
            (#"spinoff{symbol="OLD", into="NEW", ratio="1:1", share="0.2", date="2020-06-03"} tag{symbol="NEW", tag="fresh"}"#, true),
            (#"symbol_change{symbol="OLD", into="NEW", date="2020-06-03"} tag{symbol="NEW", tag="fresh"}"#, true),
            (
                #"sell{date="2020-06-03", account="A", symbol="PUT", quantity=1, price=2, subtype="sell_to_open"} assign{symbol="PUT", account="A", quantity=1, date="2020-06-04"} tag{symbol="X", tag="fresh"}"#,
                true
            ),
            (#"spinoff{symbol="OLD", into="NEW", ratio="1:1", share="0.2", date="2020-06-03"} tag{symbol="X", tag="fresh"}"#, false),
            (#"buy{date="2020-06-03", account="B", symbol="NEW", quantity=1, price=2} tag{symbol="NEW", tag="fresh"}"#, false),
            (#"local b = buy{date="2020-06-03", account="A", symbol="NEW", quantity=1, price=2} void(b[1].id) tag{symbol="NEW", tag="fresh"}"#, false),
            (#"tag{symbol="OLD", tag="fresh"}"#, true), (#"tag{account="A", tag="main"}"#, true), (#"tag{symbol="X", tag={"one", "two"}}"#, false),
        ])
    func crossing(_ source: String, _ isShared: Bool) throws {
        let session = try session(source)
        for question in ["snapshots{by='tag', on='2020-12-31'}", "attribution{by='tag'}", "returns{by='tag'}"] {
            #expect(try session.text("kinds(\(question))") == "\(isShared)", "\(question)")
        }
        #expect(try session.sentence("net worth by tag").contains("total") == !isShared)
        #expect(try session.text("snapshots{by='tag', on='2020-12-31'}:sum('value') == snapshots{on='2020-12-31'}:sum('value')") == "\(!isShared)")
    }

    @Test(
        "What is not asked about is no reason to warn",
        arguments: [("symbol='OLD'", true), ("symbol='X'", false), ("account='B'", false), ("account='A'", true), ("", true)])
    func asked(_ filter: String, _ isShared: Bool) throws {
        let session = try session(#"tag{symbol="OLD", tag={"one", "two"}} buy{date="2020-01-03", account="B", symbol="X", quantity=1, price=10}"#)
        #expect(try session.text("kinds(snapshots{by='tag', on='2020-12-31', \(filter)})") == "\(isShared)")
    }

    @Test(
        "Rows that have something in common are neither sliced nor stacked, and groups of them have no total",
        arguments: [
            "snapshots{by='tag', on='2020-12-31'}:chart{kind='donut'}", "snapshots{by='tag', every='month'}:chart{kind='area'}",
            "snapshots{by='tag', on='2020-12-31'}:chart{kind='bar', x='date', by='tag', y='value', stacked=true}",
            "by_tag(holdings{}):by('tag'):sum('market_value'):chart{kind='pie'}",
        ])
    func charts(_ source: String) throws {
        let session = try session(#"tag{symbol="OLD", tag="fresh"}"#)
        let failure = try session.failure(source)
        #expect(failure.message.contains("have something in common") && failure.hint?.contains("stand side by side") == true, "\(failure)")
        for line in ["attribution{by='tag'}:by('tag'):sum('gain')", "snapshots{by='tag', every='year'}:by('date'):sum('value')", "returns{by='tag'}:by('tag'):count()"] {
            try session.run("print(\(line))")
        }
        #expect(session.printed.contains("fresh") && !session.printed.contains("total"))
    }

    @Test("Income by tag goes by the tags of activities too, as income with a tag does")
    func income() throws {
        let session = try session(#"d = dividend{date="2020-05-03", account="B", symbol="OLD", amount=5} tag{id=d[1].id, tag="special"}"#)
        #expect(try session.text("by_tag(income{}):list('tag'), income{tag='special'}:sum('amount')") == "{\"special\"}, 5")
        #expect(try session.sentence("income by tag").contains("special"))
    }

    @Test(
        "What came in and went out in a currency without a rate is unknown, with a warning, though it cancels out; with the rate it is known",
        arguments: [("", "nil, nil, true"), (#"rate{from="GBP", to="USD", date="2020-04-01", rate=2}"#, "10300, 200, false")])
    func flows(_ rate: String, _ expected: String) throws {
        let session = try session(
            """
            deposit{date="2020-04-05", account="A", amount=100} withdraw{date="2020-04-05", account="A", amount=0.01} deposit{date="2020-04-05", account="A", amount=0.01}
            deposit{date="2020-04-05", account="A", amount=100, currency="GBP"} withdraw{date="2020-04-05", account="A", amount=100, currency="GBP"} \(rate)
            """)
        let told = try session.text(
            "local a, found = attribution{}, false for _, w in ipairs(a.warnings) do found = found or w.kind == 'no_rate' and w.message:find('came in and went out') ~= nil end return a[1].inflows, a[1].outflows, found"
        )
        #expect(told == expected.replacing("10300, 200", with: "10300.01, 200.01"))
    }

    @Test(
        "Targets of which the tag leaves out all that is held are refused, and so is cash where the tag is on instruments",
        arguments: [
            ("targets{name='cashy', weights={X=50, CASH=50}}", "the targets name CASH, and cash has a tag by its account alone, where \"tech\" is on instruments"),
            ("targets{name='groups', by='tag', weights={tech=60, fin=40}}", "of the target \"fin\" there is OLD, which does not have the tag \"tech\""),
            ("targets{name='classes', by='class', weights={stock=60, bond=40}}", nil), ("targets{name='one', weights={X=1}}", nil),
        ] as [(String, String?)])
    func targets(_ source: String, _ refusal: String?) throws {
        let session = try session(#"buy{date="2020-01-03", account="B", symbol="X", quantity=1, price=10} tag{symbol="X", tag="tech"} tag{symbol="OLD", tag="fin"}"#)
        try session.run(source)
        let name = source.split(separator: "'")[1]
        for (call, asked) in [("targets", "targets{tag='tech'}"), ("rebalance", "rebalance{targets='\(name)', tag='tech'}")] {
            if let refusal {
                let failure = try session.failure(asked)
                #expect(failure.message == "\(call): \(refusal)" && failure.kind == "tag_out_of_reach", "\(failure)")
            } else {
                #expect(try session.text("#\(asked) >= 0") == "true")
            }
        }
        #expect(try session.text("#targets{tag='core'} > 0") == "true")
    }
}
