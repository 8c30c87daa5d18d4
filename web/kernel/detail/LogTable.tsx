import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { LogChange, LogEntry, LogRow, LogValue } from '@lading/contract/kernel/log.ts'
import { isText } from '@lading/contract/kernel/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { hashOf } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { cell } from '../field/cells.tsx'
import { NotRead } from '../NotRead.tsx'
import { useMay } from '../permission.ts'
import { getLog } from '../records.ts'
import { entityOf, listOf } from '../registry.ts'
import { words } from '../words.ts'

/** Who did what to a record, newest first as the server gives it, in its words. */
export function LogTable({ of, id }: { of: AnyEntity; id: string }) {
  const t = useText()
  const log = useQuery({ queryKey: [of.key, 'log', id], queryFn: ({ signal }) => getLog(of, id, signal) })
  if (log.error) {
    return <NotRead of={log} />
  }
  if (!log.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  if (log.data.length === 0) return <p className="muted">{t(['没有记录', 'No entries'])}</p>
  return (
    <>
      <AllOf of={of} id={id} />
      <ol className="log">
        {log.data.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several lines of a log may be alike, and none moves
          <li key={`${entry.at} ${entry.action} ${i}`}>
            <div className="log-head">
              <time className="num muted">{shownTime(String(entry.at))}</time>
              <b>{t(entry.title)}</b>
              {entry.about && <About of={entry.about} t={t} />}
              <span>{entry.user ?? t(['系统', 'System'])}</span>
            </div>
            <Changes of={entry.changes} t={t} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** The way to all that the audit log has of a record, for who may look there. */
function AllOf({ of, id }: { of: AnyEntity; id: string }) {
  const t = useText()
  const may = useMay()
  const all = listOf(auditKey, { subject: of.key, subjectId: id })
  if (!all || !may(entityOf(auditKey), 'view')) return null
  return (
    <p>
      <a href={hashOf(all)}>{t(['在操作日志中查看', 'See the audit log'])}</a>
    </p>
  )
}
const auditKey = 'sys.auditLog'

/** What was changed, from what to what. */
export const Changes = ({ of, t }: { of: readonly LogChange[]; t: Say }) => (
  <ul className="log-changes">
    {of.map((c) => (
      <Change key={c.field} change={c} t={t} />
    ))}
  </ul>
)

/** The other row to which it was done. */
function About({ of, t }: { of: NonNullable<LogEntry['about']>; t: Say }) {
  return (
    <span>
      {t(of.title)} {rowCell({ key: of.key, id: of.id, code: of.no, name: of.no }, t)}
    </span>
  )
}

function Change({ change: { title, before, after, ...how }, t }: { change: LogChange; t: Say }) {
  return (
    <li>
      <span className="muted">{t(title)}</span>
      {before !== null && (
        <>
          <Value value={before} how={how} t={t} />
          <span aria-hidden="true">→</span>
        </>
      )}
      <Value value={after} how={how} t={t} />
    </li>
  )
}

const isRow = (v: LogValue): v is LogRow => typeof v === 'object' && 'key' in v
const titleless = { title: ['', ''], required: false } as const satisfies Partial<Field>
const rowCell = (row: LogRow, t: Say) => cell({ ...titleless, kind: 'ref', to: row.key }, row.id, row, t)

/** Texts and rows as they are called; numbers, times and entries of dictionaries as in a table. */
function Value({ value, how, t }: { value: LogValue | null; how: Pick<LogChange, 'kind' | 'dict'>; t: Say }) {
  if (value === null) return <span className="muted">–</span>
  if (isText(value)) return <span>{t(value)}</span>
  if (typeof value === 'string')
    return <span>{cell({ ...titleless, kind: how.kind, dict: how.dict ?? '' }, value, undefined, t)}</span>
  return (
    <span>
      {[value]
        .flat()
        .filter(isRow)
        .map((row, i) => (
          <Fragment key={row.id}>
            {i > 0 && ', '}
            {rowCell(row, t)}
          </Fragment>
        ))}
    </span>
  )
}
