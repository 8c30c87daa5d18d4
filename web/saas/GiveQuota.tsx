import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { giveQuota } from '@lading/contract/saas/accountCalls.ts'
import { quotaMonitor } from '@lading/contract/saas/ledger.ts'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import type { Row } from '../kernel/records.ts'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'
import './saas.css'

/** 赠送配额: how much, how long it is good, and why. */
export function GiveQuota({ wallet, onClose }: { wallet: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(quotaMonitor, giveQuota, onClose)
  const [qty, setQty] = useState('')
  const [validDays, setDays] = useState<number | null>(30)
  const [reason, setReason] = useState('')
  const who = wallet.refs.applicationId?.name ?? ''
  const run = () =>
    act.run({ id: wallet.id, qty: qty.trim(), validDays, reason: reason.trim() }, ({ balance }) =>
      t(['已赠送，余额{balance}', 'Given: the balance is {balance}'], { balance: Number(balance) }),
    )
  const labels = {
    qty: t(['数量', 'Quantity']),
    days: t(['有效天数（空为长期）', 'Valid for days (blank: for good)']),
    reason: t(['原因（必填）', 'Reason (required)']),
  }
  return (
    <ActDialog
      act={act}
      width={440}
      title={`${t(giveQuota.title)} ${who}`}
      okText={t(giveQuota.title)}
      isReady={isQtyText(qty.trim()) && parseQty(qty.trim()) > 0n && reason.trim() !== ''}
      onOk={() => void run()}
      onClose={onClose}
    >
      <div className="saas-give">
        <Input value={qty} placeholder={labels.qty} aria-label={labels.qty} onChange={(e) => setQty(e.target.value)} />
        <InputNumber
          value={validDays}
          min={1}
          max={3650}
          placeholder={labels.days}
          aria-label={labels.days}
          onChange={setDays}
        />
        <Input
          value={reason}
          maxLength={200}
          placeholder={labels.reason}
          aria-label={labels.reason}
          onChange={(e) => setReason(e.target.value)}
        />
      </div>
    </ActDialog>
  )
}
