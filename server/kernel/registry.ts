import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Sql } from 'sql-template-tag'
import type { Ctx, Identity } from './ctx.ts'
import type { Input } from './rules.ts'

/** How a computed field is read from the row `t` of its entity, and what its filter means when that is not equality. */
export interface Computed {
  readonly value: (ctx: Ctx) => Sql
  readonly where?: (ctx: Ctx, v: FilterValue) => Sql
}
/** By table and field name: all views of a table share them. */
export type Computations = Readonly<Record<string, Readonly<Record<string, Computed>>>>

/**
 * Which rows `t` of a table are about goods of a user's owners only, or about something of his carriers, where what they
 * hold says so. By table.
 */
export type Walls = Readonly<Record<string, (ids: readonly string[], t: Sql) => Sql>>

/** Which rows `t` a view shows, where no column of theirs says so. By its key. */
export type Extents = Readonly<Record<string, (who: Pick<Identity, 'tenantId' | 'org'>, t: Sql) => Sql>>

/** Something that was done to a row, as the books have it. */
export interface Done {
  readonly id: string
  readonly at: Date
  readonly user: string | null
  readonly source: string | null
  readonly action: string
  readonly before: Input | null
  readonly after: Input | null
  /** The row to which it was done, where that is not the one whose log tells of it. */
  readonly about?: { readonly id: string; readonly no: string }
  /** What some readers need as it is, beside the words. */
  readonly more?: object
}
/** What became of a row elsewhere: things done to rows of another entity, that its own log tells too. */
export interface Chapter {
  readonly of: AnyEntity
  readonly done: readonly Done[]
}
/** By the key of the entity whose log it is. */
export type Stories = Readonly<Record<string, (ctx: Ctx, id: string) => Promise<readonly Chapter[]>>>

const entities = new Map<string, AnyEntity>()
const secretNames = new Set<string>()
/** Whether some entity keeps a secret under that name. */
export const isSecretField = (name: string): boolean => secretNames.has(name)
let computations: Computations = {}
let walls: Readonly<Record<'owners' | 'carriers', Walls>> = { owners: {}, carriers: {} }
let stories: Stories = {}
let extents: Extents = {}

/** Makes declared entities known by key. Filled once at start from the composition root. */
export function register(
  list: readonly AnyEntity[],
  computed: Computations = {},
  contents = walls,
  told: Stories = {},
  shown: Extents = {},
): void {
  for (const e of list) entities.set(e.key, e)
  for (const e of list) for (const name of Object.keys(e.secrets)) secretNames.add(name)
  computations = computed
  walls = contents
  stories = told
  extents = shown
  for (const e of list) if (e.ownerThrough === 'contents') contentsOf(e)
  for (const e of list) if (e.carrierThrough === 'contents') carriedOf(e)
  for (const e of list) for (const [name, f] of Object.entries(e.fields)) if (f.computed) computationOf(e, name)
}

export function computationOf(e: AnyEntity, name: string): Computed {
  const found = computations[e.table]?.[name]
  if (!found) throw new Error(`nobody works out ${e.key}.${name}`)
  return found
}

export function contentsOf(e: AnyEntity): Walls[string] {
  const found = walls.owners[e.table]
  if (!found) throw new Error(`nobody knows whose goods ${e.key} holds`)
  return found
}

export function carriedOf(e: AnyEntity): Walls[string] {
  const found = walls.carriers[e.table]
  if (!found) throw new Error(`nobody knows which carrier ${e.key} is with`)
  return found
}

/** What became of a row elsewhere, that its log tells too. */
export const storyOf = (e: AnyEntity): Stories[string] | undefined => stories[e.key]

export const extentOf = (e: AnyEntity): Extents[string] | undefined => extents[e.key]

export function entityByKey(key: string): AnyEntity {
  const e = entities.get(key)
  if (!e) throw new Error(`entity ${key} is not registered`)
  return e
}
/** Tables under further names, which have pages, permissions and news of their own. Nothing refers to them. */
const views = new Map<string, AnyEntity>()
export const registerViews = (list: readonly AnyEntity[]): void => {
  for (const e of list) views.set(e.key, e)
}
/** Of a table or a view. Nothing for what was a key once, or never. */
export const knownEntity = (key: string): AnyEntity | undefined => entities.get(key) ?? views.get(key)
export const allEntities = (): readonly AnyEntity[] => [...entities.values()]
