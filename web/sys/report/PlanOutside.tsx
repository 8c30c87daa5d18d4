import { reportPlanCalls as calls, planLimits, reportPlan } from '@lading/contract/sys/reportPlan.ts'
import { Form, Select } from 'antd'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import type { PlanDraft } from './planDraft.ts'

interface Props {
  readonly value: Pick<PlanDraft, 'mails' | 'robotIds'>
  readonly onChange: (value: Partial<Props['value']>) => void
}
const { mails: mailField, robots: robotField } = reportPlan.fields

/** To whom outside the enterprise a subscription goes as well: shown to those who may do that. */
export function PlanOutside({ value: { mails, robotIds }, onChange }: Props) {
  const t = useText()
  const robots = useCall(calls.robots, {}).data?.robots ?? []
  return (
    <>
      <Form.Item
        label={t(mailField.title)}
        extra={t([
          '输入后按回车；外部收到的与您自己收到的文件相同，凭邮件中的链接下载',
          'Enter after each. They fetch the file that you are given yourself, by the link in the mail',
        ])}
      >
        <Select
          mode="tags"
          aria-label={t(mailField.title)}
          open={false}
          tokenSeparators={[',', ';', ' ', '；', '，']}
          maxCount={planLimits.outside}
          value={[...mails]}
          onChange={(v) => onChange({ mails: v })}
        />
      </Form.Item>
      {robots.length > 0 && (
        <Form.Item label={t(robotField.title)}>
          <Select
            mode="multiple"
            aria-label={t(robotField.title)}
            showSearch={{ optionFilterProp: 'label' }}
            maxCount={planLimits.outside}
            value={[...robotIds]}
            options={robots.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(v) => onChange({ robotIds: v })}
          />
        </Form.Item>
      )}
    </>
  )
}
