import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../client/text.ts'
import { TabModal } from '../kernel/overlay.tsx'
import { words } from '../kernel/words.ts'
import { copyText } from '../ui/copy.ts'
import './initialPassword.css'

/** What the server answers once. */
export interface Told {
  readonly username: string
  /** Null when the call was sent a second time: the password went out with the first answer. */
  readonly password: string | null
}

/** A new initial password, to be handed over. It is nowhere else: when this closes, it is gone. */
export function InitialPassword({ told, onClose }: { told: Told; onClose: () => void }) {
  const t = useText()
  const field = useRef<InputRef>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    try {
      await copyText(told.password ?? '')
      setCopied(true)
    } catch {
      // The password stands selected, to be copied by the keys.
      setCopied(false)
    }
  }
  return (
    <TabModal
      open
      width={440}
      mask={{ closable: false }}
      title={t(['用户[{name}]的初始密码', 'Initial password of [{name}]'], { name: told.username })}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(words.close)}
        </Button>
      }
      onCancel={onClose}
    >
      {told.password === null ? (
        <Alert
          type="warning"
          showIcon
          title={t([
            '密码已在第一次应答中给出。如果没有看到，请重置密码。',
            'The password was already shown once. If you did not see it, reset the password.',
          ])}
        />
      ) : (
        <>
          <div className="initial-password">
            <Input
              ref={field}
              readOnly
              size="large"
              value={told.password}
              aria-label={t(['初始密码', 'Initial password'])}
              onFocus={(e) => e.target.select()}
            />
            <Button size="large" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
              {isCopied ? t(['已复制', 'Copied']) : t(['复制', 'Copy'])}
            </Button>
          </div>
          <p className="hint">
            {t([
              '密码只显示这一次，关闭后无法再查看。用户首次登录后会被提示修改。',
              'It is shown only once and cannot be looked up later. The user is asked to change it at login.',
            ])}
          </p>
        </>
      )}
    </TabModal>
  )
}
