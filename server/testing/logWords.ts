import { areas } from '@lading/contract/areas.ts'
import { type AnyEntity, logWord } from '@lading/contract/kernel/entity.ts'
import type { LogEntry, LogValue } from '@lading/contract/kernel/log.ts'
import { entityOf } from '@lading/contract/kernel/manifest.ts'
import { isText } from '@lading/contract/kernel/text.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { type Database, transaction } from '../kernel/database.ts'
import { loggedField, sayLog } from '../kernel/log.ts'
import type { Done } from '../kernel/registry.ts'
import { allEntities, knownEntity } from '../kernel/registry.ts'
import type { Tx } from '../kernel/tx.ts'
import { doneToTask } from '../wms/task/story.ts'

/** Lines of each kind that are read. */
const readMax = 400

/** Keys of choices, as the database has them. */
const keysOfChoices = (): ReadonlySet<string> =>
  new Set(
    allEntities()
      .flatMap((e) => Object.values({ ...e.fields, ...e.details }))
      .flatMap((f) => Object.keys(f.choices ?? {}))
      .filter((key) => /^[A-Z_]{3,}$/.test(key)),
  )

/** What of a line nobody could read: an id, a key of a choice, nothing that changed, or one language only. */
export function oddIn(entry: LogEntry, keys = keysOfChoices()): readonly string[] {
  const isRaw = (v: LogValue | null): boolean =>
    typeof v === 'string' && (/^\d{15,}$/.test(v) || v.includes('[object '))
  const inText = (v: LogValue | null): boolean =>
    isText(v) ? v.some((text) => text === '' || text === 'undefined') : false
  const lines = entry.changes.flatMap(({ field, kind, before, after }) => {
    // What people call things is theirs.
    const isCalled = kind === 'code' || field === 'name'
    const isKey = (v: LogValue | null) => !isCalled && typeof v === 'string' && keys.has(v)
    const odd = [before, after].some((v) => inText(v) || isRaw(v) || isKey(v))
    const isBare =
      ['choice', 'choices', 'flag', 'rows'].includes(kind) && [before, after].some((v) => typeof v === 'string')
    const isEmpty = JSON.stringify(before) === JSON.stringify(after)
    return odd || isBare || isEmpty ? [`${field} ${JSON.stringify(before)} → ${JSON.stringify(after)}`] : []
  })
  const wordless = /\p{Script=Han}/u.test(entry.title[0]) ? [] : [`no word for ${entry.action}`]
  return [...wordless, ...lines].map((line) => `${entry.about?.key ?? ''} ${entry.action}: ${line}`)
}

interface Audited extends Done {
  readonly subject: string
}
const audited = (tx: Tx, tenantId: string): Promise<Audited[]> =>
  tx.query<Audited>(sql`
    select id, subject, created_at as at, username as user, source, action, before, after from (
      select a.*, row_number() over (partition by subject, action order by id desc) as n from sys_audit_log a
      where tenant_id = ${tenantId} and subject_id is not null and result = 'OK') a where n <= 20 order by id desc limit ${readMax}`)

/** Columns that every row has, and that only the database needs. */
const ofEveryRow = new Set(['id', 'tenantId', 'orgId', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'])
/** What an audit tells that its entity's log has no field for: it would be lost there. */
const untold = (e: AnyEntity, { action, before, after }: Done): readonly string[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => !ofEveryRow.has(name) && !e.secrets[name] && !loggedField(e, name))
    .map((name) => `${e.key} ${action}: ${name} is told by no field`)

/**
 * What logs say that no reader would understand: actions for which the entity has no word, fields of no entity, ids, keys
 * of choices, changes of nothing. Proofs make up rows of the task log, with capitals for actions.
 */
export async function wordlessActions(db: Database, tenantIds: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  const keys = keysOfChoices()
  // What has a page of its own has a log there.
  const logged = new Set(areas.flatMap((area) => [...area.nouns.map(entityOf), ...(area.views ?? [])]))
  for (const tenantId of tenantIds)
    await transaction(db, tenantId, async (tx) => {
      const reader = { tx, tenantId } as never
      for (const [subject, done] of Map.groupBy(await audited(tx, tenantId), (a) => a.subject)) {
        const e = knownEntity(subject)
        for (const { action } of done) if (e && !logWord(e, action)) found.add(`${subject}: ${action}`)
        if (!e || !logged.has(e)) continue
        for (const one of done) for (const line of untold(e, one)) found.add(line)
        for (const entry of await sayLog(reader, e, done))
          for (const line of oddIn(entry, keys)) found.add(`${subject} ${line}`)
      }
      const tasks = await tx.query<{ taskId: string }>(sql`
        select distinct task_id from wms_task_log where tenant_id = ${tenantId} and action ~ '^[a-z]' limit 60`)
      for (const { taskId } of tasks)
        for (const entry of await sayLog(reader, task, await doneToTask(reader, taskId)))
          if (/^[a-z]/.test(entry.action)) for (const line of oddIn(entry, keys)) found.add(`${task.key} ${line}`)
    })
  return [...found]
}
