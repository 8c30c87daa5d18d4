import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { go } from '../../client/tabStore.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import type { Printing } from '../../platform/print/papers.ts'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'

interface Props {
  readonly of: AnyEntity
  readonly print: Printing
}

/** 复制: the form of a new one, filled in like this one. */
function useCopies(of: AnyEntity) {
  const { can, refused, sibling } = useVerbs(of)
  return (row: Row): readonly RowAction[] =>
    can(of, 'create')
      ? [
          {
            ...{ key: 'copy', title: ['复制', 'Copy'], refused },
            run: () => go({ ...sibling('Add'), query: { copyOf: row.id } }),
          },
        ]
      : []
}

/** Schemes, to be copied and printed. */
export function SchemeList({ of, print }: Props) {
  const copies = useCopies(of)
  const { rowActions, bulkActions } = usePrint(of, print)
  return (
    <SheetList
      of={of}
      rowActions={(row, standard) => [...standard, ...copies(row), ...rowActions(row)]}
      bulkActions={(standard) => [...bulkActions, ...standard]}
    />
  )
}

export function SchemeDetail({ of, print }: Props) {
  const copies = useCopies(of)
  const { detailActions } = usePrint(of, print)
  return <EntityDetail of={of} actions={(row, standard) => [...standard, ...copies(row), ...detailActions(row)]} />
}
