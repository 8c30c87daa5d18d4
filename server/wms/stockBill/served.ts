import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import { chosenStock, stock } from '@lading/contract/wms/stock.ts'
import { type StockBill, stockOf } from '@lading/contract/wms/stockBill.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import sql, { join } from 'sql-template-tag'
import { type Ctx, demandDc, demandOwner } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { from, fromHere } from '../../kernel/scope.ts'
import { documentRules, documentServed } from '../../platform/document/served.ts'
import type { BillRow, WorkOver } from '../../platform/document/steps.ts'
import { binByCode, looseContainer } from '../masters/facts.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { keepAge } from '../stock/keepAge.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { namesOf } from '../stock/namesOf.ts'
import { type PostLine, post } from '../stock/post.ts'
import { reversePosted } from '../stock/reverse.ts'
import { demandWhole } from '../stock/whole.ts'

/** A line as it is typed: the key of its stock, how much of it, and what the bill's kind asks. */
export type StockLine = Input & Omit<StockKey, 'ownerId'> & { qty: string; pieces?: number | null }

type Via = Pick<StockKey, 'binId' | 'containerId'>

/** The header of any stock bill. */
type StockRow = BillRow & { readonly ownerId: string; readonly cause: string }
type StockSteps = Readonly<Record<string, WorkOver<StockRow>>>

/** What a kind of stock bill does. */
export interface StockWork {
  readonly bizType: BizType
  /** The virtual bin by which goods go, `V_ADJUST` for those that are gone; left out, where goods change what they are. */
  readonly place?: string
  /** Refuses a line that makes no sense, when it is saved. */
  readonly check?: (line: StockLine, lineNo: number) => void
  /** Refuses what does not hold now: when it is saved, and once more before the goods change. */
  readonly demand?: (ctx: Ctx, lines: readonly StockLine[], ownerId: string, head: Input) => Promise<void>
  /** What the lines need before their goods change, such as another lot. */
  readonly prepare?: (
    ctx: Ctx,
    lines: readonly StockLine[],
    ownerId: string,
    head: Input,
  ) => Promise<readonly StockLine[]>
  /**
   * Both sides of what becomes of a line's goods when the lines are closed, by way of the place where goods change what
   * they are. The bill has what its steps were given.
   */
  readonly moves: (line: StockLine, from: StockKey, via: Via, bill: BillRow) => readonly PostLine[]
  /**
   * What comes back afterwards, where goods must have left before: a bin that takes no mixed goods is free of what they
   * were.
   */
  readonly returns?: StockWork['moves']
  /** Goods stay as old as they are, whatever they become. */
  readonly keepsAge?: true
  /** What its steps do besides. */
  readonly steps?: StockSteps
}

/** Serves a stock bill: its list, form and steps, and the stock to choose from. */
export const stockBillServed = (b: StockBill, work: StockWork): Served[] => [
  ...documentServed(b, stockStepWork(b, work), stockBillRules(b, work)),
  serve(stockOf(b), (ctx, input) => {
    demandDc(ctx)
    return listRecords(ctx, chosenStock, input, [sql`t.qty > t.reserved_qty`])
  }),
]

/** What each of its steps does: the one that closes the lines changes the goods. */
export const stockStepWork = (b: StockBill, work: StockWork): StockSteps =>
  Object.fromEntries(
    Object.entries(b.flow.steps).map(([name, { closesLines, to }]): [string, WorkOver<StockRow>] => {
      const own = work.steps?.[name] ?? {}
      if (to === 'REVERSED')
        return [name, { ...own, effect: async (ctx, bill) => void (await takeBack(ctx, work, bill)) }]
      if (!closesLines || to === 'CANCELED') return [name, own]
      const effect: WorkOver<StockRow>['effect'] = async (ctx, bill, made, input) => {
        const more = await own.effect?.(ctx, bill, made, input)
        await change(ctx, b, work, { ...bill, ...input })
        return more
      }
      return [name, { ...own, effect }]
    }),
  )

/** The rules of a stock bill's own form. */
export const stockBillRules = (b: StockBill, work: StockWork): Rules =>
  documentRules(b, {
    beforeCreate: (ctx, input) => complete(ctx, work, input, (input.lines ?? []) as StockLine[]),
    beforeUpdate: async (ctx, input, before) => {
      const ownerId = input.ownerId ?? before.ownerId
      const isSame = Object.keys(b.header.fields).every(
        (f) => f === 'lines' || input[f] === undefined || input[f] === before[f],
      )
      if (input.lines === undefined && isSame) return
      const lines = (input.lines as StockLine[] | undefined) ?? (await storedLines(ctx, b, String(input.id)))
      await complete(ctx, work, Object.assign(input, { ownerId }), lines, before)
    },
  })

/** Each line is stock of the bill's owner, once, of which as much is free. */
async function complete(
  ctx: Ctx,
  work: StockWork,
  input: Input,
  lines: readonly StockLine[],
  before: Input = {},
): Promise<void> {
  if (lines.length === 0) refuse(faults.emptyLines)
  const ownerId = String(input.ownerId)
  demandOwner(ctx, ownerId)
  await demandServedHere(ctx, [ownerId])
  await demandWhole(
    ctx,
    lines.map((l) => ({ productId: l.productId, qty: parseQty(l.qty) })),
    (i) => `lines.${i}.qty`,
  )
  const seen = new Map<string, number>()
  const free = await freeOf(ctx, lines, ownerId)
  for (const [i, line] of lines.entries()) {
    const text = keyText({ ...line, ownerId })
    const wrong = (refusal: keyof typeof stockBillFaults, args: object = {}) =>
      refuse(stockBillFaults[refusal], { line: i + 1, ...args })
    const other = seen.get(text)
    if (other !== undefined) wrong('twice', { other })
    seen.set(text, i + 1)
    const there = free.get(text) ?? wrong('noStock')
    const qty = parseQty(line.qty)
    if (qty <= 0n) refuse(wmsFaults.qtyNotPositive)
    if (qty > there)
      throw new Fault(
        wmsFaults.stockShort,
        { ...(await namesOf(ctx, line)), avail: formatQty(there), need: formatQty(qty) },
        [{ field: `lines.${i}.qty`, rule: 'most', message: formatQty(there) }],
      )
    work.check?.(line, i + 1)
  }
  await work.demand?.(ctx, lines, ownerId, { ...before, ...input })
  input.lineCount = lines.length
}

/** What is there of each line's stock and promised to nobody, as far as the reader sees it, by the text of its key. */
async function freeOf(ctx: Ctx, lines: readonly StockLine[], ownerId: string): Promise<Map<string, Qty>> {
  const tuples = join(
    lines.map(
      (k) =>
        sql`(${k.binId}::bigint, ${k.containerId}::bigint, ${k.productId}::bigint, ${k.lotId}::bigint, ${k.qpcId}::bigint, ${k.stockType})`,
    ),
  )
  const rows = await ctx.tx.once<StockKey & { qty: string; reservedQty: string }>(sql`
    select s.owner_id, s.bin_id, s.container_id, s.product_id, s.lot_id, s.qpc_id, s.stock_type, s.qty, s.reserved_qty
    from ${fromHere(ctx, stock, 's')}
    where s.owner_id = ${ownerId} and s.qty > 0
      and (s.bin_id, s.container_id, s.product_id, s.lot_id, s.qpc_id, s.stock_type) in (${tuples})`)
  return new Map(rows.map(({ qty, reservedQty, ...key }) => [keyText(key), parseQty(qty) - parseQty(reservedQty)]))
}

export const storedLines = (ctx: Ctx, b: StockBill, billId: string): Promise<StockLine[]> =>
  ctx.tx.query<StockLine>(sql`select l.* from ${from(ctx, b.line, 'l')} where l.bill_id = ${billId} order by l.line_no`)

/** The goods of all lines change together; what is not free any more refuses the whole bill. */
async function change(ctx: Ctx, b: StockBill, work: StockWork, bill: StockRow): Promise<void> {
  const stored = await storedLines(ctx, b, bill.id)
  await work.demand?.(ctx, stored, bill.ownerId, bill)
  const lines = (await work.prepare?.(ctx, stored, bill.ownerId, bill)) ?? stored
  const via = { binId: await binByCode(ctx, work.place ?? 'V_CHANGE'), containerId: await looseContainer(ctx) }
  const made = (moves: StockWork['moves']) =>
    lines.map((line) => {
      const key = { ownerId: bill.ownerId, ...Object.fromEntries(stockKeyNames.map((name) => [name, line[name]])) }
      return moves(line, key as StockKey, via, bill) // The names are those of the key.
    })
  const gone = made(work.moves)
  const come = work.returns ? made(work.returns) : gone
  const posted = (idemKey: string, all: readonly (readonly PostLine[])[]) =>
    post(ctx, {
      bizType: work.bizType,
      idemKey,
      source: { type: b.header.noun, id: bill.id },
      note: bill.cause,
      lines: all.flat(),
    })
  const [there, back] = keysOf(bill)
  const first = await posted(there, gone)
  const last = work.returns ? await posted(back, come) : first
  if (!work.keepsAge) return
  const rowsOf = (moves: readonly PostLine[], ids: typeof first.rowIds, sign: bigint) =>
    moves.flatMap(({ key, delta }) =>
      key.binId !== via.binId && delta * sign > 0n ? (ids.get(keyText(key)) ?? []) : [],
    )
  await keepAge(
    ctx,
    lines.flatMap((_, i) =>
      rowsOf(gone[i] ?? [], first.rowIds, -1n).flatMap((fromId) =>
        rowsOf(come[i] ?? [], last.rowIds, 1n).map((toId) => ({ fromId, toId })),
      ),
    ),
  )
}
/** Under which keys a bill is posted. */
const keysOf = (bill: Pick<StockRow, 'id'>) => [`bill:${bill.id}`, `bill:${bill.id}:back`] as const

/** What goods became they no longer are, as long as nobody took any of them. @throws Fault stockShort */
const takeBack = (ctx: Ctx, work: StockWork, bill: StockRow): Promise<void> =>
  reversePosted(ctx, keysOf(bill).slice(0, work.returns ? 2 : 1))

/** So much of `from` becomes `to`. */
export const converted = (
  line: Pick<StockLine, 'qty' | 'pieces'>,
  from: StockKey,
  to: StockKey,
  via: Via,
): readonly PostLine[] => {
  const [delta, pieces] = [parseQty(line.qty), line.pieces ?? undefined]
  const out = (key: StockKey): PostLine => ({ key, delta: -delta, pieces: pieces === undefined ? undefined : -pieces })
  const into = (key: StockKey): PostLine => ({ key, delta, pieces })
  return [out(from), into({ ...from, ...via }), out({ ...to, ...via }), into(to)]
}
