import { formatQty, isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { collectTask, takeDeliveryTask, taskLines } from '@lading/contract/tms/takeDeliveryTask.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import '../trip/trip.css'

/** 确认提货: how much of each line was handed over; all of it, until somebody types another quantity. */
export function Collect({ task, onClose }: { task: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(takeDeliveryTask, collectTask, onClose)
  const asked = useCall(taskLines, { id: task.id }, { staleTime: 0 })
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [said, setSaid] = useState({ reason: '', signer: '' })
  const lines = asked.data?.lines ?? []
  const qtyOf = (l: (typeof lines)[number]): string => typed[l.id] ?? formatQty(parseQty(l.planQty))
  const areQtys = lines.length > 0 && lines.every((l) => isQtyText(qtyOf(l)) && parseQty(qtyOf(l)) >= 0n)
  const isShort = areQtys && lines.some((l) => parseQty(qtyOf(l)) < parseQty(l.planQty))
  const no = task.refs.wayBillId?.code ?? ''
  const run = () =>
    act.run(
      {
        ...{ id: task.id, version: asked.data?.version ?? task.version },
        lines: lines.map((l) => ({ lineId: l.id, qty: formatQty(parseQty(qtyOf(l))) })),
        ...(said.reason.trim() && { reason: said.reason.trim() }),
        ...(said.signer.trim() && { signer: said.signer.trim() }),
      },
      () => t(['已提货：{no}', 'Collected: {no}'], { no }),
    )
  const field = (name: keyof typeof said, title: string, max: number) => (
    <Input
      className="trip-reason"
      value={said[name]}
      maxLength={max}
      placeholder={title}
      aria-label={title}
      onChange={(e) => setSaid({ ...said, [name]: e.target.value })}
    />
  )
  return (
    <ActDialog
      act={act}
      width={560}
      title={`${t(collectTask.title)} ${no}`}
      okText={t(collectTask.title)}
      isReady={areQtys && (!isShort || said.reason.trim() !== '')}
      reads={asked}
      onOk={() => void run()}
      onClose={onClose}
    >
      <div className="trip-lines">
        {lines.map((l) => (
          <Line key={l.id} of={l} value={qtyOf(l)} onType={(v) => setTyped({ ...typed, [l.id]: v })} />
        ))}
      </div>
      {isShort && field('reason', t(['少提原因（必填）', 'Why less (required)']), 100)}
      {field('signer', t(['交货人', 'Handed over by']), 32)}
    </ActDialog>
  )
}

interface LineProps {
  readonly of: { readonly name: string; readonly planQty: string; readonly uom: string }
  readonly value: string
  readonly onType: (v: string) => void
}
const Line = ({ of: { name, planQty, uom }, value, onType }: LineProps) => (
  <>
    <span>{name}</span>
    <Input className="figure" value={value} maxLength={18} aria-label={name} onChange={(e) => onType(e.target.value)} />
    <span className="num muted">{`/ ${formatQty(parseQty(planQty))} ${uom}`}</span>
  </>
)
