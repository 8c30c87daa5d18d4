import { sysFaults } from '@lading/contract/sys/faults.ts'
import { role } from '@lading/contract/sys/user.ts'
import { useQuery } from '@tanstack/react-query'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { labelIn, queryRows, type Row } from '../../kernel/records.ts'
import { entityOf } from '../../kernel/registry.ts'
import { words } from '../../kernel/words.ts'
import { CheckList } from '../CheckList.tsx'
import { useOrgs, useReach, useRefusedOrg } from '../org/orgTree.ts'

export interface ListProps {
  readonly title: string
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  /** The own organisation, which is always among the working ones. */
  readonly ownOrgId?: string | undefined
}
/** More owners or carriers than one person can be limited to by ticking. */
const rowsMax = 1000

export const useAllRoles = () =>
  useQuery({
    queryKey: [role.key, 'all'],
    queryFn: ({ signal }) => queryRows(role, { pageSize: 0, searchCount: false }, signal),
  })

/** Roles: only those that give nothing beyond what the caller may do himself. */
export function RoleChoice({ title, value, onChange }: ListProps) {
  const t = useText()
  const reach = useReach()
  const roles = useAllRoles()
  const refused = (r: Row) =>
    reach(r.orgId) ?? (r.isBeyond === true ? t(sysFaults.beyondOwn.text) : r.disabled ? t(words.disabled) : undefined)
  const items = (roles.data?.records ?? []).map((r) => ({
    id: r.id,
    title: labelIn(role, r).name,
    note: String(r.orgName ?? ''),
    refused: refused(r),
  }))
  return (
    <CheckList
      title={title}
      items={items}
      chosen={value}
      onChange={onChange}
      isPending={roles.isPending}
      problem={roles.error ? asRefused(roles.error).message : undefined}
    />
  )
}

/** Organisations in which a user may work, as their tree stands. */
export function OrgsChoice({ title, value, onChange, ownOrgId }: ListProps) {
  const t = useText()
  const { orgs, isPending, error } = useOrgs()
  const outOfReach = useRefusedOrg()
  const items = orgs.map(({ node, depth }) => ({
    id: node.id,
    title: `${node.code} ${node.name}`,
    note: node.id === ownOrgId ? t(['所属组织', 'Home organisation']) : undefined,
    refused: outOfReach(node),
    depth,
  }))
  return (
    <CheckList
      title={title}
      items={items}
      chosen={value}
      onChange={onChange}
      isPending={isPending}
      problem={error ? asRefused(error).message : undefined}
    />
  )
}

/** Rows of a master that limit what a user may see. */
function LimitChoice({ of, title, value, onChange }: ListProps & { readonly of: string }) {
  const e = entityOf(of)
  const rows = useQuery({
    queryKey: [e.key, 'all'],
    queryFn: ({ signal }) =>
      queryRows(e, { filter: { disabled: false }, pageSize: rowsMax, searchCount: false }, signal),
  })
  const items = (rows.data?.records ?? []).map((r) => ({ id: r.id, title: `${r.code} ${r.name}` }))
  return (
    <CheckList
      title={title}
      items={items}
      chosen={value}
      onChange={onChange}
      isPending={rows.isPending}
      problem={rows.error ? asRefused(rows.error).message : undefined}
    />
  )
}

/** Owners whose goods a user may see. */
export const OwnersChoice = (p: ListProps) => <LimitChoice of="wms.owner" {...p} />
/** Carriers for whom he works. */
export const CarriersChoice = (p: ListProps) => <LimitChoice of="tms.carrier" {...p} />

// The draft of the form holds ids there.
const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : [])

export const RolesInput = (p: InputProps) => <RoleChoice title={p.title} value={idsOf(p.value)} onChange={p.onChange} />
export const OrgsInput = (p: InputProps) => (
  <OrgsChoice title={p.title} value={idsOf(p.value)} ownOrgId={String(p.record.orgId ?? '')} onChange={p.onChange} />
)
/** Whose rows a role shows: any of those within reach. */
export const ScopeOrgsInput = (p: InputProps) => (
  <OrgsChoice title={p.title} value={idsOf(p.value)} onChange={p.onChange} />
)
export const OwnersInput = (p: InputProps) => (
  <OwnersChoice title={p.title} value={idsOf(p.value)} onChange={p.onChange} />
)
export const CarriersInput = (p: InputProps) => (
  <CarriersChoice title={p.title} value={idsOf(p.value)} onChange={p.onChange} />
)
