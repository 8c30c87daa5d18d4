import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { SheetList } from '../sheet/SheetList.tsx'
import type { Printing } from './papers.ts'
import { usePrint } from './usePrint.ts'

interface Props {
  readonly of: AnyEntity
  readonly print: Printing
}

export function PrintList({ of, print }: Props) {
  const { rowActions, bulkActions } = usePrint(of, print)
  return (
    <SheetList
      of={of}
      rowActions={(row, standard) => [...standard, ...rowActions(row)]}
      bulkActions={(standard) => [...bulkActions, ...standard]}
    />
  )
}

export function PrintDetail({ of, print }: Props) {
  const { detailActions } = usePrint(of, print)
  return <EntityDetail of={of} actions={(row, standard) => [...standard, ...detailActions(row)]} />
}
