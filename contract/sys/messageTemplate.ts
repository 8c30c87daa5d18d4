import { z } from 'zod'
import { get, post } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, note, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { type MessageKind, messageKinds, messageTitles } from './message.ts'
import { messageFacts } from './messageFacts.ts'
import { messageForce } from './subscription.ts'

export const templateMax = { title: 80, body: 500 } as const

/** 消息模板: how a tenant says a kind of message, where it does not say it as the product does. */
export const messageTemplate = entity('sys', 'messageTemplate', {
  title: ['消息模板', 'Message template'],
  module: 'subscribe_message',
  scope: 'tenant',
  fields: {
    key: choice(['消息类型', 'Kind'], messageTitles, { required: true }),
    titleZh: text(['中文标题', 'Chinese title'], { required: true, max: templateMax.title }),
    titleEn: text(['英文标题', 'English title'], { required: true, max: templateMax.title }),
    bodyZh: note(['中文正文', 'Chinese text'], { required: true, max: templateMax.body }),
    bodyEn: note(['英文正文', 'English text'], { required: true, max: templateMax.body }),
  },
  unique: [['key']],
  label: { code: 'key', name: 'key' },
  actions: ['update'],
  verbs: { restore: ['恢复系统文本', "Back to the product's words"] },
  found: false,
})

export const templateFaults = {
  unknown: {
    code: 42598,
    text: ['[{part}]不是该消息的占位符，可用：{known}', '[{part}] is no placeholder of this message. It has: {known}'],
  },
} as const satisfies Record<string, Refusal>

const placeholder = /\{(\w+)(?:\|[^{}|]*\|[^{}|]*)?\}/g
/**
 * What in a text looks like a placeholder and is none of the kind's: `{name}`, or `{name|one|many}` by whether it is 1.
 * @returns undefined: there is nothing of the sort
 */
export function oddPart(kind: MessageKind, said: string): string | undefined {
  const odd = [...said.matchAll(placeholder)].find(([, name = '']) => !Object.hasOwn(messageFacts[kind], name))
  if (odd) return odd[0]
  const rest = said.replace(placeholder, '')
  const brace = rest.search(/[{}]/)
  return brace < 0 ? undefined : rest.slice(brace, brace + 20)
}
/** The placeholders of a kind, as they are written. */
export const placeholdersOf = (kind: MessageKind): readonly string[] =>
  Object.keys(messageFacts[kind]).map((name) => `{${name}}`)

/** Title and text of a message, each in both languages. */
export interface MessageWords {
  readonly title: Text
  readonly body: Text
}
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(messageForce, action)
const at = (verb: string) => `/fw/api/sys/messageTemplate/${verb}`
const kind = z.enum(Object.keys(messageKinds) as [MessageKind])
const said = (max: number) => z.string().trim().min(1).max(max)
/** Of the row as it was read; 0: there was none. */
const read = z.number().int().min(0)

export const templateCalls = {
  /** Those that a tenant has put into words of its own. */
  list: get(at('list'), {
    title: ['消息模板', 'Message templates'],
    permission: may('view'),
    reads: [messageTemplate.key],
    output: z.array(
      z.object({
        key: kind,
        version: z.number(),
        title: z.tuple([z.string(), z.string()]),
        body: z.tuple([z.string(), z.string()]),
      }),
    ),
  }),
  set: post(at('set'), {
    title: ['修改消息模板', 'Set the words of a message'],
    permission: may('update'),
    input: z.object({
      key: kind,
      version: read,
      titleZh: said(templateMax.title),
      titleEn: said(templateMax.title),
      bodyZh: said(templateMax.body),
      bodyEn: said(templateMax.body),
    }),
    output: z.object({ version: z.number() }),
  }),
  /** Harmless to repeat: there is nothing left to take away. */
  restore: post(at('restore'), {
    title: ['恢复系统文本', "Give a message the product's words again"],
    permission: may('update'),
    input: z.object({ key: kind }),
    output: z.null(),
  }),
} as const
export type TemplateRecord = z.output<typeof templateCalls.list.output>[number]
