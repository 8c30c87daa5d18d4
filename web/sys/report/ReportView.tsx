import type { Text } from '@lading/contract/kernel/text.ts'
import {
  isReportPath,
  type Report,
  type ReportRow,
  reportCalls,
  reportPermissions,
} from '@lading/contract/sys/report.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import { download } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { useSession } from '../../client/session.ts'
import { usePlace, useTabTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { words } from '../../kernel/words.ts'
import { grouped, percent } from '../../ui/numbers.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { CustomView } from './CustomView.tsx'
import { ReportParams, useParams } from './ReportParams.tsx'
import { useOwnReports, useReports } from './Reports.tsx'
import '../../kernel/kit.css'
import '../sys.css'
import { useCall } from '../../kernel/useCall.ts'
import { Bar } from '../../ui/Bar.tsx'

const texts = {
  wrongKind: ['不支持的报表类型', 'Unsupported report type'],
  none: ['没有这个报表，或您没有访问该报表的权限', 'This report does not exist, or you do not have permission for it'],
  empty: ['没有符合条件的数据', 'No matches'],
  asOf: ['数据时间 {at}', 'As of {at}'],
} as const satisfies Record<string, Text>

/** 报表查看: a `.cpt` as a table, a `.frm` as a dashboard above it. */
export function ReportView() {
  const t = useText()
  const { query } = usePlace()
  const path = query.path ?? query.id ?? ''
  const [reports, own] = [useReports(), useOwnReports()]
  const found = reports.data?.reports.find((r) => r.path === path)
  const drawn = own.data?.reports.find((r) => r.path === path)
  useTabTitle((found?.title as Text | undefined) ?? (drawn && [drawn.name, drawn.name]))
  if (!isReportPath(path)) return <Empty title={t(texts.wrongKind)} />
  if (found) return <Shown report={found} />
  if (drawn) return <CustomView of={drawn} />
  const failed = reports.error ? reports : own.error ? own : undefined
  if (failed) return <NotRead of={failed} />
  return reports.data && own.data ? <Empty title={t(texts.none)} /> : <SkeletonRows label={t(words.loading)} />
}

function Shown({ report }: { report: Report }) {
  const t = useText()
  const mayExport = useSession(({ user }) => user?.permissions?.includes(reportPermissions.export) ?? true)
  const { params, set } = useParams(report)
  const asked = { path: report.path, params }
  const run = useCall(reportCalls.run, asked, { retry: false })
  const { data, error, isFetching, refetch } = run
  const save = (format: 'xlsx' | 'csv') => void download(reportCalls.export, { ...asked, format }).catch(tell)
  return (
    <Page
      title={t(report.title as Text)}
      note={data && t(texts.asOf, { at: shownTime(data.asOf) })}
      actions={
        <>
          {mayExport && <Button onClick={() => save('xlsx')}>{t(['导出 Excel', 'Export Excel'])}</Button>}
          {mayExport && <Button onClick={() => save('csv')}>{t(['导出 CSV', 'Export CSV'])}</Button>}
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t(words.refresh)}
          </Button>
        </>
      }
    >
      <ReportParams report={report} params={params} onChange={set} />
      {error ? (
        <NotRead of={run} />
      ) : !data ? (
        <SkeletonRows label={t(words.loading)} />
      ) : data.rows.length === 0 ? (
        <Empty title={t(texts.empty)} />
      ) : (
        <>
          {report.chart && <Charts report={report} chart={report.chart} rows={data.rows} />}
          <Rows report={report} rows={data.rows} sums={data.sums} />
        </>
      )}
    </Page>
  )
}

const isFigure = (kind: Report['columns'][number]['kind']): boolean => kind !== 'text' && kind !== 'day'

type Kind = Report['columns'][number]['kind']
const shown = (value: string | null | undefined, kind: Kind): string =>
  value ? `${isFigure(kind) ? grouped(value) : value}${kind === 'percent' ? '%' : ''}` : ''
const always = () => true

function Rows({ report, rows, sums }: { report: Report; rows: readonly ReportRow[]; sums: ReportRow }) {
  const t = useText()
  const columns = useMemo(
    () =>
      report.columns.map(
        ({ name, title, kind }): ReadColumn<ReportRow> => ({
          name,
          title: title as Text,
          width: 260,
          isFigure: isFigure(kind),
          // A file has it, too.
          isFilled: always,
          said: (row) => shown(row[name], kind),
        }),
      ),
    [report],
  )
  const said = Object.fromEntries(
    report.columns.flatMap(({ name, kind }) => (sums[name] ? [[name, shown(sums[name], kind)]] : [])),
  )
  return (
    <div className="card report-rows">
      <ReadTable<ReportRow> label={t(report.title as Text)} rows={rows} columns={columns} sums={said} />
    </div>
  )
}

interface BarsProps {
  readonly report: Report
  readonly chart: NonNullable<Report['chart']>
  readonly rows: readonly ReportRow[]
}
/** Kilograms are no longer or shorter than pieces: each unit has bars of its own. */
function Charts({ report, chart, rows }: BarsProps) {
  const { unit } = report
  if (unit === undefined) return <Bars report={report} chart={chart} rows={rows} />
  const units = [...new Set(rows.map((row) => row[unit]))]
  return units.map((one) => (
    <Bars key={one} report={report} chart={chart} rows={rows.filter((row) => row[unit] === one)} unit={one} />
  ))
}

/** One bar per word of a column, the longest first. */
function Bars({ report, chart, rows, unit }: BarsProps & { readonly unit?: string | null | undefined }) {
  const t = useText()
  const title = report.columns.find((c) => c.name === chart.value)?.title as Text | undefined
  const sums = new Map<string, number>()
  for (const row of rows) {
    const word = row[chart.by] ?? '–'
    sums.set(word, (sums.get(word) ?? 0) + Number(row[chart.value] ?? 0))
  }
  const bars = [...sums].sort(([, a], [, b]) => b - a)
  const most = bars[0]?.[1] ?? 0
  return (
    <figure className="card report-bars">
      <figcaption>
        {title && t(title)}
        {unit && <span className="muted"> {unit}</span>}
      </figcaption>
      {bars.map(([word, value]) => (
        <div key={word} className="report-bar">
          <span>{word}</span>
          <Bar share={percent(String(value), String(most))} />
          <b className="num">{grouped(String(value))}</b>
        </div>
      ))}
    </figure>
  )
}
