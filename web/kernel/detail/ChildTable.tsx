import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Table, type TableColumnType } from 'antd'
import { useText } from '../../client/text.ts'
import { cell, isFigure } from '../field/cells.tsx'
import { HeadTitle } from '../field/HeadTitle.tsx'
import { widths } from '../field/widths.ts'
import type { Row } from '../records.ts'

const virtualFrom = 100

/** Child rows to read. Columns that no row fills are left out: without rows no heading would be left to trust. */
export function ChildTable({
  of,
  rows,
  extra = [],
}: {
  of: AnyEntity
  rows: readonly Row[]
  extra?: readonly TableColumnType<Row>[]
}) {
  const t = useText()
  if (rows.length === 0) return <p className="muted">{t(['没有数据', 'Nothing here'])}</p>
  const names = Object.keys(of.fields).filter((name) => {
    const field = of.fields[name]
    const isParent = field?.to === of.parent && field?.derived === true
    const isFilled = rows.some((row) => row[name] !== null && row[name] !== undefined && row[name] !== '')
    return field && field.kind !== 'rows' && field.kind !== 'json' && !isParent && (isFilled || field.required)
  })
  const columns = names.flatMap((name): TableColumnType<Row>[] => {
    const field = of.fields[name]
    if (!field) return []
    return [
      {
        key: name,
        title: <HeadTitle field={field} />,
        width: widths[field.kind],
        ellipsis: true,
        align: isFigure(field.kind) ? 'right' : 'left',
        render: (_, row) => cell(field, row[name], row.refs?.[name], t),
      },
    ]
  })
  const all = [...columns, ...extra]
  const width = all.reduce((sum, c) => sum + Number(c.width), 0)
  const isLong = rows.length > virtualFrom
  return (
    <div ref={reachable}>
      <Table<Row>
        size="small"
        rowKey="id"
        pagination={false}
        columns={all}
        dataSource={rows}
        virtual={isLong}
        scroll={isLong ? { x: width, y: 480 } : { x: width }}
      />
    </div>
  )
}

/** Who has only keys scrolls a table that is wider than its place once it has the focus. */
function reachable(box: HTMLDivElement | null): void {
  const content = box?.querySelector('.ant-table-content')
  if (content && content.scrollWidth > content.clientWidth) content.setAttribute('tabindex', '0')
}
