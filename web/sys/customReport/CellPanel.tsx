import type { Text } from '@lading/contract/kernel/text.ts'
import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { ReportCell, takes } from '@lading/contract/sys/reportTemplate.ts'
import { Button, Checkbox, ColorPicker, Form, Input, Segmented, Select } from 'antd'
import { useText } from '../../client/text.ts'
import { CellLink } from './CellLink.tsx'
import { setCells } from './edit.ts'
import type { Design } from './useDesign.ts'

const takeTexts: Readonly<Record<(typeof takes)[number], Text>> = {
  LIST: ['逐行', 'Row by row'],
  GROUP: ['分组', 'Grouped'],
  FIRST: ['第一个', 'First'],
  SUM: ['求和', 'Sum'],
  COUNT: ['计数', 'Count'],
  DCOUNT: ['去重计数', 'Distinct count'],
  AVG: ['平均', 'Average'],
  MIN: ['最小', 'Least'],
  MAX: ['最大', 'Greatest'],
}
const ways = { NONE: ['不扩展', 'None'], DOWN: ['向下', 'Down'], RIGHT: ['向右', 'Right'] } as const satisfies Record<
  string,
  Text
>
const sorts = {
  NONE: ['默认', 'As read'],
  ASC: ['升序', 'Ascending'],
  DESC: ['降序', 'Descending'],
} as const satisfies Record<string, Text>

interface Props {
  readonly design: Design
  readonly known: readonly DescribedModel[]
  readonly titleOf: (set: string, field: string) => string
}

/** What the chosen cell holds, how it repeats, and with what. */
export function CellPanel({ design, known, titleOf }: Props) {
  const t = useText()
  const { sheet, cell: name, changeSheet } = design
  const cell = sheet.cells[name] ?? {}
  const { bind } = cell
  const set = (change: (c: ReportCell) => ReportCell) => changeSheet((s) => setCells(s, [name], change))
  const optionsOf = <K extends string>(of: Readonly<Record<K, Text>>) =>
    (Object.entries(of) as [K, Text][]).map(([value, title]) => ({ value, label: t(title) }))
  const expanding = (way: string) =>
    Object.entries(sheet.cells)
      .filter(([n, c]) => n !== name && c.expand === way)
      .map(([n]) => n)
  const parent = (key: 'left' | 'top', title: Text, way: string) => (
    <Form.Item label={t(title)}>
      <Select
        size="small"
        aria-label={t(title)}
        value={cell[key] === undefined ? 'AUTO' : (cell[key] ?? 'NONE')}
        options={[
          { value: 'AUTO', label: t(['自动', 'Automatic']) },
          { value: 'NONE', label: t(['无', 'None']) },
          ...expanding(way).map((value) => ({ value, label: value })),
        ]}
        onChange={(v) => set(({ [key]: _, ...c }) => (v === 'AUTO' ? c : { ...c, [key]: v === 'NONE' ? null : v }))}
      />
    </Form.Item>
  )
  return (
    <Form layout="vertical" size="small">
      <Form.Item label={`${name} ${t(['内容或公式', 'Content or formula'])}`}>
        <Input
          key={`${name}${String(cell.v ?? '')}`}
          defaultValue={String(cell.v ?? '')}
          aria-label={`${name} ${t(['内容或公式', 'Content or formula'])}`}
          placeholder="=sum(C2)"
          onBlur={(e) =>
            e.target.value !== String(cell.v ?? '') &&
            set(({ v: _, bind: _b, expand: _e, ...c }) => (e.target.value === '' ? c : { ...c, v: e.target.value }))
          }
        />
      </Form.Item>
      {bind && (
        <>
          <p className="hint">{titleOf(bind.set, bind.field)}</p>
          <Form.Item label={t(['取数', 'Takes'])}>
            <Select
              aria-label={t(['取数', 'Takes'])}
              value={bind.take}
              options={optionsOf(takeTexts)}
              onChange={(take) => set((c) => ({ ...c, bind: { ...bind, take } }))}
            />
          </Form.Item>
          <Form.Item label={t(['扩展', 'Expands'])}>
            <Segmented
              value={cell.expand ?? 'NONE'}
              options={optionsOf(ways)}
              onChange={(v) =>
                set(({ expand: _, ...c }) => (v === 'NONE' ? c : { ...c, expand: v as 'DOWN' | 'RIGHT' }))
              }
            />
          </Form.Item>
          <Form.Item label={t(['排序', 'Order'])}>
            <Segmented
              value={bind.sort ?? 'NONE'}
              options={optionsOf(sorts)}
              onChange={(v) => {
                const { sort: _, ...rest } = bind
                set((c) => ({ ...c, bind: v === 'NONE' ? rest : { ...rest, sort: v as 'ASC' | 'DESC' } }))
              }}
            />
          </Form.Item>
        </>
      )}
      {parent('left', ['左父格', 'Left parent'], 'DOWN')}
      {parent('top', ['上父格', 'Upper parent'], 'RIGHT')}
      <Checkbox
        checked={cell.mergeEqual === true}
        onChange={(e) => set(({ mergeEqual: _, ...c }) => (e.target.checked ? { ...c, mergeEqual: true } : c))}
      >
        {t(['相邻相同内容合并', 'Merge equal cells'])}
      </Checkbox>
      <CellLink
        {...{ sheet, known, titleOf, sets: design.template.sets, value: cell.link }}
        onChange={(link) => set(({ link: _, ...c }) => (link ? { ...c, link } : c))}
      />
      <Conditions
        cell={cell}
        onChange={(when) => set(({ when: _, ...c }) => (when.length > 0 ? { ...c, when: [...when] } : c))}
      />
    </Form>
  )
}

type When = NonNullable<ReportCell['when']>[number]
function Conditions({ cell, onChange }: { cell: ReportCell; onChange: (when: readonly When[]) => void }) {
  const t = useText()
  const when = cell.when ?? []
  const put = (i: number, one: When) => onChange(when.map((w, j) => (i === j ? one : w)))
  return (
    <Form.Item label={t(['条件', 'Conditions'])}>
      {when.map((w, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
        <div key={i} className="design-when">
          <Input
            defaultValue={w.if}
            aria-label={t(['条件', 'Condition'])}
            placeholder="C2<0"
            onBlur={(e) => put(i, { ...w, if: e.target.value })}
          />
          <ColorPicker
            size="small"
            disabledAlpha
            value={w.style?.color ?? '#b42318'}
            onChangeComplete={(c) => put(i, { ...w, style: { ...w.style, color: c.toHexString().slice(0, 7) } })}
          />
          <Select
            aria-label={t(['效果', 'Effect'])}
            value={w.hide ?? 'SHOW'}
            options={[
              { value: 'SHOW', label: t(['着色', 'Colour']) },
              { value: 'ROW', label: t(['隐藏行', 'Hide row']) },
              { value: 'COL', label: t(['隐藏列', 'Hide column']) },
            ]}
            onChange={(v) => {
              const { hide: _, ...rest } = w
              put(i, v === 'SHOW' ? rest : { ...rest, hide: v as 'ROW' | 'COL' })
            }}
          />
          <Button
            type="text"
            danger
            aria-label={t(['删除条件', 'Remove the condition'])}
            onClick={() => onChange(when.filter((_, j) => j !== i))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button type="dashed" onClick={() => onChange([...when, { if: 'true', style: { color: '#b42318' } }])}>
        {t(['添加条件', 'Add a condition'])}
      </Button>
    </Form.Item>
  )
}
