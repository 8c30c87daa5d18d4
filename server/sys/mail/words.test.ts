import { languages, say } from '@lading/contract/kernel/text.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { messageFacts } from '@lading/contract/sys/messageFacts.ts'
import { tables } from '@lading/contract/tables.ts'
import { beforeAll, expect, test } from 'vitest'
import { computations, walls } from '../../areas.ts'
import { register } from '../../kernel/registry.ts'
import { pageOf } from './pageOf.ts'
import { type Reader, writeCode, writeExample, writeLetter, writeTest } from './words.ts'

beforeAll(() => register(tables, computations, walls))

const at = new Date('2026-11-25T04:00:00Z')
const reader: Reader = {
  language: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  company: '来丁演示企业',
  color: '#b91c1c',
  site: 'https://wms.example.cn',
  leave: 'https://wms.example.cn/fw/api/mailLeave?token=abc.def',
}
const kinds = Object.keys(messageKinds) as MessageKind[]
/** What a reader of the HTML sees. */
const seen = (html: string): string =>
  html
    .replace(/<(head|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

test('every argument of a sentence has an example, and every example stands in a sentence or a table', () => {
  for (const kind of kinds) {
    const { title, body } = messageKinds[kind]
    const named = [...title, ...body].flatMap((s) => [...s.matchAll(/\{(\w+)/g)].map((m) => m[1] ?? ''))
    expect([...new Set(named)].sort(), kind).toEqual(Object.keys(messageFacts[kind]).sort())
  }
})

test.each(languages)('text and HTML tell the same, of every kind, in %s', (language) => {
  for (const kind of kinds) {
    const { text, html, subject } = writeExample(kind, at, { ...reader, language })
    expect(`${subject}${text}${html}`, kind).not.toMatch(/\{\w+\}|undefined/)
    const [plain, rich] = [text.replace(/\s+/g, ' '), seen(html)]
    for (const word of words(rich)) expect(plain, `${kind}: ${word}`).toContain(word)
    for (const { title, example } of Object.values(messageFacts[kind]))
      if (title) for (const part of [title, example]) expect(text, kind).toContain(say(part, language))
    expect(text).toContain('https://wms.example.cn/#/app-sys/loginUserInfo')
    expect(html).toContain('href="https://wms.example.cn/#/app-sys/loginUserInfo"')
  }
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '&lt;b&gt; &amp; {by} {task}',
  'javascript:alert(1)',
  '</td></table><a href="https://evil.example">click</a>',
  'abc\u202egpj.exe',
  'line\r\nBcc: x@evil.example',
]
test.each(hostile)('nothing that somebody typed is markup, an address or another header: %j', (value) => {
  const args = { by: value, task: value }
  const { html, text } = writeLetter([{ key: 'TASK_ASSIGNED', args, link: value, createdAt: at }], {
    ...reader,
    company: value,
    site: 'javascript:alert(1)',
    leave: 'javascript:alert(1)',
    color: 'red;background:url(x)',
  })
  const usual = writeExample('TASK_ASSIGNED', at, { ...reader, site: '' })
  const tags = (s: string) => [...s.matchAll(/<\/?([a-z0-9]+)/gi)].map((m) => m[1])
  expect(tags(html).filter((tag) => !tags(usual.html).includes(tag))).toEqual([])
  expect(html).not.toMatch(/<script|<img|<svg|onerror=[^&]*>|href="javascript|url\(/i)
  expect([...html.matchAll(/href="([^"]*)"/g)].map((m) => m[1]).every((url) => url === '#')).toBe(true)
  expect(`${html}${text}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test('a letter fetches nothing, runs nothing and asks for nothing', () => {
  for (const html of [writeExample('SHORT_PICK', at, reader), writeCode('123456', 15, reader), writeTest(reader)].map(
    (w) => w.html,
  )) {
    expect(html).not.toMatch(
      /<(script|img|link|iframe|form|input|object|embed|video|style)\b|src=|url\(|@import|\son\w+=/i,
    )
    expect(html.length).toBeLessThan(90_000)
  }
})

test('one thing has a button in the colour of the enterprise, several have a link each', () => {
  const one = writeExample('TASK_ASSIGNED', at, reader).html
  expect(one.match(/display:inline-block/g)).toHaveLength(1)
  expect(one).toContain('#b91c1c')
  const item = { key: 'TASK_ASSIGNED', args: { by: 'a', task: 'T1' }, link: '#/app-wms/taskList', createdAt: at }
  const several = writeLetter([item, { ...item, args: { by: 'a', task: 'T2' } }], reader)
  expect(several.html).not.toContain('display:inline-block')
  expect(several.html.match(/href="https:\/\/wms\.example\.cn\/#\/app-wms\/taskList"/g)).toHaveLength(2)
  expect(several.subject).toContain('2条新消息')
})

test('what cannot be turned off says so and has no way to end it', () => {
  const { leave: _, ...rest } = reader
  const { text, html } = writeExample('PASSWORD_RESET', at, rest)
  expect(text).toContain('不能关闭')
  expect(html).not.toContain('mailLeave')
})

test('what a message is about has an address: a page, a row by its entity, or a list', () => {
  const site = 'https://wms.example.cn'
  expect(pageOf(site, '#/app-wms/dashboardCurrent')).toBe(`${site}/#/app-wms/dashboardCurrent`)
  expect(pageOf(site, 'sys.job?id=12')).toBe(`${site}/#/app-sys/jobOperationDtl?id=12`)
  expect(pageOf(site, 'wms.operateBill?id=12')).toBe(`${site}/#/app-wms/operateBillDtl?id=12`)
  expect(pageOf(site, 'wms.operateBill?billNo=X 1')).toBe(`${site}/#/app-wms/operateBillList?billNo=X+1`)
  for (const none of [
    pageOf('', '#/app-wms/x'),
    pageOf(site, null),
    pageOf(site, 'no.such?id=1'),
    pageOf(site, 'https://evil.example'),
  ])
    expect(none).toBe('')
})
