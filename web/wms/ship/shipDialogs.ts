import { say, type Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipVerbs } from '@lading/contract/wms/shipBill.ts'
import { shipFaults } from '@lading/contract/wms/shipFaults.ts'
import type { Row } from '../../kernel/records.ts'
import type { BillDialog } from '../../platform/bill/useDialogs.tsx'
import { later } from '../../platform/later.ts'

/** What is done to a shipment beside its plain steps. */
export const shipDialogs: readonly BillDialog[] = [
  {
    key: 'addStaged',
    title: shipVerbs.addStaged,
    verb: 'update',
    from: ['SAVED', 'APPROVED', 'INPROGRESS'],
    view: later(async () => (await import('./StagedDialog.tsx')).StagedDialog),
  },
  {
    key: 'leave',
    title: shipVerbs.leave,
    verb: 'finish',
    from: ['INPROGRESS'],
    view: later(async () => (await import('./LeaveDialog.tsx')).LeaveDialog),
  },
]

/** Why a step makes no sense now though the state of the shipment allows it; the server says the same. */
export function shipVain(row: Row): Readonly<Record<string, Text | undefined>> {
  const [staged, open] = [Number(row.staged ?? 0), Number(row.toLoad ?? 0)]
  const missing = { n: staged + open }
  const notLoaded = wmsFaults.notLoaded.text
  return {
    ...(staged === 0 && row.state === 'APPROVED' && { start: shipFaults.nothingStaged.text }),
    ...(missing.n > 0 && { finish: [say(notLoaded, 'zh-CN', missing), say(notLoaded, 'en-US', missing)] as const }),
    ...whyNoPermit(row, staged),
  }
}

function whyNoPermit(row: Row, staged: number): { readonly permit?: Text } {
  if (row.maxWeightKg === null || row.maxWeightKg === undefined) return { permit: shipFaults.noLimit.text }
  // While loading what stands beside the list is not in its share yet, but would go along.
  const isKnown = row.state !== 'INPROGRESS' || staged === 0
  return isKnown && Number(row.weightPct ?? 0) <= 100 ? { permit: shipFaults.light.text } : {}
}
