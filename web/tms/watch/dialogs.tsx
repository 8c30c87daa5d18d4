import { type AbnormalKind, abnormal, abnormalKinds, type openFromMap } from '@lading/contract/tms/abnormal.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { type TripTrack, tellStop } from '@lading/contract/tms/watch.ts'
import { Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../client/text.ts'
import { words as usual } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { words } from './words.ts'

const Field = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="dialog-field">
    <span>{title}</span>
    {children}
  </div>
)

/** 新建异常, where the truck is. */
export function OpenAbnormal(p: { call: typeof openFromMap; tripId: string; onClose: () => void }) {
  const t = useText()
  const act = useAct(abnormal.header, p.call, p.onClose)
  const [kind, setKind] = useState<AbnormalKind>('BREAKDOWN')
  const [what, setWhat] = useState('')
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(words.open)}
      okText={t(usual.save)}
      isReady={what.trim() !== ''}
      onOk={() =>
        void act.run({ tripId: p.tripId, kind, what: what.trim() }, ({ billNo }) => t(words.opened, { no: billNo }))
      }
      onClose={p.onClose}
    >
      <Field title={t(words.kind)}>
        <Select
          aria-label={t(words.kind)}
          value={kind}
          options={Object.entries(abnormalKinds).map(([value, word]) => ({ value, label: t(word) }))}
          onChange={setKind}
        />
      </Field>
      <Field title={t(words.what)}>
        <Input aria-label={t(words.what)} value={what} maxLength={200} onChange={(e) => setWhat(e.target.value)} />
      </Field>
    </ActDialog>
  )
}

/** 手工到离店, with a reason. */
export function TellStop({ of, onClose }: { of: TripTrack; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipPlanBill.header, tellStop, onClose)
  const next = of.stops.find((s) => s.arriveAt === null) ?? of.stops[0]
  const [stopId, setStop] = useState(next?.id ?? '')
  const [kind, setKind] = useState<'ARRIVE' | 'LEAVE'>('ARRIVE')
  const [reason, setReason] = useState('')
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(words.byHand)}
      okText={t(usual.save)}
      isReady={reason.trim() !== '' && stopId !== ''}
      onOk={() => void act.run({ tripId: of.id, stopId, kind, reason: reason.trim() }, () => t(usual.done))}
      onClose={onClose}
    >
      <Field title={t(words.stop)}>
        <Select
          aria-label={t(words.stop)}
          value={stopId}
          options={of.stops.map((s) => ({ value: s.id, label: `${s.seq} ${s.name}` }))}
          onChange={setStop}
        />
      </Field>
      <Field title={t(words.event)}>
        <Select
          aria-label={t(words.event)}
          value={kind}
          options={[
            { value: 'ARRIVE', label: t(words.arrive) },
            { value: 'LEAVE', label: t(words.leave) },
          ]}
          onChange={setKind}
        />
      </Field>
      <Field title={t(words.reason)}>
        <Input
          aria-label={t(words.reason)}
          value={reason}
          maxLength={100}
          onChange={(e) => setReason(e.target.value)}
        />
      </Field>
    </ActDialog>
  )
}
