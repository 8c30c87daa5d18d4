import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { putAwayTask, repropose, startPutAway } from '@lading/contract/wms/putAwayCalls.ts'
import { Button, Tooltip } from 'antd'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany, useSibling } from '../../kernel/verbs.tsx'

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

/** The way to the stock that waits to be put away. */
export function StartLink() {
  const t = useText()
  const may = useMay()
  const sibling = useSibling()
  const refused = useBlocked(putAwayTask)
  if (!may(putAwayTask, 'create')) return null
  return (
    <Tooltip title={refused}>
      <span>
        <Button disabled={refused !== undefined} href={hashOf(sibling('Add'))}>
          {t(startPutAway.title)}
        </Button>
      </span>
    </Tooltip>
  )
}
