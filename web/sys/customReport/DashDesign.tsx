import type { Text } from '@lading/contract/kernel/text.ts'
import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { Dashboard, WidgetType } from '@lading/contract/sys/dashboard.ts'
import { Button, Form, Space, Tabs } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { DashView } from '../report/DashView.tsx'
import { addWidget, drawnOf, takeField } from './dashEdit.ts'
import { Fields } from './Fields.tsx'
import { NumberField } from './NumberField.tsx'
import { ParamPanel, SetPanel } from './SetPanel.tsx'
import type { Kept } from './useHistory.ts'
import { WidgetPanel, widgetKinds } from './WidgetPanel.tsx'

/** A dashboard is put together: widgets are added, placed, and given fields. */
export function DashDesign({ design, models }: { design: Kept<Dashboard>; models: readonly DescribedModel[] }) {
  const t = useText()
  const { template, change } = design
  const [chosen, setChosen] = useState<string>()
  const widget = template.widgets.find((w) => w.id === chosen) ?? template.widgets.at(-1)
  const add = (type: WidgetType) => {
    change((d) => addWidget(d, type, t(widgetKinds[type])))
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
        {(Object.entries(widgetKinds) as [WidgetType, Text][]).map(([type, title]) => (
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
                    <NumberField
                      {...{ title: ['每隔多少秒自动刷新', 'Asked anew every so many seconds'], min: 10, max: 3600 }}
                      value={template.refresh}
                      onChange={(v) => change(({ refresh: _, ...d }) => (v === undefined ? d : { ...d, refresh: v }))}
                    />
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
