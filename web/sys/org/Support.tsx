import { supportCalls, supportDaysMax } from '@lading/contract/sys/support.ts'
import { user } from '@lading/contract/sys/user.ts'
import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** 服务商支持: whether the provider may look in, and the buttons that let it and end it. */
export function Support({ until }: { until: string | null }) {
  const t = useText()
  const [open, setOpen] = useState<'grant' | 'end'>()
  const close = () => setOpen(undefined)
  const { can, refused } = useVerbs(user)
  const text = until
    ? t(['可查看至{day}', 'May look in until {day}'], { day: until })
    : t(['未授权', 'May not look in'])
  return (
    <>
      {text}{' '}
      {can(user, 'create') && (
        <Button size="small" disabled={refused !== undefined} title={refused} onClick={() => setOpen('grant')}>
          {t(until ? ['延长', 'Extend'] : ['授权', 'Allow'])}
        </Button>
      )}{' '}
      {until && can(user, 'create') && (
        <Button size="small" danger disabled={refused !== undefined} title={refused} onClick={() => setOpen('end')}>
          {t(['结束', 'End'])}
        </Button>
      )}
      {open === 'grant' && <Grant onClose={close} />}
      {open === 'end' && <End onClose={close} />}
    </>
  )
}

function Grant({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [days, setDays] = useState<number | null>(1)
  const [reason, setReason] = useState('')
  const act = useAct(user, supportCalls.grant, onClose)
  const labels = { days: t(['天数', 'Days']), reason: t(['原因（必填）', 'Reason (required)']) }
  const run = () =>
    act.run({ days: days ?? 1, reason: reason.trim() }, ({ until }) =>
      t(['服务商可查看至{day}', 'The provider may look in until {day}'], { day: until }),
    )
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(supportCalls.grant.title)}
      okText={t(['授权', 'Allow'])}
      isReady={reason.trim() !== '' && days !== null}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="muted">
        {t([
          '服务商可查看所有组织的数据，不能修改；每次登录和查看记入操作日志，可随时结束',
          'The provider sees the data of all organisations and changes nothing; the log tells of each visit, and you end it at any time',
        ])}
      </p>
      <InputNumber
        value={days}
        min={1}
        max={supportDaysMax}
        aria-label={labels.days}
        addonAfter={labels.days}
        onChange={setDays}
      />
      <Input
        value={reason}
        maxLength={200}
        placeholder={labels.reason}
        aria-label={labels.reason}
        onChange={(e) => setReason(e.target.value)}
      />
    </ActDialog>
  )
}

function End({ onClose }: { onClose: () => void }) {
  const t = useText()
  const act = useAct(user, supportCalls.end, onClose)
  return (
    <ActDialog
      act={act}
      width={440}
      isDanger
      title={t(supportCalls.end.title)}
      okText={t(['结束', 'End'])}
      onOk={() => void act.run({}, () => t(['服务商支持已结束', 'The support has ended']))}
      onClose={onClose}
    >
      {t(['服务商的登录立即结束', 'Whoever of the provider is logged in is logged out at once'])}
    </ActDialog>
  )
}
