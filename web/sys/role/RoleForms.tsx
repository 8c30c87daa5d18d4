import { EntityForm } from '../../kernel/form/EntityForm.tsx'
import type { FormShape } from '../../kernel/form/shape.ts'
import { OrgInput } from '../org/OrgInput.tsx'
import { ScopeOrgsInput } from '../user/lists.tsx'
import { newRole, roleForm } from '../views.ts'

const shape: FormShape = {
  show: { scopeOrgIds: ({ dataScope }) => dataScope === 'CUSTOM' },
  controls: { orgId: OrgInput, scopeOrgIds: ScopeOrgsInput },
}

/** A new role, empty or as a copy; its permissions are given on its own page. */
export const RoleAdd = () => <EntityForm of={newRole} shape={shape} />

export const RoleEdit = () => <EntityForm of={roleForm} shape={shape} />
