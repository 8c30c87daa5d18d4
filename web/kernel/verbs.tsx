import { bulkMax, type Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { ReactNode } from 'react'
import { call } from '../client/client.ts'
import { asRefused, report } from '../client/errors.ts'
import { place } from '../client/location.ts'
import { go, usePlace } from '../client/tabStore.ts'
import { sayNow } from '../client/text.ts'
import { ask, type Question } from '../ui/ask.tsx'
import { notify } from '../ui/notices.tsx'
import { once } from '../ui/once.ts'
import { Made } from './Made.tsx'
import { type May, useBlocked, useMay } from './permission.ts'
import { type Problem, Refusal } from './Refusal.tsx'
import { readAgain } from './readAgain.ts'
import { type BulkAnswer, type BulkInput, callOf, type Row, type Seen } from './records.ts'
import { words } from './words.ts'

/** A button of a row. Without permission there is none; with `refused` it is there, disabled, and says why. */
export interface RowAction {
  readonly key: string
  readonly title: Text
  readonly run: () => void
  readonly refused?: string | undefined
  readonly danger?: boolean
  /** Possible, and not what comes next: it stands behind what is, and never stands out. */
  readonly isAside?: boolean
}
/** What comes next first, then what is possible beside it, then what cannot be taken back. */
export const inTurn = (actions: readonly RowAction[]): readonly RowAction[] => {
  const rank = ({ danger, isAside }: RowAction) => (danger ? 2 : isAside ? 1 : 0)
  return actions.toSorted((a, b) => rank(a) - rank(b))
}
/** A button for the selected rows. */
export interface BulkAction {
  readonly key: string
  readonly title: Text
  /** Whether anything came of it: then the rows have been chosen for what they were chosen for. */
  readonly run: (rows: readonly Row[]) => Promise<boolean>
  readonly danger?: boolean
  /** Whether it could be done with a row as it is: offered where one of those selected allows it. Left out: with any. */
  readonly fits?: (row: Row) => boolean
}

/** What was read of an entity is read again, under whatever name a page shows its table, and with it what it touches. */
export const changed = (e: AnyEntity): Promise<void> => readAgain([e.key])

const labelIn = (e: AnyEntity, row: Row): string => String(row[e.label.code] ?? row.id)

/** Of more rows at once nobody reads beforehand what would become of each. */
const foreseenMax = 20
/**
 * Why a call would be refused that only asks (`foresee`); nothing when it would not, nor when that cannot be told now:
 * then the call itself tells it.
 * @param labelOf names the rows of a call for several
 */
export async function whyNot(asking: () => Promise<unknown>, labelOf?: (id: string) => string): Promise<ReactNode> {
  try {
    const { failed = [] } = ((await asking()) ?? {}) as Partial<BulkAnswer>
    const [only, ...more] = failed
    if (!only || !labelOf) return null
    return more.length === 0 ? <Refusal {...only} /> : <RefusedRows of={failed} labelOf={labelOf} />
  } catch (error) {
    const { status, message, about } = asRefused(error)
    return status === 0 || status >= 500 ? null : <Refusal message={message} about={about} />
  }
}

/**
 * Asks what must be asked, does it row by row on the server, and tells how each fared. @returns whether it was done
 * @param asked what the call takes beside its rows
 */
export async function runMany(
  e: AnyEntity,
  verb: Call<BulkInput, BulkAnswer>,
  rows: readonly Row[],
  question?: Question,
  result: Text = [`已${verb.title[0]}`, `${verb.title[1]} done`],
  asked: object = {},
): Promise<boolean> {
  if (rows.length > bulkMax) {
    notify('warn', sayNow(['一次最多{max}条', 'At most {max} at a time'], { max: bulkMax }))
    return false
  }
  const seen = rows.map(({ id, version }): Seen => ({ id, version }))
  const labelOf = (id: string) => rows.flatMap((r) => (r.id === id ? [labelIn(e, r)] : []))[0] ?? id
  const foreseen = () => whyNot(() => call(verb, { rows: seen, foresee: true }), labelOf)
  const reason = question ? await ask({ ...question, ...(rows.length <= foreseenMax && { foreseen }) }) : ''
  if (reason === undefined) return false
  let isDone = false
  await once(`${verb.path} ${rows.map((r) => r.id)}`, async () => {
    try {
      const answer = await call(verb, { rows: seen, ...asked, ...(reason && { reason }) })
      tell(answer, rows, (row) => labelIn(e, row), result)
      isDone = true
    } catch (error) {
      report(error)
    }
    await changed(e)
  })
  return isDone
}
const many = (e: AnyEntity, verb: string, rows: readonly Row[], question?: Question): Promise<boolean> =>
  runMany(e, callOf<BulkInput, BulkAnswer>(e, verb), rows, question)

const created = (made: BulkAnswer['made'] = []): ReactNode =>
  made.length > 0 && (
    <span key="made">
      {sayNow(['，已生成 ', ', created '])}
      <Made made={made} />
    </span>
  )

const shortMax = 5
/** What of them was only partly done: it stands in sight, and is not called a success. */
const Short = ({ partly }: { partly: NonNullable<BulkAnswer['partly']> }) => (
  <ul className="refused">
    {partly.slice(0, shortMax).map(({ id, message }) => (
      <li key={id}>{message}</li>
    ))}
  </ul>
)

/** That something was done to so many rows: a few by name, and what came of it. */
export function toldOf(
  { ok, made, partly = [] }: Pick<BulkAnswer, 'ok' | 'made' | 'partly'>,
  labels: readonly string[],
  result: Text,
): ReactNode {
  const some: Text = labels.length > 3 ? ['：{some} 等{ok}条', ': {some} … {ok} in all'] : ['：{some}', ': {some}']
  const done = sayNow(result) + sayNow(some, { some: labels.slice(0, 3).join(', '), ok })
  const short = partly.length > 0 && <Short key="partly" partly={partly} />
  const more = created(made)
  return more || short ? [done, more, short] : done
}

const Refused = ({ of, label }: { of: Problem; label: string }) => (
  <>
    <b>{label}</b> <Refusal message={of.message} about={of.about} />
  </>
)

const RefusedRows = ({ of, labelOf }: { of: BulkAnswer['failed']; labelOf: (id: string) => string }) => (
  <ul className="refused">
    {of.slice(0, 20).map((f) => (
      <li key={f.id}>
        <Refused of={f} label={labelOf(f.id)} />
      </li>
    ))}
  </ul>
)

/** What happened to which rows: a few by name, the rest as a number. A refused row never hides behind those that went well. */
export function tell(
  { ok, failed, made, partly = [] }: BulkAnswer,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  result: Text,
): void {
  const labels = rows.filter((r) => !failed.some((f) => f.id === r.id)).map(nameOf)
  const labelOf = (id: string) => rows.filter((r) => r.id === id).map(nameOf)[0] ?? id
  const [only, ...more] = failed
  if (!only) {
    notify(partly.length > 0 ? 'warn' : 'good', toldOf({ ok, made, partly }, labels, result))
    return
  }
  if (ok === 0 && more.length === 0) {
    notify('warn', <Refused of={only} label={labelOf(only.id)} />)
    return
  }
  notify(
    'warn',
    <>
      {sayNow(['{ok}条成功，{n}条被拒绝', '{ok} done, {n} refused'], { ok, n: failed.length })}
      {created(made)}
      {partly.length > 0 && <Short partly={partly} />}
      <RefusedRows of={failed} labelOf={labelOf} />
    </>,
  )
}

async function removeRow(e: AnyEntity, row: Row): Promise<boolean> {
  const title: Text = ['确定删除[{no}]吗？', 'Delete [{no}]?']
  const detail: Text = ['删除后不能恢复。', 'This cannot be undone.']
  const remove = callOf<Seen & { foresee?: 'true' }, null>(e, 'remove')
  const seen: Seen = { id: row.id, version: row.version }
  const foreseen = () => whyNot(() => call(remove, { ...seen, foresee: 'true' }))
  const isSure = await ask({ title, args: { no: labelIn(e, row) }, detail, ok: words.remove, danger: true, foreseen })
  if (isSure === undefined) return false
  try {
    await call(remove, seen)
    notify('good', sayNow(['已删除：{no}', 'Deleted: {no}'], { no: labelIn(e, row) }))
  } catch (error) {
    report(error)
    return false
  } finally {
    await changed(e)
  }
  return true
}

/** Disabling is asked for; enabling harms nobody. */
const disableQuestion = (e: AnyEntity, rows: readonly Row[]): Question => {
  const [first] = rows
  const args = { n: rows.length, no: first ? labelIn(e, first) : '' }
  const one: Text = ['确定停用[{no}]吗？', 'Disable [{no}]?']
  const many: Text = ['确定停用选中的{n}条吗？', 'Disable the {n} selected?']
  return { title: rows.length === 1 ? one : many, args, ok: words.disable, danger: true }
}

/** The place of a page beside the one that this tab shows: `Add`, `Edit`, `Dtl`, `List`. */
export function useSibling() {
  const { sub, name } = usePlace()
  const stem = name.replace(/(List|Add|Edit|Dtl)$/, '')
  return (suffix: 'List' | 'Add' | 'Edit' | 'Dtl', id?: string) => place(sub, stem + suffix, id ? { id } : {})
}

/** What a user may do with the rows of an entity, by its declared actions and his permissions. */
export function useVerbs(e: AnyEntity) {
  const may = useMay()
  const sibling = useSibling()
  const refused = useBlocked(e)
  const can: May = (of, action) => of.actions.includes(action) && may(of, action)
  const actions = (row: Row): readonly RowAction[] => [
    ...(can(e, 'update') ? [{ key: 'edit', title: words.edit, run: () => go(sibling('Edit', row.id)) }] : []),
    ...(can(e, 'enable_disable') ? [switchAction(e, row)] : []),
    ...(can(e, 'remove')
      ? [{ key: 'remove', title: words.remove, danger: true, run: () => void removeRow(e, row) }]
      : []),
  ]
  const rowActions = (row: Row) => actions(row).map((a) => ({ ...a, refused }))
  const bulkActions: readonly BulkAction[] =
    !refused && can(e, 'enable_disable')
      ? [
          { key: 'enable', title: words.enable, run: (rows) => many(e, 'enable', rows) },
          {
            key: 'disable',
            title: words.disable,
            danger: true,
            run: (rows) => many(e, 'disable', rows, disableQuestion(e, rows)),
          },
        ]
      : []
  return { can, refused, rowActions, bulkActions, sibling }
}

const switchAction = (e: AnyEntity, row: Row): RowAction =>
  row.disabled
    ? { key: 'enable', title: words.enable, run: () => void many(e, 'enable', [row]) }
    : { key: 'disable', title: words.disable, run: () => void many(e, 'disable', [row], disableQuestion(e, [row])) }
