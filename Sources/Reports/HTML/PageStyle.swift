import Drawing

/// The style sheet of pages: how a report looks on a wide screen, on a phone and on paper, in light and in dark.
enum PageStyle {
    /// The whole style sheet, with that of the pictures.
    static func sheet(for paper: Paper) -> String {
        switch paper {
        case .a4: a4
        case .letter: letter
        }
    }

    private static let a4 = sheet + "@page{size:A4;margin:16mm 15mm}\n"
    private static let letter = sheet + "@page{size:letter;margin:.65in .6in}\n"
    private static let sheet = [PageColours.sheet, SVGStyle.sheet, screen, desk, phone, print, ""].joined(separator: "\n")

    /// Text, tables, figures and pictures on any screen. Numbers have digits of one width, so that they stand below one another.
    private static let screen = """
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--ground);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
        nav,main,footer{max-width:66rem;margin:0 auto;padding:0 1.5rem}
        nav{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding-top:.9rem;font-size:.87rem}
        nav a{color:var(--muted);text-decoration:none;padding:.15rem 0;border-bottom:2px solid transparent}
        nav a:hover{color:var(--text)}
        nav a[aria-current]{color:var(--text);border-color:var(--accent)}
        header{padding:2rem 0 .9rem;border-bottom:2px solid var(--text)}
        h1{margin:0;font-size:1.75rem;line-height:1.2;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}
        header p{margin:.3rem 0 0;color:var(--muted)}
        section{margin:1.9rem 0 0}
        h2{margin:0 0 .7rem;font-size:1.12rem;line-height:1.3;font-weight:650;overflow-wrap:anywhere}
        p{margin:0 0 .8rem;max-width:44rem;overflow-wrap:anywhere;white-space:pre-line}
        .figures{display:grid;gap:.7rem;margin:0 0 1.1rem}
        .of-3{grid-template-columns:repeat(3,1fr)}
        .of-4{grid-template-columns:repeat(4,1fr)}
        .of-5{grid-template-columns:repeat(5,1fr)}
        .figure{display:flex;flex-direction:column;margin:0;padding:.7rem .9rem .75rem;background:var(--soft);border-radius:6px;min-width:0}
        .figure dt{color:var(--muted);font-size:.82rem}
        .figure dd{margin:0;overflow-wrap:anywhere}
        .figure .value{font-size:1.2rem;line-height:1.4;font-weight:600;font-variant-numeric:tabular-nums}
        .of-5 .value{font-size:1.1rem}
        .figure .value.long{font-size:.95rem}
        .figure .value.unknown{color:var(--muted);font-weight:400;font-style:italic}
        .figure .note{color:var(--muted);font-size:.84rem;font-variant-numeric:tabular-nums}
        .gain{color:var(--gain)}
        .loss{color:var(--loss)}
        .box{overflow-x:auto;margin:0 0 .9rem}
        .box:focus-visible,button:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
        table{border-collapse:collapse;font-size:.87rem;line-height:1.35;font-variant-numeric:tabular-nums lining-nums;min-width:min(100%,24rem)}
        caption,.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        th,td{padding:.3rem .7rem;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--line);white-space:nowrap}
        th:first-child,td:first-child{padding-left:0}
        th:last-child,td:last-child{padding-right:0}
        th{font-weight:500;color:var(--muted);vertical-align:bottom;border-bottom:1px solid var(--muted);white-space:normal}
        th.n,td.n{text-align:right}
        td{max-width:22rem;overflow-wrap:break-word}
        td.prose{white-space:normal;min-width:14rem}
        tbody:not(.totals) tr:hover td{background:var(--soft)}
        .totals td{font-weight:600;border-bottom:0}
        .totals td:not(.n)::first-letter{text-transform:uppercase}
        .totals tr:first-child td{border-top:1px solid var(--text)}
        th button{all:unset;cursor:pointer;border-radius:2px;position:relative}
        th button::after{position:absolute;right:-1.15em;bottom:.15em;font-size:.7em;line-height:1.4}
        th.n button::after{right:auto;left:-1.2em}
        th:first-child.n button::after{left:auto;right:-1.15em}
        th:hover button{color:var(--text)}
        th[aria-sort]{color:var(--text)}
        th[aria-sort=ascending] button::after{content:"▲"}
        th[aria-sort=descending] button::after{content:"▼"}
        .notice,.notes{color:var(--muted);font-size:.84rem}
        .notice{margin:0 0 .3rem}
        .notice+:not(.notice){margin-top:.8rem}
        .notes h2{color:var(--text)}
        .notes ul{margin:0;padding-left:1.1rem;max-width:52rem}
        .notes li{overflow-wrap:anywhere;margin:.15rem 0}
        .charts{display:grid;grid-template-columns:1fr 1fr;gap:0 1.6rem}
        figure{margin:0 0 1rem;min-width:0}
        figure svg{display:block;width:calc(100% + 1.5rem);max-width:none;height:auto;margin:0 -.75rem}
        .wide .narrow-picture,.charts .wide-picture{display:none}
        details{margin:.25rem 0 0;font-size:.84rem}
        summary{color:var(--muted);cursor:pointer;width:max-content;border-radius:2px}
        details[open] summary{margin-bottom:.4rem}
        details .box{max-height:24rem;overflow:auto}
        footer{color:var(--muted);font-size:.8rem;padding-bottom:2.5rem}
        footer p{border-top:1px solid var(--line);padding-top:.6rem;margin-top:2.2rem;max-width:none}
        """

    /// What is otherwise where there is more room than a text needs: a wide table goes on beyond it to the edge of the window before it scrolls.
    private static let desk = """
        @media screen and (min-width:67rem){
        .box{width:fit-content;max-width:calc(50vw + 29rem)}
        figure .box{max-width:100%}
        }
        """

    /// What is otherwise on a tablet, where three figures stand in a row, and on a phone: figures in two columns, pictures drawn for it, and the first column staying where a table scrolls.
    private static let phone = """
        @media screen and (max-width:64rem){
        .of-4,.of-5{grid-template-columns:repeat(3,1fr)}
        }
        @media screen and (max-width:44rem){
        nav,main,footer{padding-left:1rem;padding-right:1rem}
        header{padding-top:1.2rem}
        h1{font-size:1.4rem}
        .of-3,.of-4,.of-5{grid-template-columns:1fr 1fr}
        .figures{gap:.5rem}
        .figure{padding:.55rem .7rem}
        .figure .value{font-size:1rem}
        .figure .value.long{font-size:.8rem}
        .charts{display:block}
        .wide .narrow-picture{display:block}
        .wide .wide-picture{display:none}
        .narrow-picture svg,.charts svg{max-width:30rem}
        .box{background:linear-gradient(to left,var(--ground) 40%,transparent) right/2.5rem 100% no-repeat local,
        linear-gradient(to left,var(--line),transparent) right/.9rem 100% no-repeat}
        th:first-child,td:first-child{position:sticky;left:0;background:var(--ground)}
        th,td{padding:.35rem .55rem}
        td:first-child:not(.n,.d){min-width:6.5rem;max-width:8rem;white-space:normal}
        }
        """

    /// What is otherwise on paper: heads repeat, no row is cut, a heading stays with what follows, and what is there to be clicked is gone.
    private static let print = """
        @media print{
        body{font-size:9.5pt;line-height:1.4}
        nav,details{display:none}
        nav,main,footer{max-width:none;padding:0}
        header{padding-top:0}
        .notice,.notes{font-size:8pt}
        .figure dt,.figure .note{font-size:7.5pt}
        h1{font-size:17pt}
        h2{font-size:11.5pt}
        section{margin-top:16pt}
        h1,h2{break-after:avoid}
        tr,figure,svg,.figure,.notes li{break-inside:avoid}
        thead{display:table-header-group;break-inside:avoid;break-after:avoid}
        tbody tr:nth-child(-n+3),tbody:not(.totals) tr:nth-last-child(-n+2){break-before:avoid}
        .box{overflow:visible;margin-bottom:8pt}
        table{font-size:8.2pt;min-width:0}
        th,td{padding:1.6pt 4.5pt}
        td{max-width:none}
        th button::after{display:none}
        .totals{break-before:avoid;break-inside:avoid}
        .figures{gap:6pt}
        .figure{padding:5pt 7pt}
        .figure .value{font-size:10.5pt}
        .of-5 .value{font-size:9pt}
        .figure,.figures,figure svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        p,li{orphans:3;widows:3}
        }
        """
}

/// The colours of pages in light and dark, as the style sheet names them: those of the pictures, so that a loss looks the same in a table and in a chart.
enum PageColours {
    /// The style sheet: light, and dark on a screen that asks for it. Paper is light.
    static let sheet =
        ":root{color-scheme:light dark;\(variables(.light, soft: 0.07))}\n@media print{:root{color-scheme:light}}\n"
        + "@media screen and (prefers-color-scheme:dark){:root{\(variables(.dark, soft: 0.12))}}"

    /// The variables of a theme. `soft` is how far the ground of cards lies towards the colour of axes.
    private static func variables(_ theme: Theme, soft: Double) -> String {
        let ground = theme.colour(.background)
        let colours = [
            ("ground", ground), ("text", theme.colour(.text)), ("muted", theme.colour(.muted)), ("line", theme.colour(.grid)),
            ("soft", ground.mixed(with: theme.colour(.axis), part: soft)), ("gain", theme.colour(.gain)), ("loss", theme.colour(.loss)), ("accent", theme.colour(.series(0))),
        ]
        return colours.map { "--\($0.0):\($0.1.hex)" }.joined(separator: ";")
    }
}
