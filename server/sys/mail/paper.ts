import type { Language } from '@lading/contract/kernel/text.ts'
import { accentsOf, colorPattern } from '@lading/contract/sys/brandColor.ts'
import { escaped, tame } from '../../platform/markup.ts'

/** One thing that a letter tells. */
export interface Part {
  readonly title: string
  /** When it happened, by the reader's clock; empty: now. */
  readonly at: string
  readonly body: string
  /** What it is about, as name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Where its page is; empty: nowhere. */
  readonly url: string
}
/** A letter before it is text or HTML: both are made of this, so that neither tells more than the other. */
export interface Paper {
  readonly language: Language
  readonly company: string
  /** The company's colour, six digits; null: the product's. */
  readonly color: string | null
  readonly subject: string
  readonly parts: readonly Part[]
  /** What a link to a part's page is called, and how the text names it: `Open: {url}`. */
  readonly open: string
  readonly foot: string
  /** How mail of this kind is ended; undefined: it is not. */
  readonly leave?: { readonly title: string; readonly url: string } | undefined
}

/** The letter for who reads no HTML: all of it. */
export function asText({ company, parts, open, foot, leave }: Paper): string {
  const one = (p: Part): string =>
    [
      [p.at, p.title].filter(Boolean).join('  '),
      p.body,
      ...p.facts.map(([name, value]) => `${name}: ${value}`),
      p.url && `${open}: ${p.url}`,
    ]
      .filter(Boolean)
      .join('\n')
  const end = [company, foot, leave && `${leave.title}: ${leave.url}`].filter(Boolean).join('\n')
  return tame(`${parts.map(one).join('\n\n')}\n\n-- \n${end}\n`)
}

const lines = (s: string): string => escaped(s).replace(/\n/g, '<br>')
/** An address that may be followed: of the web only, whatever somebody has typed. */
const href = (url: string): string => (/^https?:\/\//i.test(url) ? escaped(url) : '#')

const usualColor = '#0f766e'
const fonts = "-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Arial,sans-serif"
const ink = '#1d2b2a'
const muted = '#5a6b6a'
const line = '#dfe7e6'

/** The company's colour, dark enough for white letters on it. */
function accentOf(color: string | null): string {
  return accentsOf(color !== null && colorPattern.test(color) ? color : usualColor).light.accent
}

function factsOf({ facts }: Part): string {
  if (facts.length === 0) return ''
  const cell = `padding:8px 12px;border-top:1px solid ${line};font-size:14px;line-height:20px;text-align:left;vertical-align:top`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${cell};width:34%;color:${muted};font-weight:normal">${escaped(name)}</th>` +
      `<td style="${cell};color:${ink};word-break:break-word;overflow-wrap:anywhere">${lines(value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" style="width:100%;margin:16px 0 0;border-collapse:collapse;border-bottom:1px solid ${line}">${rows.join('')}</table>`
}

/** A letter about one thing has a button that no thumb misses; of several each has its link. */
function linkOf({ url }: Part, { open, parts }: Paper, accent: string): string {
  if (url === '') return ''
  return parts.length === 1
    ? `<p style="margin:24px 0 0"><a href="${href(url)}" style="display:inline-block;padding:12px 28px;border-radius:6px;background:${accent};color:#ffffff;font-size:16px;line-height:20px;text-decoration:none">${escaped(open)}</a></p>`
    : `<p style="margin:12px 0 0"><a href="${href(url)}" style="color:${accent};font-size:14px">${escaped(open)}</a></p>`
}

function partOf(part: Part, i: number, paper: Paper, accent: string): string {
  const between = i > 0 ? `margin-top:24px;padding-top:24px;border-top:1px solid ${line}` : ''
  const at = part.at && `<p style="margin:4px 0 0;color:${muted};font-size:13px">${escaped(part.at)}</p>`
  const body = part.body && `<p style="margin:12px 0 0;font-size:15px;line-height:24px">${lines(part.body)}</p>`
  return `<div style="${between}"><h2 style="margin:0;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere">${escaped(part.title)}</h2>${at}${body}${factsOf(part)}${linkOf(part, paper, accent)}</div>`
}

/**
 * The letter as HTML that mail programs show: tables for the frame, styles in the elements, nothing that is fetched, runs or
 * asks for anything. Broad enough for a desk and narrow enough for a phone without a rule for either.
 */
export function asHtml(paper: Paper): string {
  const { language, company, color, subject, parts, foot, leave } = paper
  const accent = accentOf(color)
  const end = `${lines(foot)}${leave ? `<br><a href="${href(leave.url)}" style="color:${muted}">${escaped(leave.title)}</a>` : ''}`
  const cell = 'padding:24px;word-break:break-word;overflow-wrap:anywhere'
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:0;background:#f2f5f5;color:${ink};font-family:${fonts}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%;background:#f2f5f5"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;border:1px solid ${line};border-radius:8px;border-collapse:separate;background:#ffffff;text-align:left">
<tr><td style="padding:14px 24px;border-radius:8px 8px 0 0;background:${accent};color:#ffffff;font-size:16px;line-height:24px;font-weight:600;overflow-wrap:anywhere">${escaped(company)}</td></tr>
<tr><td style="${cell}">${parts.map((part, i) => partOf(part, i, paper, accent)).join('')}</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid ${line};color:${muted};font-size:12px;line-height:20px">${end}</td></tr>
</table>
</td></tr></table>
</body></html>
`
}
