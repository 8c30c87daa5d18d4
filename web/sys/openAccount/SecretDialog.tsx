import { Alert, Button } from 'antd'
import { useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { words } from '../../kernel/words.ts'
import { Copied } from '../../platform/Copied.tsx'
import '../sys.css'

/** What the server answers once. */
export interface ToldSecret {
  readonly name: string
  readonly appKey: string
  /** Null when the call was sent a second time: the secret went out with the first answer. */
  readonly secret: string | null
}

/** A key and its new secret, to be handed over. It is nowhere else: when this closes, it is gone. */
export function SecretDialog({ told, onClose }: { told: ToldSecret; onClose: () => void }) {
  const t = useText()
  return (
    <TabModal
      open
      width={560}
      mask={{ closable: false }}
      title={t(['开放账号[{name}]的密钥', 'Secret of [{name}]'], { name: told.name })}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(words.close)}
        </Button>
      }
      onCancel={onClose}
    >
      <Copied title="App Key" value={told.appKey} />
      {told.secret === null ? (
        <Alert
          type="warning"
          showIcon
          title={t([
            '密钥已在第一次应答中给出。如果没有看到，请轮换密钥。',
            'The secret was already shown once. If you did not see it, replace it.',
          ])}
        />
      ) : (
        <>
          <Copied title={t(['密钥', 'Secret'])} value={told.secret} />
          <p className="hint">
            {t([
              '密钥只显示这一次，关闭后无法再查看。',
              'The secret is shown only once and cannot be looked up later.',
            ])}
          </p>
        </>
      )}
    </TabModal>
  )
}
