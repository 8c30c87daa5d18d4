import type { Text } from '@lading/contract/kernel/text.ts'
import { reportLimits } from '@lading/contract/sys/report.ts'
import {
  reportPlanCalls as calls,
  lastDay,
  planCycles,
  type ReportPlan,
  reportFileFormats,
  reportPlan,
} from '@lading/contract/sys/reportPlan.ts'
import { Button, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { DateInput } from '../../kernel/field/DateInput.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Cycle = keyof typeof planCycles
const weekdays: readonly Text[] = [
  ['周一', 'Monday'],
  ['周二', 'Tuesday'],
  ['周三', 'Wednesday'],
  ['周四', 'Thursday'],
  ['周五', 'Friday'],
  ['周六', 'Saturday'],
  ['周日', 'Sunday'],
]
const monthDays = [...Array.from({ length: 28 }, (_, i) => i + 1), lastDay]

/** What a day of a cycle is called. */
const dayText = (cycle: Cycle, day: number): Text =>
  cycle === 'WEEKLY'
    ? (weekdays[day - 1] ?? ['', ''])
    : day === lastDay
      ? ['最后一天', 'Last day']
      : [`${day}日`, `Day ${day}`]

/** 订阅: the report as it is asked for now is made again and again; its file lies with the reader's exports, and he is told. */
export function SubscribeDialog({
  path,
  name,
  params,
  onClose,
}: {
  path: string
  name: string
  params: Readonly<Record<string, string>>
  onClose: () => void
}) {
  const t = useText()
  const act = useAct(reportPlan, calls.subscribe, onClose)
  const read = useCall(calls.mine, {})
  const [cycle, setCycle] = useState<Cycle>('DAILY')
  const [day, setDay] = useState(1)
  const [at, setAt] = useState('07:30')
  const [least, setLeast] = useState<{ leastRows?: number }>({})
  const [format, setFormat] = useState<ReportPlan['format']>('xlsx')
  const own = (read.data?.plans ?? []).filter((p) => p.path === path)
  const options = (from: Readonly<Record<string, Text>>) =>
    Object.entries(from).map(([value, title]) => ({ value, label: t(title) }))
  return (
    <ActDialog
      act={act}
      reads={read}
      title={`${t(['订阅', 'Subscribe'])} ${name}`}
      okText={t(['订阅', 'Subscribe'])}
      isReady={/^\d\d:\d\d$/.test(at)}
      width={480}
      onOk={() =>
        void act.run(
          { path, params: { ...params }, format, cycle, at, ...(cycle !== 'DAILY' && { day }), ...least },
          ({ nextAt }) => t(['已订阅，首次生成时间 {at}', 'Subscribed: first made at {at}'], { at: shownTime(nextAt) }),
        )
      }
      onClose={onClose}
    >
      {own.map((plan) => (
        <Own key={plan.id} plan={plan} />
      ))}
      <p className="hint">
        {t([
          '到时按您的权限生成文件，完成后发消息给您，文件在“我的导出”中下载。相对日期（如最近30天）按当天计算。',
          'The file is made with your rights; you are told when it lies in My exports. Days such as the last 30 are told from then.',
        ])}
      </p>
      <Form layout="vertical">
        <Form.Item label={t(reportPlan.fields.cycle.title)}>
          <Select
            aria-label={t(reportPlan.fields.cycle.title)}
            value={cycle}
            options={options(planCycles)}
            onChange={(v) => setCycle(v as Cycle)}
          />
        </Form.Item>
        {cycle !== 'DAILY' && (
          <Form.Item label={t(reportPlan.fields.day.title)}>
            <Select
              aria-label={t(reportPlan.fields.day.title)}
              value={cycle === 'WEEKLY' ? Math.min(day, 7) : day}
              options={(cycle === 'WEEKLY' ? [1, 2, 3, 4, 5, 6, 7] : monthDays).map((value) => ({
                value,
                label: t(dayText(cycle, value)),
              }))}
              onChange={setDay}
            />
          </Form.Item>
        )}
        <Form.Item label={t(reportPlan.fields.at.title)}>
          <DateInput
            id="plan-at"
            field={reportPlan.fields.at}
            title={t(reportPlan.fields.at.title)}
            value={at}
            onChange={(v) => setAt(String(v ?? ''))}
            isInvalid={false}
            record={{}}
          />
        </Form.Item>
        <Form.Item label={t(reportPlan.fields.format.title)}>
          <Select
            aria-label={t(reportPlan.fields.format.title)}
            value={format}
            options={options(reportFileFormats)}
            onChange={(v) => setFormat(v as typeof format)}
          />
        </Form.Item>
        <LeastRows value={least.leastRows ?? null} onChange={(n) => setLeast(n ? { leastRows: n } : {})} />
      </Form>
    </ActDialog>
  )
}

/** Of fewer rows nothing is made. */
function LeastRows({ value, onChange }: { value: number | null; onChange: (n: number | null) => void }) {
  const t = useText()
  return (
    <Form.Item
      label={t(reportPlan.fields.leastRows.title)}
      help={t([
        '填1：有数据才生成；数据少于此行数时不生成。不填则总是生成。',
        '1: only when there is anything. Of fewer rows no file is made; empty: it always is.',
      ])}
    >
      <InputNumber
        aria-label={t(reportPlan.fields.leastRows.title)}
        min={1}
        max={reportLimits.exportRows}
        precision={0}
        value={value}
        onChange={onChange}
      />
    </Form.Item>
  )
}

/** One that is there: when it comes next, or why it does not come any more. */
function Own({ plan }: { plan: ReportPlan }) {
  const t = useText()
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch(tell)
    await changed(reportPlan)
  }
  const { cycle, day, leastRows: n } = plan
  const least = n !== null && t(['至少{n}行', '{n} rows at least'], { n })
  const when = [t(planCycles[cycle]), cycle !== 'DAILY' && t(dayText(cycle, day ?? 1)), plan.at, least]
  return (
    <p className="report-plan">
      <span>
        {when.filter(Boolean).join(' ')} · {t(reportFileFormats[plan.format])} ·{' '}
        {plan.state === 'ON'
          ? t(['下次 {at}', 'Next {at}'], { at: shownTime(plan.nextAt) })
          : t(['连续失败{n}次，已停用', 'Off after {n} failures'], { n: plan.failures })}
      </span>
      {plan.state === 'OFF' && (
        <Button size="small" onClick={() => void run(() => call(calls.resume, { id: plan.id }))}>
          {t(['恢复', 'Resume'])}
        </Button>
      )}
      <Button size="small" danger onClick={() => void run(() => call(calls.unsubscribe, { id: plan.id }))}>
        {t(['取消订阅', 'Unsubscribe'])}
      </Button>
    </p>
  )
}
