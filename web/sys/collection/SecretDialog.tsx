import { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** What opens the other side: typed once, sealed, and shown to nobody again. */
export function SecretDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(dataCollection, collectionCalls.setSecret, onClose)
  const [secret, setSecret] = useState('')
  const name = String(row.name)
  const label = t(['新密钥', 'New secret'])
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(['更换密钥：{name}', 'Replace the secret of {name}'], { name })}
      okText={t(['保存', 'Save'])}
      isReady={secret !== ''}
      onOk={() =>
        void act.run({ id: row.id, version: row.version, secret }, () =>
          t(['已保存：{name}', 'Saved: {name}'], { name }),
        )
      }
      onClose={onClose}
    >
      <p>{t(['加密保存，之后不再显示。', 'It is kept sealed and never shown again.'])}</p>
      <div className="dialog-field">
        {label}
        {row.credentialKind === 'KEY' ? (
          // A key has lines.
          <Input.TextArea
            value={secret}
            rows={6}
            autoComplete="off"
            spellCheck={false}
            maxLength={4000}
            aria-label={label}
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            onChange={(e) => setSecret(e.target.value)}
          />
        ) : (
          <Input.Password
            value={secret}
            autoComplete="new-password"
            maxLength={4000}
            aria-label={label}
            onChange={(e) => setSecret(e.target.value)}
          />
        )}
      </div>
    </ActDialog>
  )
}
