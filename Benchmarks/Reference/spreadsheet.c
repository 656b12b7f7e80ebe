// The least that writing a table as a file for Excel takes by libxlsxwriter: the same cells as the benchmark, a date and seven numbers a row, straight to the
// disk. Arguments: the file, the number of rows.
#include <stdint.h>
#include <stdlib.h>
#include <xlsxwriter.h>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    uint32_t rows = (uint32_t)atol(arguments[2]);
    lxw_workbook_options options = {.constant_memory = 1, .tmpdir = NULL, .use_zip64 = 0};
    lxw_workbook *workbook = workbook_new_opt(arguments[1], &options);
    lxw_doc_properties properties = {.title = "Rows", .created = 1400000000};
    workbook_set_properties(workbook, &properties);
    lxw_worksheet *sheet = workbook_add_worksheet(workbook, "Rows");
    lxw_format *day = workbook_add_format(workbook), *number = workbook_add_format(workbook);
    format_set_num_format(day, "yyyy\\-mm\\-dd");
    format_set_num_format(number, "#,##0.00");
    worksheet_autofilter(sheet, 0, 0, rows, 7);
    const char *heads[] = {"Date", "C1", "C2", "C3", "C4", "C5", "C6", "C7"};
    for (uint16_t column = 0; column < 8; column++) worksheet_write_string(sheet, 0, column, heads[column], NULL);
    for (uint32_t row = 0; row < rows; row++) {
        worksheet_write_number(sheet, row + 1, 0, 36526 + row % 5000, day);
        for (uint32_t column = 1; column < 8; column++)
            worksheet_write_number(sheet, row + 1, (uint16_t)column, (double)((row * 7919ULL + column * 104729) % 10000000) / 100, number);
    }
    return workbook_close(workbook) == LXW_NO_ERROR ? 0 : 1;
}
