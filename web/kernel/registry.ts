import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entity } from '@lading/contract/kernel/entity.ts'
import { text } from '@lading/contract/kernel/field.ts'
import type { SubSystem } from '@lading/contract/menu.ts'
import { type Place, place } from '../client/location.ts'

/** Where an entity's pages are: the menu entry's sub-system and the stem of its name. */
export interface Home {
  readonly sub: SubSystem
  readonly stem: string
  /** Whether there is a detail page to link to. */
  readonly hasDetail: boolean
}
const entities = new Map<string, AnyEntity>()
const homes = new Map<string, Home>()

/** Makes an entity known by its key, and where its pages are. Fed from `pages.ts`, before anything is drawn. */
export function registerEntity(e: AnyEntity, home?: Home): void {
  entities.set(e.key, e)
  if (home) homes.set(e.key, home)
}

/** The declaration that a ref points to. One without a page of its own is known by its key alone. */
export function entityOf(key: string): AnyEntity {
  const known = entities.get(key)
  if (known) return known
  const [area = '', noun = ''] = key.split('.')
  const fields = { code: text(['代码', 'Code']), name: text(['名称', 'Name']) }
  const stub = entity(area, noun, {
    title: [noun, noun],
    fields,
    actions: ['enable_disable'],
    ownerThrough: 'everybody',
  })
  entities.set(key, stub)
  return stub
}

type Where = Readonly<Record<string, string>>
const narrowings = new Map<string, Where>()
/** What choosers offer of an entity, beyond its being in use; filters and lists still show all. */
export const offerOnly = (key: string, where: Where): void => void narrowings.set(key, where)
export const offeredOf = (key: string): Where => narrowings.get(key) ?? {}

/** The table behind an entity's key, when it is known. */
export const tableOf = (key: string): string | undefined => entities.get(key)?.table

/** The detail page of one record, when its entity has one. */
export function detailOf(key: string, id: string): Place | undefined {
  const home = homes.get(key)
  return home?.hasDetail ? place(home.sub, `${home.stem}Dtl`, { id }) : undefined
}
