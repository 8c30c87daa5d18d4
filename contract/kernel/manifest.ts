import type { Board } from './board.ts'
import type { Call } from './call.ts'
import type { AnyDocument } from './document.ts'
import type { Duty } from './duty.ts'
import type { AnyEntity } from './entity.ts'
import type { NumberKind } from './numberPattern.ts'
import type { Options } from './optionDef.ts'
import type { Touches } from './touches.ts'

/** From and to. */
type Span = readonly [first: number, last: number]

/** Which codes the refusals of an area have: no two areas share one, so that a code stands for one refusal. */
export interface Codes {
  /** Of what its business refuses. */
  readonly business: readonly Span[]
  /** In every other class (400xx, 403xx, 409xx …): the last two digits. */
  readonly others: Span
}

/** The kernel's own. */
export const kernelCodes: Codes = { business: [[42200, 42219]], others: [0, 9] }

/**
 * What an area declares, named in one place. All that must know every area is put together from these: tables,
 * permissions, and which entries of the menu have a page.
 */
export interface Manifest {
  readonly area: string
  readonly codes: Codes
  /** Files of its folder that other areas' declarations may name: all else is its own. */
  readonly offers?: readonly string[]
  /** What people look at, make and work on, in pages of their own. Child rows and lines of bills come with it. */
  readonly nouns: readonly (AnyEntity | AnyDocument)[]
  /** Tables that no page is about. */
  readonly kept?: readonly AnyEntity[]
  /** Tables under further names, with pages and rights of their own: the types of tasks. */
  readonly views?: readonly AnyEntity[]
  /** Tables as boards show them, under the rights of these. */
  readonly boardViews?: readonly AnyEntity[]
  /** What pages read that are about no table: figures and reports. */
  readonly boards?: readonly (Board | Pick<Call, 'permission'>)[]
  /** What is numbered beside its documents. */
  readonly numbered?: readonly NumberKind[]
  /** What may be set for it. */
  readonly options?: Options
  /** Of which permissions one watches over the other. */
  readonly duties?: readonly Duty[]
  /** What changes with what, so that open pages ask again. */
  readonly touches?: Touches
}

/** What is shown as its kind usually is: a list with its forms, a paper with its steps, figures over lists. */
export type Plain = AnyEntity | AnyDocument | Board
export const keyOf = (of: Plain): string => ('header' in of ? of.header.key : of.key)
export const isBoard = (of: object): of is Board => 'tiles' in of
export const entityOf = (noun: AnyEntity | AnyDocument): AnyEntity => ('header' in noun ? noun.header : noun)

/** Each noun with its child rows below it, and what is kept. Who names a child by itself means it as it is named. */
export function tablesOf({ nouns, kept = [] }: Pick<Manifest, 'nouns' | 'kept'>): readonly AnyEntity[] {
  const named = new Set([...nouns.map(entityOf), ...kept].map((e) => e.key))
  const withRows = (e: AnyEntity): readonly AnyEntity[] => [e, ...childrenOf(e).filter(({ key }) => !named.has(key))]
  return [...nouns.map(entityOf), ...kept].flatMap(withRows)
}

const childrenOf = (e: AnyEntity): readonly AnyEntity[] =>
  Object.values(e.fields).flatMap((field) => (field.rows ? [field.rows.entity] : []))
