import { logWord } from '@lading/contract/kernel/entity.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { type Database, transaction } from '../kernel/database.ts'
import { allEntities } from '../kernel/registry.ts'

/**
 * What a log says that no reader would understand: actions for which the entity has no word. Proofs make up rows of the
 * task log, with capitals for actions.
 */
export async function wordlessActions(db: Database, tenantIds: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const tenantId of tenantIds) {
    const said = await transaction(db, tenantId, (tx) =>
      tx.query<{ subject: string; action: string }>(sql`
        select distinct subject, action from sys_audit_log where tenant_id = ${tenantId}
        union select distinct ${task.key}, action from wms_task_log
          where tenant_id = ${tenantId} and action ~ '^[a-z]'`),
    )
    for (const { subject, action } of said) {
      const e = allEntities().find(({ key }) => key === subject)
      if (e && !logWord(e, action)) found.add(`${subject}: ${action}`)
    }
  }
  return [...found]
}
