/// The colours of pages in light and dark, as the style sheet names them.
enum PageColours {
    static let sheet = """
        :root{color-scheme:light dark;--ground:#ffffff;--text:#1b1f24;--muted:#5b6470;--line:#e1e5ea;--soft:#f5f7f9;--gain:#00735a;--loss:#b5410b;--accent:#0072b2}
        @media screen and (prefers-color-scheme:dark){:root{--ground:#16181c;--text:#e4e6ea;--muted:#9aa3af;--line:#30353d;--soft:#1f2329;--gain:#4cc2a0;--loss:#f08a4b;--accent:#56b4e9}}
        """
}
