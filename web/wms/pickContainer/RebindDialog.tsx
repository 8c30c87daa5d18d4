import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { rebindContainer } from '@lading/contract/wms/pickContainerCalls.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { print } from '../../platform/print/usePrint.ts'
import { printings } from '../printings.ts'

/** 换绑: a scanned tote, or a new carton, takes the place of the old one; its label is printed at once. */
export function RebindDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const ids = { code: useId(), reason: useId() }
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const act = useAct(pickContainer, rebindContainer, onClose)
  const run = () =>
    act.run(
      { id: row.id, version: row.version, reason: reason.trim(), ...(code.trim() && { code: code.trim() }) },
      (made) => {
        void print(pickContainer, printings.pickContainer, [made], 'LABEL')
        return t(['容器{old}已作废，请使用{c}', 'Container {old} is void: use {c}'], {
          old: String(row.code),
          c: made.code,
        })
      },
    )
  return (
    <ActDialog
      act={act}
      width={480}
      title={`${t(rebindContainer.title)} ${String(row.code)}`}
      okText={t(['换绑并打印', 'Replace and print'])}
      isReady={reason.trim() !== ''}
      onOk={() => void run()}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor={ids.code}>
          {t(['新容器（一次性箱可留空，自动生成）', 'New container (blank for a new carton)'])}
        </label>
        <Input
          id={ids.code}
          autoFocus
          value={code}
          maxLength={64}
          autoComplete="off"
          onChange={(e) => setCode(e.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={ids.reason} className="needed">
          {t(['换绑原因', 'Reason'])}
        </label>
        <Input id={ids.reason} value={reason} maxLength={200} onChange={(e) => setReason(e.target.value)} />
      </div>
    </ActDialog>
  )
}
