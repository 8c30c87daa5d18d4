import type { Permission } from '@lading/contract/kernel/permission.ts'
import type { Served } from '../kernel/http/serve.ts'
import { dictionaryServed } from './dictionary.ts'
import { type OrgHooks, orgServed } from './org/orgs.ts'
import { preferenceServed } from './preference/preferences.ts'
import { roleServed } from './role/roles.ts'
import { userServed } from './user/users.ts'

/** Users, roles, organisations, dictionaries and preferences. */
export const adminServed = (o: OrgHooks & { readonly permissions: () => readonly Permission[] }): Served[] => [
  ...userServed(),
  ...roleServed(o.permissions),
  ...orgServed(o),
  ...dictionaryServed(),
  ...preferenceServed(),
]
