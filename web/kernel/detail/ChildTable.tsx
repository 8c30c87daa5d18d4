import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../grid/columns.tsx'
import { ReadTable } from '../grid/ReadTable.tsx'
import { column } from '../list/columns.tsx'
import type { Row } from '../records.ts'

const refWidth = 280
const noMore: readonly ReadColumn<Row>[] = []

/** Child rows to read, with all their fields but the one that says whose they are. */
export function ChildTable({
  of,
  rows,
  extra = noMore,
}: {
  of: AnyEntity
  rows: readonly Row[]
  extra?: readonly ReadColumn<Row>[]
}) {
  const t = useText()
  const columns = useMemo(() => {
    const own = Object.entries(of.fields).filter(([, field]) => {
      const isParent = field.to === of.parent && field.derived === true
      return field.kind !== 'rows' && field.kind !== 'json' && !isParent
    })
    return [
      ...own.map(([name, field]) => ({
        ...column(name, field),
        // There are few columns, and names differ in their last signs.
        ...(field.kind === 'ref' && { width: refWidth }),
        ...(field.hint && { hint: field.hint }),
      })),
      ...extra,
    ]
  }, [of, extra])
  return <ReadTable<Row> label={t(of.title)} rows={rows} columns={columns} />
}
