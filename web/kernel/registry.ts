import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entity } from '@lading/contract/kernel/entity.ts'
import { text } from '@lading/contract/kernel/field.ts'
import type { SubSystem } from '@lading/contract/menu.ts'
import { type Place, place, type Query } from '../client/location.ts'

/** What is known of an entity before its declaration is fetched. */
export interface Known extends Pick<AnyEntity, 'key' | 'title' | 'permit'> {
  /** Left out: `code` and `name`. */
  readonly label?: AnyEntity['label']
  /** The table that it shares with others; left out: its own. */
  readonly viewOf?: string
  /** Nothing is done to its rows that anybody could wait for. */
  readonly isQuiet?: boolean
}
/** Where an entity's pages are: the menu entry's sub-system and the stem of its name. */
export interface Home {
  readonly sub: SubSystem
  readonly stem: string
  /** The entry's own name, which is that of the list. */
  readonly list: string
  /** Whether there is a detail page to link to. */
  readonly hasDetail: boolean
}
const entities = new Map<string, AnyEntity>()
const tables = new Map<string, string>()
const homes = new Map<string, Home>()

const quiet = new Set<string>()

/** Makes entities known by their keys. Fed from the menu and from `known.ts`, before anything is drawn. */
export function registerEntities(all: readonly Known[]): void {
  for (const { key, title, permit, label, viewOf, isQuiet } of all) {
    if (isQuiet) quiet.add(key)
    const e = called(key, title)
    const one = { ...e, permit, label: label ?? e.label, table: viewOf ?? e.table }
    entities.set(key, one)
    tables.set(key, one.table)
  }
}

/** The keys of those to whose rows something is done that somebody could wait for. */
export const entitiesWatched = (): readonly string[] => [...tables.keys()].filter((key) => !quiet.has(key))

/** Tells where an entity's pages are. Fed from `pages.ts`, before anything is drawn. */
export const registerHome = (key: string, home: Home): void => void homes.set(key, home)

/** An entity as far as its key and its title tell. */
function called(key: string, title?: AnyEntity['title']): AnyEntity {
  const [area = '', noun = ''] = key.split('.')
  return entity(area, noun, {
    title: title ?? [noun, noun],
    fields: { code: text(['代码', 'Code']), name: text(['名称', 'Name']) },
    actions: ['enable_disable'],
    ownerThrough: 'everybody',
  })
}

/**
 * What a ref points to, as far as it is known without its declaration: its title, permissions, label, path and table. One
 * that nobody registered is known by its key alone.
 */
export function entityOf(key: string): AnyEntity {
  const one = entities.get(key) ?? called(key)
  entities.set(key, one)
  return one
}

type Where = Readonly<Record<string, string>>
const narrowings = new Map<string, Where>()
/** What choosers offer of an entity, beyond its being in use; filters and lists still show all. */
export const offerOnly = (key: string, where: Where): void => void narrowings.set(key, where)
export const offeredOf = (key: string): Where => narrowings.get(key) ?? {}

/** The table behind an entity's key, when it is known. */
export const tableOf = (key: string): string | undefined => tables.get(key)

/** The list of an entity, narrowed down, when it has one. */
export function listOf(key: string, query: Query): Place | undefined {
  const home = homes.get(key)
  return home && place(home.sub, home.list, query)
}

/** The page that shows what is printed of one record, when its entity has pages. */
export function printViewOf(key: string, id: string): Place | undefined {
  const home = homes.get(key)
  return home && place(home.sub, `${home.stem}printView`, { id })
}

/** The detail page of one record, when its entity has one. */
export function detailOf(key: string, id: string): Place | undefined {
  const home = homes.get(key)
  return home?.hasDetail ? place(home.sub, `${home.stem}Dtl`, { id }) : undefined
}
