import type { Options } from '@lading/contract/kernel/optionDef.ts'
import sql, { raw } from 'sql-template-tag'
import { Unusable } from '../../kernel/migrate.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type Purpose, seal, unseal } from '../seal.ts'

interface Sealed {
  readonly table: string
  readonly column: string
  readonly purpose: Purpose
}
/** All that is sealed under the installation's secret. Options are so where they are declared as secrets. */
export const sealedColumns: readonly Sealed[] = [
  { table: 'sys_open_account', column: 'sealed', purpose: 'open account' },
  { table: 'sys_open_account', column: 'sealed_previous', purpose: 'open account' },
  { table: 'sys_data_collection', column: 'sealed', purpose: 'collection' },
  { table: 'sys_message_robot', column: 'sealed_address', purpose: 'message robot' },
  { table: 'sys_message_robot', column: 'sealed_secret', purpose: 'message robot' },
  { table: 'sys_second_factor', column: 'app_secret', purpose: 'second factor' },
  { table: 'sys_option', column: 'value', purpose: 'option' },
]
const secretsOf = ({ defs }: Options): string[] =>
  Object.entries(defs).flatMap(([key, { type }]) => (type === 'SECRET' ? [key] : []))

/** Seals a tenant's secrets anew, for an installation with another secret. @throws Unusable where one does not open */
export async function reseal(
  tx: Tx,
  tenantId: string,
  secrets: { from: string; to: string },
  options: Options,
): Promise<void> {
  for (const { table, column, purpose } of sealedColumns) {
    const [at, of] = [raw(column), raw(table)]
    const only = table === 'sys_option' ? sql`and key = any(${secretsOf(options)}::text[]) and value <> ''` : sql``
    const rows = await tx.query<{ id: string; value: string }>(sql`
      select id, ${at} as value from ${of} where tenant_id = ${tenantId} and ${at} is not null ${only}`)
    for (const { id, value } of rows) {
      const open = unseal(value, secrets.from, purpose)
      if (open === null) throw new Unusable(`a secret in ${table} does not open with LADING_BACKUP_SECRET`)
      const sealed = seal(open, secrets.to, purpose)
      await tx.run(sql`update ${of} set ${at} = ${sealed} where tenant_id = ${tenantId} and id = ${id}`)
    }
  }
  // These are made from the secret itself: codes are drawn anew, and who signs messages is given a new secret.
  await tx.run(sql`delete from sys_recovery_code where tenant_id = ${tenantId}`)
  await tx.run(sql`update sys_open_account set callback_revision = 0 where tenant_id = ${tenantId}`)
}
