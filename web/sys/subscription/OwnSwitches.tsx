import { type OwnSubscriptions, subscriptionCalls, subscriptionFaults } from '@lading/contract/sys/subscription.ts'
import { Button, Checkbox, Input, Switch } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import '../sys.css'

/** What somebody hears of, and when he wants to be left alone. */
export function OwnSwitches() {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const read = useCall(subscriptionCalls.mine, {}, { by: [language] })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  const again = async () => void (await read.refetch())
  return (
    <div className="subscriptions">
      <ul>
        {read.data.types.map((type) => (
          <OneSwitch key={type.key} type={type} again={again} />
        ))}
      </ul>
      <Quiet key={JSON.stringify(read.data.quiet)} quiet={read.data.quiet} again={again} />
    </div>
  )
}

type Again = { readonly again: () => Promise<void> }

function OneSwitch({ type, again }: Again & { type: OwnSubscriptions['types'][number] }) {
  const t = useText()
  const write = useWrite(subscriptionCalls.turn)
  const mailed = useWrite(subscriptionCalls.turnMail)
  const turn = async (by: typeof write, isOn: boolean) => {
    try {
      await by.run({ key: type.key, isOn })
    } catch (error) {
      report(error)
    }
    await again()
  }
  const fixed = type.isAlways
    ? t(subscriptionFaults.always.text)
    : type.isForced
      ? t(['您的角色必须接收', 'Your role must hear of it'])
      : undefined
  return (
    <li>
      <Switch
        size="small"
        checked={type.isOn}
        loading={write.isBusy}
        disabled={fixed !== undefined}
        aria-label={type.title}
        onChange={(isOn) => void turn(write, isOn)}
      />
      <span>{type.title}</span>
      <Checkbox
        checked={type.isMailed}
        disabled={type.isAlways || mailed.isBusy}
        aria-label={t(['{type}：邮件', '{type}: by mail'], { type: type.title })}
        onChange={(e) => void turn(mailed, e.target.checked)}
      >
        {t(['邮件', 'By mail'])}
      </Checkbox>
      {fixed && <small className="muted">{fixed}</small>}
    </li>
  )
}

function Quiet({ quiet, again }: Again & { quiet: OwnSubscriptions['quiet'] }) {
  const t = useText()
  const write = useWrite(subscriptionCalls.setQuiet)
  const [typed, setTyped] = useState(quiet ?? { from: '22:00', to: '07:00' })
  const save = async (next: OwnSubscriptions['quiet']) => {
    try {
      await write.run({ quiet: next })
      notify('good', t(words.saved))
    } catch (error) {
      report(error)
    }
    await again()
  }
  const field = (name: 'from' | 'to', title: string) => (
    <Input
      type="time"
      value={typed[name]}
      aria-label={title}
      onChange={(e) => setTyped({ ...typed, [name]: e.target.value })}
    />
  )
  const isWhole = typed.from !== '' && typed.to !== '' && typed.from !== typed.to
  return (
    <section aria-label={t(['免打扰', 'Quiet hours'])}>
      <h3>{t(['免打扰', 'Quiet hours'])}</h3>
      <div className="quiet-hours">
        {field('from', t(['开始', 'From']))}
        <span>–</span>
        {field('to', t(['结束', 'To']))}
        <Button type="primary" loading={write.isBusy} disabled={!isWhole} onClick={() => void save(typed)}>
          {t(words.save)}
        </Button>
        {quiet && (
          <Button disabled={write.isBusy} onClick={() => void save(null)}>
            {t(['取消免打扰', 'No quiet hours'])}
          </Button>
        )}
      </div>
      <p className="hint">
        {t([
          '期间的消息照常保存，结束后再提醒，邮件合并为一封；与账号安全有关的消息不受影响。',
          'Messages are kept and reach you afterwards, by mail all in one; those about the safety of your account come at once.',
        ])}
      </p>
    </section>
  )
}
