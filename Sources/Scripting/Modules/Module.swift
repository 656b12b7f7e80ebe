import LuaKit

/// A part of the Lua surface: functions that belong together, in a file of their own.
struct Module: Sendable {
    /// What help calls the group.
    let title: String
    let functions: [LuaFunction]
    /// Whether its functions work on a book, so that each is a method of books too.
    let isAboutBooks: Bool

    init(_ title: String, isAboutBooks: Bool = true, _ functions: [LuaFunction]) {
        self.title = title
        self.functions = functions
        self.isAboutBooks = isAboutBooks
    }
}

/// Every part of the Lua surface.
enum Modules {
    static let all = [
        ValuesModule.module, BookModule.module, SettingModule.module, CurrencyModule.module, AccountModule.module, PortfolioModule.module, InstrumentModule.module,
        EraseModule.module, RecordModule.module, RecordModule.events, CorrectModule.module, WorthModule.module, QueryModule.module,
        ExplainModule.module, ReturnsModule.module, MarketModule.module, RateModule.module, SyncModule.module, ReserveModule.module,
        RecurringModule.module, LimitModule.module, GoalModule.module, RebalanceModule.module, WhatIfModule.module, TransferModule.module, DefineModule.module,
        SessionModule.module, HelpModule.module,
    ]
}
