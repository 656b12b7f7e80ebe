#pragma once
#include <stdbool.h>
#include <xlsxwriter.h>

// Swift sees a pointer to a type that it knows nothing of as opaque, and a flag as a number: what it needs besides stands here.

/// A workbook that is written to this path; its temporary files are in `folder`, or where the system has them if that is NULL. Rows that are over
/// are written to them at once if `is_large`.
static inline lxw_workbook *cxlsx_workbook(const char *path, const char *folder, bool is_large) {
    lxw_workbook_options options = {.constant_memory = is_large, .tmpdir = (char *)folder, .use_zip64 = 0};
    return workbook_new_opt(path, &options);
}

/// The title, the subject and the moment of a workbook, in seconds since 1970-01-01; 0 would be now.
static inline lxw_error cxlsx_set_properties(lxw_workbook *workbook, const char *title, const char *subject, long long created) {
    lxw_doc_properties properties = {.title = (char *)title, .subject = (char *)subject, .created = (time_t)created};
    return workbook_set_properties(workbook, &properties);
}

/// Colours the cells of a range by value: from `low` at the least over white at zero, where `is_diverging`, or else from white, to `high` at the most.
static inline lxw_error cxlsx_colour_scale(
    lxw_worksheet *sheet, lxw_row_t first_row, lxw_col_t first_column, lxw_row_t last_row, lxw_col_t last_column, bool is_diverging, lxw_color_t low, lxw_color_t high) {
    lxw_conditional_format format = {
        .type = is_diverging ? LXW_CONDITIONAL_3_COLOR_SCALE : LXW_CONDITIONAL_2_COLOR_SCALE,
        .min_color = is_diverging ? low : 0xFFFFFF,
        .mid_color = 0xFFFFFF,
        .max_color = high,
    };
    if (is_diverging) format.mid_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER;
    return worksheet_conditional_format_range(sheet, first_row, first_column, last_row, last_column, &format);
}

/// Gives the line or the area of a series its colour.
static inline void cxlsx_colour_series(lxw_chart_series *series, lxw_color_t colour, bool is_line) {
    lxw_chart_line line = {.color = colour, .width = 1.75};
    lxw_chart_fill fill = {.color = colour};
    if (is_line) chart_series_set_line(series, &line);
    else chart_series_set_fill(series, &fill);
}

/// Dots without a line, for a scatter chart.
static inline void cxlsx_dot_series(lxw_chart_series *series, lxw_color_t colour) {
    lxw_chart_line none = {.none = 1};
    lxw_chart_fill fill = {.color = colour};
    lxw_chart_line edge = {.color = colour};
    chart_series_set_line(series, &none);
    chart_series_set_marker_type(series, LXW_CHART_MARKER_CIRCLE);
    chart_series_set_marker_size(series, 5);
    chart_series_set_marker_fill(series, &fill);
    chart_series_set_marker_line(series, &edge);
}

/// Places a chart with its corner in a cell, as wide and high as so many pixels.
static inline lxw_error cxlsx_place_chart(lxw_worksheet *sheet, lxw_row_t row, lxw_col_t column, lxw_chart *chart, double width, double height) {
    lxw_chart_options options = {.x_offset = 10, .x_scale = width / 480, .y_scale = height / 288};
    return worksheet_insert_chart_opt(sheet, row, column, chart, &options);
}
