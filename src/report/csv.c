// One line a pair, for spreadsheets.
#include "report/report_impl.h"

// Quoted as RFC 4180 has it.
static void put_csv(const char *text, VdBuf *out) {
  if (!strpbrk(text, ",\"\r\n")) {
    vd_buf_str(out, text);
    return;
  }
  vd_buf_char(out, '"');
  for (; *text; text++) {
    if (*text == '"') vd_buf_char(out, '"');
    vd_buf_char(out, *text);
  }
  vd_buf_char(out, '"');
}

static void put_item(const VdReport *report, const char *file,
                     const VdItem *item, VdBuf *out) {
  const VdVerdict *v = &item->verdict;
  put_csv(file, out);
  vd_buf_char(out, ',');
  put_csv(item->name, out);
  vd_buf_printf(out, ",%s,%s,", vd_verdict_word(v->kind), v->checker);
  put_csv(v->why, out);
  vd_buf_printf(out, ",%u,", v->size);
  if (!report->no_times) vd_buf_printf(out, "%.6f", v->seconds);
  vd_buf_char(out, '\n');
}

void vd_report_csv(const VdReport *report, VdBuf *out) {
  vd_buf_str(out, "file,function,verdict,by,why,codes,seconds\n");
  for (uint32_t i = 0; i < report->files; i++) {
    const VdComparison *c = report->file[i].comparison;
    for (uint32_t k = 0; c && k < c->item.len; k++)
      if (c->item.at[k].kind == VD_ITEM_PAIR)
        put_item(report, report->file[i].name, &c->item.at[k], out);
  }
}
