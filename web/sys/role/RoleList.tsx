import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { EntityList } from '../../kernel/list/EntityList.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExportButton } from '../../platform/sheet/files.tsx'
import { roleList } from '../views.ts'
import { BatchRoles } from './BatchRoles.tsx'
import { useRoleActions } from './useRoleActions.ts'

const cells: Record<string, Column['render']> = {
  userCount: (row) => <span className="num">{String(row.userCount ?? 0)}</span>,
}

/** Every role, with how many hold it. */
export function RoleList() {
  const actionsOf = useRoleActions()
  const t = useText()
  const { can } = useVerbs(roleList)
  const [isBatch, setBatch] = useState(false)
  return (
    <EntityList
      of={roleList}
      cells={cells}
      rowActions={actionsOf}
      tools={(list, columns) => (
        <>
          {can(roleList, 'create') && <Button onClick={() => setBatch(true)}>{t(['批量新增', 'For several'])}</Button>}
          {/* How many hold a role is counted for the list, it is no column of a file. */}
          {can(roleList, 'export') && <ExportButton list={list} columns={columns.filter((c) => c !== 'userCount')} />}
          {isBatch && <BatchRoles onClose={() => setBatch(false)} />}
        </>
      )}
    />
  )
}
