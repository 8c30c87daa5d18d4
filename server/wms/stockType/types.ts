import type { StockType } from '@lading/contract/wms/place.ts'
import {
  neverAgain,
  schemeTransition,
  schemeType,
  stockTypeScheme,
  usualTransitions,
  usualTypes,
} from '@lading/contract/wms/stockTypeScheme.ts'
import type { TypeLook } from '@lading/contract/wms/typeLooks.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'

export interface TypeRule {
  readonly type: StockType
  readonly enabled: boolean
  readonly sellable: boolean
  readonly modes: readonly string[]
  readonly receiptModes: readonly string[]
}
export interface Transition {
  readonly typeFrom: StockType
  readonly typeTo: StockType
  readonly byOther: boolean
}
/** What is done with stock of an owner. */
export interface TypeRules {
  /** Those in use. */
  readonly types: readonly TypeRule[]
  readonly transitions: readonly Transition[]
}

interface Stored {
  readonly id: string
  readonly ownerId: string | null
}
const schemesHere = (ctx: Ctx): Promise<Stored[]> =>
  ctx.tx.query<Stored>(sql`
    select t.id, t.owner_id from ${fromHere(ctx, stockTypeScheme, 't')} where not t.disabled order by t.code`)
const generalOf = (schemes: readonly Stored[]): Stored | undefined => schemes.find((s) => s.ownerId === null)

const usual: TypeRules = { types: usualTypes, transitions: usualTransitions }

/** The schemes of this centre, by owner: his own, the general one, or what usually holds. */
export async function readTypeRules(ctx: Ctx): Promise<(ownerId: string) => TypeRules> {
  const [schemes, types, transitions] = await Promise.all([
    schemesHere(ctx),
    ctx.tx.query<TypeRule & { schemeId: string }>(sql`
      select r.scheme_id, r.type, r.enabled, r.sellable, r.modes, r.receipt_modes from ${fromHere(ctx, schemeType.entity, 'r')} order by r.id`),
    ctx.tx.query<Transition & { schemeId: string }>(sql`
      select r.scheme_id, r.type_from, r.type_to, r.by_other from ${fromHere(ctx, schemeTransition.entity, 'r')} order by r.id`),
  ])
  return (ownerId) => {
    const scheme = schemes.find((s) => s.ownerId === ownerId) ?? generalOf(schemes)
    if (!scheme) return usual
    const inUse = types.filter((r) => r.schemeId === scheme.id && r.enabled)
    return {
      types: inUse,
      transitions: transitions.filter(
        (r) => r.schemeId === scheme.id && inUse.some((t) => t.type === r.typeTo) && !neverAgain(r.typeFrom, r.typeTo),
      ),
    }
  }
}

/** Types of which an order's line may be given goods: a line of gifts gifts, the others all else that is sold this way. */
export const typesFor = ({ types }: TypeRules, mode: string, gift: boolean): readonly StockType[] =>
  types.flatMap(({ type, sellable, modes }) =>
    sellable && (modes.length === 0 || modes.includes(mode)) && (type === 'GIFT') === gift ? [type] : [],
  )
/** Any type that any order may be given. */
export const soldTypes = ({ types }: TypeRules): readonly StockType[] =>
  types.flatMap(({ type, sellable }) => (sellable ? [type] : []))

/** As what goods of an order are received, where neither owner nor line says otherwise. */
export const receivedAs = ({ types }: TypeRules, mode: string): StockType =>
  types.find(({ receiptModes }) => receiptModes.includes(mode))?.type ?? 'GOOD'

/** How a type may become another; undefined where it may not. */
export const transitionOf = ({ transitions }: TypeRules, from: StockType, to: StockType): Transition | undefined =>
  transitions.find((t) => t.typeFrom === from && t.typeTo === to)

/** How the types are shown in this centre: by its general scheme. Elsewhere, and without one, as usual. */
export async function readLooks(ctx: Ctx): Promise<TypeLook[]> {
  if (ctx.org.type !== 'DC') return []
  const general = generalOf(await schemesHere(ctx))
  if (!general) return []
  return ctx.tx.query<TypeLook>(sql`
    select r.type, r.caption, r.caption_en, r.colour from ${fromHere(ctx, schemeType.entity, 'r')}
    where r.scheme_id = ${general.id} and (r.caption is not null or r.caption_en is not null or r.colour is not null) order by r.type`)
}
