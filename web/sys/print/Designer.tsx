import type { Text } from '@lading/contract/kernel/text.ts'
import { type LayoutMark, markKinds, type PrintLayout, printLimits } from '@lading/contract/sys/printForm.ts'
import { printTemplateCalls as calls, type ListedTemplate, printTemplate } from '@lading/contract/sys/printTemplate.ts'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ActProblem } from '../../platform/ActProblem.tsx'
import { Canvas } from './Canvas.tsx'
import { MarkPanel } from './MarkPanel.tsx'
import { PaperPanel } from './PaperPanel.tsx'
import { Preview, type PrintOutput } from './Preview.tsx'
import { TablePanel } from './TablePanel.tsx'
import './print.css'

const texts = {
  design: ['设计', 'Design'],
  add: ['添加元素', 'Add'],
  choose: [
    '选中元素后可移动、修改；方向键每次移动0.5毫米。',
    'Choose an element to move or change it; arrow keys move it by half a millimetre.',
  ],
  history: ['历史版本', 'Revisions'],
  restored: ['已恢复到第{n}版', 'Revision {n} is back'],
  locked: ['系统模板不能修改，请复制后再设计。', 'System templates cannot be changed: copy one, and design the copy.'],
} as const satisfies Record<string, Text>
type View = 'DESIGN' | PrintOutput

/** How large a new mark is, and what stands there until somebody says otherwise. */
const begins: Readonly<Record<LayoutMark['kind'], readonly [width: number, height: number, text: string]>> = {
  text: [40, 8, 'Abc 123'],
  line: [printLimits.mm, 0.2, ''],
  code128: [40, 12, 'CODE'],
  gs1128: [40, 12, '(01)06901234567892'],
  qrcode: [20, 20, 'CODE'],
  datamatrix: [20, 20, 'CODE'],
  image: [30, 15, ''],
}
function newMark(kind: LayoutMark['kind'], paper: PrintLayout): LayoutMark {
  const [width, height, text] = begins[kind]
  const place = { x: 2, y: 2, width: Math.min(width, paper.width - 4), height }
  return { kind, ...place, text, size: 12, align: 'left', after: false }
}

type Design = z.output<typeof calls.design.output>

/** Lays a document out: what stands where, on what paper, and how that comes out. */
export function Designer({ of, onClose }: { of: ListedTemplate; onClose: () => void }) {
  const t = useText()
  const { can } = useVerbs(printTemplate)
  const read = useCall(calls.design, of.id === null ? { kind: of.kind } : { id: of.id }, { staleTime: 0 })
  const save = useAct(printTemplate, calls.save, onClose)
  const [typed, setTyped] = useState<PrintLayout>()
  const isLocked = of.id === null || !can(printTemplate, 'update')
  const seen = { id: of.id ?? '', version: read.data?.version ?? 0 }
  const keep = () => typed && save.run({ ...seen, layout: typed }, () => t(words.saved))
  return (
    <ActDrawer
      title={of.name}
      reads={read}
      onClose={onClose}
      extra={
        !isLocked && (
          <Button type="primary" disabled={typed === undefined} loading={save.isBusy} onClick={() => void keep()}>
            {t(words.save)}
          </Button>
        )
      }
    >
      {(data) => (
        <div className="print-design">
          <ActProblem of={save.problem} />
          <Views
            design={data}
            layout={typed ?? data.layout}
            isLocked={isLocked}
            onChange={setTyped}
            onClose={onClose}
          />
        </div>
      )}
    </ActDrawer>
  )
}

interface Laid {
  readonly design: Design
  readonly layout: PrintLayout
  readonly isLocked: boolean
  readonly onChange: (layout: PrintLayout) => void
}

/** The layout to work on, or how it comes out. */
function Views({ onClose, ...p }: Laid & { readonly onClose: () => void }) {
  const t = useText()
  const { design, layout, isLocked, onChange } = p
  const back = useAct(printTemplate, calls.restore, onClose)
  const [view, setView] = useState<View>('DESIGN')
  const [chosen, setChosen] = useState<number>()
  const seen = { id: design.id ?? '', version: design.version }
  const add = (kind: LayoutMark['kind']) => {
    onChange({ ...layout, marks: [...layout.marks, newMark(kind, layout)] })
    setChosen(layout.marks.length)
  }
  return (
    <>
      <ActProblem of={back.problem} />
      <div className="print-tools">
        <Segmented<View>
          value={view}
          options={(['DESIGN', 'PDF', 'ZPL', 'TSPL', 'ESCPOS'] as const).map((value) => ({
            value,
            label: value === 'DESIGN' ? t(texts.design) : value === 'ESCPOS' ? 'ESC/POS' : value,
          }))}
          onChange={setView}
        />
        {!isLocked && view === 'DESIGN' && (
          <Select
            value={null}
            placeholder={t(texts.add)}
            aria-label={t(texts.add)}
            options={Object.entries(markKinds).map(([value, title]) => ({ value, label: t(title) }))}
            onChange={(value) => add(value as unknown as LayoutMark['kind'])}
          />
        )}
        {!isLocked && design.revisions.length > 1 && (
          <Select
            value={null}
            placeholder={t(texts.history)}
            aria-label={t(texts.history)}
            options={design.revisions.map((r) => ({
              value: r.revision,
              label: `${r.revision} · ${shownTime(r.at)} ${r.by ?? ''}`,
            }))}
            onChange={(n) => void back.run({ ...seen, revision: Number(n) }, () => t(texts.restored, { n: Number(n) }))}
          />
        )}
      </div>
      {view === 'DESIGN' ? (
        <Work {...p} chosen={chosen} onChoose={setChosen} />
      ) : (
        <Preview kind={design.kind} layout={layout} output={view} />
      )}
    </>
  )
}

type Chosen = Laid & { readonly chosen: number | undefined; readonly onChoose: (i: number | undefined) => void }

function Work({ design, layout, isLocked, onChange, chosen, onChoose }: Chosen) {
  const t = useText()
  const mark = chosen === undefined ? undefined : layout.marks[chosen]
  const samples = Object.fromEntries(design.fields.map((f) => [f.name, f.sample]))
  const setMark = (i: number, change: Partial<LayoutMark>) =>
    onChange({ ...layout, marks: layout.marks.map((m, j) => (i === j ? { ...m, ...change } : m)) })
  const remove = (i: number) => {
    onChange({ ...layout, marks: layout.marks.filter((_, j) => j !== i) })
    onChoose(undefined)
  }
  return (
    <div className="print-work">
      <Canvas
        layout={layout}
        samples={samples}
        chosen={chosen}
        isLocked={isLocked}
        onChoose={onChoose}
        onRemove={remove}
        onMove={(i, x, y) => setMark(i, { x: Math.max(0, x), y: Math.max(0, y) })}
      />
      <div>
        <p className="hint">{t(isLocked ? texts.locked : texts.choose)}</p>
        <PaperPanel layout={layout} isLocked={isLocked} onChange={onChange} />
        {mark && chosen !== undefined && (
          <MarkPanel
            mark={mark}
            fields={design.fields}
            hasTable={layout.table !== null}
            isLocked={isLocked}
            onChange={(next) => setMark(chosen, next)}
            onRemove={() => remove(chosen)}
          />
        )}
        {layout.table && (
          <TablePanel
            table={layout.table}
            columns={design.columns}
            isLocked={isLocked}
            onChange={(table) => onChange({ ...layout, table })}
          />
        )}
      </div>
    </div>
  )
}
