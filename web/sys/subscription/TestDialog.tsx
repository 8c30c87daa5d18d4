import { messageForce, type SubscriptionType, subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** Sends somebody a test, which says of which kind it is one. */
export function TestDialog({ type, onClose }: { type: SubscriptionType; onClose: () => void }) {
  const t = useText()
  const act = useAct(messageForce, subscriptionCalls.testSend, onClose)
  const [userId, setUser] = useState<string>()
  const title = t(['接收人', 'Receiver'])
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(['测试发送：{what}', 'Send a test of: {what}'], { what: type.title })}
      okText={t(['发送', 'Send'])}
      onOk={() =>
        void act.run({ key: type.key, ...(userId && { userId }) }, ({ receiver, byMail }) =>
          t(
            byMail ? ['已发送给{who}，并发邮件', 'Sent to {who}, by mail as well'] : ['已发送给{who}', 'Sent to {who}'],
            {
              who: receiver,
            },
          ),
        )
      }
      onClose={onClose}
    >
      <div className="dialog-field">
        <span>{title}</span>
        <RefSelect to="sys.user" title={title} value={userId} onChange={(id) => setUser(id ? String(id) : undefined)} />
        <span className="hint">{t(['不选则发给自己', 'None: to yourself'])}</span>
      </div>
    </ActDialog>
  )
}
