import * as calls from '@lading/contract/dps/jobpointFiles.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { exportInput } from '@lading/contract/kernel/crud.ts'
import { type OutsideRequest, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { exportRows } from '../../platform/sheet/exportRows.ts'
import { importRows } from '../../platform/sheet/importRows.ts'
import { jobpointRules } from './rules.ts'

interface Wanted {
  readonly format: 'xlsx' | 'csv'
}
/** A line for each slot: what names it, and where it stands. */
const slotColumns = ['code', 'slots.seq', 'slots.tagId', 'slots.binId', 'slots.enabled']
const slots = (request: OutsideRequest, { format }: Wanted) =>
  exportRows(request, jobpoint, exportInput.parse({ filter: {}, columns: slotColumns, format }))

/** Files of job points at addresses that say nothing of a filter. */
export const jobpointFiles: readonly Served[] = [
  serveOutside(calls.exportPoints, (request, { format }) =>
    exportRows(request, jobpoint, exportInput.parse({ filter: {}, format })),
  ),
  serveOutside(calls.exportSlots, slots),
  serveOutside(calls.exportSlotsAsked, slots),
  serveOutside(calls.importSlots, (request, input, upload) =>
    importRows(request, jobpoint, { ...input, mode: 'UPDATE' }, upload, jobpointRules),
  ),
]
