import type { OrgType } from '@lading/contract/kernel/org.ts'
import type { org as orgTable } from '@lading/contract/sys/org.ts'
import type { NewRow } from '../kernel/rowOf.ts'

/** Where an organisation is, and whom to ask there. */
type Site = Partial<Pick<NewRow<typeof orgTable.fields>, 'contact' | 'phone' | 'address' | 'longitude' | 'latitude'>>
export interface NewOrg extends Site {
  readonly code: string
  readonly name: string
  readonly type: OrgType
  readonly upper?: string
  readonly timeZone?: string
}
/** What a tenant is to be. Whoever provisions it again says the same. */
export interface TenantPlan {
  readonly tenantId: string
  readonly code: string
  readonly name: string
  readonly slogan?: string
  /** The enterprise first, each before what stands below it. */
  readonly orgs: readonly NewOrg[]
}
