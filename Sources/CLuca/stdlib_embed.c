// The standard library of luca and the demo's figures, embedded so that the program needs no folder beside it.
#include "luca_stdlib.h"

static const unsigned char prelude[] = {
#embed "../../stdlib/prelude.lua"
};
static const unsigned char commands[] = {
#embed "../../stdlib/commands.lua"
};
static const unsigned char reports[] = {
#embed "../../stdlib/reports.lua"
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
static const unsigned char importer_kit[] = {
#embed "../../stdlib/importers/kit.lua"
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

static const luca_embedded files[] = {
    {"prelude.lua", prelude, sizeof prelude},
    {"commands.lua", commands, sizeof commands},
    {"reports.lua", reports, sizeof reports},
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
    {"importers/kit.lua", importer_kit, sizeof importer_kit},
    {"importers/kraken.lua", importer_kraken, sizeof importer_kraken},
    {"importers/revolut.lua", importer_revolut, sizeof importer_revolut},
    {"importers/scalable-capital.lua", importer_scalable_capital, sizeof importer_scalable_capital},
    {"importers/schwab.lua", importer_schwab, sizeof importer_schwab},
    {"importers/trade-republic.lua", importer_trade_republic, sizeof importer_trade_republic},
    {"importers/trading212.lua", importer_trading212, sizeof importer_trading212},
    {"importers/vanguard.lua", importer_vanguard, sizeof importer_vanguard},
    {"importers/wise.lua", importer_wise, sizeof importer_wise},
};

const luca_embedded *luca_embedded_file(int number) {
    return number >= 0 && (size_t)number < sizeof files / sizeof *files ? &files[number] : NULL;
}
