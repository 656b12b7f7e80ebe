#pragma once
#include <cairo-pdf.h>
#include <cairo.h>
#include <stdbool.h>

// What is used of Pango is declared here: its pkg-config file leads to flags that the build refuses, and its headers are found by that alone.
// These functions are as they are since Pango 1.44, in all of its versions 1.

typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutLine PangoLayoutLine;

/// A rectangle in units of 1/1024 of a point.
typedef struct {
    int x, y, width, height;
} PangoRectangle;

/// Units of a point.
enum { CCAIRO_PANGO_SCALE = 1024 };
/// Weights of a font: `PANGO_WEIGHT_NORMAL` and `PANGO_WEIGHT_BOLD`.
enum { CCAIRO_NORMAL_WEIGHT = 400, CCAIRO_BOLD_WEIGHT = 700 };

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_round_glyph_positions(PangoContext *context, int round_positions);
PangoFont *pango_context_load_font(PangoContext *context, const PangoFontDescription *description);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_set_family(PangoFontDescription *description, const char *family);
void pango_font_description_set_weight(PangoFontDescription *description, int weight);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
const char *pango_font_description_get_family(const PangoFontDescription *description);
void pango_font_description_free(PangoFontDescription *description);
PangoFontDescription *pango_font_describe(PangoFont *font);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int is_single);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *layout, int line);
void pango_layout_line_get_extents(PangoLayoutLine *line, PangoRectangle *ink, PangoRectangle *logical);
void pango_cairo_show_layout_line(cairo_t *context, PangoLayoutLine *line);

/// Gives back an object that `new` or `create` made.
void g_object_unref(void *object);
