import LuaKit
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Lists that scripts give")
struct ListTests {
    @Test(
        "What stands behind a nil, or under a name, is not passed over",
        arguments: [
            ("frame{{a=1}, nil, {a=3}}", "frame: the list of rows has an item at 3 and none at 2"), ("frame{[7]={a=1}, [9]={a=2}}", "and none at 1"),
            ("frame{ray={a=1}}", "the list of rows has a field ray"), ("frame{[true]={a=1}}", "has an item at true"),
            ("csv.encode({a=1})", "csv.encode: the list of rows has a field a"),
            ("csv.encode({{a=1}, nil, {a=3}})", "an item at 3"), ("text.join(', ', {a=1})", "text.join: parts has a field a"), ("text.join(', ', {1, nil, 3})", "an item at 3"),
            ("frame({{a=1}}, {'a', nil, 'b'})", "columns has an item at 3"), ("frame{columns={a='b'}, {a=1}}", "columns has a field a"),
            ("holdings{}:where{symbol={'ORCL', nil, 'SPY'}}", "where: the list of symbol has an item at 3"), ("D'100':split({1, nil, 2})", "weights has an item at 3"),
            ("irr{{'2023-01-01', -1000}, nil, {'2024-01-01', 1100}}", "irr: flows has an item at 3"), ("sql('select 1 as n', {[2]=1})", "sql: arguments has an item at 2"),
            ("sell{date='2014-06-01', account='Brokerage', symbol='ORCL', quantity=1, price=40, lots={[3]=1}}", "sell: lots has an item at 3"),
            ("order{date='2014-06-01', account='Brokerage', legs={{'buy_to_open', 1, 'X', 2}, nil, {'buy_to_open', 1, 'Y', 2}}}", "order: legs has an item at 3"),
            ("order{date='2014-06-01', account='Brokerage', legs={{'buy_to_open', 1, 'X', 2, 7}}}", "leg 1 has 5 items"),
            ("targets{name='t', weights={[4]={name='ORCL', weight=1}}}", "weights has an item at 4"), ("compare({1, nil, 3}, {1})", "an item at 3"),
            ("run('/dev/null', {1, nil, 3})", "run: the arguments has an item at 3"), ("run('/dev/null', {accounts={a=1}})", "run: accounts has a field a"),
        ])
    func holes(source: String, message: String) throws {
        #expect(try ScriptSession.small().message("return " + source).contains(message))
    }

    @Test("A report that gives a list with a hole is refused; one may name its columns beside the rows")
    func reports() throws {
        let session = try ScriptSession.small()
        try session.run("report.define{name='holed', summary='s', run=function() return {{a=1}, nil, {a=3}} end}")
        #expect(try session.message("return report.holed{}").contains("report.holed: the list of rows has an item at 3"))
        try session.run("report.define{name='ordered', summary='s', run=function() return {columns={'b', 'a'}, {a=1, b=2}} end}")
        #expect(try session.text("return report.ordered{}:csv()") == "b,a\n2,1\n")
    }

    @Test("A whatif settles each frame that it gives, behind a nil too")
    func settled() throws {
        let session = try ScriptSession.small()
        let text = try session.text(
            "local _, frame = whatif(function() deposit{date='2014-06-01', account='Savings', amount=500} return nil, cash{account='Savings'} end) return frame:sum('balance')")
        #expect(text == "500")
    }

    @Test(
        "null of JSON is no value of a frame, and an account or an instrument its name",
        arguments: [
            ("frame{{a=json.null}, {a=1}}:csv()", "a\n\n1\n"), ("frame{{a=json.null}}[1].a", "nil"), ("csv.encode{{a=json.null, b=2}}", "a,b\n,2\n"),
            ("frame{{a=account('Brokerage'), s=instrument('ORCL')}}:csv()", "a,s\nBrokerage,ORCL\n"), ("csv.encode{{a=account('Brokerage')}}", "a\nBrokerage\n"),
            ("text.join(' ', {account('Brokerage'), instrument('ORCL')})", "Brokerage ORCL"),
            ("frame(json.decode('[{\"a\": 1, \"b\": null}, {\"a\": 2, \"b\": \"x\"}]')):csv()", "a,b\n1,\n2,x\n"),
        ])
    func boxes(source: String, expected: String) throws {
        #expect(try ScriptSession.small().text("return " + source) == expected)
    }

    @Test("Views that a query may ask are those of the book, and each can be asked")
    func views() throws {
        #expect(Runtime.views.contains("erasures") && Runtime.views == Runtime.views.sorted() && Set(Runtime.views).count == Runtime.views.count)
        let session = try ScriptSession.small()
        for view in Runtime.views { #expect(!session.runtime.columns(ofView: view).isEmpty, "\(view)") }
        #expect(try session.message("return sql('select * from nothing_at_all')").contains("There are \(Runtime.views.joined(separator: ", "))."))
    }
}
