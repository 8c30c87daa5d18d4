import { claimView, stockLookBoard } from '@lading/contract/wms/board.ts'
import { binLocks } from '@lading/contract/wms/masterCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { useText } from '../../client/text.ts'
import { type DetailTab, EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { claimColumns, ledgerColumns, Part, stockColumns } from '../board/StockPart.tsx'
import { printings } from '../printings.ts'
import { countThem, countTitle } from '../stockTake/countThem.tsx'
import { GenerateButton } from './GenerateBins.tsx'

type Lock = keyof typeof binLocks

/** Locks ask for a reason, which everybody who is refused gets to read. */
const setLock = (lock: Lock, rows: readonly Row[]): Promise<boolean> =>
  runMany(bin, binLocks[lock], rows, lock === 'unlock' ? undefined : { title: binLocks[lock].title, reason: true })

/** What may be done about the locks of bins, by the user's rights. */
function useLocks() {
  const { can, refused } = useVerbs(bin)
  const may: Record<Lock, boolean> = {
    lock: can(bin, 'stop'),
    lockIn: can(bin, 'stop'),
    lockOut: can(bin, 'stop'),
    unlock: can(bin, 'release'),
  }
  const locks: readonly Lock[] = ['lock', 'lockIn', 'lockOut', 'unlock']
  const isOf = (row: Row, lock: Lock): boolean => {
    const [isIn, isOut] = [row.lockIn === true, row.lockOut === true]
    if (lock === 'unlock') return isIn || isOut
    return lock === 'lock' ? !(isIn && isOut) : !isIn && !isOut
  }
  return {
    rowActions: (row: Row): readonly RowAction[] =>
      locks
        .filter((lock) => may[lock] && row.usage !== 'VIRTUAL' && isOf(row, lock))
        .map((lock) => ({ key: lock, title: binLocks[lock].title, refused, run: () => void setLock(lock, [row]) })),
    bulkActions: refused
      ? []
      : locks
          .filter((lock) => may[lock])
          .map((lock): BulkAction => ({ key: lock, title: binLocks[lock].title, run: (rows) => setLock(lock, rows) })),
  }
}

/** The places of the warehouse: made by the aisle, locked and unlocked, labelled. */
export function BinList() {
  const print = usePrint(bin, printings.bin)
  const locks = useLocks()
  const isBlocked = useBlocked(stockTakeBill.header) !== undefined
  const mayCount = useMay()(stockTakeBill.header, 'start') && !isBlocked
  const count = (rows: readonly Row[]) => countThem(rows.map((row) => row.id))
  const counts = (row: Row): readonly RowAction[] =>
    mayCount && row.usage !== 'VIRTUAL' ? [{ key: 'count', title: countTitle, run: () => void count([row]) }] : []
  return (
    <SheetList
      of={bin}
      tools={() => <GenerateButton />}
      rowActions={(row, standard) => [...standard, ...print.rowActions(row), ...counts(row), ...locks.rowActions(row)]}
      bulkActions={(standard) => [
        ...print.bulkActions,
        ...(mayCount ? [{ key: 'count', title: countTitle, run: count }] : []),
        ...locks.bulkActions,
        ...standard,
      ]}
    />
  )
}

export function BinDetail() {
  const t = useText()
  const may = useMay()
  const print = usePrint(bin, printings.bin)
  const locks = useLocks()
  /** What stands there, what is on its way and what came and went; for who may look at stock. */
  const tabs = (row: Row): readonly DetailTab[] =>
    may(stockLookBoard, 'view')
      ? [
          {
            key: 'stock',
            title: t(['库存', 'Stock']),
            content: <Part of={stockColumns} where={{ binId: [row.id] }} />,
          },
          {
            key: 'claims',
            title: t(claimView.title),
            content: <Part of={claimColumns} where={{ binId: [row.id], state: 'ACTIVE' }} />,
          },
          {
            key: 'ledger',
            title: t(['库存流水', 'Ledger']),
            content: <Part of={ledgerColumns} where={{ binId: [row.id] }} />,
          },
        ]
      : []
  return (
    <EntityDetail
      of={bin}
      tabs={tabs}
      actions={(row, standard) => [...standard, ...print.detailActions(row), ...locks.rowActions(row)]}
    />
  )
}
