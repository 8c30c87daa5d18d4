import type { Permission } from '@lading/contract/kernel/permission.ts'
import type { Served } from '../kernel/http/serve.ts'
import { sheetRecordServed } from '../platform/sheet/records.ts'
import { appServed } from './app/versions.ts'
import { dictionaryServed } from './dictionary/dictionaries.ts'
import { messageServed } from './message/messages.ts'
import { optionServed } from './options/options.ts'
import { type OrgHooks, orgServed } from './org/orgs.ts'
import { preferenceServed } from './preference/preferences.ts'
import { roleServed } from './role/roles.ts'
import { userAccessServed } from './user/access.ts'
import { userServed } from './user/users.ts'

/** Users, roles, organisations, dictionaries, options, preferences, app versions and records of files. */
export const adminServed = (
  o: OrgHooks & {
    readonly permissions: () => readonly Permission[]
    /** The installation's. */
    readonly secret: string
  },
): Served[] => [
  ...userServed(),
  ...userAccessServed(o.permissions),
  ...roleServed(o.permissions),
  ...orgServed(o),
  ...dictionaryServed(),
  ...preferenceServed(),
  ...messageServed(),
  ...optionServed(o.secret),
  ...appServed(),
  ...sheetRecordServed(),
]
