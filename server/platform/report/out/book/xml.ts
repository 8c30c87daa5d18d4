export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Most texts hold none of them: they are looked for before anything is replaced. */
export const escaped = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (c) => signs[c] ?? c) : text
