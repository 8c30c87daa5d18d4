import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import {
  adjustQuota,
  decideAdjust,
  freezeAccounts,
  giveQuota,
  meterNow,
  unfreezeAccounts,
} from '@lading/contract/saas/accountCalls.ts'
import { agentAccount, quotaMonitor } from '@lading/contract/saas/ledger.ts'
import { type ReactNode, useState } from 'react'
import { useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import type { Column } from '../kernel/list/columns.tsx'
import type { Row } from '../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../kernel/verbs.tsx'
import { SheetList } from '../platform/sheet/SheetList.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { AskAdjust, DecideAdjust } from './AdjustQuota.tsx'
import { GiveQuota } from './GiveQuota.tsx'

/** What is done by the platform alone is offered there alone. */
const useIsPlatform = (): boolean => useUser().workingOrg.type === 'PLAT'

/** Adjustments, for the platform's people: one asks, another decides. */
function useAdjusting(of: AnyEntity): { actions: (row: Row) => readonly RowAction[]; dialog: ReactNode } {
  const { can, refused } = useVerbs(agentAccount)
  const isPlatform = useIsPlatform()
  const [open, setOpen] = useState<{ row: Row; View: typeof AskAdjust }>()
  const one = (title: Text, View: typeof AskAdjust, row: Row): RowAction => ({
    ...{ key: View.name, title, refused, isAside: true, run: () => setOpen({ row, View }) },
  })
  return {
    actions: (row) =>
      isPlatform && can(agentAccount, 'approve')
        ? [one(adjustQuota.title, AskAdjust, row), one(decideAdjust.title, DecideAdjust, row)]
        : [],
    dialog: open && <open.View of={of} account={open.row} onClose={() => setOpen(undefined)} />,
  }
}

/** 代理商配额账户: what agents have, and a stop for one that may not sell. */
export function AgentAccounts() {
  const { can, refused } = useVerbs(agentAccount)
  const isPlatform = useIsPlatform()
  const adjusting = useAdjusting(agentAccount)
  const actionsOf = (row: Row): readonly RowAction[] => {
    if (!isPlatform || !can(agentAccount, 'stop')) return adjusting.actions(row)
    const verb = row.isFrozen === true ? unfreezeAccounts : freezeAccounts
    const danger = row.isFrozen !== true
    const run = () => void runMany(agentAccount, verb, [row], danger ? { title: verb.title, danger } : undefined)
    return [{ key: 'freeze', title: verb.title, refused, danger, run }, ...adjusting.actions(row)]
  }
  return (
    <>
      <SheetList of={agentAccount} rowActions={actionsOf} />
      {adjusting.dialog}
    </>
  )
}

/** Days left, by how near the end is. */
function DaysLeft({ of }: { of: Row }) {
  const t = useText()
  const days = of.daysLeft
  if (Number(of.balance) <= 0) return <StatusTag tone="bad">{t(['已用尽', 'Used up'])}</StatusTag>
  if (typeof days !== 'number') return <span className="muted">–</span>
  if (days > 30) return <span className="num">{days}</span>
  return <StatusTag tone={days <= 7 ? 'bad' : 'warn'}>{days}</StatusTag>
}
const cells: Record<string, Column['render']> = { daysLeft: (row) => <DaysLeft of={row} /> }

/** 配额监控: who runs out next. */
export function QuotaMonitor() {
  const { can, refused } = useVerbs(quotaMonitor)
  const isPlatform = useIsPlatform()
  const [open, setOpen] = useState<Row>()
  const adjusting = useAdjusting(quotaMonitor)
  const meter = (rows: readonly Row[]) =>
    runMany(quotaMonitor, meterNow, rows, undefined, ['已开始计量', 'Metering has begun'])
  const actionsOf = (row: Row): readonly RowAction[] => [
    ...(isPlatform && can(quotaMonitor, 'approve')
      ? [{ key: 'give', title: giveQuota.title, refused, run: () => setOpen(row) }]
      : []),
    ...(can(quotaMonitor, 'run')
      ? [{ key: 'meter', title: meterNow.title, refused, isAside: true, run: () => void meter([row]) }]
      : []),
    ...adjusting.actions(row),
  ]
  return (
    <>
      <SheetList of={quotaMonitor} cells={cells} rowActions={actionsOf} />
      {adjusting.dialog}
      {open && <GiveQuota wallet={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
