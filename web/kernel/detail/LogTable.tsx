import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Failed, SkeletonRows } from '../../ui/states.tsx'
import { asRefused } from '../errors.ts'
import { cell } from '../field/cells.tsx'
import { getLog, type LogEntry } from '../records.ts'
import { useText } from '../text.ts'
import { shownTime } from '../time.ts'
import { words } from '../words.ts'

/** Who did what to a record, newest first as the server gives it. */
export function LogTable({ of, id }: { of: AnyEntity; id: string }) {
  const t = useText()
  const log = useQuery({ queryKey: [of.key, 'log', id], queryFn: ({ signal }) => getLog(of, id, signal) })
  if (log.error) {
    return (
      <Failed title={asRefused(log.error).message}>
        <Button onClick={() => void log.refetch()}>{t(words.retry)}</Button>
      </Failed>
    )
  }
  if (!log.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  if (log.data.length === 0) return <p className="muted">{t(['没有记录', 'No entries'])}</p>
  return (
    <ol className="log">
      {log.data.map((entry) => (
        <li key={`${entry.at} ${entry.action[1]}`}>
          <div className="log-head">
            <time className="num muted">{shownTime(entry.at)}</time>
            <b>{t(entry.action)}</b>
            <span>{entry.user}</span>
          </div>
          <Changes of={of} entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function Changes({ of, entry }: { of: AnyEntity; entry: LogEntry }) {
  const t = useText()
  if (entry.changes.length === 0) return null
  const shown = (name: string, value: unknown) => {
    const field = of.fields[name]
    if (!field) return name === 'disabled' ? t(value === true ? words.disabled : words.enabled) : String(value ?? '–')
    return cell(field, value, undefined, t)
  }
  return (
    <ul className="log-changes">
      {entry.changes.map((c) => (
        <li key={c.field}>
          <span className="muted">
            {t(of.fields[c.field]?.title ?? (c.field === 'disabled' ? words.state : [c.field, c.field]))}
          </span>
          {shown(c.field, c.before)}
          <span aria-hidden="true">→</span>
          {shown(c.field, c.after)}
        </li>
      ))}
    </ul>
  )
}
