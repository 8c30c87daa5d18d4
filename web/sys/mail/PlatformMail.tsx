import type { Text } from '@lading/contract/kernel/text.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import {
  platformMailCalls as calls,
  platformMail,
  type PlatformMail as Settings,
} from '@lading/contract/sys/platformMail.ts'
import { Alert, Button, Input, Segmented } from 'antd'
import { useId, useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { areSound, Fields } from '../Fields.tsx'
import { TestMail } from './TestMail.tsx'
import './mail.css'

const texts = {
  why: [
    '没有自己邮件服务器的租户由此代发，并看不到服务器、用户名和密码。',
    'Tenants without a mail server of their own send by this one. They see neither server, user name nor password.',
  ],
  password: ['密码或授权码', 'Password'],
  isSet: ['已设置，不显示', 'Set; not shown'],
  clear: ['清除密码', 'Clear the password'],
  willClear: ['保存后清除', 'Cleared when saved'],
  usage: ['代发用量', 'Use of the quota'],
  today: ['今天', 'Today'],
  yesterday: ['昨天', 'Yesterday'],
  none: ['这一天没有代发', 'Nothing was sent on this day'],
} as const satisfies Record<string, Text>
const names = ['isOn', 'host', 'port', 'security', 'username', 'sender', 'site', 'tenantDaily'] as const

/** 平台邮件服务: the server of tenants who have none, for who runs the platform. */
export function PlatformMail() {
  const t = useText()
  const read = useCall(calls.get, {})
  return (
    <>
      <Card title={t(platformMail.title)}>
        <p className="hint">{t(texts.why)}</p>
        {read.error && !read.data ? (
          <NotRead of={read} />
        ) : read.data ? (
          <Form key={read.data.version} saved={read.data} />
        ) : (
          <SkeletonRows rows={5} label={t(words.loading)} />
        )}
        <TestMail test={calls.test} />
      </Card>
      <Card title={t(texts.usage)}>
        <Usage />
      </Card>
    </>
  )
}

function Form({ saved }: { saved: Settings }) {
  const t = useText()
  const id = useId()
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({ ...saved })
  /** Undefined: as it is; null: taken away. */
  const [password, setPassword] = useState<string | null>()
  const [problem, setProblem] = useState('')
  const write = useWrite(calls.set)
  const isWhole = !values.isOn || (Boolean(values.host) && Boolean(values.sender))
  const save = async () => {
    setProblem('')
    if (!isWhole) return setProblem(t(mailFaults.notWhole.text))
    const text = (name: string) => (values[name] ? String(values[name]).trim() : null)
    try {
      await write.run({
        isOn: values.isOn === true,
        host: text('host'),
        port: Number(values.port),
        // One of the field's choices.
        security: values.security as Settings['security'],
        username: text('username'),
        sender: text('sender'),
        site: text('site'),
        tenantDaily: Number(values.tenantDaily),
        version: saved.version,
        ...(password !== undefined && { password }),
      })
      notify('good', t(words.saved))
      await changed(platformMail)
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  return (
    <>
      {problem && <Alert type="error" showIcon role="alert" title={problem} className="dialog-problem" />}
      <div className="platform-mail">
        <Fields fields={platformMail.fields} names={names} values={values} onChange={setValues} />
        <div className="field">
          <label htmlFor={id}>{t(texts.password)}</label>
          <Input.Password
            id={id}
            autoComplete="new-password"
            maxLength={1000}
            value={password ?? ''}
            placeholder={password === null ? t(texts.willClear) : saved.hasPassword ? t(texts.isSet) : ''}
            onChange={(e) => setPassword(e.target.value === '' ? undefined : e.target.value)}
          />
          {saved.hasPassword && password !== null && (
            <Button type="link" size="small" onClick={() => setPassword(null)}>
              {t(texts.clear)}
            </Button>
          )}
        </div>
      </div>
      <p>
        <Button
          type="primary"
          loading={write.isBusy}
          disabled={!areSound(platformMail.fields, names, values)}
          onClick={() => void save()}
        >
          {t(words.save)}
        </Button>
      </p>
    </>
  )
}

interface Used {
  readonly code: string
  readonly name: string
  readonly letters: number
  readonly held: number
}
const columns: readonly ReadColumn<Used>[] = [
  { name: 'code', title: ['租户代码', 'Tenant code'], width: 140, said: (r) => r.code },
  { name: 'name', title: ['租户', 'Tenant'], width: 240, said: (r) => r.name },
  { name: 'letters', title: ['已发', 'Sent'], width: 100, isFigure: true, said: (r) => String(r.letters) },
  { name: 'held', title: ['超额等待', 'Held back'], width: 110, isFigure: true, said: (r) => String(r.held) },
]

function Usage() {
  const t = useText()
  const [daysAgo, setDaysAgo] = useState(0)
  const read = useCall(calls.usage, { daysAgo }, { placeholderData: (before) => before, refetchInterval: 60_000 })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  return (
    <>
      <div className="sheet-tools">
        <Segmented<number>
          value={daysAgo}
          options={[
            { value: 0, label: t(texts.today) },
            { value: 1, label: t(texts.yesterday) },
          ]}
          onChange={setDaysAgo}
        />
      </div>
      <ReadTable<Used>
        label={t(texts.usage)}
        rows={read.data.tenants}
        columns={columns}
        none={texts.none}
        isBusy={read.isPlaceholderData}
      />
    </>
  )
}
