import { createHmac } from 'node:crypto'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import type { RobotKind } from '@lading/contract/sys/robot.ts'
import { saidOf } from '../mail/words.ts'
import type { OwnWords } from '../message/ownWords.ts'

/** A message as it was put down for a robot. */
export interface Item {
  readonly kind: string
  readonly args: Readonly<Record<string, string>> | null
}
export interface Said {
  readonly title: string
  readonly body: string
  /** Where its page is; empty: nowhere. */
  readonly url: string
}

/** A message in the robot's language, by the tenant's words where it has its own. */
export function sayItem({ kind, args }: Item, url: string, language: Language, own: OwnWords): Said {
  return { ...saidOf({ key: kind, args }, language, own), url }
}

const open: Text = ['查看', 'Open']
/** WeCom and DingTalk take no longer text; what is more is cut. */
const bytesMax = 2_000
/** `<@name>` calls somebody in a group of WeCom, and `@name` in one of DingTalk: a value that holds them shall call nobody. */
const tame = (s: string): string => s.replace(/@/g, '＠')

/** As much of a text as has so many bytes, by whole characters. */
export function cutTo(said: string, most: number): string {
  if (Buffer.byteLength(said) <= most) return said
  let bytes = 0
  let end = 0
  for (const c of said) {
    bytes += Buffer.byteLength(c)
    if (bytes > most - 3) break
    end += c.length
  }
  return `${said.slice(0, end)}…`
}

/** All of it as one text: what a group is shown, and what an administrator looks at. */
export function plain({ title, body, url }: Said, language: Language): string {
  const link = url && `${say(open, language)}: ${url}`
  const head = cutTo(tame([title, body].filter(Boolean).join('\n')), bytesMax - Buffer.byteLength(link))
  return [head, link].filter(Boolean).join('\n')
}

export interface Envelope {
  /** The address with what has to be added to it. */
  readonly url: string
  readonly body: string
}
interface Robot {
  readonly kind: RobotKind
  readonly address: string
  /** Null: it does not ask for signatures. */
  readonly secret: string | null
  readonly language: Language
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64')

/** DingTalk has time and signature in the address: HMAC of `time\nsecret` under the secret, time in milliseconds. */
function signedAddress(address: string, secret: string, at: Date): string {
  const url = new URL(address)
  const timestamp = String(at.getTime())
  url.searchParams.set('timestamp', timestamp)
  url.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`))
  return url.toString()
}

/** Feishu has them in the body: HMAC of nothing under `time\nsecret`, time in seconds. */
function signedBody(secret: string, at: Date): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
}

/** A post of Feishu: a title, and paragraphs of texts and links, so that nothing of a value is read as markup. */
function feishuPost({ title, body, url }: Said, language: Language): object {
  const link = { tag: 'a', text: say(open, language), href: url }
  const lines = [[{ tag: 'text', text: body }], ...(url === '' ? [] : [[link]])]
  return { post: { [language === 'zh-CN' ? 'zh_cn' : 'en_us']: { title, content: lines } } }
}

/**
 * A message in the shape in which each kind of robot takes it. Groups get plain text: their dialects of Markdown differ, and
 * none tells how a value is kept from being read as markup.
 * @param o what any other receiver gets beside the words
 */
export function envelopeOf(robot: Robot, said: Said, at: Date, o: object): Envelope {
  const { kind, address, secret, language } = robot
  const text = { content: plain(said, language) }
  if (kind === 'WECOM') return { url: address, body: JSON.stringify({ msgtype: 'text', text }) }
  if (kind === 'DINGTALK')
    return {
      url: secret === null ? address : signedAddress(address, secret, at),
      body: JSON.stringify({ msgtype: 'text', text }),
    }
  if (kind === 'FEISHU') {
    const signature = secret === null ? {} : signedBody(secret, at)
    return {
      url: address,
      body: JSON.stringify({ ...signature, msg_type: 'post', content: feishuPost(said, language) }),
    }
  }
  return { url: address, body: JSON.stringify({ ...o, ...said }) }
}

/** By which field of its answer each kind of robot tells that it took a message: all of them answer 200 when they did not. */
const codes: Readonly<Partial<Record<RobotKind, readonly [code: string, why: string]>>> = {
  WECOM: ['errcode', 'errmsg'],
  DINGTALK: ['errcode', 'errmsg'],
  FEISHU: ['code', 'msg'],
}
/** Why a robot did not take a message, though it answered 200; null: it did. */
export function refusalIn(kind: RobotKind, answer: string): string | null {
  const named = codes[kind]
  if (!named) return null
  const [code, why] = named
  try {
    const read = JSON.parse(answer) as Record<string, unknown>
    return read[code] === 0 ? null : `${code} ${String(read[code] ?? '?')}: ${String(read[why] ?? '')}`
  } catch {
    return `no ${code}`
  }
}
