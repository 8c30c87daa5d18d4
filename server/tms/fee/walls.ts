// engine: the wall itself

import { feeAgreement } from '@lading/contract/tms/feeAgreement.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { freightPart } from '@lading/contract/tms/freight.ts'
import { settleBill } from '@lading/contract/tms/settleBill.ts'
import sql from 'sql-template-tag'
import type { Walls } from '../../kernel/registry.ts'

/** Whoever is limited to some cargo owners sees the money of these alone, and none of carriers and employees. */
const ofClients: Walls[string] = (owners, t) => sql`exists (
  select 1 from tms_client mc where mc.tenant_id = ${t}.tenant_id and mc.id = ${t}.client_id and mc.owner_ref = any(${owners}::bigint[]))`
export const feeWalls: Walls = {
  [feeAgreement.header.table]: ofClients,
  [feeBill.header.table]: ofClients,
  [settleBill.header.table]: ofClients,
  [freightPart.table]: () => sql`false`,
}
