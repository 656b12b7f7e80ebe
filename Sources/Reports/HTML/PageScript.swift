/// The script of pages: it sorts tables, and reloads a page that is served when the book has changed. A page says all without it.
enum PageScript {
    /// Sorts the rows of a table by a column where the button in its heading is clicked: by the exact value that a cell tells beside its text, rows without a
    /// value last in both directions, equal ones in the order they had. Numbers begin with the largest. Totals stand in a body of their own and stay.
    static let sorting = """
        "use strict";
        for (const table of document.querySelectorAll("table")) {
          const collator = new Intl.Collator("en", {numeric: true});
          table.tHead.addEventListener("click", event => {
            const button = event.target.closest("button");
            if (!button) return;
            const head = button.parentNode, column = head.cellIndex, isNumber = head.classList.contains("n");
            const before = head.getAttribute("aria-sort");
            const order = before ? (before === "ascending" ? "descending" : "ascending") : (isNumber ? "descending" : "ascending");
            const sign = order === "ascending" ? 1 : -1;
            const value = row => {
              const cell = row.cells[column];
              return cell.dataset.v === undefined ? cell.textContent : cell.dataset.v;
            };
            const compare = isNumber ? (a, b) => Number(a) - Number(b) : (a, b) => collator.compare(a, b);
            const rows = Array.from(table.tBodies[0].rows, row => [value(row), row]);
            rows.sort(([a], [b]) => a === "" || b === "" ? (a === "") - (b === "") : sign * compare(a, b));
            table.tBodies[0].append(...rows.map(([, row]) => row));
            for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", order);
          });
        }

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
