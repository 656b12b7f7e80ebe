// The standard library of luca, the demo's figures and the manual, embedded so that the program needs no folder beside it.
#include "luca_stdlib.h"

static const unsigned char prelude[] = {
#embed "../../stdlib/prelude.lua"
};
static const unsigned char commands[] = {
#embed "../../stdlib/commands.lua"
};
static const unsigned char sentences[] = {
#embed "../../stdlib/sentences.lua"
};
static const unsigned char questions[] = {
#embed "../../stdlib/questions.lua"
};
static const unsigned char doctor[] = {
#embed "../../stdlib/doctor.lua"
};
static const unsigned char reports[] = {
#embed "../../stdlib/reports.lua"
};
static const unsigned char kit_figures[] = {
#embed "../../stdlib/report_figures.lua"
};
static const unsigned char kit_shares[] = {
#embed "../../stdlib/report_shares.lua"
};
static const unsigned char columns[] = {
#embed "../../stdlib/columns.lua"
};
static const unsigned char learn[] = {
#embed "../../stdlib/learn.lua"
};
static const unsigned char demo[] = {
#embed "../../stdlib/demo/demo.lua"
};
static const unsigned char demo_accounts[] = {
#embed "../../stdlib/demo/accounts.csv"
};
static const unsigned char demo_instruments[] = {
#embed "../../stdlib/demo/instruments.csv"
};
static const unsigned char demo_transactions[] = {
#embed "../../stdlib/demo/transactions.csv"
};
static const unsigned char demo_prices[] = {
#embed "../../stdlib/demo/prices.csv"
};
static const unsigned char importer_coinbase[] = {
#embed "../../stdlib/importers/coinbase.lua"
};
static const unsigned char importer_degiro_account[] = {
#embed "../../stdlib/importers/degiro-account.lua"
};
static const unsigned char importer_degiro_transactions[] = {
#embed "../../stdlib/importers/degiro-transactions.lua"
};
static const unsigned char importer_fidelity[] = {
#embed "../../stdlib/importers/fidelity.lua"
};
static const unsigned char importer_interactive_brokers[] = {
#embed "../../stdlib/importers/interactive-brokers.lua"
};
static const unsigned char importer_interactive_brokers_flex[] = {
#embed "../../stdlib/importers/interactive-brokers-flex.lua"
};
static const unsigned char importer_kit[] = {
#embed "../../stdlib/importers/kit.lua"
};
static const unsigned char importer_mapped[] = {
#embed "../../stdlib/importers/mapped.lua"
};
static const unsigned char importer_kraken[] = {
#embed "../../stdlib/importers/kraken.lua"
};
static const unsigned char importer_revolut[] = {
#embed "../../stdlib/importers/revolut.lua"
};
static const unsigned char importer_scalable_capital[] = {
#embed "../../stdlib/importers/scalable-capital.lua"
};
static const unsigned char importer_schwab[] = {
#embed "../../stdlib/importers/schwab.lua"
};
static const unsigned char importer_trade_republic[] = {
#embed "../../stdlib/importers/trade-republic.lua"
};
static const unsigned char importer_trading212[] = {
#embed "../../stdlib/importers/trading212.lua"
};
static const unsigned char importer_vanguard[] = {
#embed "../../stdlib/importers/vanguard.lua"
};
static const unsigned char importer_wise[] = {
#embed "../../stdlib/importers/wise.lua"
};
static const unsigned char report_allocation[] = {
#embed "../../stdlib/reports/allocation.lua"
};
static const unsigned char report_costs[] = {
#embed "../../stdlib/reports/costs.lua"
};
static const unsigned char report_dashboard[] = {
#embed "../../stdlib/reports/dashboard.lua"
};
static const unsigned char report_income_calendar[] = {
#embed "../../stdlib/reports/income_calendar.lua"
};
static const unsigned char report_positions[] = {
#embed "../../stdlib/reports/positions.lua"
};
static const unsigned char report_profit[] = {
#embed "../../stdlib/reports/profit.lua"
};
static const unsigned char report_reserves[] = {
#embed "../../stdlib/reports/reserves.lua"
};
static const unsigned char report_returns[] = {
#embed "../../stdlib/reports/returns.lua"
};
static const unsigned char report_review[] = {
#embed "../../stdlib/reports/review.lua"
};
static const unsigned char report_savings[] = {
#embed "../../stdlib/reports/savings.lua"
};
static const unsigned char report_statement[] = {
#embed "../../stdlib/reports/statement.lua"
};
static const unsigned char report_tables[] = {
#embed "../../stdlib/reports/tables.lua"
};
static const unsigned char report_tax_year[] = {
#embed "../../stdlib/reports/tax_year.lua"
};
static const unsigned char template_report[] = {
#embed "../../stdlib/templates/report.lua"
};
static const unsigned char template_report_test[] = {
#embed "../../stdlib/templates/report_test.lua"
};
static const unsigned char template_importer[] = {
#embed "../../stdlib/templates/importer.lua"
};
static const unsigned char template_importer_test[] = {
#embed "../../stdlib/templates/importer_test.lua"
};
static const unsigned char template_rule[] = {
#embed "../../stdlib/templates/rule.lua"
};
static const unsigned char template_rule_test[] = {
#embed "../../stdlib/templates/rule_test.lua"
};
// The manual comes last, so that no file that the start reads is looked for behind it; in the order of its table of contents.
static const unsigned char manual_contents[] = {
#embed "../../docs/README.md"
};
static const unsigned char manual_start[] = {
#embed "../../docs/start.md"
};
static const unsigned char manual_prompt[] = {
#embed "../../docs/prompt.md"
};
static const unsigned char manual_recording[] = {
#embed "../../docs/recording.md"
};
static const unsigned char manual_importing[] = {
#embed "../../docs/importing.md"
};
static const unsigned char manual_prices[] = {
#embed "../../docs/prices.md"
};
static const unsigned char manual_figures[] = {
#embed "../../docs/figures.md"
};
static const unsigned char manual_currencies[] = {
#embed "../../docs/currencies.md"
};
static const unsigned char manual_plans[] = {
#embed "../../docs/plans.md"
};
static const unsigned char manual_recurring[] = {
#embed "../../docs/recurring.md"
};
static const unsigned char manual_charts[] = {
#embed "../../docs/charts.md"
};
static const unsigned char manual_reports[] = {
#embed "../../docs/reports.md"
};
static const unsigned char manual_taxes[] = {
#embed "../../docs/taxes.md"
};
static const unsigned char manual_safekeeping[] = {
#embed "../../docs/safekeeping.md"
};
static const unsigned char manual_sharing[] = {
#embed "../../docs/sharing.md"
};
static const unsigned char manual_server[] = {
#embed "../../docs/server.md"
};
static const unsigned char manual_sandbox[] = {
#embed "../../docs/sandbox.md"
};
static const unsigned char manual_coming_from[] = {
#embed "../../docs/coming-from.md"
};
static const unsigned char manual_statements[] = {
#embed "../../docs/statements.md"
};
static const unsigned char manual_beancount[] = {
#embed "../../docs/beancount.md"
};
static const unsigned char manual_hledger[] = {
#embed "../../docs/hledger.md"
};
static const unsigned char manual_portfolio_performance[] = {
#embed "../../docs/portfolio-performance.md"
};
static const unsigned char manual_gnucash[] = {
#embed "../../docs/gnucash.md"
};
static const unsigned char manual_ghostfolio[] = {
#embed "../../docs/ghostfolio.md"
};
static const unsigned char manual_wealthfolio[] = {
#embed "../../docs/wealthfolio.md"
};
static const unsigned char manual_tables[] = {
#embed "../../docs/tables.md"
};
static const unsigned char manual_questions[] = {
#embed "../../docs/questions.md"
};
static const unsigned char manual_reference[] = {
#embed "../../docs/reference.md"
};

static const luca_embedded files[] = {
    {"prelude.lua", prelude, sizeof prelude},
    {"commands.lua", commands, sizeof commands},
    {"sentences.lua", sentences, sizeof sentences},
    {"questions.lua", questions, sizeof questions},
    {"doctor.lua", doctor, sizeof doctor},
    {"reports.lua", reports, sizeof reports},
    {"report_figures.lua", kit_figures, sizeof kit_figures},
    {"report_shares.lua", kit_shares, sizeof kit_shares},
    {"columns.lua", columns, sizeof columns},
    {"learn.lua", learn, sizeof learn},
    {"demo/demo.lua", demo, sizeof demo},
    {"demo/accounts.csv", demo_accounts, sizeof demo_accounts},
    {"demo/instruments.csv", demo_instruments, sizeof demo_instruments},
    {"demo/transactions.csv", demo_transactions, sizeof demo_transactions},
    {"demo/prices.csv", demo_prices, sizeof demo_prices},
    {"importers/coinbase.lua", importer_coinbase, sizeof importer_coinbase},
    {"importers/degiro-account.lua", importer_degiro_account, sizeof importer_degiro_account},
    {"importers/degiro-transactions.lua", importer_degiro_transactions, sizeof importer_degiro_transactions},
    {"importers/fidelity.lua", importer_fidelity, sizeof importer_fidelity},
    {"importers/interactive-brokers.lua", importer_interactive_brokers, sizeof importer_interactive_brokers},
    {"importers/interactive-brokers-flex.lua", importer_interactive_brokers_flex, sizeof importer_interactive_brokers_flex},
    {"importers/kit.lua", importer_kit, sizeof importer_kit},
    {"importers/mapped.lua", importer_mapped, sizeof importer_mapped},
    {"importers/kraken.lua", importer_kraken, sizeof importer_kraken},
    {"importers/revolut.lua", importer_revolut, sizeof importer_revolut},
    {"importers/scalable-capital.lua", importer_scalable_capital, sizeof importer_scalable_capital},
    {"importers/schwab.lua", importer_schwab, sizeof importer_schwab},
    {"importers/trade-republic.lua", importer_trade_republic, sizeof importer_trade_republic},
    {"importers/trading212.lua", importer_trading212, sizeof importer_trading212},
    {"importers/vanguard.lua", importer_vanguard, sizeof importer_vanguard},
    {"importers/wise.lua", importer_wise, sizeof importer_wise},
    {"reports/allocation.lua", report_allocation, sizeof report_allocation},
    {"reports/costs.lua", report_costs, sizeof report_costs},
    {"reports/dashboard.lua", report_dashboard, sizeof report_dashboard},
    {"reports/income_calendar.lua", report_income_calendar, sizeof report_income_calendar},
    {"reports/positions.lua", report_positions, sizeof report_positions},
    {"reports/profit.lua", report_profit, sizeof report_profit},
    {"reports/reserves.lua", report_reserves, sizeof report_reserves},
    {"reports/returns.lua", report_returns, sizeof report_returns},
    {"reports/review.lua", report_review, sizeof report_review},
    {"reports/savings.lua", report_savings, sizeof report_savings},
    {"reports/statement.lua", report_statement, sizeof report_statement},
    {"reports/tables.lua", report_tables, sizeof report_tables},
    {"reports/tax_year.lua", report_tax_year, sizeof report_tax_year},
    {"templates/report.lua", template_report, sizeof template_report},
    {"templates/report_test.lua", template_report_test, sizeof template_report_test},
    {"templates/importer.lua", template_importer, sizeof template_importer},
    {"templates/importer_test.lua", template_importer_test, sizeof template_importer_test},
    {"templates/rule.lua", template_rule, sizeof template_rule},
    {"templates/rule_test.lua", template_rule_test, sizeof template_rule_test},
    {"docs/README.md", manual_contents, sizeof manual_contents},
    {"docs/start.md", manual_start, sizeof manual_start},
    {"docs/prompt.md", manual_prompt, sizeof manual_prompt},
    {"docs/recording.md", manual_recording, sizeof manual_recording},
    {"docs/importing.md", manual_importing, sizeof manual_importing},
    {"docs/prices.md", manual_prices, sizeof manual_prices},
    {"docs/figures.md", manual_figures, sizeof manual_figures},
    {"docs/currencies.md", manual_currencies, sizeof manual_currencies},
    {"docs/plans.md", manual_plans, sizeof manual_plans},
    {"docs/recurring.md", manual_recurring, sizeof manual_recurring},
    {"docs/charts.md", manual_charts, sizeof manual_charts},
    {"docs/reports.md", manual_reports, sizeof manual_reports},
    {"docs/taxes.md", manual_taxes, sizeof manual_taxes},
    {"docs/safekeeping.md", manual_safekeeping, sizeof manual_safekeeping},
    {"docs/sharing.md", manual_sharing, sizeof manual_sharing},
    {"docs/server.md", manual_server, sizeof manual_server},
    {"docs/sandbox.md", manual_sandbox, sizeof manual_sandbox},
    {"docs/coming-from.md", manual_coming_from, sizeof manual_coming_from},
    {"docs/statements.md", manual_statements, sizeof manual_statements},
    {"docs/beancount.md", manual_beancount, sizeof manual_beancount},
    {"docs/hledger.md", manual_hledger, sizeof manual_hledger},
    {"docs/portfolio-performance.md", manual_portfolio_performance, sizeof manual_portfolio_performance},
    {"docs/gnucash.md", manual_gnucash, sizeof manual_gnucash},
    {"docs/ghostfolio.md", manual_ghostfolio, sizeof manual_ghostfolio},
    {"docs/wealthfolio.md", manual_wealthfolio, sizeof manual_wealthfolio},
    {"docs/tables.md", manual_tables, sizeof manual_tables},
    {"docs/questions.md", manual_questions, sizeof manual_questions},
    {"docs/reference.md", manual_reference, sizeof manual_reference},
};

const luca_embedded *luca_embedded_file(int number) {
    return number >= 0 && (size_t)number < sizeof files / sizeof *files ? &files[number] : NULL;
}
