import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Sql } from 'sql-template-tag'
import type { Ctx } from './ctx.ts'

/** How a computed field is read from the row `t` of its entity, and what its filter means when that is not equality. */
export interface Computed {
  readonly value: (ctx: Ctx) => Sql
  readonly where?: (ctx: Ctx, v: FilterValue) => Sql
}
/** By table and field name: all views of a table share them. */
export type Computations = Readonly<Record<string, Readonly<Record<string, Computed>>>>

const entities = new Map<string, AnyEntity>()
let computations: Computations = {}

/** Makes declared entities known by key. Filled once at start from the composition root. */
export function register(list: readonly AnyEntity[], computed: Computations = {}): void {
  for (const e of list) entities.set(e.key, e)
  computations = computed
  for (const e of list) for (const [name, f] of Object.entries(e.fields)) if (f.computed) computationOf(e, name)
}

export function computationOf(e: AnyEntity, name: string): Computed {
  const found = computations[e.table]?.[name]
  if (!found) throw new Error(`nobody works out ${e.key}.${name}`)
  return found
}

export function entityByKey(key: string): AnyEntity {
  const e = entities.get(key)
  if (!e) throw new Error(`entity ${key} is not registered`)
  return e
}
export const allEntities = (): readonly AnyEntity[] => [...entities.values()]
