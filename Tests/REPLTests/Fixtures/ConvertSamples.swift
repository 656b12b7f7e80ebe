import Testing

/// One story told in the files of other programs: 1,000.00 dollars come to an account, and four units of ITOT are bought for 400.00 and a fee of 1.50.
enum ConvertSamples {
    /// A file, and what the command line has to say of it.
    struct Sample: CustomTestStringConvertible {
        /// The name of the file.
        let name: String
        /// What is said beside its name.
        var options: [String] = []
        /// The account as it is called here.
        var account = "Broker"
        /// Whether the file tells the money that came.
        var tellsDeposit = true
        /// How many figures of its own it tells.
        var figures = 0
        /// The file.
        let text: String

        var testDescription: String { name }
    }

    static let all = [
        Sample(
            name: "a.beancount", figures: 1,
            text: """
                option "operating_currency" "USD"
                2014-01-01 open Assets:Broker:Cash USD
                2014-01-01 open Assets:Broker:ITOT ITOT "FIFO"
                2014-01-02 * "Deposit"
                  Assets:Broker:Cash  1000.00 USD
                  Equity:Opening-Balances
                2014-01-03 * "Buy"
                  Assets:Broker:ITOT  4 ITOT {100.00 USD}
                  Expenses:Commissions  1.50 USD
                  Assets:Broker:Cash  -401.50 USD
                2014-02-01 balance Assets:Broker:Cash 598.50 USD

                """),
        Sample(
            name: "a.journal", figures: 1,
            text: """
                2014-01-02 Deposit
                    assets:Broker:cash    1000.00 USD
                    equity:opening

                2014-01-03 Buy
                    assets:Broker:ITOT    4 ITOT @ 100.00 USD
                    expenses:commissions  1.50 USD
                    assets:Broker:cash    -401.50 USD = 598.50 USD

                """),
        Sample(
            name: "a.ledger", figures: 1,
            text: """
                2014/01/02 Deposit
                    Assets:Broker:Cash    1000.00 USD
                    Equity:Opening

                2014/01/03 Buy
                    Assets:Broker:ITOT    4 ITOT {100.00 USD} [2014/01/03] @ 100.00 USD
                    Expenses:Commissions  1.50 USD
                    Assets:Broker:Cash    = 598.50 USD

                """),
        Sample(
            name: "a.ofx", account: "b Broker", figures: 2,
            text: """
                OFXHEADER:100
                DATA:OFXSGML
                VERSION:102
                SECURITY:NONE
                ENCODING:USASCII
                CHARSET:1252
                COMPRESSION:NONE
                OLDFILEUID:NONE
                NEWFILEUID:NONE

                <OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20140201<CURDEF>USD
                <INVACCTFROM><BROKERID>b<ACCTID>Broker</INVACCTFROM>
                <INVTRANLIST><DTSTART>20140101<DTEND>20140201
                <INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20140102<TRNAMT>1000.00<FITID>1<NAME>Deposit</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>
                <BUYSTOCK><INVBUY><INVTRAN><FITID>2<DTTRADE>20140103</INVTRAN><SECID><UNIQUEID>1<UNIQUEIDTYPE>CUSIP</SECID>
                <UNITS>4<UNITPRICE>100.00<COMMISSION>1.50<TOTAL>-401.50<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVBUY><BUYTYPE>BUY</BUYSTOCK>
                </INVTRANLIST>
                <INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>1<UNIQUEIDTYPE>CUSIP</SECID>
                <HELDINACCT>CASH<POSTYPE>LONG<UNITS>4<UNITPRICE>104<MKTVAL>416<DTPRICEASOF>20140201</INVPOS></POSSTOCK></INVPOSLIST>
                <INVBAL><AVAILCASH>598.50<MARGINBALANCE>0<SHORTBALANCE>0</INVBAL>
                </INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
                <SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>1<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>All<TICKER>ITOT</SECINFO></STOCKINFO></SECLIST>
                </SECLISTMSGSRSV1></OFX>

                """),
        Sample(
            name: "a.qif", options: ["--currency", "USD"],
            text: """
                !Account
                NBroker
                TInvst
                ^
                !Type:Security
                NAll
                SITOT
                TStock
                ^
                !Account
                NBroker
                TInvst
                ^
                !Type:Invst
                D01/02/2014
                NXIn
                T1000.00
                ^
                D01/13/2014
                NBuy
                YAll
                I100.00
                Q4
                T401.50
                O1.50
                ^

                """),
        Sample(
            name: "a.xml",
            text: """
                <client><version>66</version><baseCurrency>USD</baseCurrency>
                <securities><security><uuid>s1</uuid><name>All</name><currencyCode>USD</currencyCode><tickerSymbol>ITOT</tickerSymbol></security></securities>
                <accounts><account><uuid>a1</uuid><name>Konto</name><currencyCode>USD</currencyCode><transactions>
                <account-transaction><uuid>t1</uuid><date>2014-01-02T00:00</date><currencyCode>USD</currencyCode><amount>100000</amount><shares>0</shares>
                <type>DEPOSIT</type></account-transaction>
                <account-transaction><uuid>t2</uuid><date>2014-01-03T00:00</date><currencyCode>USD</currencyCode><amount>40150</amount>
                <security reference="../../../../../securities/security"/>
                <crossEntry class="buysell"><portfolio><uuid>p1</uuid><name>Broker</name><referenceAccount reference="../../../../.."/><transactions>
                <portfolio-transaction><uuid>t3</uuid><date>2014-01-03T00:00</date><currencyCode>USD</currencyCode><amount>40150</amount>
                <security reference="../../../../../../../../../securities/security"/>
                <crossEntry class="buysell" reference="../../../.."/><shares>400000000</shares><units><unit type="FEE"><amount currency="USD" amount="150"/></unit>
                </units><type>BUY</type></portfolio-transaction>
                </transactions></portfolio><portfolioTransaction reference="../portfolio/transactions/portfolio-transaction"/><account reference="../../../.."/>
                <accountTransaction reference="../.."/></crossEntry>
                <shares>0</shares><type>BUY</type></account-transaction></transactions></account></accounts>
                <portfolios><portfolio reference="../../accounts/account/transactions/account-transaction[2]/crossEntry/portfolio"/></portfolios></client>

                """),
        Sample(
            name: "a.gnucash",
            text: """
                <?xml version="1.0" encoding="utf-8" ?>
                <gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc" xmlns:act="http://www.gnucash.org/XML/act" xmlns:cmdty="http://www.gnucash.org/XML/cmdty"
                 xmlns:trn="http://www.gnucash.org/XML/trn" xmlns:split="http://www.gnucash.org/XML/split" xmlns:ts="http://www.gnucash.org/XML/ts">
                <gnc:book version="2.0.0">
                <gnc:commodity version="2.0.0"><cmdty:space>NYSE</cmdty:space><cmdty:id>ITOT</cmdty:id><cmdty:name>All</cmdty:name>
                <cmdty:fraction>10000</cmdty:fraction></gnc:commodity>
                <gnc:account version="2.0.0"><act:name>Broker</act:name><act:id>b1</act:id><act:type>BANK</act:type><act:commodity>
                <cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></act:commodity></gnc:account>
                <gnc:account version="2.0.0"><act:name>ITOT</act:name><act:id>s1</act:id><act:type>STOCK</act:type><act:commodity><cmdty:space>NYSE</cmdty:space>
                <cmdty:id>ITOT</cmdty:id></act:commodity><act:parent type="guid">b1</act:parent></gnc:account>
                <gnc:account version="2.0.0"><act:name>Opening</act:name><act:id>q1</act:id><act:type>EQUITY</act:type><act:commodity>
                <cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></act:commodity></gnc:account>
                <gnc:account version="2.0.0"><act:name>Commissions</act:name><act:id>x1</act:id><act:type>EXPENSE</act:type><act:commodity>
                <cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></act:commodity></gnc:account>
                <gnc:transaction version="2.0.0"><trn:id>d1</trn:id><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></trn:currency>
                <trn:date-posted><ts:date>2014-01-02 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Deposit</trn:description><trn:splits>
                <trn:split><split:value>100000/100</split:value><split:quantity>100000/100</split:quantity><split:account>b1</split:account></trn:split>
                <trn:split><split:value>-100000/100</split:value><split:quantity>-100000/100</split:quantity><split:account>q1</split:account></trn:split>
                </trn:splits></gnc:transaction>
                <gnc:transaction version="2.0.0"><trn:id>d2</trn:id><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></trn:currency>
                <trn:date-posted><ts:date>2014-01-03 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Buy</trn:description><trn:splits>
                <trn:split><split:value>40000/100</split:value><split:quantity>40000/10000</split:quantity><split:account>s1</split:account></trn:split>
                <trn:split><split:value>150/100</split:value><split:quantity>150/100</split:quantity><split:account>x1</split:account></trn:split>
                <trn:split><split:value>-40150/100</split:value><split:quantity>-40150/100</split:quantity><split:account>b1</split:account></trn:split></trn:splits>
                </gnc:transaction>
                </gnc:book></gnc-v2>

                """),
        Sample(
            name: "ghost.json", figures: 1,
            text: """
                {"meta":{"date":"2014-02-01T00:00:00.000Z","version":"3.33.0"},"accounts":[{"id":"a1","name":"Broker","currency":"USD","balance":598.5,"balances":[],
                "isExcluded":false}],
                "assetProfiles":[{"symbol":"ITOT","dataSource":"YAHOO","name":"All","currency":"USD","assetClass":"EQUITY","assetSubClass":"ETF","marketData":[]}],
                "platforms":[],"tags":[],
                "activities":[{"accountId":"a1","comment":null,"currency":"USD","dataSource":"YAHOO","date":"2014-01-03T00:00:00.000Z","fee":1.5,"id":"g1",
                "quantity":4,"symbol":"ITOT","tags":[],"type":"BUY","unitPrice":100}],
                "user":{"settings":{"currency":"USD"}}}

                """),
        Sample(
            name: "wealth.csv",
            text: """
                date,accountName,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,tax,amount,comment,subtype
                2014-01-02,Broker,$CASH-USD,,,DEPOSIT,,USD,,,1000,,
                2014-01-03,Broker,ITOT,EQUITY,4,BUY,100,USD,1.50,,401.50,,

                """),
        Sample(
            name: "google.csv", options: ["--account", "Broker", "--currency", "USD"],
            text: """
                Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes
                ,,Deposit Cash,"Jan 2, 2014",,,1000.00,,
                NYSE:ITOT,All,Buy,"Jan 3, 2014",4,100.00,-401.50,1.50,

                """),
        Sample(
            name: "yahoo.csv", options: ["--account", "Broker", "--currency", "USD"], tellsDeposit: false,
            text: """
                Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type
                ITOT,104.20,2014/02/03,16:00 EST,0.1,104,105,103,1000,20140103,100.00,4,1.50,,,,BUY

                """),
        Sample(
            name: "rows.csv",
            text: """
                date,type,account,symbol,quantity,price,fee,amount,currency
                2014-01-02,deposit,Broker,,,,,1000,USD
                2014-01-03,buy,Broker,ITOT,4,100,1.50,-401.50,USD

                """),
    ]
}
