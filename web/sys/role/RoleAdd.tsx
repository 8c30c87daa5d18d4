import { EntityForm } from '../../kernel/form/EntityForm.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { newRole } from '../views.ts'

const shape = { controls: { orgId: OrgInput } }

/** A new role, empty or as a copy; its permissions are given on its own page. */
export const RoleAdd = () => <EntityForm of={newRole} shape={shape} />
