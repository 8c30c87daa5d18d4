import { type AnyEntity, logWord } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { cell } from '../field/cells.tsx'
import { isEmpty } from '../field/rules.ts'
import { NotRead } from '../NotRead.tsx'
import { getLog, type LogEntry } from '../records.ts'
import { statuses, statusOf } from '../status.ts'
import { words } from '../words.ts'

/** Who did what to a record, newest first as the server gives it. */
export function LogTable({ of, id }: { of: AnyEntity; id: string }) {
  const t = useText()
  const log = useQuery({ queryKey: [of.key, 'log', id], queryFn: ({ signal }) => getLog(of, id, signal) })
  if (log.error) {
    return <NotRead of={log} />
  }
  if (!log.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  if (log.data.length === 0) return <p className="muted">{t(['没有记录', 'No entries'])}</p>
  return (
    <ol className="log">
      {log.data.map((entry) => (
        <li key={`${entry.at} ${entry.action}`}>
          <div className="log-head">
            <time className="num muted">{shownTime(entry.at)}</time>
            <b>{t(logWord(of, entry.action) ?? [entry.action, entry.action])}</b>
            <span>{entry.user}</span>
          </div>
          <Changes of={of} changes={entry.changes.filter((c) => !isEmpty(c.before) || !isEmpty(c.after))} />
        </li>
      ))}
    </ol>
  )
}

/** Before and after of each field; of a new record only what it began with. */
function Changes({ of, changes }: { of: AnyEntity; changes: LogEntry['changes'] }) {
  const t = useText()
  const shown = (name: string, value: unknown) => {
    const field = of.fields[name]
    if (field) return <span>{cell(field, value, undefined, t)}</span>
    return name === 'disabled' ? t(statuses[statusOf(value)]) : String(value ?? '–')
  }
  const titleOf = (name: string): Text => of.fields[name]?.title ?? (name === 'disabled' ? words.state : [name, name])
  return (
    <ul className="log-changes">
      {changes.map((c) => (
        <li key={c.field}>
          <span className="muted">{t(titleOf(c.field))}</span>
          {!isEmpty(c.before) && (
            <>
              {shown(c.field, c.before)}
              <span aria-hidden="true">→</span>
            </>
          )}
          {shown(c.field, c.after)}
        </li>
      ))}
    </ul>
  )
}
