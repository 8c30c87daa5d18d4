import type { z } from 'zod'
import type { Field } from './field.ts'
import type { OrgType } from './org.ts'
import { type Action, actions } from './permission.ts'
import type { Text } from './text.ts'

export type Fields = Readonly<Record<string, Field>>

/**
 * Who owns the rows: the tenant, the enterprise (GROUP), one organisation (a column `org_id`), or the platform, whose
 * few tables have no tenant and refer to none.
 */
export type Scope = 'tenant' | 'group' | 'org' | 'platform'

/**
 * Whose goods a row is about, for people who are limited to some cargo owners, where the row does not say so itself by
 * `ownerId` or `owners` and has no parent: the name of a ref, since whoever sees that row sees this one; `contents`, where
 * what it holds says so and its area knows how; `itself`, which is the owner; or `everybody`, for what is about nobody's goods.
 */
export type OwnerThrough<F extends Fields> = (keyof F & string) | 'contents' | 'itself' | 'everybody'

export interface Entity<F extends Fields = Fields, S extends Fields = Fields> {
  /** `wms.owner`: how refs and registries name it. */
  readonly key: string
  readonly area: string
  readonly noun: string
  /** `wms_owner`; views of one table under several names share it. */
  readonly table: string
  readonly title: Text
  /** Middle part of its permissions: `basic.owner`. */
  readonly module: string
  /** What its permissions begin with: `wms:basic.owner`. */
  readonly permit: string
  readonly scope: Scope
  /** Kinds of organisation in which its rows are written; undefined: any. */
  readonly worksAt: readonly OrgType[] | undefined
  /** What other kinds of organisation than the enterprise see of rows that are not their own. */
  readonly seenFrom: SeenFrom
  readonly fields: F
  /** Fields that are kept as sums of child rows: `lines.weight`, or how many `lines` there are. */
  readonly sums: Readonly<Record<string, string>>
  /** Columns that never leave the server: no record, filter, file, form, log or document knows them. */
  readonly secrets: S
  readonly list: readonly string[]
  readonly form: readonly string[]
  readonly unique: readonly (readonly string[])[]
  /**
   * Fields that stand for the row in refs: its code, its name, how the name is typed where that is kept, and the field
   * that says it in English.
   */
  readonly label: { readonly code: string; readonly name: string; readonly typed?: string; readonly english?: string }
  readonly actions: readonly Action[]
  /** What its log calls the things done to it, beside those that are done to every entity. */
  readonly verbs: Readonly<Record<string, Text>>
  /** What its log tells of what was done, beside changes of its fields. */
  readonly details: Fields
  /** Keys of what the steps of a paper let somebody choose. */
  readonly asks?: readonly string[]
  /** What is answered of a row beside its fields. */
  readonly told: z.ZodRawShape
  /** For child rows: the field that holds the parent's id. */
  readonly parent: string | undefined
  readonly sort: string
  /** Further indexes beside keys and filters. */
  readonly indexes: readonly (readonly string[])[]
  /** Rows are only ever added: the application may neither change nor delete them. */
  readonly appendOnly: boolean
  readonly ownerThrough: string | undefined
  /**
   * What a user of some carriers sees of it: rows that name one of his, or a row that he sees (the field), those that hold
   * something of his (`contents`), his carriers (`itself`), or all. Undefined: as much as of its parent, else nothing.
   */
  readonly carrierThrough: string | undefined
  /** By what a row is somebody's own work: who made it, or the ref of who does it. Undefined: as its parent's, or nobody's. */
  readonly ownBy: string | undefined
  /** By what its rows are found from anywhere, beside what they are called; `false`: nobody looks for them there. */
  readonly found: Found | false | undefined
  /**
   * Of papers: the field by which another system knows one of them. What it delivers under the same number, however often,
   * is the same paper.
   */
  readonly outsideNo: string | undefined
  /** Of a table under a further name: the key of what its rows are, under which they have their log. */
  readonly viewOf?: string
  /** Of a table under a further name: which of its rows that shows. */
  readonly only?: Readonly<Record<string, string | readonly string[]>>
}

/** See `found.ts`. */
export interface Found {
  readonly codes?: readonly string[]
  readonly alike?: (word: string) => readonly string[]
  readonly names?: readonly string[]
}

/** For code that walks any entity and need not know its fields by name. */
export type AnyEntity = Entity<Fields>

/** The values of the fields, all present. */
type Values<F extends Fields> = { -readonly [K in keyof F]: Exclude<F[K]['type'], undefined> }
export interface Label {
  readonly code: string
  readonly name: string
}
/** Columns that every row has. */
export interface Base {
  id: string
  version: number
  disabled: boolean
  creatorName: string | null
  createTime: string
  lastModifierName: string | null
  lastModifyTime: string
  /** Code and name of what the ref fields point to. */
  refs: Readonly<Record<string, Label>>
}

/** Rows of all organisations of the tenant, or of those below one's own in the tree. */
export type SeenFrom = Readonly<Partial<Record<OrgType, 'ALL' | 'BELOW'>>>

/** A child entity as the type of a rows field. */
export interface Rows {
  readonly entity: AnyEntity
  /** Typed in a form of its own, where a row of a table is too narrow; the table shows its `list`. */
  readonly hasForm?: boolean
  /** Phantom: one row as it is sent and read. */
  readonly _row: Readonly<Record<string, unknown>>
}

export interface EntityOptions<F extends Fields, S extends Fields = Fields> {
  title: Text
  module?: string
  /** Area whose menu shows it, when that is not its own. */
  menuArea?: string
  scope?: Scope
  /** Kinds of organisation in which its rows are written, where that is not the enterprise. */
  worksAt?: readonly OrgType[]
  seenFrom?: SeenFrom
  fields: F
  /** Totals that are stored: what a list sorts by and adds up. `{ weight: 'lines.weight', stops: 'lines' }` */
  sums?: Readonly<Partial<Record<keyof F & string, string>>>
  secrets?: S
  list?: readonly (keyof F & string)[]
  form?: readonly (keyof F & string)[]
  unique?: readonly (readonly (keyof (F & S) & string)[])[]
  indexes?: readonly (readonly (keyof F & string)[])[]
  label?: { code: keyof F & string; name: keyof F & string; typed?: keyof F & string }
  /** The verbs offered; `view` is always there. */
  actions?: readonly Action[]
  verbs?: Readonly<Record<string, Text>>
  details?: Fields
  told?: z.ZodRawShape
  sort?: string
  appendOnly?: boolean
  /** See {@link Entity.carrierThrough}. */
  carrierThrough?: OwnerThrough<F>
  ownBy?: 'createdBy' | (keyof F & string)
  found?: Found | false
  /** See {@link Entity.outsideNo}; it has to be a key of its own. */
  outsideNo?: keyof F & string
}

/** Outside administration every kind of row says whose goods it is about, or does not compile. */
export type Walled<A extends string, F extends Fields> = A extends 'sys'
  ? { ownerThrough?: never }
  : F extends { ownerId: Field } | { owners: Field }
    ? { ownerThrough?: OwnerThrough<F> }
    : { ownerThrough: OwnerThrough<F> }

const masterActions: readonly Action[] = ['create', 'update', 'enable_disable', 'export']

/**
 * Declares a kind of row once. Table, row-level security, check, calls, permissions, list, form, import and export
 * follow from it. Whatever needs an `if` is a function elsewhere.
 */
export const entity = <const A extends string, const F extends Fields, const S extends Fields = Record<never, never>>(
  area: A,
  noun: string,
  o: EntityOptions<F, S> & Walled<A, F>,
): Entity<F, S> => declare(area, noun, o)

/** Words that SQL keeps for itself: no column is called so. Source: PostgreSQL 15, appendix C. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
  deferrable desc distinct do else end except false fetch for foreign from grant group having in initially intersect into
  lateral leading limit not null offset on only or order placing primary references returning select some symmetric table
  then to trailing true union unique user using variadic when where window with`.split(/\s+/),
)
/** What no table could keep, no list show or ask is said where it is declared, and not when the first user looks. */
function demandFields(key: string, fields: Fields): void {
  for (const [name, f] of Object.entries(fields)) {
    if (reserved.has(name) && !f.computed) throw new Error(`${key}.${name}: SQL keeps this word for itself`)
    if (f.computed && f.total) throw new Error(`${key}.${name} is computed: only what is stored has a total`)
    if (f.filter && (f.kind === 'rows' || f.kind === 'json')) throw new Error(`${key}.${name}: ${f.kind} is no filter`)
  }
}

const added = ['int', 'decimal', 'qty', 'money']
function demandSums(key: string, fields: Fields, sums: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(sums)) {
    const [rows = '', of] = path.split('.')
    const [own, child] = [fields[name], fields[rows]?.rows?.entity]
    const part = of === undefined ? undefined : child?.fields[of]
    const isFit = of === undefined ? own?.kind === 'int' : part?.kind === own?.kind && added.includes(part?.kind ?? '')
    if (!child || !own || !isFit || part?.computed || (part?.scale ?? 0) > (own.scale ?? 0))
      throw new Error(`${key}.${name} cannot be the sum of ${path}`)
  }
}
/** Nobody types a sum, and of no rows it is nothing. */
const withSums = <F extends Fields>(fields: F, sums: Readonly<Record<string, string>>): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, f]) =>
      name in sums ? [name, { ...f, derived: true, required: true, initial: f.kind === 'int' ? 0 : '0' }] : [name, f],
    ),
  ) as F

function declare<F extends Fields, S extends Fields>(
  area: string,
  noun: string,
  o: EntityOptions<F, S> & { ownerThrough?: string | undefined },
): Entity<F, S> {
  const names = Object.keys(o.fields)
  demandFields(`${area}.${noun}`, o.fields)
  const sums = { ...o.sums } as Readonly<Record<string, string>>
  demandSums(`${area}.${noun}`, o.fields, sums)
  const shown = names.filter((name) => o.fields[name]?.kind !== 'rows' && o.fields[name]?.kind !== 'json')
  // A line is called by its number; what refers to it would else show the id of what it belongs to.
  const code = ['code', 'lineNo'].find((name) => name in o.fields) ?? names[0] ?? 'id'
  const label = o.label ?? { code, name: 'name' in o.fields ? 'name' : code }
  const english = o.fields[label.name]?.english
  return {
    key: `${area}.${noun}`,
    area,
    noun,
    table: `${area}_${noun.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`,
    title: o.title,
    module: o.module ?? noun,
    permit: `${o.menuArea ?? area}:${o.module ?? noun}`,
    scope: o.scope ?? 'group',
    // Master data is kept by the enterprise.
    worksAt: o.worksAt ?? (area !== 'sys' && (o.scope ?? 'group') === 'group' ? ['GROUP'] : undefined),
    seenFrom: o.seenFrom ?? {},
    fields: Object.keys(sums).length > 0 ? withSums(o.fields, sums) : o.fields,
    sums,
    // Whoever names none has none: then S is the type of nothing.
    secrets: o.secrets ?? ({} as S),
    list: o.list ?? shown,
    form: o.form ?? names.filter((name) => o.fields[name]?.derived !== true),
    unique: o.unique ?? [],
    indexes: o.indexes ?? [],
    label: { ...label, ...(typeof english === 'string' && { english }) },
    actions: ['view', ...(o.actions ?? masterActions)],
    verbs: o.verbs ?? {},
    details: o.details ?? {},
    told: o.told ?? {},
    parent: undefined,
    sort: o.sort ?? ('code' in o.fields ? 'code' : '-id'),
    appendOnly: o.appendOnly ?? false,
    ownerThrough: o.ownerThrough,
    carrierThrough: o.carrierThrough,
    ownBy: o.ownBy,
    found: o.found,
    outsideNo: o.outsideNo,
  }
}

/** A child table of `parent` (an entity key): its rows live and die with the parent's and are written with it. */
export function childRows<const F extends Fields, const S extends Fields = Record<never, never>>(
  area: string,
  noun: string,
  parent: string,
  o: {
    title: Text
    scope?: Scope
    fields: F
    /** See {@link Entity.secrets}. */
    secrets?: S
    unique?: readonly (readonly (keyof F & string)[])[]
    /** The order in which they are read, where that is not the one in which they were made. */
    sort?: keyof F & string
    /** What is typed of one, in a small form of its own instead of in the table. */
    form?: readonly (keyof F & string)[]
    /** What the table shows beside such a form; left out: all of it. */
    list?: readonly (keyof F & string)[]
  },
): {
  readonly entity: Entity<F, S>
  readonly hasForm: boolean
  readonly _row: Partial<Values<F>> & { readonly id?: string; readonly removed?: boolean }
} {
  const { sort = 'id', list = o.form, ...own } = o
  const child = declare<F, S>(area, noun, { ...own, actions: [], ...(list && { list }) })
  return { entity: { ...child, parent, sort }, hasForm: o.form !== undefined, _row: {} }
}

/** `wms:basic.owner:view`, `sys:user:view`. */
export const entityPermission = (e: Pick<AnyEntity, 'permit'>, action: Action): string => `${e.permit}:${action}`

/** `/wms/api/owner`, or `/fw/api/sys/user` for SYS, as the specification gives it. */
export const entityPath = (e: Pick<AnyEntity, 'area' | 'noun'>): string =>
  e.area === 'sys' ? `/fw/api/sys/${e.noun}` : `/${e.area}/api/${e.noun}`

const commonVerbs: AnyEntity['verbs'] = {
  create: actions.create,
  update: actions.update,
  remove: actions.remove,
  enable: ['启用', 'Enable'],
  disable: ['停用', 'Disable'],
  import: actions.import,
  print: actions.print,
}
/** All that a log may say of rows of an entity, by action; of none: what all have in common. */
export const logWords = (e?: AnyEntity): AnyEntity['verbs'] => ({ ...commonVerbs, ...e?.verbs })
/** What a log calls an action on a row of the entity. */
export const logWord = (e: AnyEntity, action: string): Text | undefined => e.verbs[action] ?? commonVerbs[action]
