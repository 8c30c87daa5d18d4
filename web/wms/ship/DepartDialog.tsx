import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill, shipFlow } from '@lading/contract/wms/shipBill.ts'
import { departShip } from '@lading/contract/wms/shipCalls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../ActDialog.tsx'

type Name = 'sealNo' | 'odometerKm' | 'departTempC'
const { sealNo, odometerKm, departTempC } = shipBill.header.fields
const asked: readonly (readonly [Name, Text])[] = [
  ['sealNo', sealNo.title],
  ['odometerKm', odometerKm.title],
  ['departTempC', departTempC.title],
]
const figure = /^-?\d{1,9}(\.\d)?$/

/** 发运: what is read off the truck at the gate, and the question that cannot be taken back. */
export function DepartDialog({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipBill.header, departShip, onClose)
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>({ sealNo: String(bill.sealNo ?? '') })
  const step = shipFlow.steps.despatch
  const run = async () => {
    const wrong = asked.find(([name]) => name !== 'sealNo' && draft[name] && !figure.test(draft[name]))
    if (wrong)
      return act.setProblem(
        t(['{field}应为数字，最多一位小数', '{field} must be a number with one decimal at most'], {
          field: t(wrong[1]),
        }),
      )
    const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== ''))
    await act.run({ id: bill.id, version: bill.version, ...given }, () =>
      t(['已发运：{no}', 'Despatched: {no}'], { no: String(bill.billNo) }),
    )
  }
  return (
    <ActDialog
      act={act}
      width={440}
      title={`${t(step.title)} ${String(bill.billNo)}`}
      okText={t(step.title)}
      onOk={() => void run()}
      onClose={onClose}
    >
      {step.confirm && <p>{t(step.confirm)}</p>}
      {asked.map(([name, title]) => (
        <div key={name} className="field">
          <span>{t(title)}</span>
          <Input
            className={name === 'sealNo' ? '' : 'figure'}
            value={draft[name] ?? ''}
            maxLength={name === 'sealNo' ? 32 : 12}
            aria-label={t(title)}
            autoComplete="off"
            onChange={(e) => setDraft((d) => ({ ...d, [name]: e.target.value }))}
          />
        </div>
      ))}
    </ActDialog>
  )
}
