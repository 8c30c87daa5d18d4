import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { type MessageFact, messageFacts } from '@lading/contract/sys/messageFacts.ts'
import type { MessageWords } from '@lading/contract/sys/messageTemplate.ts'
import { mannerOf } from '@lading/contract/sys/subscription.ts'
import { wallTime } from '../../kernel/clock.ts'
import type { OwnWords } from '../message/ownWords.ts'
import { pageOf } from './pageOf.ts'
import { asHtml, asText, type Paper, type Part } from './paper.ts'

type Args = Readonly<Record<string, string>>
/** A message as it was put down. */
export interface Item {
  readonly key: string
  readonly args: Args | null
  readonly link: string | null
  readonly createdAt: Date
}
/** For whom, and from where, a letter is written. */
export interface Reader {
  readonly language: Language
  readonly timeZone: string
  readonly company: string
  /** The company's colour; null: the product's. */
  readonly color: string | null
  readonly site: string
  /** Where mail of these kinds is ended with one press; left out: these are not ended. */
  readonly leave?: string | undefined
  /** What the tenant says in words of its own; left out: nothing. */
  readonly own?: OwnWords
}
/** A letter in both its forms. */
export interface Written {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const texts = {
  several: ['{company}：您有{n}条新消息', '{company}: you have {n} new messages'],
  one: ['{company}：{title}', '{company}: {title}'],
  open: ['查看', 'Open'],
  foot: [
    '此邮件由系统发出，请勿回复。要停止接收，请在个人信息的消息订阅中关闭邮件。',
    'This mail was sent by the system: please do not reply. To stop it, turn mail off under Personal information, Messages.',
  ],
  always: [
    '此邮件由系统发出，请勿回复。它与您的账号安全有关，不能关闭。',
    'This mail was sent by the system: please do not reply. It concerns the safety of your account and cannot be turned off.',
  ],
  leave: ['退订此类邮件', 'Unsubscribe from such mails'],
  code: ['邮箱验证码', 'Code for your e-mail address'],
  codeBody: [
    '您的验证码是 {code}，{minutes}分钟内有效。\n请在个人信息中输入。如果不是您本人操作，请忽略此邮件。',
    'Your code is {code}. It is valid for {minutes} minutes.\nEnter it under Personal information. If it was not you, ignore this mail.',
  ],
  codeName: ['验证码', 'Code'],
  test: ['测试邮件', 'Test mail'],
  testBody: ['邮件服务器设置正确。', 'The mail server is set up correctly.'],
  sent: ['此邮件由系统发出，请勿回复。', 'This mail was sent by the system: please do not reply.'],
} as const satisfies Record<string, Text>

const known = (key: string): key is MessageKind => Object.hasOwn(messageKinds, key)
const none: OwnWords = new Map()
const wordsOf = (key: string, own: OwnWords): MessageWords | undefined =>
  own.get(key) ?? (known(key) ? messageKinds[key] : undefined)

/** Title and text of a message: by the tenant's words where it has its own, else by the product's. */
export function saidOf(
  { key, args }: Pick<Item, 'key' | 'args'>,
  language: Language,
  own: OwnWords,
): { title: string; body: string } {
  const words = wordsOf(key, own)
  if (!words) return { title: key, body: '' }
  return { title: say(words.title, language, args ?? {}), body: say(words.body, language, args ?? {}) }
}

/** What of a message's arguments stands in its table, by the reader's language. */
function factsOf(key: MessageKind, args: Args, language: Language): Part['facts'] {
  const named = Object.entries<MessageFact>(messageFacts[key])
  return named.flatMap(([name, { title }]) => {
    const value = (language === 'en-US' ? args[`${name}En`] : undefined) ?? args[name]
    return title === undefined || value === undefined || value === '' ? [] : [[say(title, language), value] as const]
  })
}

function written(paper: Paper): Written {
  return { subject: paper.subject, text: asText(paper), html: asHtml(paper) }
}

/** One message by itself, or all that waited, each with its hour. */
export function writeLetter(items: readonly Item[], r: Reader): Written {
  const { language, company, color, own = none } = r
  const [first] = items
  const isOne = items.length === 1 && first !== undefined
  const parts = items.map((item): Part => {
    const args = item.args ?? {}
    return {
      ...saidOf(item, language, own),
      at: wallTime(r.timeZone, item.createdAt).slice(0, 16),
      facts: known(item.key) ? factsOf(item.key, args, language) : [],
      url: pageOf(r.site, item.link),
    }
  })
  const subject = isOne
    ? say(texts.one, language, { company, title: saidOf(first, language, own).title })
    : say(texts.several, language, { company, n: items.length })
  const leave = r.leave === undefined ? undefined : { title: say(texts.leave, language), url: r.leave }
  const foot = say(
    items.every(({ key }) => known(key) && mannerOf[key] === 'ALWAYS') ? texts.always : texts.foot,
    language,
  )
  return written({ language, company, color, subject, parts, open: say(texts.open, language), foot, leave })
}

/** A letter about nothing that has a page in the client. @param url where it leads to; empty: nowhere */
function note(
  title: string,
  body: string,
  facts: Part['facts'],
  { language, company, color }: Reader,
  url = '',
): Written {
  return written({
    language,
    company,
    color,
    subject: say(texts.one, language, { company, title }),
    parts: [{ title, at: '', body, facts, url }],
    open: say(texts.open, language),
    foot: say(texts.sent, language),
  })
}

/** With which somebody proves that an address is his. */
export const writeCode = (code: string, minutes: number, r: Reader): Written =>
  note(
    say(texts.code, r.language),
    say(texts.codeBody, r.language, { code, minutes }),
    [[say(texts.codeName, r.language), code]],
    r,
  )

/** To somebody without an account. @param path of a signed page of the product; empty: none */
export const writeToStranger = (title: string, body: string, path: string, r: Reader): Written =>
  note(title, body, [], r, path === '' || r.site === '' ? '' : `${r.site}${path}`)

export const writeTest = (r: Reader): Written =>
  note(say(texts.test, r.language), say(texts.testBody, r.language), [], r)

/** How a kind looks as a letter, by facts that are made up. */
export function writeExample(kind: MessageKind, at: Date, r: Reader): Written {
  const facts = Object.entries<MessageFact>(messageFacts[kind])
  const args = Object.fromEntries(facts.map(([name, { example }]) => [name, say(example, r.language)]))
  return writeLetter([{ key: kind, args, link: '#/app-sys/loginUserInfo', createdAt: at }], r)
}
