import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { allEntities } from '../../kernel/registry.ts'
import { importColumns, isNeeded, type SheetColumn } from '../../platform/sheet/columns.ts'
import { keyOf } from '../../platform/sheet/importDrafts.ts'

const importOf = (e: AnyEntity) => crudCalls(e).import

/**
 * Masters and papers that files bring: their rows are found again by a key of their own, so that what comes twice changes
 * nothing. Of papers these are the ones that say by which number another system knows them.
 */
function isCollected(e: AnyEntity): boolean {
  const hasKey = e.unique.some((names) => names.every((name) => e.fields[name]?.derived !== true))
  const isTold = e.fields.state === undefined || e.outsideNo !== undefined
  return e.area !== 'sys' && hasKey && e.actions.includes('update') && isTold
}

export function objectsOf(served: readonly Served[]): readonly AnyEntity[] {
  const paths = new Set(served.map((s) => s.call.path))
  return allEntities().filter((e) => paths.has(importOf(e)?.path ?? '') && isCollected(e))
}

export const objectOf = (served: readonly Served[], key: string | null): AnyEntity =>
  objectsOf(served).find((e) => e.key === key) ??
  (key === null ? refuse(collectionFaults.noObject) : refuse(collectionFaults.object, { object: key }))

/** The permission without which nobody brings in such rows. */
export const importPermission = (e: AnyEntity): string => importOf(e)?.permission ?? ''

/** The import of an object, as it is served. */
export function importerOf(served: readonly Served[], e: AnyEntity): Extract<Served, { kind: 'outside' }> {
  const one = served.find((s) => s.call.path === importOf(e)?.path)
  return one?.kind === 'outside' ? one : refuse(collectionFaults.object, { object: e.title })
}

/** What the rows are called in which a column stands; empty for what is said of the whole. */
const groupOf = (e: AnyEntity, { rows }: SheetColumn, language: Language): string => {
  const title = rows && e.fields[rows.field]?.title
  return title ? say(title, language) : ''
}

/** What the caller may have collected, and into which fields. */
export const offeredTo = (ctx: Ctx, served: readonly Served[]) =>
  objectsOf(served)
    .filter((e) => allowed(ctx, importPermission(e)))
    .map((e) => ({
      key: e.key,
      title: say(e.title, ctx.language),
      isPaper: e.outsideNo !== undefined,
      columns: importColumns(e).map((c) => ({
        name: c.name,
        title: say(c.title, ctx.language),
        group: groupOf(e, c, ctx.language),
        isNeeded: isNeeded(c) && (!c.rows || e.fields[c.rows.field]?.required === true),
        isKey: keyOf(e).includes(c.name),
      })),
    }))
