import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import { Alert } from 'antd'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'

/** What one person had better not do both. It warns and refuses nothing: a small house may have nobody else. */
export function Duties({ of }: { of: readonly { readonly title: string }[] }) {
  const t = useText()
  if (of.length === 0) return null
  return (
    <Alert
      className="duties"
      type="warning"
      showIcon
      role="status"
      title={
        <>
          {t(['职责冲突：同一人不宜同时拥有以下权限', 'Conflict of duties: better not held by one person'])}
          <ul>
            {of.map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      }
    />
  )
}

/** The same of roles that somebody is about to be given. */
export function RoleDuties({ ids }: { ids: readonly string[] }) {
  const may = useMay()
  const language = usePrefs((p) => p.language)
  const { data } = useCall(
    roleCalls.getConflicts,
    { roleIds: [...ids] },
    { enabled: ids.length > 0 && may(role, 'view'), by: [language], placeholderData: (before) => before },
  )
  return <Duties of={ids.length > 0 ? (data?.duties ?? []) : []} />
}
