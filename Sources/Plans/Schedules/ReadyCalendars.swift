/// The calendars that come with luca, as lines of data; `HolidayRule` says how to read them.
extension WorkingCalendar {
    /// The ready-made calendars, by name.
    public static let ready: [WorkingCalendar] = [
        ("target", target), ("us", unitedStates), ("nyse", newYorkStockExchange), ("england", england),
    ].map { name, text in
        // The lines below are constants, which a test reads.
        try! WorkingCalendar(name, lines: text.split(separator: "\n").map(String.init))
    }

    /// Days on which TARGET, the payment system of the euro, is closed, as the Governing Council of the ECB fixed them in December 2000
    /// for 2002 and all years after it.
    private static let target = """
        New Year's Day: 01-01
        Good Friday: easter -2
        Easter Monday: easter +1
        Labour Day: 05-01
        Christmas Day: 12-25
        Christmas Holiday: 12-26
        """

    /// Federal holidays of the United States: 5 U.S.C. 6103 as it stands, the days off instead by its section (b) and Executive Order
    /// 11582. Good from 1978 on, when Veterans Day came back to November 11th.
    private static let unitedStates = """
        New Year's Day: 01-01 nearest
        Birthday of Martin Luther King, Jr.: third monday of january since 1986
        Washington's Birthday: third monday of february
        Memorial Day: last monday of may
        Juneteenth: 06-19 nearest since 2021
        Independence Day: 07-04 nearest
        Labor Day: first monday of september
        Columbus Day: second monday of october
        Veterans Day: 11-11 nearest
        Thanksgiving Day: fourth thursday of november
        Christmas Day: 12-25 nearest
        """

    /// Days on which the New York Stock Exchange is closed by its Rule 7.2, by which a New Year's Day on a Saturday is not made up for, and
    /// the days since 1998 on which it closed for other reasons.
    private static let newYorkStockExchange = """
        New Year's Day: 01-01 monday
        Martin Luther King, Jr. Day: third monday of january since 1998
        Washington's Birthday: third monday of february
        Good Friday: easter -2
        Memorial Day: last monday of may
        Juneteenth: 06-19 nearest since 2022
        Independence Day: 07-04 nearest
        Labor Day: first monday of september
        Thanksgiving Day: fourth thursday of november
        Christmas Day: 12-25 nearest
        Attacks of September 11th: 2001-09-11
        Attacks of September 11th: 2001-09-12
        Attacks of September 11th: 2001-09-13
        Attacks of September 11th: 2001-09-14
        Mourning for Ronald Reagan: 2004-06-11
        Mourning for Gerald Ford: 2007-01-02
        Hurricane Sandy: 2012-10-29
        Hurricane Sandy: 2012-10-30
        Mourning for George H. W. Bush: 2018-12-05
        Mourning for Jimmy Carter: 2025-01-09
        """

    /// Bank holidays in England and Wales: the Banking and Financial Dealings Act 1971, schedule 1, New Year's Day and the early May bank
    /// holiday by royal proclamation each year, and the days that proclamations moved or added since 1995, as gov.uk/bank-holidays lists them.
    private static let england = """
        New Year's Day: 01-01 next
        Good Friday: easter -2
        Easter Monday: easter +1
        Early May bank holiday: first monday of may
        Spring bank holiday: last monday of may
        Summer bank holiday: last monday of august
        Christmas Day: 12-25 next
        Boxing Day: 12-26 next
        open 1995-05-01
        Victory in Europe, fifty years: 1995-05-08
        Millennium: 1999-12-31
        open 2002-05-27
        Golden Jubilee: 2002-06-03
        Spring bank holiday: 2002-06-04
        Royal wedding: 2011-04-29
        open 2012-05-28
        Spring bank holiday: 2012-06-04
        Diamond Jubilee: 2012-06-05
        open 2020-05-04
        Early May bank holiday: 2020-05-08
        open 2022-05-30
        Spring bank holiday: 2022-06-02
        Platinum Jubilee: 2022-06-03
        State funeral of Elizabeth II: 2022-09-19
        Coronation of Charles III: 2023-05-08
        """
}
