import type { Text } from '@lading/contract/kernel/text.ts'
import { type OrgNode, orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { flat } from './tree.ts'

export function useOrgs() {
  const tree = useCall(orgCalls.tree, {}, { staleTime: 60_000 })
  const orgs = useMemo(() => flat(tree.data ?? []), [tree.data])
  return { orgs, isPending: tree.isPending, error: tree.error }
}

/** Why an organisation is not the caller's to administer: his reach goes from his working organisation downwards. */
export function useReach(): (orgId: unknown) => string | undefined {
  const t = useText()
  const { data } = useCall(userCalls.getOwnerOrgFilter, {}, { staleTime: 60_000 })
  const within = useMemo(() => data && new Set(data.orgIds), [data])
  return (orgId) => (within === undefined || within.has(String(orgId)) ? undefined : t(outOfReach))
}
const outOfReach: Text = [
  '不在当前工作组织及其下级组织中，请切换到上级组织',
  'Not in your working organisation or below it: switch to the parent organisation',
]

/** Why an organisation cannot be chosen: out of reach, or disabled. */
export function useRefusedOrg(): (node: OrgNode) => string | undefined {
  const t = useText()
  const reach = useReach()
  return (node) => reach(node.id) ?? (node.disabled ? t(words.disabled) : undefined)
}
