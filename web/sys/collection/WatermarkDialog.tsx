import { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** From where the next run reads on; empty: from the beginning. */
export function WatermarkDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(dataCollection, collectionCalls.resetWatermark, onClose)
  const [value, setValue] = useState('')
  const name = String(row.name)
  const label = t(['新水位', 'New watermark'])
  return (
    <ActDialog
      act={act}
      isDanger
      width={440}
      title={t(['重置水位：{name}', 'Reset the watermark of {name}'], { name })}
      okText={t(['重置', 'Reset'])}
      onOk={() =>
        void act.run({ id: row.id, version: row.version, value: value.trim() }, () =>
          t(['已重置：{name}', 'Reset: {name}'], { name }),
        )
      }
      onClose={onClose}
    >
      <p>
        {t(['现在的水位：{mark}', 'Watermark now: {mark}'], { mark: String(row.watermark ?? t(['无', 'none'])) })}
        {'. '}
        {t([
          '不填则从头读取；内容未变的记录不会重复写入。',
          'Empty: from the beginning. Records that have not changed are left alone.',
        ])}
      </p>
      <div className="dialog-field">
        {label}
        <Input value={value} maxLength={100} aria-label={label} onChange={(e) => setValue(e.target.value)} />
      </div>
    </ActDialog>
  )
}
