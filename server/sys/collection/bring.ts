import { randomUUID } from 'node:crypto'
import type { importAnswer } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import type { z } from 'zod'
import { demand, type Identity, systemOrigin } from '../../kernel/ctx.ts'
import { askServed, type OutsideRequest, type Served } from '../../kernel/http/serve.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Tx } from '../../kernel/tx.ts'
import { writeSheet } from '../../platform/sheet/write.ts'
import { identifyUser } from '../session/identify.ts'
import { type Mapping, mapRecord, type OutsideRecord } from './mapping.ts'
import { importerOf } from './objects.ts'
import { contradiction, placeOf } from './papers.ts'

const texts = {
  at: ['{place}：{message}', '{place}: {message}'],
  apart: ['第{row}行[{path}]与前面的行不一致', '[{path}] of row {row} differs from the rows before it'],
} as const satisfies Record<string, Text>

/** What is brought in, and how. */
export interface Bringing {
  readonly tenantId: string
  readonly object: AnyEntity
  readonly mappings: readonly Mapping[]
  /** Wrong records are left out; else nothing is written where one is wrong. */
  readonly onlyGood: boolean
  readonly isTrial: boolean
  readonly language: Language
  /** As whom: each transaction asks anew what he may. */
  readonly perform: OutsideRequest['perform']
}

/**
 * So many rows at once that every wrong one is told of: an import tells at most so many errors, and a row has hardly more
 * than one for each of its cells.
 */
export const rowsAtOnce = ({ length }: readonly Mapping[]): number =>
  Math.max(1, Math.floor(sheetLimits.errors / (length + 5)))

/** A transaction as the keeper of a collection, where its rows are written, with the rights that he has by then. */
export const asKeeper =
  (kernel: Kernel, o: { tenantId: string; keeperId: string; orgId: string; permission: string }) =>
  (language: Language): OutsideRequest['perform'] =>
  (work, more) => {
    const key = kernel.newId()
    const who = async (tx: Tx): Promise<Identity> => {
      const identity = await identifyUser(tx, o.tenantId, o.keeperId, o.orgId, kernel.now())
      demand(identity, o.permission)
      return identity
    }
    return perform(kernel, o.tenantId, { ...systemOrigin(key), language, source: 'TASK' }, who, work, more)
  }

/**
 * Brings records in as `bringIn` does, and says what is wrong in both languages: where something is, the records are looked
 * at once more for the other.
 */
export async function bringInSaid(
  served: readonly Served[],
  {
    performIn,
    ...o
  }: Omit<Bringing, 'language' | 'isTrial' | 'perform'> & {
    readonly performIn: (language: Language) => OutsideRequest['perform']
  },
  records: readonly OutsideRecord[],
): Promise<ReadonlyMap<number, Text>> {
  const problems = await bringIn(
    served,
    { ...o, language: 'zh-CN', perform: performIn('zh-CN'), isTrial: false },
    records,
  )
  if (problems.size === 0) return new Map()
  const english = await bringIn(
    served,
    { ...o, language: 'en-US', perform: performIn('en-US'), isTrial: true },
    records,
  )
  return new Map([...problems].map(([i, why]) => [i, [why, english.get(i) ?? why]]))
}

/**
 * Brings records in by the import of what they are: its rules are those of a file that whoever it is done for sends himself.
 * @returns what is wrong with each record, by its place; nothing with those that went in
 */
export async function bringIn(
  served: readonly Served[],
  o: Bringing,
  records: readonly OutsideRecord[],
): Promise<ReadonlyMap<number, string>> {
  const one = importerOf(served, o.object)
  const problems = new Map<number, string>()
  const rows = records.map((record, i) => {
    const mapped = mapRecord(record, o.mappings)
    const apart = contradiction(mapped, o.mappings)
    if (!apart) return mapped
    problems.set(i, say(texts.apart, o.language, apart))
    return []
  })
  // Where one that is wrong keeps the others out, nothing more needs to be asked.
  if (problems.size > 0 && !o.onlyGood && !o.isTrial) return problems
  /** Whose each row of the sheet is, and which of its rows; the first row is its heading. */
  const owner = rows.flatMap((of, i) => of.map((_, line) => ({ i, line })))
  if (owner.length === 0) return problems
  const columns = o.mappings.map(({ target }) => ({ title: target }))
  const data = await writeSheet('csv', { name: o.object.noun, columns, rows: rows.flat() })
  const key = randomUUID()
  const input = {
    dryRun: o.isTrial ? 'true' : 'false',
    mode: 'UPSERT',
    rows: o.onlyGood ? 'GOOD' : 'ALL',
    again: 'true',
    lines: 'REPLACE',
  }
  const request: OutsideRequest = {
    tenantId: o.tenantId,
    origin: { ...systemOrigin(key), language: o.language, source: 'TASK' },
    proof: {
      method: 'POST',
      url: one.call.path,
      bodyHash: '',
      key: undefined,
      isSecure: true,
      header: () => undefined,
    },
    header: () => undefined,
    asked: { path: one.call.path, input },
    perform: o.perform,
  }
  // What the import of every entity answers.
  const answer = (await askServed(one, request, input, {
    name: `${o.object.noun}.csv`,
    data,
  })) as z.output<typeof importAnswer>
  for (const { row, field, message } of answer.errors) {
    const { i, line } = owner[row - 2] ?? { i: 0, line: 0 }
    const record = records[i]
    const place = record && placeOf(record, o.mappings, { field, line }, o.language)
    const told = place ? say(texts.at, o.language, { place, message }) : message
    // What is said of the whole stands in each of its rows.
    if (!problems.get(i)?.split('; ').includes(told))
      problems.set(i, [problems.get(i), told].filter(Boolean).join('; '))
  }
  return problems
}
