import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { wallTime } from '../../kernel/clock.ts'

/** A message as it was put down. */
export interface Item {
  readonly key: string
  readonly args: Readonly<Record<string, string>> | null
  readonly link: string | null
  readonly createdAt: Date
}
/** For whom, and from where, a letter is written. */
export interface Reader {
  readonly language: Language
  readonly timeZone: string
  readonly company: string
  readonly site: string
}

const texts = {
  several: ['{company}：您有{n}条新消息', '{company}: you have {n} new messages'],
  one: ['{company}：{title}', '{company}: {title}'],
  open: ['查看：{url}', 'Open: {url}'],
  foot: [
    '此邮件由系统发出，请勿回复。要停止接收，请在个人信息的消息订阅中关闭邮件。',
    'This mail was sent by the system: please do not reply. To stop it, turn mail off under Personal information, Messages.',
  ],
  code: ['{company}：邮箱验证码', '{company}: code for your e-mail address'],
  codeBody: [
    '您的验证码是 {code}，{minutes}分钟内有效。\n\n请在个人信息中输入。如果不是您本人操作，请忽略此邮件。',
    'Your code is {code}. It is valid for {minutes} minutes.\n\nEnter it under Personal information. If it was not you, ignore this mail.',
  ],
  test: ['{company}：测试邮件', '{company}: test mail'],
  testBody: ['邮件服务器设置正确。', 'The mail server is set up correctly.'],
} as const satisfies Record<string, Text>

interface Written {
  readonly subject: string
  readonly text: string
}
const known = (key: string): key is MessageKind => Object.hasOwn(messageKinds, key)
const titleOf = (item: Item, language: Language): string =>
  known(item.key) ? say(messageKinds[item.key].title, language, item.args ?? {}) : item.key

/** One message by itself, or all that waited, each with its hour. */
export function writeLetter(items: readonly Item[], r: Reader): Written {
  const [first] = items
  const isOne = items.length === 1 && first !== undefined
  const part = (item: Item): string => {
    const body = known(item.key) ? say(messageKinds[item.key].body, r.language, item.args ?? {}) : ''
    const url = r.site !== '' && item.link?.startsWith('#/') ? `${r.site}/${item.link}` : ''
    const head = `${wallTime(r.timeZone, item.createdAt).slice(0, 16)}  ${titleOf(item, r.language)}`
    return [head, body, url && say(texts.open, r.language, { url })].filter(Boolean).join('\n')
  }
  const subject = isOne
    ? say(texts.one, r.language, { company: r.company, title: titleOf(first, r.language) })
    : say(texts.several, r.language, { company: r.company, n: items.length })
  return { subject, text: `${items.map(part).join('\n\n')}\n\n-- \n${say(texts.foot, r.language)}\n` }
}

/** With which somebody proves that an address is his. */
export const writeCode = (code: string, minutes: number, { language, company }: Reader): Written => ({
  subject: say(texts.code, language, { company }),
  text: `${say(texts.codeBody, language, { code, minutes })}\n`,
})

export const writeTest = ({ language, company }: Reader): Written => ({
  subject: say(texts.test, language, { company }),
  text: `${say(texts.testBody, language)}\n`,
})
