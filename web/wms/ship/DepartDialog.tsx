import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill, shipFlow } from '@lading/contract/wms/shipBill.ts'
import { departShip } from '@lading/contract/wms/shipCalls.ts'
import { Alert, Input } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../kernel/errors.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import type { Row } from '../../kernel/records.ts'
import { useText } from '../../kernel/text.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'

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
  const write = useWrite(departShip)
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>({ sealNo: String(bill.sealNo ?? '') })
  const [problem, setProblem] = useState('')
  const step = shipFlow.steps.despatch
  const run = async () => {
    const wrong = asked.find(([name]) => name !== 'sealNo' && draft[name] && !figure.test(draft[name]))
    if (wrong)
      return setProblem(
        t(['{field}应为数字，最多一位小数', '{field} must be a number with one decimal at most'], {
          field: t(wrong[1]),
        }),
      )
    try {
      const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== ''))
      await write.run({ id: bill.id, version: bill.version, ...given })
      notify('good', t(words.done))
      onClose()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    await changed(shipBill.header)
  }
  return (
    <TabModal
      open
      width={440}
      title={`${t(step.title)} ${String(bill.billNo)}`}
      okText={t(step.title)}
      cancelText={t(words.cancel)}
      confirmLoading={write.isBusy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} />}
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
    </TabModal>
  )
}
