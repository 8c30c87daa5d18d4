import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { accentsOf } from '@lading/contract/sys/brandColor.ts'
import type { FileAnswer } from '../../kernel/http/serve.ts'
import { escaped } from '../markup.ts'

/** As whose, and for whom, a page outside of the client looks. */
export interface Look {
  readonly language: Language
  readonly company: string
  readonly color: string | null
}
/** In both languages, or as it is. */
export type Word = Text | string
/** One thing that the page asks: one of a few choices, or something typed. */
export interface AskedField {
  readonly name: string
  readonly title: Word
  readonly required?: boolean
  /** What stands there at first. */
  readonly value?: string
  readonly choices?: Readonly<Record<string, Word>>
  /** Of what is typed; left out: a line of text. */
  readonly type?: 'text' | 'tel' | 'email' | 'number' | 'date' | 'datetime-local' | 'lines'
  readonly max?: number
}
/** What a page says, part by part from its head. */
export interface PlainPage {
  readonly title: Word
  readonly paragraphs: readonly Word[]
  readonly items?: readonly Word[]
  /** What was wrong with what came back. */
  readonly problem?: Word
  /** Sent to the page's own address; without fields it is one button. Left out: the page only says something. */
  readonly form?: { readonly fields?: readonly AskedField[]; readonly press: Word }
  readonly foot?: Word
}

/** A small page for who follows a link: no script, nothing fetched, readable on a phone, light or dark. */
export function plainPage(look: Look, page: PlainPage): string {
  const { language, company, color } = look
  const { light, dark } = accentsOf(color ?? '#0f766e')
  const { paragraphs, items = [], problem, form, foot } = page
  const word = wordIn(language)
  const p = (w: Word) => `<p>${word(w)}</p>`
  const list = items.length > 0 ? `<ul>${items.map((item) => `<li>${word(item)}</li>`).join('')}</ul>` : ''
  const title = word(page.title)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · ${escaped(company)}</title>
<style>
:root{color-scheme:light dark;--accent:${light.accent};--on:${light.on};--ink:#1d2b2a;--ground:#f2f5f5;--card:#fff}
@media (prefers-color-scheme:dark){:root{--accent:${dark.accent};--on:${dark.on};--ink:#e2eae9;--ground:#151c1d;--card:#212b2d}}
body{margin:0;padding:24px 12px;background:var(--ground);color:var(--ink);font:16px/26px -apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Arial,sans-serif}
main{max-width:440px;margin:8vh auto 0;padding:24px;border-radius:8px;background:var(--card);overflow-wrap:anywhere}
h1{margin:0 0 12px;font-size:20px}p{margin:0 0 8px}ul{margin:0 0 16px;padding-left:22px}
label,fieldset{display:block;margin:0 0 16px;padding:0;border:0}fieldset label{margin:0;padding:8px 0}legend{padding:0}
label.typed input,textarea{display:block;box-sizing:border-box;width:100%;padding:10px;border:1px solid var(--ink);border-radius:6px;background:var(--card);color:inherit;font:inherit}
p[role=alert]{padding-left:12px;border-left:4px solid var(--accent)}
button{padding:12px 28px;border:0;border-radius:6px;background:var(--accent);color:var(--on);font:inherit;cursor:pointer}
button:focus-visible,input:focus-visible,textarea:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
</style></head>
<body><main><p>${escaped(company)}</p><h1>${title}</h1>${paragraphs.map(p).join('')}${list}${problem ? `<p role="alert">${word(problem)}</p>` : ''}${form ? formOf(form, word) : ''}${foot ? p(foot) : ''}</main></body></html>
`
}
type Say = (word: Word) => string
const wordIn =
  (language: Language): Say =>
  (word) =>
    escaped(typeof word === 'string' ? word : say(word, language))

const formOf = ({ fields = [], press }: NonNullable<PlainPage['form']>, word: Say): string =>
  `<form method="post">${fields.map((field) => fieldOf(field, word)).join('')}<button type="submit">${word(press)}</button></form>`

function fieldOf(
  { name, title, required, value = '', choices, type = 'text', max = 200 }: AskedField,
  word: Say,
): string {
  const named = `name="${escaped(name)}"${required ? ' required' : ''}`
  if (choices) {
    const one = ([key, text]: [string, Word]) =>
      `<label><input type="radio" ${named} value="${escaped(key)}"${key === value ? ' checked' : ''}> ${word(text)}</label>`
    return `<fieldset><legend>${word(title)}</legend>${Object.entries(choices).map(one).join('')}</fieldset>`
  }
  const typed =
    type === 'lines'
      ? `<textarea ${named} rows="4" maxlength="${max}">\n${escaped(value)}</textarea>`
      : `<input type="${type}" ${named} maxlength="${max}" value="${escaped(value)}">`
  return `<label class="typed">${word(title)}${typed}</label>`
}

const policyOf = (more: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${more}`

const asPage = (html: string, status: number, policy: string): FileAnswer => ({
  name: 'page.html',
  type: 'text/html; charset=utf-8',
  data: Buffer.from(html),
  status,
  headers: {
    'content-disposition': `inline; filename="page.html"; filename*=UTF-8''page.html`,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  },
})
/** A page of its own, whose form comes back here. */
export const pageAnswer = (html: string, status: number): FileAnswer =>
  asPage(html, status, `${policyOf("'self'")}; frame-ancestors 'none'`)
/** A letter in a frame of ours: it runs, fetches, sends and leads nowhere, whatever it holds. */
export const frameAnswer = (html: string): FileAnswer =>
  asPage(html, 200, `${policyOf("'none'")}; frame-ancestors 'self'; sandbox`)
