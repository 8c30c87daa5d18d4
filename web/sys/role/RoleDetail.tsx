import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { roleDetail } from '../views.ts'
import { RoleCompare } from './RoleCompare.tsx'
import { RoleMenu } from './RoleMenu.tsx'
import { RolePermissions } from './RolePermissions.tsx'
import { RoleUsers } from './RoleUsers.tsx'
import { useRoleActions } from './useRoleActions.ts'
import '../sys.css'

/** One role: what it allows, beside another and in the menu, who holds it, who changed it. */
export function RoleDetail() {
  const t = useText()
  const actionsOf = useRoleActions()
  return (
    <EntityDetail
      of={roleDetail}
      actions={actionsOf}
      tabs={(row) => [
        { key: 'grants', title: t(['权限', 'Permissions']), content: <RolePermissions key={row.id} row={row} /> },
        {
          key: 'users',
          title: t(['用户({n})', 'Users ({n})'], { n: row.userCount }),
          content: <RoleUsers key={row.id} row={row} />,
        },
        { key: 'compare', title: t(['对比角色', 'Compare']), content: <RoleCompare key={row.id} row={row} /> },
        { key: 'menu', title: t(['模拟菜单', 'Menu preview']), content: <RoleMenu key={row.id} row={row} /> },
      ]}
    />
  )
}
