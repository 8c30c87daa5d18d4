import type { Text } from '@lading/contract/kernel/text.ts'
import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import { type Dashboard, dashColumns, type Widget, type WidgetType } from '@lading/contract/sys/dashboard.ts'
import { Button, Form, Input, InputNumber, Select, Space, Tabs } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { DashView } from '../report/DashView.tsx'
import { addWidget, changeWidget, drawnOf, removeWidget, takeField } from './dashEdit.ts'
import { Fields } from './Fields.tsx'
import { LinkField } from './LinkField.tsx'
import { ParamPanel, SetPanel } from './SetPanel.tsx'
import type { Kept } from './useHistory.ts'

const kinds: Readonly<Record<WidgetType, Text>> = {
  FIGURE: ['指标卡', 'Figure'],
  BAR: ['柱形图', 'Bars'],
  LINE: ['折线图', 'Lines'],
  PIE: ['饼图', 'Pie'],
  TABLE: ['表格', 'Table'],
}

/** A dashboard is put together: widgets are added, placed, and given fields. */
export function DashDesign({ design, models }: { design: Kept<Dashboard>; models: readonly DescribedModel[] }) {
  const t = useText()
  const { template, change } = design
  const [chosen, setChosen] = useState<string>()
  const widget = template.widgets.find((w) => w.id === chosen) ?? template.widgets.at(-1)
  const add = (type: WidgetType) => {
    change((d) => addWidget(d, type, t(kinds[type])))
    setChosen(undefined)
  }
  return (
    <>
      <Space wrap size={4} className="design-tools">
        <Button size="small" disabled={!design.canUndo} onClick={design.undo}>
          {t(['撤销', 'Undo'])}
        </Button>
        <Button size="small" disabled={!design.canRedo} onClick={design.redo}>
          {t(['重做', 'Redo'])}
        </Button>
        {(Object.entries(kinds) as [WidgetType, Text][]).map(([type, title]) => (
          <Button key={type} size="small" onClick={() => add(type)}>
            + {t(title)}
          </Button>
        ))}
      </Space>
      <div className="design">
        <Fields models={models} onTake={(f) => widget && change((d) => takeField(d, widget.id, f))} />
        <div className="design-middle">
          {template.widgets.length === 0 && (
            <p className="hint">{t(['先添加组件，再点左侧字段。', 'Add a widget, then press fields on the left.'])}</p>
          )}
          <DashView
            widgets={template.widgets.map((w) => drawnOf(w, template, models))}
            hrefOf={() => '#'}
            chosen={widget?.id}
            onChoose={setChosen}
          />
        </div>
        <div className="design-panel card">
          <Tabs
            size="small"
            items={[
              {
                key: 'widget',
                label: t(['组件', 'Widget']),
                children: widget && <WidgetPanel key={widget.id} of={widget} design={design} models={models} />,
              },
              { key: 'sets', label: t(['数据', 'Data']), children: <SetPanel design={design} models={models} /> },
              {
                key: 'params',
                label: t(['参数', 'Parameters']),
                children: <ParamPanel design={design} models={models} />,
              },
              {
                key: 'page',
                label: t(['刷新', 'Refresh']),
                children: (
                  <Form layout="vertical" size="small">
                    <Form.Item label={t(['每隔多少秒自动刷新', 'Asked anew every so many seconds'])}>
                      <InputNumber
                        aria-label={t(['每隔多少秒自动刷新', 'Asked anew every so many seconds'])}
                        min={10}
                        max={3600}
                        value={template.refresh ?? null}
                        onChange={(v) => change(({ refresh: _, ...d }) => (v === null ? d : { ...d, refresh: v }))}
                      />
                    </Form.Item>
                  </Form>
                ),
              },
            ]}
          />
        </div>
      </div>
    </>
  )
}

interface PanelProps {
  readonly of: Widget
  readonly design: Kept<Dashboard>
  readonly models: readonly DescribedModel[]
}
function WidgetPanel({ of, design: { template, change }, models }: PanelProps) {
  const t = useText()
  const set = (made: { [K in keyof Widget]?: Widget[K] | undefined }) =>
    change((d) =>
      changeWidget(d, of.id, (w) => {
        const next = Object.entries({ ...w, ...made }).filter(([, v]) => v !== undefined)
        return Object.fromEntries(next) as unknown as Widget
      }),
    )
  const model = models.find((m) => m.key === template.sets[of.set]?.model)
  const dims = (model?.dims ?? [])
    .filter((d) => template.sets[of.set]?.dims.includes(d.name))
    .map((d) => ({ value: d.name, label: d.title }))
  return (
    <Form layout="vertical" size="small">
      <Form.Item label={t(['标题', 'Title'])}>
        <Input
          aria-label={t(['标题', 'Title'])}
          value={of.title}
          maxLength={40}
          onChange={(e) => set({ title: e.target.value })}
        />
      </Form.Item>
      <Form.Item label={t(['类型', 'Kind'])}>
        <Select
          aria-label={t(['类型', 'Kind'])}
          value={of.type}
          options={(Object.entries(kinds) as [WidgetType, Text][]).map(([value, k]) => ({ value, label: t(k) }))}
          onChange={(type) => set({ type })}
        />
      </Form.Item>
      {of.type !== 'FIGURE' &&
        (['by', 'split'] as const).map((key) => (
          <Form.Item key={key} label={t(key === 'by' ? ['分组', 'Grouped by'] : ['系列', 'Split by'])}>
            <Select
              aria-label={t(key === 'by' ? ['分组', 'Grouped by'] : ['系列', 'Split by'])}
              allowClear
              value={of[key] ?? null}
              options={dims}
              onChange={(v) => set({ [key]: v ?? undefined })}
            />
          </Form.Item>
        ))}
      <Form.Item label={t(['指标', 'Figures'])}>
        <Select
          aria-label={t(['指标', 'Figures'])}
          mode="multiple"
          value={of.figures}
          options={(model?.measures ?? [])
            .filter((m) => template.sets[of.set]?.measures.includes(m.name))
            .map((m) => ({ value: m.name, label: m.title }))}
          onChange={(figures) => set({ figures })}
        />
      </Form.Item>
      <Form.Item label={t(['格式', 'Format'])}>
        <Input
          aria-label={t(['格式', 'Format'])}
          value={of.format ?? ''}
          placeholder="#,##0.##"
          onChange={(e) => set({ format: e.target.value || undefined })}
        />
      </Form.Item>
      <Form.Item label={t(['只显示前几项', 'Only the largest'])}>
        <InputNumber
          aria-label={t(['只显示前几项', 'Only the largest'])}
          min={1}
          max={200}
          value={of.most ?? null}
          onChange={(v) => set({ most: v ?? undefined })}
        />
      </Form.Item>
      {of.type === 'FIGURE' && <Marks of={of} onChange={set} />}
      {of.type !== 'FIGURE' && <LinkField value={of.link} onChange={(link) => set({ link })} />}
      <Place at={of.at} onChange={(at) => set({ at })} />
      <Button danger onClick={() => change((d) => removeWidget(d, of.id))}>
        {t(['删除组件', 'Remove the widget'])}
      </Button>
    </Form>
  )
}

const sides: readonly (readonly [title: Text, least: number, most: number])[] = [
  [['列', 'Column'], 0, dashColumns - 1],
  [['行', 'Row'], 0, 200],
  [['宽', 'Width'], 1, dashColumns],
  [['高', 'Height'], 1, 20],
]
/** Where a widget stands, and how large it is. */
function Place({ at, onChange }: { at: Widget['at']; onChange: (at: Widget['at']) => void }) {
  const t = useText()
  return (
    <div className="design-filter">
      {sides.map(([title, least, most], i) => (
        <Form.Item key={title[1]} label={t(title)}>
          <InputNumber
            aria-label={t(title)}
            min={least}
            max={most}
            value={at[i] ?? 0}
            onChange={(v) => v !== null && onChange(at.map((n, j) => (i === j ? v : n)) as unknown as Widget['at'])}
          />
        </Form.Item>
      ))}
    </div>
  )
}

/** Beyond which a figure is marked. */
function Marks({
  of,
  onChange,
}: {
  of: Widget
  onChange: (made: { least?: number | undefined; greatest?: number | undefined }) => void
}) {
  const t = useText()
  return (['least', 'greatest'] as const).map((key) => {
    const title = t(key === 'least' ? ['低于此值标红', 'Red below'] : ['高于此值标红', 'Red above'])
    return (
      <Form.Item key={key} label={title}>
        <InputNumber aria-label={title} value={of[key] ?? null} onChange={(v) => onChange({ [key]: v ?? undefined })} />
      </Form.Item>
    )
  })
}
