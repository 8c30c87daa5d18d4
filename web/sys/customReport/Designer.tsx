import type { Text } from '@lading/contract/kernel/text.ts'
import {
  customReportCalls as calls,
  customReport,
  customReportStates,
  type DescribedModel,
} from '@lading/contract/sys/customReport.ts'
import { type Drawing, isDashboard } from '@lading/contract/sys/dashboard.ts'
import { Button, Segmented, Select, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { usePlace, useTabTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { useAct } from '../../platform/ActDialog.tsx'
import { ActProblem } from '../../platform/ActProblem.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { DashView } from '../report/DashView.tsx'
import { GridView } from '../report/GridView.tsx'
import { linkHref } from '../report/linkHref.ts'
import { Board } from './Board.tsx'
import { CellPanel } from './CellPanel.tsx'
import { DashDesign } from './DashDesign.tsx'
import { emptyDashboard } from './dashEdit.ts'
import { dropField, fieldTitle } from './drop.ts'
import { Fields } from './Fields.tsx'
import { PagePanel } from './PagePanel.tsx'
import { ParamPanel, SetPanel } from './SetPanel.tsx'
import { Tools } from './Tools.tsx'
import { type Design as GridDesign, useDesign } from './useDesign.ts'
import { type Kept, useHistory } from './useHistory.ts'
import './design.css'

type Read = z.output<typeof calls.design.output>
const texts = {
  draw: ['设计', 'Design'],
  preview: ['预览', 'Preview'],
  publish: ['发布', 'Publish'],
  published: ['已发布版本{no}', 'Version {no} is published'],
  first: ['请先保存', 'Save first'],
  versions: ['历史版本', 'Versions'],
  restored: ['已恢复版本{no}', 'Version {no} is back'],
} as const satisfies Record<string, Text>

/** 报表设计: a grid, the fields that go on it, and what the chosen cell does. */
export function Designer() {
  const t = useText()
  const { query } = usePlace()
  const read = useCall(calls.design, { id: query.id ?? '' }, { staleTime: Number.POSITIVE_INFINITY })
  const [restored, setRestored] = useState<number>()
  const [drawn, setDrawn] = useState(0)
  useTabTitle(read.data && [read.data.name, read.data.name])
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={8} label={t(words.loading)} />
  // What was restored is drawn anew, once it was read.
  if (restored === read.data.version && drawn !== restored) setDrawn(restored)
  return <Drawn key={drawn} read={read.data} onRestored={setRestored} />
}

interface DrawnProps {
  readonly read: Read
  readonly onRestored: (version: number) => void
}
const Drawn = (p: DrawnProps) => (p.read.kind === 'FRM' ? <DrawnDashboard {...p} /> : <DrawnGrid {...p} />)

function DrawnGrid({ read, onRestored }: DrawnProps) {
  const { template } = read
  const design = useDesign(template && !isDashboard(template) ? template : null)
  const known = useModels()
  return (
    <Frame read={read} design={design} onRestored={onRestored}>
      <GridWork design={design} known={known} />
    </Frame>
  )
}

function DrawnDashboard({ read, onRestored }: DrawnProps) {
  const { template } = read
  const design = useHistory(template && isDashboard(template) ? template : emptyDashboard)
  const known = useModels()
  return (
    <Frame read={read} design={design} onRestored={onRestored}>
      <DashDesign design={design} models={known} />
    </Frame>
  )
}

/** What reports may be made of, in the reader's words. */
function useModels() {
  const t = useText()
  const models = useCall(calls.models, {}, { staleTime: 600_000, by: [t(['zh', 'en'])] })
  return models.data?.models ?? []
}

interface FrameProps extends DrawnProps {
  readonly design: Design
  readonly children: ReactNode
}
/** A drawing: worked on or looked at, kept and published. */
function Frame({ read, design, onRestored, children }: FrameProps) {
  const t = useText()
  const [view, setView] = useState<View>('DRAW')
  const none = () => undefined
  const acts = {
    save: useAct(customReport, calls.save, none),
    publish: useAct(customReport, calls.publish, none),
    restore: useAct(customReport, calls.restore, none),
  }
  const { save, publish, restore } = acts
  return (
    <Page
      title={read.name}
      note={
        <StatusTag tone={read.state === 'PUBLISHED' ? 'good' : 'idle'}>
          {t(customReportStates[read.state as keyof typeof customReportStates])}
        </StatusTag>
      }
      actions={<Actions {...{ read, design, view, setView, acts, onRestored }} />}
    >
      <ActProblem of={save.problem || publish.problem || restore.problem} />
      {view === 'PREVIEW' ? <Preview template={design.template} /> : children}
    </Page>
  )
}

/** What of a design its frame asks. */
type Design = Pick<Kept<Drawing>, 'template' | 'isChanged' | 'wasSaved'>
type View = 'DRAW' | 'PREVIEW'
type Act<C extends keyof typeof calls> = ReturnType<
  typeof useAct<z.output<(typeof calls)[C]['input']>, z.output<(typeof calls)[C]['output']>>
>
interface ActionsProps {
  readonly onRestored: (version: number) => void
  readonly read: Read
  readonly design: Design
  readonly view: View
  readonly setView: (view: View) => void
  readonly acts: { readonly save: Act<'save'>; readonly publish: Act<'publish'>; readonly restore: Act<'restore'> }
}
/** Drawn or looked at; kept, published, or an old version taken back. */
function Actions({ read, design, view, setView, onRestored, acts: { save, publish, restore } }: ActionsProps) {
  const t = useText()
  const { can } = useVerbs(customReport)
  const seen = { id: read.id, version: read.version }
  const mayPublish = can(customReport, 'release') && (read.state !== 'PUBLISHED' || read.isChanged)
  const back = (no: number) =>
    void restore.run({ ...seen, no }, ({ version }) => {
      onRestored(version)
      return t(texts.restored, { no })
    })
  const keep = () =>
    void save.run({ ...seen, template: design.template }, () => {
      design.wasSaved()
      return t(words.saved)
    })
  return (
    <>
      <Segmented
        value={view}
        options={[
          { value: 'DRAW' as const, label: t(texts.draw) },
          { value: 'PREVIEW' as const, label: t(texts.preview) },
        ]}
        onChange={setView}
      />
      {read.versions.length > 0 && can(customReport, 'update') && (
        <Select
          value={null}
          placeholder={t(texts.versions)}
          aria-label={t(texts.versions)}
          options={read.versions.map((v) => ({ value: v.no, label: `${v.no} · ${shownTime(v.at)} ${v.by ?? ''}` }))}
          onChange={(no: unknown) => back(Number(no))}
        />
      )}
      {can(customReport, 'update') && (
        <Button type="primary" disabled={!design.isChanged} loading={save.isBusy} onClick={keep}>
          {t(words.save)}
        </Button>
      )}
      {mayPublish && (
        <Button
          disabled={design.isChanged || read.template === null}
          title={design.isChanged ? t(texts.first) : ''}
          loading={publish.isBusy}
          onClick={() => void publish.run(seen, ({ no }) => t(texts.published, { no }))}
        >
          {t(texts.publish)}
        </Button>
      )}
    </>
  )
}

/** The board with the fields beside it, and what the chosen cell does. */
function GridWork({ design, known }: { design: GridDesign; known: readonly DescribedModel[] }) {
  const t = useText()
  const { template, index, range, change, show } = design
  const titleOf = (set: string, field: string) => fieldTitle(known, template, set, field)
  return (
    <>
      <Tools design={design} />
      <div className="design">
        <Fields models={known} onTake={(d) => change((one) => dropField(one, index, range, d))} />
        <div className="design-middle">
          {template.sheets.length > 1 && (
            <Segmented
              value={index}
              options={template.sheets.map((s, value) => ({ value, label: s.name }))}
              onChange={show}
            />
          )}
          <Board design={design} titleOf={titleOf} onDrop={(at, d) => change((one) => dropField(one, index, at, d))} />
        </div>
        <div className="design-panel card">
          <Tabs
            size="small"
            items={[
              { key: 'cell', label: t(['单元格', 'Cell']), children: <CellPanel {...{ design, known, titleOf }} /> },
              { key: 'sets', label: t(['数据', 'Data']), children: <SetPanel design={design} models={known} /> },
              {
                key: 'params',
                label: t(['参数', 'Parameters']),
                children: <ParamPanel design={design} models={known} />,
              },
              { key: 'page', label: t(['页面', 'Page']), children: <PagePanel design={design} /> },
            ]}
          />
        </div>
      </div>
    </>
  )
}

function Preview({ template }: { template: Drawing }) {
  const t = useText()
  const read = useCall(calls.preview, { template, params: {} }, { retry: false, staleTime: 0 })
  if (read.error) return <NotRead of={read} />
  if (read.data?.widgets)
    return <DashView widgets={read.data.widgets} hrefOf={(path, params) => linkHref({ path, params }) ?? '#'} />
  return read.data ? (
    <GridView report={read.data} zoom={1} word="" hrefOf={linkHref} />
  ) : (
    <SkeletonRows label={t(words.loading)} />
  )
}
