import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { RunAgain } from '../../kernel/database.ts'
import { readRecord } from '../../kernel/listQuery.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'

/** What the server chooses where the partner leaves it out: no difference between two pushes. */
const chosen: ReadonlySet<string> = new Set(['bizDate', 'qpcId'])

/** A value as both sides would write it: `2400` is `2400.000`, and a moment is the same in every zone. */
function plain(f: Field, v: unknown): string {
  if (v === null) return ''
  if (f.kind === 'instant') return (v instanceof Date ? v : new Date(String(v))).toISOString()
  if (!['qty', 'decimal', 'money'].includes(f.kind)) return JSON.stringify(v)
  const [whole = '', digits = ''] = String(v).split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${digits.replace(/0+$/, '')}`
}

/** Whether a stored row is what was pushed, field by field of what a partner may set. */
function isSame(e: AnyEntity, pushed: Input, stored: Input): boolean {
  return Object.entries(e.fields).every(([name, f]) => {
    if (f.derived || f.kind === 'rows' || f.kind === 'json') return true
    if ((pushed[name] ?? null) === null && chosen.has(name)) return true
    return plain(f, pushed[name] ?? f.initial ?? null) === plain(f, stored[name] ?? null)
  })
}

function isSameBill(b: AnyBill, pushed: Input, stored: Input): boolean {
  const [mine, theirs] = [pushed.lines, stored.lines].map((lines) => (lines ?? []) as Input[])
  return (
    isSame(b.header, pushed, stored) &&
    mine?.length === theirs?.length &&
    (mine ?? []).every((line, i) => isSame(b.line, line, theirs?.[i] ?? {}))
  )
}

/** The order that a partner has pushed before under the same number, when it is the same order. */
async function known(ctx: Ctx, b: AnyBill, input: Input): Promise<Seen | undefined> {
  if (typeof input.upstreamNo !== 'string') return undefined
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, b.header, 't')} where t.upstream_no = ${input.upstreamNo}`)
  const stored = row && (await readRecord(ctx, b.header, row.id))
  if (!stored) return undefined
  if (!isSameBill(b, input, stored))
    refuse(wmsFaults.pushedOther, {
      no: input.upstreamNo,
      bill: rowName(b.header, String(stored.id), String(stored.billNo)),
    })
  return { id: String(stored.id), version: Number(stored.version) }
}

/** Pushes that were overtaken once already. */
const overtaken = new WeakSet<Input>()

/**
 * Makes a bill. A partner that does not know whether its push arrived repeats it, under whatever key: it hears of the bill
 * that is there, and never makes a second one.
 */
export async function createOnce(ctx: Ctx, b: AnyBill, input: Input, rules: Rules): Promise<Seen> {
  const before = await known(ctx, b, input)
  if (before) return before
  try {
    return await createRow(ctx, b.header, input, rules)
  } catch (error) {
    const isTaken = error instanceof Fault && error.refusal === faults.duplicate && typeof input.upstreamNo === 'string'
    if (!isTaken || overtaken.has(input)) throw error
    // Its twin was a moment faster. Looked for again it is found, unless it is somebody else's.
    overtaken.add(input)
    throw new RunAgain(async () => undefined)
  }
}
