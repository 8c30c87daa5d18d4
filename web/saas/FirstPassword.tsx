import type { Text } from '@lading/contract/kernel/text.ts'
import { initialPassword, supportPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { supportUser } from '@lading/contract/sys/support.ts'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import type { Row } from '../kernel/records.ts'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'
import { InitialPassword, type Told } from '../platform/InitialPassword.tsx'

interface Asked {
  readonly bill: Row
  readonly onClose: () => void
}
const said = {
  admin: [
    '为租户[{code}]的管理员生成初始密码，只显示一次；之前发放的密码随即失效。',
    'Makes an initial password for the administrator of [{code}]. It is shown once; the one before it stops working.',
  ],
  support: [
    '租户[{code}]授权服务商查看至{until}。生成的密码只显示一次，登录和查看均记入双方日志。',
    '[{code}] lets its provider look in until {until}. The password is shown once; both logs tell who took it and what was looked at.',
  ],
} as const satisfies Record<string, Text>

/** Asked for once more before it is made, since the one before it is good no longer. */
function Password({
  bill,
  onClose,
  call,
  username,
  why,
}: Asked & { call: typeof initialPassword; username: string; why: Text }) {
  const t = useText()
  const [told, setTold] = useState<Told>()
  const act = useAct(tenantApplication.header, call, () => undefined)
  const run = () =>
    act.run({ id: bill.id, version: bill.version }, (answer) => {
      setTold({ username: `${bill.tenantCode} / ${username}`, password: answer.initialPassword })
      return t(['已生成初始密码', 'The initial password is made'])
    })
  if (told) return <InitialPassword told={told} onClose={onClose} />
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(call.title)}
      okText={t(call.title)}
      onOk={() => void run()}
      onClose={onClose}
    >
      {t(why, { code: bill.tenantCode, until: bill.supportUntil ?? '-' })}
    </ActDialog>
  )
}

/** 发放初始密码 */
export const FirstPassword = (asked: Asked) => (
  <Password {...asked} call={initialPassword} username="admin" why={said.admin} />
)
/** 支持登录 */
export const SupportPassword = (asked: Asked) => (
  <Password {...asked} call={supportPassword} username={supportUser} why={said.support} />
)
