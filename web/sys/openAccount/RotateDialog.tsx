import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { graceHoursMax, openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import type { ToldSecret } from './SecretDialog.tsx'

const usualHours = 24

interface Props {
  readonly row: Row
  readonly onTold: (told: ToldSecret) => void
  readonly onClose: () => void
}

/** A new secret, or a new public key, while the one before stays good for some hours. */
export function RotateDialog({ row, onTold, onClose }: Props) {
  const t = useText()
  const act = useAct(openAccount, openAccountCalls.rotateSecret, onClose)
  const [graceHours, setHours] = useState<number | null>(usualHours)
  const [publicKey, setKey] = useState('')
  const isPair = row.signAlgorithm === 'ED25519'
  const run = () =>
    act.run(
      { id: row.id, version: row.version, graceHours: graceHours ?? 0, ...(isPair && { publicKey }) },
      ({ secret }) => {
        if (!isPair) onTold({ name: String(row.name), appKey: String(row.appKey), secret })
        return t(['已轮换：{name}', 'Replaced: {name}'], { name: String(row.name) })
      },
    )
  return (
    <ActDialog
      act={act}
      width={480}
      title={t(['轮换密钥：{name}', 'Replace the secret of {name}'], { name: String(row.name) })}
      okText={t(['轮换', 'Replace'])}
      isReady={graceHours !== null && (!isPair || publicKey.trim() !== '')}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p>
        {t([
          '旧密钥在保留时间内仍然有效，以便对方系统换用新密钥而不中断。',
          'The old one stays valid for some hours, so that the other system can change over without a break.',
        ])}
      </p>
      <div className="dialog-field">
        {t(['旧密钥保留（小时）', 'Hours the old one stays valid'])}
        <InputNumber
          min={0}
          max={graceHoursMax}
          precision={0}
          value={graceHours}
          aria-label={t(['旧密钥保留（小时）', 'Hours the old one stays valid'])}
          onChange={setHours}
        />
      </div>
      {graceHours === 0 && <p className="problem">{t(['旧密钥会立即失效。', 'The old one stops working at once.'])}</p>}
      {isPair && (
        <div className="dialog-field">
          {t(['新公钥', 'New public key'])}
          <Input.TextArea
            rows={3}
            value={publicKey}
            aria-label={t(['新公钥', 'New public key'])}
            onChange={(e) => setKey(e.target.value)}
          />
        </div>
      )}
    </ActDialog>
  )
}
