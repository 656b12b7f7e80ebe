/// The script of pages: it sorts tables, and reloads a page that is served when the book has changed. A page says all without it.
enum PageScript {
    /// Makes buttons of the headings that tables can be sorted by, since without a script there would be nothing to click; not while the page is printed, since
    /// browsers repeat no head with a button on the next sheet.
    ///
    /// A button sorts by the exact value that a cell tells beside its text, rows without a value last in both directions, equal ones in the order they had.
    /// Numbers begin with the largest. Totals stand in a body of their own and stay.
    static let sorting = """
        "use strict";
        const collator = new Intl.Collator("en", {numeric: true});
        const value = cell => cell.dataset.v === undefined ? cell.textContent : cell.dataset.v;
        const sort = head => {
          const table = head.closest("table"), body = table.tBodies[0], isNumber = head.classList.contains("n");
          const before = head.getAttribute("aria-sort");
          const isAscending = before ? before !== "ascending" : !isNumber, sign = isAscending ? 1 : -1;
          const compare = isNumber ? (a, b) => Number(a) - Number(b) : collator.compare;
          const rows = Array.from(body.rows, row => [value(row.cells[head.cellIndex]), row]);
          rows.sort(([a], [b]) => a === "" || b === "" ? (a === "") - (b === "") : sign * compare(a, b));
          body.append(...rows.map(([, row]) => row));
          for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
          head.setAttribute("aria-sort", isAscending ? "ascending" : "descending");
        };
        const heads = document.querySelectorAll("th[data-sort]");
        const makeButtons = () => {
          for (const head of heads) {
            const button = document.createElement("button");
            button.type = "button";
            button.title = "Sort";
            button.append(...head.childNodes);
            button.addEventListener("click", () => sort(head));
            head.append(button);
          }
        };
        makeButtons();
        addEventListener("beforeprint", () => { for (const head of heads) head.replaceChildren(head.textContent); });
        addEventListener("afterprint", makeButtons);

        """

    /// Reloads the page when the server says that the book has changed. A page that nobody looks at holds no connection, of which a browser has few: it
    /// connects again when it is looked at, with the same address, by which the server knows what the page shows.
    static let reloading = """
        const events = document.body.dataset.events;
        if (events) {
          let source = null;
          const follow = () => {
            if (source) source.close();
            source = null;
            if (document.hidden) return;
            source = new EventSource(events);
            const reload = () => location.reload();
            source.addEventListener("message", reload);
            source.addEventListener("changed", reload);
          };
          document.addEventListener("visibilitychange", follow);
          follow();
        }

        """
}
