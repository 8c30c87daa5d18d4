import type { Text } from '@lading/contract/kernel/text.ts'
import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import { type Dashboard, dashColumns, type Widget, type WidgetType } from '@lading/contract/sys/dashboard.ts'
import { Button, Form, Input, Select } from 'antd'
import { useText } from '../../client/text.ts'
import { Choice } from '../report/Choice.tsx'
import { namedBy } from '../report/named.ts'
import { changeWidget, removeWidget } from './dashEdit.ts'
import { LinkField } from './LinkField.tsx'
import { NumberField } from './NumberField.tsx'
import type { Kept } from './useHistory.ts'

export const widgetKinds: Readonly<Record<WidgetType, Text>> = {
  FIGURE: ['指标卡', 'Figure'],
  BAR: ['柱形图', 'Bars'],
  LINE: ['折线图', 'Lines'],
  PIE: ['饼图', 'Pie'],
  TABLE: ['表格', 'Table'],
}
const texts: readonly (readonly [key: 'title' | 'format', title: Text, hint?: string])[] = [
  ['title', ['标题', 'Title']],
  ['format', ['格式', 'Format'], '#,##0.##'],
]
const groups = { by: ['分组', 'Grouped by'], split: ['系列', 'Split by'] } as const
/** Beyond which a figure is marked. */
const marks = { least: ['低于此值标红', 'Red below'], greatest: ['高于此值标红', 'Red above'] } as const
const sides: readonly (readonly [title: Text, least: number, most: number])[] = [
  [['列', 'Column'], 0, dashColumns - 1],
  [['行', 'Row'], 0, 200],
  [['宽', 'Width'], 1, dashColumns],
  [['高', 'Height'], 1, 20],
]
const keys = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as K[]
const offered = (fields: DescribedModel['dims'] | undefined, taken: readonly string[] | undefined) =>
  (fields ?? []).filter((f) => taken?.includes(f.name)).map((f) => ({ value: f.name, label: f.title }))

interface Props {
  readonly of: Widget
  readonly design: Kept<Dashboard>
  readonly models: readonly DescribedModel[]
}

/** What a widget is called, shows, and where it stands. */
export function WidgetPanel({ of, design: { template, change }, models }: Props) {
  const t = useText()
  const set = (made: { [K in keyof Widget]?: Widget[K] | undefined }) =>
    change((d) =>
      changeWidget(d, of.id, (w) => {
        const next = Object.entries({ ...w, ...made }).filter(([, v]) => v !== undefined)
        return Object.fromEntries(next) as unknown as Widget
      }),
    )
  const own = template.sets[of.set]
  const model = models.find((m) => m.key === own?.model)
  const isFigure = of.type === 'FIGURE'
  return (
    <Form layout="vertical" size="small">
      {texts.map(([key, title, hint]) => (
        <Form.Item key={key} label={t(title)}>
          <Input
            {...{ 'aria-label': t(title), value: of[key] ?? '', maxLength: 40, placeholder: hint }}
            onChange={(e) => set({ [key]: e.target.value || (key === 'title' ? '' : undefined) })}
          />
        </Form.Item>
      ))}
      <Choice
        label={['类型', 'Kind']}
        value={of.type}
        options={namedBy(t)(widgetKinds)}
        onChange={(type) => set({ type })}
      />
      {!isFigure &&
        keys(groups).map((key) => (
          <Choice
            key={key}
            {...{ label: groups[key], value: of[key], options: offered(model?.dims, own?.dims), clears: true }}
            onChange={(v) => set({ [key]: v })}
          />
        ))}
      <Form.Item label={t(['指标', 'Figures'])}>
        <Select
          aria-label={t(['指标', 'Figures'])}
          mode="multiple"
          value={of.figures}
          options={offered(model?.measures, own?.measures)}
          onChange={(figures) => set({ figures })}
        />
      </Form.Item>
      <NumberField
        {...{ title: ['只显示前几项', 'Only the largest'], min: 1, max: 200, value: of.most }}
        onChange={(most) => set({ most })}
      />
      {isFigure &&
        keys(marks).map((key) => (
          <NumberField key={key} title={marks[key]} value={of[key]} onChange={(v) => set({ [key]: v })} />
        ))}
      {!isFigure && <LinkField value={of.link} onChange={(link) => set({ link })} />}
      <div className="design-filter">
        {sides.map(([title, min, max], i) => (
          <NumberField
            key={title[1]}
            {...{ title, min, max, value: of.at[i] ?? 0 }}
            onChange={(v) =>
              v !== undefined && set({ at: of.at.map((n, j) => (i === j ? v : n)) as unknown as Widget['at'] })
            }
          />
        ))}
      </div>
      <Button danger onClick={() => change((d) => removeWidget(d, of.id))}>
        {t(['删除组件', 'Remove the widget'])}
      </Button>
    </Form>
  )
}
