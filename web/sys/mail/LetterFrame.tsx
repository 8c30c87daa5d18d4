import type { Text } from '@lading/contract/kernel/text.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import './mail.css'

const texts = {
  form: ['样式', 'Shown as'],
  desk: ['电脑', 'Desk'],
  phone: ['手机', 'Phone'],
  text: ['纯文本', 'Plain text'],
  frame: ['邮件内容', 'The mail'],
} as const satisfies Record<string, Text>
type Form = 'desk' | 'phone' | 'text'

/** A letter as a mail program shows it: on a desk, on a phone, or without HTML. Its frame runs and fetches nothing. */
export function LetterFrame({ letter }: { letter: { subject: string; text: string; page: string } }) {
  const t = useText()
  const [form, setForm] = useState<Form>('desk')
  return (
    <div className="letter">
      <Segmented<Form>
        aria-label={t(texts.form)}
        value={form}
        options={(['desk', 'phone', 'text'] as const).map((value) => ({ value, label: t(texts[value]) }))}
        onChange={setForm}
      />
      <p className="letter-subject">{letter.subject}</p>
      {form === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        <pre className="open-text" tabIndex={0}>
          {letter.text}
        </pre>
      ) : (
        <iframe
          className={form === 'phone' ? 'letter-frame letter-phone' : 'letter-frame'}
          title={t(texts.frame)}
          sandbox=""
          src={letter.page}
        />
      )}
    </div>
  )
}
