import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { Checkbox } from 'antd'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'

export interface MoreProps {
  readonly row: Row
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** Whether who leaves an organisation also loses the roles that it gave him. */
export function DropRoles({ row, value, onChange }: MoreProps) {
  const t = useText()
  const glue = usePrefs((p) => (p.language === 'zh-CN' ? '、' : ', '))
  const { can } = useVerbs(userView)
  const roles = useCall(userCalls.getRoles, { id: row.id })
  if (roles.error) return <NotRead of={roles} />
  const own = (roles.data ?? []).filter((r) => r.orgId === row.orgId)
  if (own.length === 0 || !can(userView, 'edit_role')) return null
  return (
    <Checkbox className="drop-roles" checked={value} onChange={(e) => onChange(e.target.checked)}>
      {t(['同时收回原组织的角色：{list}', 'Also remove the roles of the previous organisation: {list}'], {
        list: own.map((r) => r.name).join(glue),
      })}
    </Checkbox>
  )
}
