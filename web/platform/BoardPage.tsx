import {
  type BoardAnswer,
  type BoardTable,
  type Board as Declared,
  filled,
  type Tile,
} from '@lading/contract/kernel/board.ts'
import { useMemo } from 'react'
import { hashOf, type Place } from '../client/location.ts'
import { type Say, useText } from '../client/text.ts'
import { ReadTable } from '../kernel/grid/ReadTable.tsx'
import { allColumns } from '../kernel/list/columns.tsx'
import { queryOf } from '../kernel/list/filters.ts'
import { useBlocked, useMay } from '../kernel/permission.ts'
import type { Row } from '../kernel/records.ts'
import { detailOf, listOf } from '../kernel/registry.ts'
import { useCall } from '../kernel/useCall.ts'
import { Mark } from '../ui/Mark.tsx'
import { grouped } from '../ui/numbers.ts'
import { Board, BoardActions, BoardCard, BoardRead, Stat } from './Board.tsx'
import { later } from './later.ts'

/** Charts weigh as much as half the client: they come with the first one that is shown. */
const BarChart = later(async () => (await import('./BarChart.tsx')).BarChart)

/** Time passes without news: what becomes late is late within a minute. */
const refreshMs = 60_000

interface Shown {
  readonly of: Declared
  readonly children?: React.ReactNode
}
/** The page of a board, from its declaration, with what it says beside that. Where nothing of it can be, that is said instead. */
export function BoardPage({ of, children }: Shown) {
  const t = useText()
  const elsewhere = useBlocked(of)
  if (elsewhere === undefined) return <Figures of={of}>{children}</Figures>
  return (
    <Board title={t(of.title)}>
      <p className="board-all card muted">{elsewhere}</p>
    </Board>
  )
}

/** It is read again when something changes in what it counts. */
function Figures({ of, children }: Shown) {
  const t = useText()
  const read = useCall(of.call, {}, { refetchInterval: refreshMs })
  return (
    <Board title={t(of.title)} actions={<BoardActions of={read} />}>
      <BoardRead of={read}>
        {(data) => (
          <>
            <div className="board-tiles board-all">
              {Object.entries(of.tiles).map(([name, tile]) => (
                <Figure key={name} of={tile} name={name} data={data} />
              ))}
            </div>
            {of.chart && of.table && data.table && data.table.rows.length > 0 && (
              <div className="board-all">
                <BoardCard title={t(of.chart.title)}>
                  <BarChart of={of.chart} fields={of.table.of.fields} rows={data.table.rows} />
                </BoardCard>
              </div>
            )}
            {of.table && data.table && <Rows of={of.table} data={data} table={data.table} />}
            {children}
          </>
        )}
      </BoardRead>
    </Board>
  )
}

/** The list of what is counted, for who may see it: the guard of the menu takes others for intruders. */
function useListOf(of: Tile | BoardTable, data: BoardAnswer): Place | undefined {
  const may = useMay()
  return may(of.of, 'view') ? listOf(of.of.key, queryOf(filled(of.where, data))) : undefined
}

function Figure({ of, name, data }: { of: Tile; name: string; data: BoardAnswer }) {
  const t = useText()
  const to = useListOf(of, data)
  const { n, isCut } = data.tiles[name] ?? { n: 0, isCut: false }
  const isOver = of.warnOver !== undefined && n > of.warnOver
  return (
    <section className="card">
      <Stat
        title={t(of.title)}
        value={
          <>
            {grouped(String(n))}
            {isCut && '+'} {of.unit && <small>{t(of.unit)}</small>}
          </>
        }
        note={
          isOver && (
            <>
              <Mark tone="warn" /> {t(['需要处理', 'Needs attention'])}
            </>
          )
        }
        to={to}
      />
    </section>
  )
}

function Rows({ of, data, table }: { of: BoardTable; data: BoardAnswer; table: NonNullable<BoardAnswer['table']> }) {
  const t = useText()
  const may = useMay()
  const to = useListOf(of, data)
  const mayView = may(of.of, 'view')
  const columns = useMemo(() => {
    const all = allColumns(of.of)
    const [first, ...others] = of.columns.flatMap((name) => all.find((c) => c.name === name) ?? [])
    const linked = (row: Row, content: React.ReactNode) => {
      const detail = mayView ? detailOf(of.of.key, row.id) : undefined
      return detail ? <a href={hashOf(detail)}>{content}</a> : content
    }
    return first ? [{ ...first, render: (row: Row, t: Say) => linked(row, first.render(row, t)) }, ...others] : []
  }, [of, mayView])
  return (
    <div className="board-all">
      <BoardCard title={t(of.title)}>
        {/* Rows come from the list's own query, whose records these are. */}
        <ReadTable<Row> label={t(of.title)} rows={table.rows as Row[]} columns={columns} />
        {table.total > table.rows.length && to && (
          <p>
            <a href={hashOf(to)}>{t(['全部{n}条', 'All {n}'], { n: table.total })}</a>
          </p>
        )}
      </BoardCard>
    </div>
  )
}
