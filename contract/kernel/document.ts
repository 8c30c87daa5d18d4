import type { AnyEntity, Entity, Fields, Found, SeenFrom } from './entity.ts'
import { entity } from './entity.ts'
import { choice, code, date, instant, note, text } from './field.ts'
import { type Flow, titlesOf } from './flow.ts'
import type { OrgType } from './org.ts'
import type { Action } from './permission.ts'
import type { Text } from './text.ts'

/** What stands first on every numbered paper. */
const headFields = <S extends string>(states: Readonly<Record<S, Text>>) =>
  ({
    billNo: code(['单号', 'No.'], { required: true, derived: true, filter: true }),
    state: choice(['状态', 'Status'], states, { required: true, derived: true, filter: true }),
  }) as const satisfies Fields
/** What stands last on it. */
const footFields = {
  bizDate: date(['业务日期', 'Business date'], { filter: true }),
  reason: text(['原因', 'Reason'], { derived: true, max: 200 }),
  approvedAt: instant(['审核时间', 'Approved at'], { derived: true }),
  startedAt: instant(['开始时间', 'Started at'], { derived: true }),
  finishedAt: instant(['结束时间', 'Finished at'], { derived: true, filter: true }),
  note: note(['备注', 'Note']),
} as const satisfies Fields

type Common<S extends string> = ReturnType<typeof headFields<S>> & typeof footFields
type All<F extends Fields, S extends string> = Omit<Common<S>, keyof F> & F

/** A numbered paper: its header with its own child rows, and what may be done with it in which state. */
export interface Document<F extends Fields = Fields, S extends string = string, A extends string = string> {
  readonly header: Entity<F>
  readonly flow: Flow<S, A>
  /** Two letters before the date in its number. */
  readonly prefix: string
}
export type AnyDocument = Document<Fields>

export interface DocumentOptions<F extends Fields, S extends string, A extends string> {
  title: Text
  module: string
  prefix: string
  flow: Flow<S, A>
  /** Kinds of organisation that handle it. */
  worksAt: readonly OrgType[]
  /** See {@link Entity.seenFrom}. */
  seenFrom?: SeenFrom
  /** Its own; one of a common name takes that one's place. */
  fields: F
  /** See {@link Entity.secrets}. */
  secrets?: Fields
  /** See {@link Entity.sums}. */
  sums?: Readonly<Partial<Record<keyof F & string, string>>>
  list?: readonly (keyof All<F, S> & string)[]
  form?: readonly (keyof All<F, S> & string)[]
  actions: readonly Action[]
  /** Words of the log for what is not a step of the flow. */
  verbs?: Readonly<Record<string, Text>>
  /** What its log tells beside changes of its fields. */
  details?: Fields
  unique?: readonly (readonly (keyof All<F, S> & string)[])[]
  indexes?: readonly (readonly (keyof All<F, S> & string)[])[]
  ownerThrough?: string
  /** See {@link Entity.carrierThrough}. */
  carrierThrough?: string
  /** The field by which it is called beside its number, where refs name it. */
  called?: keyof F & string
  /** By what it is found from anywhere, beside its number. */
  found?: Found | false
  /** The field by which another system knows it, where others send such papers. */
  outsideNo?: keyof All<F, S> & string
}

/** A step that nobody could take, or that stamps what is no moment, is told of where it is declared. */
function demandSteps(key: string, { steps }: Flow, actions: readonly Action[], fields: Fields): void {
  for (const [name, { verb, stamp }] of Object.entries(steps)) {
    if (!actions.includes(verb))
      throw new Error(`${key}: its step ${name} asks for ${verb}, which is not among its actions`)
    if (stamp !== undefined && fields[stamp]?.kind !== 'instant')
      throw new Error(`${key}: its step ${name} is stamped in ${stamp}, which is no instant of it`)
  }
}

/**
 * Declares a numbered paper: number, state, business date, when it was approved, started and ended, reason, note and log,
 * with the steps of its flow as calls, buttons and permissions. A bill is one with lines of goods.
 */
export function document<const F extends Fields, const S extends string, const A extends string>(
  area: string,
  noun: string,
  {
    flow,
    prefix,
    fields,
    unique = [],
    indexes = [['state', 'bizDate']] as never,
    verbs,
    called = 'billNo' as never,
    ...o
  }: DocumentOptions<F, S, A>,
): Document<All<F, S>, S, A> {
  demandSteps(`${area}.${noun}`, flow, o.actions, { ...footFields, ...fields })
  const header = entity(area, noun, {
    ...o,
    scope: 'org',
    ownBy: 'createdBy',
    // Own fields keep the place that they have among their own, also under a common name.
    fields: { ...headFields(flow.states), ...fields, ...footFields, ...fields },
    unique: [['billNo'], ...unique],
    indexes,
    label: { code: 'billNo', name: called },
    verbs: { ...titlesOf(flow.steps), ...verbs },
    sort: '-id',
  } as never) as AnyEntity
  const asks = Object.values(flow.steps as Flow['steps']).flatMap(({ input }) =>
    Object.values(input ?? {}).flatMap((f) => f.to ?? []),
  )
  return { header: { ...header, ...(asks.length > 0 && { asks }) }, flow, prefix } as never
}
