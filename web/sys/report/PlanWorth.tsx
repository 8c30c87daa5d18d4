import { reportLimits } from '@lading/contract/sys/report.ts'
import { boundOps, reportPlan } from '@lading/contract/sys/reportPlan.ts'
import { Form, InputNumber } from 'antd'
import { useText } from '../../client/text.ts'
import { Choice } from './Choice.tsx'
import { namedBy } from './named.ts'
import type { PlanProps } from './planDraft.ts'

const { fields } = reportPlan

/** When a subscription is worth a file: enough rows, a total beyond its bound. */
export function PlanWorth({ value, figures, onChange }: PlanProps) {
  const t = useText()
  const { leastRows, bound } = value
  const watch = (more: typeof bound) => onChange({ ...value, bound: more })
  return (
    <>
      <Form.Item
        label={t(fields.leastRows.title)}
        extra={t([
          '填1：有数据才生成；数据少于此行数时不生成。不填则总是生成。',
          '1: only when there is anything. Of fewer rows no file is made; empty: it always is.',
        ])}
      >
        <InputNumber
          aria-label={t(fields.leastRows.title)}
          {...{ min: 1, max: reportLimits.exportRows, precision: 0, value: leastRows }}
          onChange={(n) => onChange({ ...value, leastRows: n })}
        />
      </Form.Item>
      <Choice
        label={fields.figure.title}
        value={bound.figure}
        options={figures.map((f) => ({ value: f.figure, label: f.title }))}
        onChange={(figure) => watch(figure === undefined ? {} : { op: 'ABOVE', ...bound, figure })}
        clears
      />
      {bound.figure !== undefined && (
        <>
          <Choice
            label={fields.boundOp.title}
            value={bound.op}
            options={namedBy(t)(boundOps)}
            onChange={(op) => op && watch({ ...bound, op })}
          />
          <Form.Item label={t(fields.bound.title)}>
            <InputNumber<string>
              aria-label={t(fields.bound.title)}
              stringMode
              value={bound.value ?? null}
              onChange={(n) => watch({ ...bound, value: n ?? '' })}
            />
          </Form.Item>
        </>
      )}
    </>
  )
}
