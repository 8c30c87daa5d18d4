import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { isQtyText } from '@lading/contract/kernel/qty.ts'
import { adjustQuota, decideAdjust } from '@lading/contract/saas/accountCalls.ts'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import type { Row } from '../kernel/records.ts'
import { useCall } from '../kernel/useCall.ts'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'
import './saas.css'

interface Asked {
  readonly of: AnyEntity
  readonly account: Row
  readonly onClose: () => void
}
const whose = ({ refs, code }: Row): string => refs.agentId?.name ?? refs.applicationId?.name ?? String(code)

/** 申请调整: by how much, and why. Nothing is posted until another person has decided. */
export function AskAdjust({ of, account, onClose }: Asked) {
  const t = useText()
  const act = useAct(of, adjustQuota, onClose)
  const [qty, setQty] = useState('')
  const [reason, setReason] = useState('')
  const labels = {
    qty: t(['调整数量（减少填负数）', 'By (less: negative)']),
    reason: t(['原因（必填）', 'Reason (required)']),
  }
  const isReady = isQtyText(qty.trim().replace(/^-/, '')) && Number(qty) !== 0 && reason.trim() !== ''
  return (
    <ActDialog
      act={act}
      width={440}
      title={`${t(adjustQuota.title)} ${whose(account)}`}
      okText={t(['提交复核', 'Send to be decided'])}
      isReady={isReady}
      onOk={() =>
        void act.run({ id: account.id, qty: qty.trim(), reason: reason.trim() }, () =>
          t(['已提交，待另一人复核', 'Sent: another person decides']),
        )
      }
      onClose={onClose}
    >
      <div className="saas-give">
        <Input value={qty} placeholder={labels.qty} aria-label={labels.qty} onChange={(e) => setQty(e.target.value)} />
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

/** 复核调整: what was asked, by whom, and yes or no. */
export function DecideAdjust({ of, account, onClose }: Asked) {
  const t = useText()
  const act = useAct(of, decideAdjust, onClose)
  const [ok, setOk] = useState(true)
  const read = useCall(crudCalls(of).getById as never, { id: account.id } as never)
  const rows = ((read.data as Row | undefined)?.adjusts ?? []) as unknown as readonly Row[]
  const asked = rows.find(({ adjustState }) => adjustState === 'ASKED')
  return (
    <ActDialog
      act={act}
      width={440}
      reads={read}
      title={`${t(decideAdjust.title)} ${whose(account)}`}
      okText={t(['确定', 'OK'])}
      isReady={asked !== undefined}
      onOk={() =>
        void act.run({ id: account.id, ok }, ({ balance }) =>
          t(['余额{balance}', 'The balance is {balance}'], { balance: Number(balance) }),
        )
      }
      onClose={onClose}
    >
      {asked ? (
        <div className="saas-give">
          <p>
            {t(['{who}申请调整{qty}：{why}', '{who} asked for {qty}: {why}'], {
              who: asked.refs?.askedById?.name ?? '',
              qty: Number(asked.qty),
              why: String(asked.why),
            })}
          </p>
          <Radio.Group value={ok} onChange={(e) => setOk(e.target.value)}>
            <Radio value={true}>{t(['同意并记账', 'Post it'])}</Radio>
            <Radio value={false}>{t(['驳回', 'Refuse'])}</Radio>
          </Radio.Group>
        </div>
      ) : (
        t(['没有待复核的调整', 'No adjustment waits for a decision'])
      )}
    </ActDialog>
  )
}
