import { applyLink } from '@lading/contract/saas/applying.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import { useVerbs } from '../kernel/verbs.tsx'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'

/** Beside the button for a new application: the address at which companies apply themselves. */
export function ApplyLink() {
  const t = useText()
  const [address, setAddress] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const { can, refused } = useVerbs(tenantApplication.header)
  const close = () => setOpen(false)
  const act = useAct(tenantApplication.header, applyLink, () => undefined)
  if (!can(tenantApplication.header, 'create')) return null
  const make = async () => {
    if (address) return close()
    // Where nobody has said under which address the product is known, this one is.
    await act.run({}, (answer) => {
      setAddress(new URL(answer.address, location.origin).href)
      return t(['链接已生成', 'The address has been made'])
    })
  }
  return (
    <>
      <Button disabled={refused !== undefined} title={refused} onClick={() => setOpen(true)}>
        {t(applyLink.title)}
      </Button>
      {isOpen && (
        <ActDialog
          act={act}
          title={t(applyLink.title)}
          okText={address ? t(['关闭', 'Close']) : t(['生成', 'Make'])}
          isReady
          width={560}
          onOk={() => void make()}
          onClose={close}
        >
          <p className="muted">
            {t([
              '企业通过此链接自行申请：确认邮箱后进入待审核，归属生成链接的组织',
              'By it companies apply themselves: once confirmed by mail they wait for approval, as applications of this organisation',
            ])}
          </p>
          {address && (
            <Input readOnly value={address} aria-label={t(applyLink.title)} onFocus={(e) => e.target.select()} />
          )}
        </ActDialog>
      )}
    </>
  )
}
