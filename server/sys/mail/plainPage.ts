import type { Language } from '@lading/contract/kernel/text.ts'
import { accentsOf } from '@lading/contract/sys/brandColor.ts'
import type { FileAnswer } from '../../kernel/http/serve.ts'
import { escaped } from './paper.ts'

/** As whose, and for whom, a page outside of the client looks. */
export interface Look {
  readonly language: Language
  readonly company: string
  readonly color: string | null
}
interface Said {
  readonly title: string
  readonly body: string
  readonly items?: readonly string[]
  /** What its one button says; left out: there is none. It sends the page's own address, as a form. */
  readonly press?: string
  readonly foot?: string
}

/** A small page for who follows a link in a mail: no script, nothing fetched, readable on a phone, light or dark. */
export function plainPage({ language, company, color }: Look, { title, body, items = [], press, foot }: Said): string {
  const { light, dark } = accentsOf(color ?? '#0f766e')
  const list = items.length > 0 ? `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>` : ''
  const form = press ? `<form method="post"><button type="submit">${escaped(press)}</button></form>` : ''
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)} · ${escaped(company)}</title>
<style>
:root{color-scheme:light dark;--accent:${light.accent};--on:${light.on};--ink:#1d2b2a;--ground:#f2f5f5;--card:#fff}
@media (prefers-color-scheme:dark){:root{--accent:${dark.accent};--on:${dark.on};--ink:#e2eae9;--ground:#151c1d;--card:#212b2d}}
body{margin:0;padding:24px 12px;background:var(--ground);color:var(--ink);font:16px/26px -apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Arial,sans-serif}
main{max-width:440px;margin:8vh auto 0;padding:24px;border-radius:8px;background:var(--card);overflow-wrap:anywhere}
h1{margin:0 0 12px;font-size:20px}p{margin:0 0 8px}ul{margin:0 0 16px;padding-left:22px}
button{padding:12px 28px;border:0;border-radius:6px;background:var(--accent);color:var(--on);font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
</style></head>
<body><main><p>${escaped(company)}</p><h1>${escaped(title)}</h1><p>${escaped(body)}</p>${list}${form}${foot ? `<p>${escaped(foot)}</p>` : ''}</main></body></html>
`
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
