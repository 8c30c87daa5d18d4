import { initialPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import type { Row } from '../kernel/records.ts'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'
import { InitialPassword, type Told } from '../platform/InitialPassword.tsx'

/** 发放初始密码: asked for once more before it is made, since the one before it is good no longer. */
export function FirstPassword({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const [told, setTold] = useState<Told>()
  const act = useAct(tenantApplication.header, initialPassword, () => undefined)
  const run = () =>
    act.run({ id: bill.id, version: bill.version }, (answer) => {
      setTold({ username: `${bill.tenantCode} / admin`, password: answer.initialPassword })
      return t(['已生成初始密码', 'The initial password is made'])
    })
  if (told) return <InitialPassword told={told} onClose={onClose} />
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(initialPassword.title)}
      okText={t(initialPassword.title)}
      onOk={() => void run()}
      onClose={onClose}
    >
      {t(
        [
          '为租户[{code}]的管理员生成初始密码，只显示一次；之前发放的密码随即失效。',
          'Makes an initial password for the administrator of [{code}]. It is shown once; the one before it stops working.',
        ],
        { code: bill.tenantCode },
      )}
    </ActDialog>
  )
}
