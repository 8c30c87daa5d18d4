import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { inviteSupplier } from '@lading/contract/wms/supplierSlot.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** Beside the button for a new appointment: an address by which a supplier asks for one himself. */
export function InviteButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { can, refused } = useVerbs(previewBill.header)
  if (!can(previewBill.header, 'create')) return null
  return (
    <>
      <Button disabled={refused !== undefined} title={refused} onClick={() => setOpen(true)}>
        {t(['供应商链接', 'Supplier link'])}
      </Button>
      {isOpen && <Invite onClose={() => setOpen(false)} />}
    </>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [ownerId, setOwner] = useState<string>()
  const [vendorId, setVendor] = useState<string>()
  const [made, setMade] = useState<{ address: string; until: string }>()
  // The dialog stays open: the address is to be copied.
  const act = useAct(previewBill.header, inviteSupplier, () => undefined)
  const titles = { owner: t(['货主', 'Owner']), vendor: t(['供应商', 'Vendor']), address: t(['链接', 'Address']) }
  const run = async () => {
    if (made) return onClose()
    if (ownerId && vendorId)
      await act.run({ ownerId, vendorId }, (answer) => {
        // Where nobody has said under which address the product is known, this one is.
        setMade({ ...answer, address: new URL(answer.address, location.origin).href })
        return t(['链接已生成', 'The address has been made'])
      })
  }
  return (
    <ActDialog
      act={act}
      title={t(inviteSupplier.title)}
      okText={made ? t(['关闭', 'Close']) : t(['生成', 'Make'])}
      isReady={ownerId !== undefined && vendorId !== undefined}
      width={560}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="muted">
        {t([
          '供应商凭此链接无需账号即可申请时段；确认后才占用月台',
          'With it a supplier asks for slots without an account; they take a dock once they are booked',
        ])}
      </p>
      <RefSelect to="wms.owner" title={titles.owner} value={ownerId} onChange={(id) => setOwner(id ?? undefined)} />
      <RefSelect to="wms.vendor" title={titles.vendor} value={vendorId} onChange={(id) => setVendor(id ?? undefined)} />
      {made && (
        <>
          <Input readOnly value={made.address} aria-label={titles.address} onFocus={(e) => e.target.select()} />
          <p className="muted">{t(['有效期至{at}', 'Good until {at}'], { at: shownTime(made.until) })}</p>
        </>
      )}
    </ActDialog>
  )
}
