"""Reads workbooks by openpyxl and tells all of their cells as JSON: sheets with cells, formats, charts and page settings.

Arguments: the file. Formulas are told beside the values that stand in the file for them.
"""

import datetime
import json
import sys

import openpyxl


def told(value):
    """The type of a value and the value."""
    if isinstance(value, bool):
        return ["truth", value]
    if isinstance(value, (int, float)):
        return ["number", repr(float(value))]
    if isinstance(value, datetime.datetime):
        return ["day", value.strftime("%Y-%m-%d")] if value.time() == datetime.time() else ["instant", value.strftime("%Y-%m-%dT%H:%M:%S")]
    return ["text", str(value)]


values = openpyxl.load_workbook(sys.argv[1], data_only=True)
formulas = openpyxl.load_workbook(sys.argv[1])
sheets = []
for sheet in values.worksheets:
    written = formulas[sheet.title]
    cells = {}
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is None:
                continue
            other = written[cell.coordinate]
            cells[cell.coordinate] = told(cell.value) + [cell.number_format, str(other.value) if other.data_type == "f" else ""]
    sheets.append(
        {
            "name": sheet.title,
            "cells": cells,
            "frozen": sheet.freeze_panes or "",
            "filter": sheet.auto_filter.ref or "",
            "repeated": sheet.print_title_rows or "",
            "paper": sheet.page_setup.paperSize,
            "landscape": sheet.page_setup.orientation == "landscape",
            "footer": sheet.oddFooter.right.text or "",
            "charts": [type(chart).__name__ for chart in written._charts],
            "folded": sorted(letters for letters, column in sheet.column_dimensions.items() if column.hidden),
            "colours": [str(range.sqref) for range in sheet.conditional_formatting],
        }
    )
print(json.dumps({"title": values.properties.title, "created": values.properties.created.isoformat(), "sheets": sheets}))
