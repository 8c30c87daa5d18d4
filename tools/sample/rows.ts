import type { Call } from '@lading/contract/kernel/call.ts'
import { type AnyEntity, entityPath } from '@lading/contract/kernel/entity.ts'
import { tables } from '@lading/contract/tables.ts'

const byKey = new Map(tables.map((e) => [e.key, e]))

/** Calls whose path, given by the specification or by a page, names another noun than the rows that they are about. */
const otherwise: readonly (readonly [RegExp, string])[] = [
  [/\/sys\/app\/(query|get|enable|disable|remove|version\/(create|update))$/, 'sys.appVersion'],
  [/\/sys\/app\/(log\/download|query\/logs)$/, 'sys.appLog'],
  [/^\/tms\/api\/quickPlan\//, 'tms.routePlan'],
  [/\/sys\/app\/(query\/records|version\/record\/create)$/, 'sys.appVersionRecord'],
]

/** The entity that a call's path names, if it is one. */
export function entityOfCall(call: Pick<Call, 'path'>): AnyEntity | undefined {
  const [, key] = otherwise.find(([path]) => path.test(call.path)) ?? []
  return key === undefined ? tables.find((e) => call.path.startsWith(`${entityPath(e)}/`)) : byKey.get(key)
}

/** Which kind of row an id names: by the call for a plain `id`, by the reference of that name else. */
export function entityOfId(call: Pick<Call, 'path'>, path: readonly string[]): AnyEntity | undefined {
  const own = entityOfCall(call)
  const name = path.at(-1) ?? ''
  const parent = path.at(-2) ?? ''
  const child = own?.fields[parent]?.rows?.entity
  const holder = child ?? own
  if (name === 'id' || name === 'ids') {
    if (child) return child
    if (own) return own
    return guess(call.path.split('/').at(-2) ?? '')
  }
  const single = name.replace(/Ids$/, 'Id').replace(/s$/, '')
  const field = holder?.fields[single] ?? holder?.fields[`${single}Id`]
  if (field?.to) return byKey.get(field.to)
  const bare = single.replace(/Id$/, '')
  const same = tables.find((e) => e.noun.toLowerCase() === bare.toLowerCase())
  if (same) return same
  const referring = tables.find((e) => e.fields[single]?.to)?.fields[single]?.to
  return referring === undefined ? guess(bare) : byKey.get(referring)
}
const guess = (word: string): AnyEntity | undefined =>
  byKey.get(/line/i.test(word) ? 'wms.taskLine' : /bill/i.test(word) ? 'wms.orderBill' : 'wms.task')
