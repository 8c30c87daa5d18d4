import { binLocks } from '@lading/contract/wms/masterCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { printings } from '../printings.ts'
import { GenerateButton } from './GenerateBins.tsx'

type Lock = keyof typeof binLocks

/** Locks ask for a reason, which everybody who is refused gets to read. */
const setLock = (lock: Lock, rows: readonly Row[]): Promise<void> =>
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
  return (
    <SheetList
      of={bin}
      tools={() => <GenerateButton />}
      rowActions={(row, standard) => [...standard, ...print.rowActions(row), ...locks.rowActions(row)]}
      bulkActions={(standard) => [...print.bulkActions, ...locks.bulkActions, ...standard]}
    />
  )
}

export function BinDetail() {
  const print = usePrint(bin, printings.bin)
  const locks = useLocks()
  return (
    <EntityDetail
      of={bin}
      actions={(row, standard) => [...standard, ...print.rowActions(row), ...locks.rowActions(row)]}
    />
  )
}
