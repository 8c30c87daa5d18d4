import { type Report, reportCalls } from '@lading/contract/sys/report.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { hashOf, place } from '../../client/location.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { words } from '../../kernel/words.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import '../sys.css'
import { useCall } from '../../kernel/useCall.ts'

/** The reports that the user may see; read once for the list and for each report. */
export const useReports = () => useCall(reportCalls.queryApplication, {}, { staleTime: 300_000 })

/** 报表应用: every report with what it tells; a click opens it in a tab of its own. */
export function Reports() {
  const t = useText()
  const reports = useReports()
  const { data, error } = reports
  const [word, setWord] = useState('')
  const isFound = (r: Report): boolean =>
    [...r.title, ...r.note, r.path].some((text) => text.toLowerCase().includes(word.trim().toLowerCase()))
  const found = data?.reports.filter(isFound) ?? []
  return (
    <Page
      title={t(['报表应用', 'Reports'])}
      actions={
        <Input.Search
          allowClear
          placeholder={t(['名称', 'Name'])}
          aria-label={t(['查找报表', 'Find a report'])}
          onChange={(e) => setWord(e.target.value)}
        />
      }
    >
      {error && !data && <NotRead of={reports} />}
      {!error && !data && <SkeletonRows label={t(words.loading)} />}
      {data && found.length === 0 && <Empty title={t(['暂无可查看的报表', 'No reports available'])} />}
      <ul className="reports">
        {found.map((r) => (
          <ReportCard key={r.path} report={r} />
        ))}
      </ul>
    </Page>
  )
}

function ReportCard({ report }: { report: Report }) {
  const t = useText()
  const { sub } = usePlace()
  return (
    <li>
      <a className="card report-card" href={hashOf(place(sub, 'customReportLookView', { path: report.path }))}>
        <b>{t(report.title)}</b>
        <span>{t(report.note)}</span>
        <small className="muted">{report.path}</small>
      </a>
    </li>
  )
}
