import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { putAwayTask, repropose } from '@lading/contract/wms/putAwayCalls.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany } from '../../kernel/verbs.tsx'

interface Own {
  readonly rowActions: (row: Row) => readonly RowAction[]
  readonly bulkActions: readonly BulkAction[]
}
const none: Own = { rowActions: () => [], bulkActions: [] }

/** What put-away tasks have beside others: a second look for bins. */
export function usePutAway(of: AnyEntity): Own {
  const may = useMay()
  const refused = useBlocked(putAwayTask)
  if (of.key !== putAwayTask.key || !may(putAwayTask, 'run')) return none
  const run = (rows: readonly Row[]) => runMany(putAwayTask, repropose, rows)
  return {
    rowActions: (row) =>
      row.noBin === true ? [{ key: 'repropose', title: repropose.title, refused, run: () => void run([row]) }] : [],
    bulkActions: refused ? [] : [{ key: 'repropose', title: repropose.title, run }],
  }
}
