import type { Text } from '@lading/contract/kernel/text.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type OrgNode, orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { flat } from './tree.ts'

export function useOrgs() {
  const tree = useQuery({
    queryKey: [org.key, 'tree'],
    queryFn: ({ signal }) => call(orgCalls.tree, {}, { signal }),
    staleTime: 60_000,
  })
  const orgs = useMemo(() => flat(tree.data ?? []), [tree.data])
  return { orgs, isPending: tree.isPending, error: tree.error }
}

/** Why an organisation is not the caller's to administer: his reach goes from his working organisation downwards. */
export function useReach(): (orgId: unknown) => string | undefined {
  const t = useText()
  const { data } = useQuery({
    queryKey: [org.key, 'reach'],
    queryFn: ({ signal }) => call(userCalls.getOwnerOrgFilter, {}, { signal }),
    staleTime: 60_000,
  })
  const within = useMemo(() => data && new Set(data.orgIds), [data])
  return (orgId) => (within === undefined || within.has(String(orgId)) ? undefined : t(outOfReach))
}
const outOfReach: Text = [
  '不在当前工作组织及其下级组织中，请切换到上级组织',
  'Not in your working organisation or below it: switch to the one above',
]

/** Why an organisation cannot be chosen: out of reach, or disabled. */
export function useRefusedOrg(): (node: OrgNode) => string | undefined {
  const t = useText()
  const reach = useReach()
  return (node) => reach(node.id) ?? (node.disabled ? t(words.disabled) : undefined)
}
