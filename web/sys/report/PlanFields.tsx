import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { reportPermissions } from '@lading/contract/sys/report.ts'
import { lastDay, planCycles, reportFileFormats, reportPlan } from '@lading/contract/sys/reportPlan.ts'
import { user } from '@lading/contract/sys/user.ts'
import { Form } from 'antd'
import { useSession } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { DateInput } from '../../kernel/field/DateInput.tsx'
import { RefsSelect } from '../../kernel/field/RefsSelect.tsx'
import { Choice } from './Choice.tsx'
import { namedBy } from './named.ts'
import { dayText } from './OwnPlans.tsx'
import { PlanOutside } from './PlanOutside.tsx'
import { PlanWorth } from './PlanWorth.tsx'
import type { PlanDraft, PlanProps } from './planDraft.ts'

const { fields } = reportPlan
const monthDays = [...Array.from({ length: 28 }, (_, i) => i + 1), lastDay]

/** When it is made, in which format, for whom, and when it is worth a file. */
export function PlanFields({ value, figures, onChange }: PlanProps) {
  const t = useText()
  const seesUsers = useSession(({ user: me }) => me?.permissions?.includes(entityPermission(user, 'view')) ?? false)
  const maySend = useSession(({ user: me }) => me?.permissions?.includes(reportPermissions.send) ?? false)
  const set = (more: Partial<PlanDraft>) => onChange({ ...value, ...more })
  const named = namedBy(t)
  const { cycle, day, at, format, userIds } = value
  const days = cycle === 'WEEKLY' ? [1, 2, 3, 4, 5, 6, 7] : monthDays
  return (
    <Form layout="vertical">
      <Choice
        label={fields.cycle.title}
        value={cycle}
        options={named(planCycles)}
        onChange={(v) => v && set({ cycle: v })}
      />
      {cycle !== 'DAILY' && (
        <Choice
          label={fields.day.title}
          value={cycle === 'WEEKLY' ? Math.min(day, 7) : day}
          options={days.map((n) => ({ value: n, label: t(dayText(cycle, n)) }))}
          onChange={(n) => n && set({ day: n })}
        />
      )}
      <Form.Item label={t(fields.at.title)}>
        <DateInput
          {...{ id: 'plan-at', field: fields.at, title: t(fields.at.title), value: at, isInvalid: false, record: {} }}
          onChange={(v) => set({ at: String(v ?? '') })}
        />
      </Form.Item>
      <Choice
        label={fields.format.title}
        value={format}
        options={named(reportFileFormats)}
        onChange={(v) => v && set({ format: v })}
      />
      {seesUsers && (
        <Form.Item
          label={t(['发给', 'For whom'])}
          extra={t([
            '不选则发给自己；每人按自己的权限生成',
            'Nobody chosen: for yourself. Each is given what he may see',
          ])}
        >
          <RefsSelect
            {...{ id: 'plan-users', value: userIds, isInvalid: false, record: {}, title: t(['发给', 'For whom']) }}
            field={{ kind: 'refs', title: ['发给', 'For whom'], required: false, to: user.key }}
            onChange={(ids) => set({ userIds: Array.isArray(ids) ? ids.map(String) : [] })}
          />
        </Form.Item>
      )}
      {maySend && <PlanOutside value={value} onChange={(more) => set(more)} />}
      <PlanWorth value={value} figures={figures} onChange={onChange} />
    </Form>
  )
}
