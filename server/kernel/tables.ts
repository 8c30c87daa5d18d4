import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { appRole } from './database.ts'
import { snake } from './tx.ts'

/** What a declaration cannot say because only the database understands it. */
export interface TableExtra {
  /** Conditions that hold for every row: the second wall behind the code. */
  readonly checks?: readonly string[]
  /** Column types that no kind of field has, by field. */
  readonly types?: Readonly<Record<string, string>>
  /** A table of the platform into which the work of every tenant writes. */
  readonly isShared?: boolean
  /** A table of the platform: which of its rows a tenant may read, and which he may write, as conditions. */
  readonly platformWall?: { readonly read: string; readonly write: string }
  /** Indexes beyond those derived, as `unique? (columns) where …`, without the tenant. */
  readonly indexes?: readonly {
    readonly columns: string
    readonly where?: string
    readonly unique?: boolean
    /** Of rows of all organisations together. */
    readonly isAcross?: boolean
  }[]
}

export const tableOf = (e: Pick<AnyEntity, 'table'>): string => e.table

const columnTypes: Record<Kind, (f: Field) => string | undefined> = {
  code: (f) => `varchar(${f.max ?? 30}) collate "C"`,
  text: (f) => `varchar(${f.max ?? 64})`,
  note: (f) => `varchar(${f.max ?? 500})`,
  int: () => 'integer',
  decimal: (f) => `numeric(18,${f.scale ?? 3})`,
  qty: () => 'numeric(18,3)',
  money: () => 'numeric(18,4)',
  flag: () => 'boolean',
  choice: () => 'varchar(24)',
  choices: () => 'varchar(24)[]',
  dict: (f) => `varchar(${f.max ?? 32})`,
  ref: () => 'bigint',
  refs: () => 'bigint[]',
  date: () => 'date',
  time: () => 'varchar(5)',
  instant: () => 'timestamptz',
  json: () => 'jsonb',
  rows: () => undefined,
}

/** The type of a field's column, for casts. */
export const columnType = (f: Field): string => (columnTypes[f.kind](f) ?? 'text').replace(/ collate .*/, '')

const quoted = (v: string): string => `'${v.replaceAll("'", "''")}'`
function defaultOf(f: Field): string {
  if (f.initial === undefined) return ''
  if (Array.isArray(f.initial)) return ` default '{${f.initial.join(',')}}'`
  if (typeof f.initial === 'string' && f.kind !== 'qty' && f.kind !== 'decimal' && f.kind !== 'money')
    return ` default ${quoted(f.initial)}`
  return ` default ${String(f.initial)}`
}

const stored = (e: AnyEntity): [string, Field][] =>
  Object.entries({ ...e.fields, ...e.secrets }).filter(([, f]) => f.kind !== 'rows' && !f.computed)
const hasSwitch = (e: AnyEntity): boolean => e.actions.includes('enable_disable')
/** Keys begin with the tenant; those of one organisation's rows go on with it. */
const keyOf = (e: AnyEntity, columns: readonly string[]): string =>
  [...(e.scope === 'platform' ? [] : ['tenant_id']), ...(e.scope === 'org' ? ['org_id'] : []), ...columns].join(', ')

function columnLines(e: AnyEntity, { types }: TableExtra): string[] {
  const lines = stored(e).map(
    ([name, f]) =>
      `${snake(name)} ${types?.[name] ?? columnTypes[f.kind](f)}${defaultOf(f)}${f.required ? ' not null' : ''}`,
  )
  return [
    ...(e.scope === 'platform' ? [] : ['tenant_id bigint not null']),
    ...(e.scope === 'org' ? ['org_id bigint not null'] : []),
    'id bigint not null',
    ...(e.appendOnly ? [] : ['version integer default 0 not null']),
    ...(hasSwitch(e) ? ['disabled boolean default false not null'] : []),
    'created_at timestamptz default now() not null',
    'created_by bigint',
    ...(e.appendOnly ? [] : ['updated_at timestamptz default now() not null', 'updated_by bigint']),
    ...lines,
  ]
}

function checkLines(e: AnyEntity, extra: TableExtra): string[] {
  const table = tableOf(e)
  const choices = stored(e).flatMap(([name, f]) => {
    const column = snake(name)
    // Each statement that writes a row reads all its checks anew: one list of values is read faster than one by one.
    const values = quoted(`{${Object.keys(f.choices ?? {}).join(',')}}`)
    if (f.kind === 'choice')
      return [`constraint ${constraintName(e, [name], 'ck')} check (${column} = any (${values}::text[]))`]
    if (f.kind === 'qty' && f.least === 0)
      return [`constraint ${constraintName(e, [name], 'ck')} check (${column} >= 0)`]
    return []
  })
  return [...choices, ...(extra.checks ?? []).map((check, i) => `constraint ${table}_ck${i + 1} check (${check})`)]
}

/** What the database calls the constraint on some fields of an entity. */
export const constraintName = (e: AnyEntity, fields: readonly string[], kind: 'key' | 'fkey' | 'ck'): string =>
  kind === 'ck' ? `${tableOf(e)}_${snake(fields[0] ?? '')}_ck` : named(tableOf(e), fields.map(snake), kind)

/** PostgreSQL cuts names at 63 bytes; two long ones must not become one. */
const named = (table: string, columns: readonly string[], kind: string): string => {
  const full = `${table}_${columns.join('_')}_${kind}`
  return full.length <= 60
    ? full
    : `${full.slice(0, 48)}_${columns.length}${columns.map((c) => c.at(0)).join('')}_${kind}`
}

function createTable(e: AnyEntity, extra: TableExtra): string {
  const table = tableOf(e)
  const tenant = e.scope === 'platform' ? '' : 'tenant_id, '
  const keys = e.unique.map((u) => {
    const columns = u.map(snake)
    return `constraint ${constraintName(e, u, 'key')} unique (${keyOf(e, columns)})`
  })
  const lines = [
    ...columnLines(e, extra),
    `constraint ${table}_pkey primary key (${tenant}id)`,
    ...keys,
    ...checkLines(e, extra),
  ]
  return `create table ${table} (\n  ${lines.join(',\n  ')}\n);`
}

function foreignKeys(e: AnyEntity, byKey: ReadonlyMap<string, AnyEntity>): string[] {
  const table = tableOf(e)
  return stored(e)
    .filter(([, f]) => f.kind === 'ref' && f.loose !== true)
    .map(([name, f]) => {
      const target = byKey.get(f.to ?? '')
      if (!target) throw new Error(`${e.key}.${name} refers to ${f.to}, which is not declared`)
      const column = snake(name)
      const cascade = name === e.parent || target.key === e.parent ? ' on delete cascade' : ''
      return `alter table ${table} add constraint ${constraintName(e, [name], 'fkey')} foreign key (tenant_id, ${column}) references ${tableOf(target)} (tenant_id, id)${cascade};`
    })
}

function indexes(e: AnyEntity, extra: TableExtra): string[] {
  const table = tableOf(e)
  const whole = (extra.indexes ?? []).filter((x) => !x.where).map((x) => x.columns.split(',')[0] ?? '')
  const covered = new Set([...e.unique.map((u) => snake(u[0] ?? '')), ...whole])
  const wanted = [
    ...stored(e)
      .filter(
        ([name, f]) =>
          ((f.filter && (f.kind === 'ref' || f.kind === 'code' || f.kind === 'date')) || f.to === e.parent) &&
          f.to !== undefined &&
          !covered.has(snake(name)),
      )
      .map(([name]) => [name]),
    ...e.indexes,
  ]
  return [
    ...wanted.map((names) => {
      const columns = names.map(snake)
      return `create index ${named(table, columns, 'idx')} on ${table} (${keyOf(e, columns)});`
    }),
    ...(extra.indexes ?? []).map(
      (x, i) =>
        `create ${x.unique ? 'unique ' : ''}index ${table}_x${i + 1} on ${table} (${x.isAcross ? `tenant_id, ${x.columns}` : keyOf(e, [x.columns])})${x.where ? ` where ${x.where}` : ''};`,
    ),
  ]
}

/**
 * Where a transaction acts for a person of one centre: its rows alone. The setting is empty for whoever sees all. Said so
 * that the planner knows how many rows that are, with the setting and without: of `coalesce(…, org_id)`, and of `… is null`
 * with nothing set, it believes one in two hundred, and goes through tables row by row for each other's sake.
 */
const ownOrg = `((org_id <> nullif(current_setting('app.org_id', true), '')::bigint) is not true)`

/** In a transaction's conditions: its tenant. */
export const currentTenant = `nullif(current_setting('app.tenant_id', true), '')::bigint`
/** Whether that runs the platform: of the organisations only its own are seen. */
export const isPlatform = `exists (select 1 from sys_org o where o.type = 'PLAT')`

/** Not forced upon the owner, whose rows they are. */
const walled = (table: string, { read, write }: NonNullable<TableExtra['platformWall']>): string[] => [
  `alter table ${table} enable row level security;`,
  `create policy seen on ${table} for select using (${read});`,
  `create policy written on ${table} using (${write}) with check (${write});`,
]

/** Row-level security and grants: the second wall. A ledger takes rows and gives none back. */
function guards(e: AnyEntity, { isShared, platformWall }: TableExtra): string[] {
  const table = tableOf(e)
  if (e.scope === 'platform')
    return [
      ...(platformWall ? walled(table, platformWall) : []),
      `grant select${isShared || platformWall ? ', insert, update, delete' : ''} on ${table} to ${appRole};`,
    ]
  const own = `tenant_id = ${currentTenant}`
  return [
    `alter table ${table} enable row level security;`,
    `alter table ${table} force row level security;`,
    `create policy tenant on ${table} using (${own}) with check (${own});`,
    ...(e.scope === 'org'
      ? [`create policy org on ${table} as restrictive using (${ownOrg}) with check (${ownOrg});`]
      : []),
    `grant select, insert${e.appendOnly ? '' : ', update, delete'} on ${table} to ${appRole};`,
  ]
}

type Extras = Readonly<Record<string, TableExtra>>
/** Statements for some tables. What refers to other tables can be said once all of them are there. */
export interface Ddl {
  readonly tables: string
  readonly ties: string
}
export function ddlOf(own: readonly AnyEntity[], all: readonly AnyEntity[], extras: Extras = {}): Ddl {
  const byKey = new Map(all.map((e) => [e.key, e]))
  const unknown = Object.keys(extras).filter((key) => !byKey.has(key))
  if (unknown.length > 0) throw new Error(`extras for undeclared tables: ${unknown.join(', ')}`)
  const extra = (e: AnyEntity) => extras[e.key] ?? {}
  const ties = [
    ...own.flatMap((e) => foreignKeys(e, byKey)),
    ...own.flatMap((e) => indexes(e, extra(e))),
    ...own.flatMap((e) => guards(e, extra(e))),
  ]
  return { tables: own.map((e) => `${createTable(e, extra(e))}\n`).join(''), ties: ties.map((t) => `${t}\n`).join('') }
}
