import { sysFaults } from '@lading/contract/sys/faults.ts'
import { role } from '@lading/contract/sys/user.ts'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { useReach } from '../org/orgTree.ts'

/** What may be done with a role, and why not. */
export function useRoleActions() {
  const t = useText()
  const reach = useReach()
  const { can, sibling } = useVerbs(role)
  const whyNot = (row: Row, key: string): string | undefined => {
    if (key === 'remove' && row.sysDefault === true) return t(sysFaults.roleBuiltIn.text)
    if (key === 'remove' && Number(row.userCount) > 0) return t(sysFaults.roleHasUsers.text)
    if (row.isBeyond === true) return t(sysFaults.roleBeyond.text)
    return reach(row.orgId)
  }
  const copy = (row: Row): RowAction => {
    const add = sibling('Add')
    const query = { copyFromId: row.id, orgId: String(row.orgId) }
    return { key: 'copy', title: ['复制', 'Copy'], run: () => go({ ...add, query }) }
  }
  return (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const [first, ...rest] = standard
    const copies = can(role, 'create') ? [copy(row)] : []
    const all = first?.key === 'edit' ? [first, ...copies, ...rest] : [...copies, ...standard]
    return all.map((a) => ({ ...a, refused: a.refused ?? whyNot(row, a.key) }))
  }
}
