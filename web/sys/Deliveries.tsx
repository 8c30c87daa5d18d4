import type { Call, Page } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { report } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import type { ReadColumn } from '../kernel/grid/columns.tsx'
import { ReadTable } from '../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../kernel/list/RowButtons.tsx'
import { NotRead } from '../kernel/NotRead.tsx'
import type { Row } from '../kernel/records.ts'
import { useCall } from '../kernel/useCall.ts'
import { changed, type RowAction } from '../kernel/verbs.tsx'
import { words } from '../kernel/words.ts'
import type { Tone } from '../ui/Mark.tsx'
import { notify } from '../ui/notices.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { SkeletonRows } from '../ui/states.tsx'

const pageSize = 20
/** What any delivery may be: on its way, there, or given up. */
const tones: Readonly<Record<string, Tone>> = { PENDING: 'warn', SENT: 'good', DONE: 'good', DEAD: 'bad' }
const word = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

interface Props<I, O> {
  /** What is delivered; its field `state` tells how that goes. */
  readonly of: AnyEntity
  /** A list's question and answer, as the entity's own list would have it. */
  readonly query: Call<I, O>
  /** What is asked beside filter and page. */
  readonly asked?: Readonly<Record<string, unknown>>
  readonly words: { readonly label: Text; readonly none: Text; readonly dead: Text }
  /** The fields that are shown between its time and its actions, each with its pixels; those that are long wrap. */
  readonly shows: Readonly<Record<string, number>>
  readonly wraps: readonly string[]
  readonly actions: (row: Row) => readonly RowAction[]
  /** Beside the choice of what is shown, and below it. */
  readonly tools?: ReactNode
  readonly note?: ReactNode
  readonly againMs?: number
}

/** What goes out to others: how each went, what waits, and what nobody took. */
export function Deliveries<I, O>({
  of,
  query,
  asked = {},
  words: said,
  shows,
  wraps,
  actions,
  tools,
  note,
  againMs,
}: Props<I, O>) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<'all' | 'DEAD'>('all')
  const filter = which === 'DEAD' ? { state: ['DEAD'] } : {}
  const read = useCall(
    query,
    // What every list is asked, and what this one beside it.
    { ...asked, filter, page, pageSize, searchCount: true } as I,
    { placeholderData: (before) => before, ...(againMs && { refetchInterval: againMs }) },
  )
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  // Erased by the declaration of the call.
  const { records, total } = read.data as unknown as Page<Row>
  return (
    <>
      <div className="sheet-tools">
        <Segmented<'all' | 'DEAD'>
          value={which}
          options={[
            { value: 'all', label: t(words.all) },
            { value: 'DEAD', label: t(said.dead) },
          ]}
          onChange={(next) => {
            setWhich(next)
            setPage(1)
          }}
        />
        {tools}
      </div>
      {note}
      <ReadTable<Row>
        label={t(said.label)}
        rows={records}
        columns={columnsOf(of, shows, wraps, actions)}
        none={said.none}
        isBusy={read.isPlaceholderData}
        pages={{ page, pageSize, total: total ?? 0, go: setPage }}
      />
    </>
  )
}

/** Sends one again and says so. @param send answers how many will be sent */
export async function sendAgain(of: AnyEntity, send: () => Promise<{ count: number }>, told: (n: number) => string) {
  try {
    notify('good', told((await send()).count))
  } catch (error) {
    report(error)
  }
  await changed(of)
}

type Shown = Props<unknown, unknown>
const at: Text = ['时间', 'Time']
const time = (value: unknown): string => (value ? shownTime(word(value)) : '')

function columnOf(of: AnyEntity, name: string, width: number, isLong: boolean): ReadColumn<Row> {
  const field = of.fields[name]
  const title = field?.title ?? [name, name]
  const choice = (r: Row): Text => field?.choices?.[word(r[name])] ?? words.nothing
  const column = { name, title, width, ...(isLong && { wraps: true }) }
  if (name === 'state')
    return {
      ...column,
      render: (r, t) => <StatusTag tone={tones[word(r.state)] ?? 'idle'}>{t(choice(r))}</StatusTag>,
      isFilled: () => true,
    }
  if (field?.kind === 'choice') return { ...column, said: (r, t) => (r[name] ? t(choice(r)) : '') }
  if (field?.kind === 'ref') return { ...column, said: (r) => r.refs?.[name]?.name ?? word(r[name]) }
  if (field?.kind === 'instant') return { ...column, said: (r) => time(r[name]) }
  return { ...column, said: (r) => word(r[name]), ...(field?.kind === 'int' && { isFigure: true }) }
}

const atColumn: ReadColumn<Row> = { name: 'at', title: at, width: 170, said: (r) => time(r.createTime) }
const columnsOf = (
  of: AnyEntity,
  shows: Shown['shows'],
  wraps: Shown['wraps'],
  actions: Shown['actions'],
): readonly ReadColumn<Row>[] => [
  // How it went comes first: on a narrow screen nothing else may be in sight.
  ...Object.entries(shows)
    .sort(([a], [b]) => Number(b === 'state') - Number(a === 'state'))
    .flatMap(([name, width]) => {
      const column = columnOf(of, name, width, wraps.includes(name))
      return name === 'state' ? [column, atColumn] : [column]
    }),
  {
    name: 'actions',
    title: words.actions,
    width: 130,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]
