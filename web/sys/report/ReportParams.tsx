import type { Text } from '@lading/contract/kernel/text.ts'
import type { Report, ReportParam } from '@lading/contract/sys/report.ts'
import { InputNumber } from 'antd'
import dayjs from 'dayjs'
import { setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'

const wire = 'YYYY-MM-DD'
type Params = Readonly<Record<string, string>>

const initialOf = ({ kind, initial }: ReportParam): string =>
  initial === undefined ? '' : kind === 'day' ? dayjs(todayText()).add(Number(initial), 'day').format(wire) : initial

/** What is asked stands in the address, as `p_from`: a report is sent on as a link. */
export function useParams(report: Report) {
  const key = useTabKey()
  const { query } = usePlace()
  const params: Params = Object.fromEntries(
    report.params.map((p) => [p.name, query[`p_${p.name}`] ?? initialOf(p)]).filter(([, value]) => value !== ''),
  )
  const set = (name: string, value: string) => setQuery(key, { ...query, [`p_${name}`]: value })
  return { params, set }
}

interface Props {
  readonly report: Report
  readonly params: Params
  readonly onChange: (name: string, value: string) => void
}

export function ReportParams({ report, params, onChange }: Props) {
  const t = useText()
  return (
    <div className="card report-params">
      {report.params.map((p) => (
        <div key={p.name} className="report-param">
          <span className="muted">{t(p.title as Text)}</span>
          <Control param={p} value={params[p.name]} title={t(p.title as Text)} onChange={(v) => onChange(p.name, v)} />
        </div>
      ))}
    </div>
  )
}

interface ControlProps {
  readonly param: ReportParam
  readonly value: string | undefined
  readonly title: string
  readonly onChange: (value: string) => void
}
function Control({ param, value, title, onChange }: ControlProps) {
  if (param.kind === 'day') return <DayPicker aria-label={title} day={value} onDay={onChange} />
  if (param.kind === 'int')
    return (
      <InputNumber
        aria-label={title}
        min={param.least ?? 0}
        max={param.most ?? 1_000_000}
        precision={0}
        value={value === undefined ? null : Number(value)}
        onChange={(v) => onChange(v === null ? '' : String(v))}
      />
    )
  return <RefSelect to={param.to ?? ''} title={title} value={value} onChange={(id) => onChange(id ?? '')} />
}
