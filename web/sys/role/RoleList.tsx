import type { Column } from '../../kernel/list/columns.tsx'
import { EntityList } from '../../kernel/list/EntityList.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExportButton } from '../../platform/sheet/files.tsx'
import { roleList } from '../views.ts'
import { useRoleActions } from './useRoleActions.ts'

const cells: Record<string, Column['render']> = {
  userCount: (row) => <span className="num">{String(row.userCount ?? 0)}</span>,
}

/** Every role, with how many hold it. */
export function RoleList() {
  const actionsOf = useRoleActions()
  const { can } = useVerbs(roleList)
  return (
    <EntityList
      of={roleList}
      cells={cells}
      rowActions={actionsOf}
      tools={(list, columns) =>
        // How many hold a role is counted for the list, it is no column of a file.
        can(roleList, 'export') && <ExportButton list={list} columns={columns.filter((c) => c !== 'userCount')} />
      }
    />
  )
}
