import { appCalls } from '@lading/contract/sys/appCalls.ts'
import { Select } from 'antd'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { FormShape } from '../../kernel/form/shape.ts'
import { useCall } from '../../kernel/useCall.ts'
import { OrgsInput } from '../user/lists.tsx'

/** What a version is of. */
function AppInput(p: InputProps) {
  const { data = [], isPending } = useCall(appCalls.getAllApp, {}, { staleTime: 10_000 })
  return (
    <Select
      id={p.id}
      className="wide"
      disabled={p.isDisabled ?? false}
      status={p.isInvalid ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      loading={isPending}
      value={typeof p.value === 'string' ? p.value : null}
      options={data.filter((a) => !a.disabled).map((a) => ({ value: a.id, label: `${a.title} (${a.appName})` }))}
      onChange={(id: string) => p.onChange(id)}
    />
  )
}

export const versionShape: FormShape = {
  sections: [
    { title: ['发布范围', 'Rollout'], fields: ['force', 'minVersionCode', 'grayPercent', 'grayOrgIds'] },
    { title: ['说明', 'What is new'], fields: ['introduce', 'add', 'update', 'fix'] },
  ],
  controls: { appId: AppInput, grayOrgIds: OrgsInput },
}
