import { StarFilled, StarOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { customReportCalls } from '@lading/contract/sys/customReport.ts'
import { reportCalls } from '@lading/contract/sys/report.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { report as tell } from '../../client/errors.ts'
import { setFavourite, useFavourite, useLinks } from '../../client/linkStore.ts'
import type { LinkRecord } from '../../client/links.ts'
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

/** Those that the tenant has drawn himself. */
export const useOwnReports = () => useCall(customReportCalls.own, {}, { staleTime: 60_000 })

interface Told {
  readonly path: string
  readonly title: Text
  readonly note: Text
  readonly folder: string
}
/** All that may be read, by folder: the tenant's own, then the product's. */
function useAll() {
  const [product, own] = [useReports(), useOwnReports()]
  const mine = (own.data?.reports ?? []).map((r): Told => {
    const note = r.note ?? ''
    return { path: r.path, title: [r.name, r.name], note: [note, note], folder: r.folder }
  })
  const theirs = (product.data?.reports ?? []).map(
    (r): Told => ({ path: r.path, title: r.title as Text, note: r.note as Text, folder: r.path.split('/')[0] ?? '' }),
  )
  const failed = product.error && !product.data ? product : own.error && !own.data ? own : undefined
  return { failed, all: product.data && own.data && [...mine, ...theirs] }
}

/** 报表应用: every report with what it tells; a click opens it in a tab of its own. */
export function Reports() {
  const t = useText()
  const { failed, all } = useAll()
  const [word, setWord] = useState('')
  const isFound = (r: Told): boolean =>
    [...r.title, ...r.note, r.path].some((text) => text.toLowerCase().includes(word.trim().toLowerCase()))
  const found = all?.filter(isFound) ?? []
  const { favourites, history } = useLinks()
  /** Those that some addresses open, each once, in their order. */
  const listed = (links: readonly LinkRecord[]): readonly Told[] =>
    [...new Set(links.map(pathIn))].flatMap((path) => all?.find((r) => r.path === path) ?? [])
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
      {failed && <NotRead of={failed} />}
      {!failed && !all && <SkeletonRows label={t(words.loading)} />}
      {all && found.length === 0 && <Empty title={t(['暂无可查看的报表', 'No reports available'])} />}
      {word.trim() === '' && (
        <>
          <Shelf title={t(['收藏', 'Favourites'])} reports={listed(favourites)} />
          <Shelf title={t(['最近查看', 'Recent'])} reports={listed(history).slice(0, recentMost)} />
        </>
      )}
      {[...Map.groupBy(found, (r) => r.folder)].map(([folder, own]) => (
        <Shelf key={folder} title={folder} reports={own} />
      ))}
    </Page>
  )
}

const recentMost = 4
/** Which report an address opens, whatever is asked of it there. */
const pathIn = ({ href }: LinkRecord): string | null =>
  href.includes('/customReportLookView?') ? new URLSearchParams(href.slice(href.indexOf('?'))).get('path') : null

function Shelf({ title, reports }: { title: string; reports: readonly Told[] }) {
  if (reports.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="report-folder">{title}</h3>
      <ul className="reports">
        {reports.map((r) => (
          <ReportCard key={r.path} report={r} />
        ))}
      </ul>
    </section>
  )
}

function ReportCard({ report }: { report: Told }) {
  const t = useText()
  const { sub } = usePlace()
  const href = hashOf(place(sub, 'customReportLookView', { path: report.path }))
  const [isFavourite, change] = useFavourite(href)
  const link = { name: 'customReportLookView', title: t(report.title), href }
  const star = () => setFavourite({ ...link, lastLookTime: Date.now() }, !isFavourite).catch(tell)
  return (
    <li className="report-item">
      <a className="card report-card" href={href}>
        <b>{t(report.title)}</b>
        <span>{t(report.note)}</span>
        <small className="muted">{report.path}</small>
      </a>
      <Button
        type="text"
        className="report-star"
        icon={isFavourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        aria-label={`${t(change)} ${link.title}`}
        title={t(change)}
        onClick={star}
      />
    </li>
  )
}
