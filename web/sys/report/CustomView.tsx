import { relativeDay } from '@lading/contract/kernel/relativeDay.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { SubSystem } from '@lading/contract/menu.ts'
import { customReportCalls as calls } from '@lading/contract/sys/customReport.ts'
import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import { reportPermissions } from '@lading/contract/sys/report.ts'
import type { TemplateParam } from '@lading/contract/sys/reportTemplate.ts'
import { Button, Dropdown, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { fetchNamed } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { useSession } from '../../client/session.ts'
import { setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { printFile } from '../../platform/print/printFile.ts'
import { takeFile } from '../../platform/sheet/files.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { DashView } from './DashView.tsx'
import { GridView } from './GridView.tsx'
import { inAddress, linkHref } from './linkHref.ts'
import { Presets } from './Presets.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'

export type OwnReport = z.output<typeof calls.own.output>['reports'][number]

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2]
const formats = { xlsx: 'Excel', pdf: 'PDF', csv: 'CSV' } as const
type Format = keyof typeof formats

/** A report that a tenant has drawn: asked by its parameters, which stand in the address. */
export function CustomView({ of }: { of: OwnReport }) {
  const t = useText()
  const key = useTabKey()
  const { query, sub } = usePlace()
  const mayExport = useSession(({ user }) => user?.permissions?.includes(reportPermissions.export) ?? true)
  const said = of.params.map((p): [string, string] => [p.name, query[`p_${p.name}`] ?? p.initial ?? ''])
  // What was cleared is said to be nothing: left out, it would begin as the template has it.
  const begins = new Set(of.params.flatMap((p) => (p.initial ? [p.name] : [])))
  const params = Object.fromEntries(said.filter(([name, v]) => v !== '' || begins.has(name)))
  const isReady = of.params.every((p) => !p.required || params[p.name])
  const run = useCall(
    calls.open,
    { path: of.path, params },
    {
      retry: false,
      enabled: isReady,
      refetchInterval: ({ state }) => (state.data?.refresh ?? 0) * 1000 || false,
    },
  )
  const [isSubscribing, setSubscribing] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [word, setWord] = useState('')
  const isBoard = of.path.endsWith('.frm')
  const save = (format: Format) => void takeFile(t, calls.file, { path: of.path, params, format }).catch(tell)
  const print = () => void fetchNamed(calls.file, { path: of.path, params, format: 'pdf' }).then(printFile).catch(tell)
  const set = (name: string, value: string) => setQuery(key, { ...query, [`p_${name}`]: value })
  const pick = (all: Readonly<Record<string, string>>) =>
    setQuery(key, {
      ...query,
      ...inAddress(Object.fromEntries(of.params.map((p) => [p.name, all[p.name] ?? p.initial ?? '']))),
    })
  return (
    <Page
      title={of.name}
      note={run.data && t(['数据时间 {at}', 'As of {at}'], { at: run.data.asOf })}
      actions={
        <>
          {mayExport && of.mayExport && (
            <>
              <Dropdown
                menu={{
                  items: Object.entries(formats).map(([format, label]) => ({ key: format, label })),
                  onClick: ({ key: format }) => save(format as Format),
                }}
              >
                <Button>{t(words.export)}</Button>
              </Dropdown>
              <Button onClick={print}>{t(['打印', 'Print'])}</Button>
              <Button onClick={() => setSubscribing(true)}>{t(['订阅', 'Subscribe'])}</Button>
            </>
          )}
          <Button loading={run.isFetching} onClick={() => void run.refetch()}>
            {t(words.refresh)}
          </Button>
        </>
      }
    >
      {isSubscribing && (
        <SubscribeDialog path={of.path} name={of.name} params={params} onClose={() => setSubscribing(false)} />
      )}
      <div className="card report-params">
        {of.params.length > 0 && <Presets of={of} params={params} onPick={pick} />}
        {of.params.map((p) => (
          <div key={p.name} className="report-param">
            <span className="muted">
              {t(p.title)}
              {p.required && ' *'}
            </span>
            <ParamControl param={p} value={params[p.name] || undefined} onChange={(v) => set(p.name, v)} />
          </div>
        ))}
        {!isBoard && (
          <div className="report-tools">
            <Input.Search allowClear placeholder={t(['在报表中查找', 'Find in the report'])} onSearch={setWord} />
            <Select
              aria-label={t(['缩放', 'Zoom'])}
              value={zoom}
              options={zooms.map((value) => ({ value, label: `${value * 100}%` }))}
              onChange={setZoom}
            />
          </div>
        )}
      </div>
      {!isReady ? (
        <p className="hint">{t(['请先填写带 * 的参数', 'Fill in the parameters marked * first'])}</p>
      ) : run.error ? (
        <NotRead of={run} />
      ) : run.data ? (
        <Read report={run.data} zoom={zoom} word={word} sub={sub} />
      ) : (
        <SkeletonRows label={t(words.loading)} />
      )}
    </Page>
  )
}

/** A grid, or a dashboard. */
function Read({ report, sub, ...p }: { report: LaidReport; zoom: number; word: string; sub: SubSystem }) {
  if (report.widgets)
    return <DashView widgets={report.widgets} hrefOf={(path, params) => linkHref({ path, params }, sub) ?? '#'} />
  return <GridView {...p} report={report} hrefOf={(link) => linkHref(link, sub)} />
}

interface ParamProps {
  readonly param: TemplateParam
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}
export function ParamControl({ param, value, onChange }: ParamProps) {
  const t = useText()
  const title = t(param.title as Text)
  if (param.kind === 'day')
    return <DayPicker aria-label={title} day={value && relativeDay(value, todayText())} onDay={onChange} />
  if (param.kind === 'ref')
    return <RefSelect to={param.to ?? ''} title={title} value={value} onChange={(id) => onChange(id ?? '')} />
  if (param.kind === 'choice')
    return (
      <Select
        allowClear
        aria-label={title}
        value={value ?? null}
        options={(param.options ?? []).map((o) => ({ value: o.value, label: o.title }))}
        onChange={(v) => onChange(v ?? '')}
      />
    )
  return (
    <Input key={value} aria-label={title} defaultValue={value} allowClear onBlur={(e) => onChange(e.target.value)} />
  )
}
