/** A text that a spreadsheet would run gets an apostrophe, as in a file that the server writes. */
function cell(text: string): string {
  const isFigure = /^-?\d{1,15}(\.\d+)?$/.test(text)
  const safe = !isFigure && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as a file that spreadsheets open in any language. @param rows the heading first */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
