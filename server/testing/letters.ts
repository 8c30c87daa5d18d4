/** A letter as a mail server got it, read again. */
export interface ReadLetter {
  /** Of the whole letter; empty where there is none. */
  header(name: string): string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What kind of letter it is: `multipart/alternative`. */
  readonly type: string
}

const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const encodedWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )

function split(raw: string): { readonly head: string; readonly body: string } {
  const cut = raw.indexOf('\r\n\r\n')
  return { head: `${raw.slice(0, cut)}\r\n`, body: raw.slice(cut + 4) }
}

function decoded({ head, body }: { head: string; body: string }): string {
  const how = headerOf(head, 'content-transfer-encoding').toLowerCase()
  if (how === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return how === 'quoted-printable' ? quotedPrintable(body) : body
}

/** Reads what went over the wire: its headers, and its parts by their kind. */
export function readLetter(raw: string): ReadLetter {
  const whole = split(raw)
  const type = headerOf(whole.head, 'content-type')
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  const parts = boundary === undefined ? [whole] : whole.body.split(`--${boundary}`).slice(1, -1).map(partOf)
  const of = (kind: string): string => {
    const part = parts.find(({ head }) => headerOf(head, 'content-type').startsWith(kind))
    return part ? decoded(part) : ''
  }
  return {
    header: (name) => headerOf(whole.head, name),
    subject: encodedWords(headerOf(whole.head, 'subject')),
    text: of('text/plain'),
    html: of('text/html'),
    type: type.split(';')[0] ?? '',
  }
}
const partOf = (part: string) => split(part.replace(/^\r\n/, ''))
