import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { type MessageFact, messageFacts } from '@lading/contract/sys/messageFacts.ts'
import {
  templateCalls as calls,
  type MessageWords,
  messageTemplate,
  oddPart,
  placeholdersOf,
  type TemplateRecord,
  templateFaults,
  templateMax,
} from '@lading/contract/sys/messageTemplate.ts'
import { messageForce } from '@lading/contract/sys/subscription.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { notify } from '../../ui/notices.tsx'

const texts = {
  title: ['消息模板：{what}', 'Words of: {what}'],
  why: ['站内、邮件和机器人都使用这里的文本。', 'What people read in the app, by mail and from robots.'],
  placeholders: ['可用占位符', 'Placeholders'],
  zhTitle: ['中文标题', 'Chinese title'],
  zhBody: ['中文正文', 'Chinese text'],
  enTitle: ['英文标题', 'English title'],
  enBody: ['英文正文', 'English text'],
  preview: ['预览（示例数据）', 'Preview, with made-up facts'],
  restore: ['恢复系统文本', "Back to the product's words"],
} as const satisfies Record<string, Text>

type Pair = [string, string]
interface Typed {
  readonly title: Pair
  readonly body: Pair
}
const typedOf = ({ title, body }: MessageWords): Typed => ({ title: [...title], body: [...body] })

/** How the tenant says a kind of message, in both languages, with how that looks. */
export function TemplateDialog({ of, title, onClose }: { of: MessageKind; title: string; onClose: () => void }) {
  const t = useText()
  const read = useCall(calls.list, {})
  const act = useAct(messageTemplate, calls.set, onClose)
  const own = read.data?.find(({ key }) => key === of)
  const [changes, setChanges] = useState<Typed>()
  const typed = changes ?? typedOf(own ?? messageKinds[of])
  const odd = [...typed.title, ...typed.body].map((said) => oddPart(of, said)).find((part) => part !== undefined)
  const isWhole = [...typed.title, ...typed.body].every((said) => said.trim() !== '')
  const save = async () => {
    const [[titleZh, titleEn], [bodyZh, bodyEn]] = [typed.title, typed.body]
    const said = { titleZh, titleEn, bodyZh, bodyEn }
    await act.run({ key: of, version: own?.version ?? 0, ...said }, () => t(words.saved))
    await changed(messageForce)
  }
  return (
    <ActDialog
      act={act}
      reads={read}
      width={640}
      title={t(texts.title, { what: title })}
      okText={t(words.save)}
      isReady={changes !== undefined && isWhole && odd === undefined && read.data !== undefined}
      onOk={() => void save()}
      onClose={onClose}
    >
      {read.data && (
        <>
          <p className="hint">{t(texts.why)}</p>
          <Placeholders of={of} />
          <InLanguage of={of} at={0} typed={typed} set={setChanges} />
          <InLanguage of={of} at={1} typed={typed} set={setChanges} />
          {odd !== undefined && (
            <div className="problem" role="alert">
              {t(templateFaults.unknown.text, { part: odd, known: placeholdersOf(of).join(' ') })}
            </div>
          )}
          {own && <Restore own={own} onDone={onClose} />}
        </>
      )}
    </ActDialog>
  )
}

function Placeholders({ of }: { of: MessageKind }) {
  const t = useText()
  return (
    <dl className="placeholders">
      <dt>{t(texts.placeholders)}</dt>
      {Object.entries<MessageFact>(messageFacts[of]).map(([name, fact]) => (
        <dd key={name}>
          <code>{`{${name}}`}</code> {t(fact.title ?? fact.example)}
        </dd>
      ))}
    </dl>
  )
}

const languages: readonly { language: Language; title: Text; body: Text }[] = [
  { language: 'zh-CN', title: texts.zhTitle, body: texts.zhBody },
  { language: 'en-US', title: texts.enTitle, body: texts.enBody },
]
interface LanguageProps {
  readonly of: MessageKind
  readonly at: 0 | 1
  readonly typed: Typed
  readonly set: (next: Typed) => void
}
function InLanguage({ of, at, typed, set }: LanguageProps) {
  const t = useText()
  const names = languages[at]
  if (!names) return null
  const put = (what: 'title' | 'body', said: string) => {
    const pair: Pair = [...typed[what]]
    pair[at] = said
    set({ ...typed, [what]: pair })
  }
  const args = Object.fromEntries(
    Object.entries<MessageFact>(messageFacts[of]).map(([name, { example }]) => [name, say(example, names.language)]),
  )
  return (
    <>
      <div className="dialog-field">
        <span>{t(names.title)}</span>
        <Input
          value={typed.title[at]}
          aria-label={t(names.title)}
          maxLength={templateMax.title}
          onChange={(e) => put('title', e.target.value)}
        />
      </div>
      <div className="dialog-field">
        <span>{t(names.body)}</span>
        <Input.TextArea
          value={typed.body[at]}
          aria-label={t(names.body)}
          rows={3}
          maxLength={templateMax.body}
          onChange={(e) => put('body', e.target.value)}
        />
      </div>
      <section className="words-preview" aria-label={t(texts.preview)} lang={names.language}>
        <small className="muted">{t(texts.preview)}</small>
        <strong>{say(typed.title, names.language, args)}</strong>
        <span>{say(typed.body, names.language, args)}</span>
      </section>
    </>
  )
}

function Restore({ own, onDone }: { own: TemplateRecord; onDone: () => void }) {
  const t = useText()
  const restore = async () => {
    try {
      await call(calls.restore, { key: own.key })
      notify('good', t(words.done))
      onDone()
    } catch (error) {
      report(error)
    }
    await changed(messageTemplate)
    await changed(messageForce)
  }
  return <Button onClick={() => void restore()}>{t(texts.restore)}</Button>
}
