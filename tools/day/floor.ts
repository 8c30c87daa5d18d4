import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { type Person, Refused } from './client.ts'
import { fire, nextTask } from './inbound.ts'
import { all, type DayProduct } from './masters.ts'
import type { Truth } from './truth.ts'

/** All that the workers of a wave share. */
export interface Floor {
  /** Who may look up what a worker sees on the shelf. */
  readonly desk: Person
  readonly products: ReadonlyMap<string, DayProduct>
  readonly truth: Truth
  readonly nextTote: () => Promise<string>
}
interface Place {
  readonly id: string
  readonly code: string
}
interface Line {
  readonly id: string
  readonly state: string
  readonly planQty: string
  readonly doneQty: string
  readonly fromBin: Place | null
  readonly toBin: Place | null
  readonly fromContainer: Place | null
  readonly toContainer: Place | null
  readonly stores?: number
  readonly product: { readonly id: string; readonly code: string; readonly isWeigh: boolean } | null
  readonly lot: { readonly expireDate: string | null } | null
}
interface Work {
  readonly task: { readonly id: string; readonly taskNo: string; readonly taskType: string; readonly state: string }
  readonly lines: readonly Line[]
}
type Doing = (p: Person, work: Work, floor: Floor) => Promise<number>

const confirm = (p: Person, line: Line, more: object): Promise<unknown> =>
  p.post('/wms/api/task/confirmLine', { taskLineId: line.id, qty: line.planQty, ...more })
/** `from` less `n`, of weighed goods too: a quantity has three decimals, a binary fraction may have more. */
const less = (from: number, n: number): number => Math.round((from - n) * 1e3) / 1e3
const restOf = (line: Line): number => less(Number(line.planQty), Number(line.doneQty))
const open = (work: Work): readonly Line[] => work.lines.filter((l) => l.state === 'OPEN' || l.state === 'INHAND')

/** Two lines in a hundred are short, whoever picks them; these reasons in turn, the commonest twice. */
const shortEvery = 50
let picked = 0
export const shortReasonsTried = ['NOT_FOUND', 'DAMAGED', 'WRONG', 'NOT_FOUND', 'OTHER'] as const
/** Afterwards these goods are counted: they are somewhere else, or nowhere. */
const isLost = (reason: string): boolean => reason === 'NOT_FOUND'
let shorts = 0
const nextReason = (): (typeof shortReasonsTried)[number] =>
  shortReasonsTried[shorts++ % shortReasonsTried.length] ?? 'OTHER'
export const shortages = new Map<string, number>()

/** Weighed goods are counted too; a part of a piece is one more piece than the book has, and is taken by its weight alone. */
async function weigh(p: Person, line: Line, said: object, pieces: number): Promise<void> {
  try {
    await confirm(p, line, { ...said, pieces })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== wmsFaults.piecesShort.code) throw error
    fire('pick: by weight, the book has fewer pieces')
    await confirm(p, line, said)
  }
}

/** One line of a pick, a tote for all of it; two in a hundred find a piece less. */
async function pickOne(p: Person, line: Line, tote: string, floor: Floor): Promise<void> {
  const plan = restOf(line)
  const reason = ++picked % shortEvery === shortEvery / 2 ? nextReason() : undefined
  const qty = reason ? Math.max(0, less(plan, 1)) : plan
  const said = {
    qty: String(qty),
    toContainer: tote,
    ...(reason && { reason }),
    scans: { bin: line.fromBin?.code, product: line.product?.code },
  }
  if (line.product?.isWeigh) await weigh(p, line, said, Math.ceil(qty))
  else await confirm(p, line, said)
  if (reason) {
    shortages.set(reason, (shortages.get(reason) ?? 0) + less(plan, qty))
    fire(`pick short: ${reason}`)
    if (isLost(reason)) floor.truth.lose(line.product?.id ?? '', less(plan, qty))
  }
  fire(`turnover: ${floor.products.get(line.product?.id ?? '')?.turnover}`)
  fire(line.lot?.expireDate ? 'pick: a lot with an expiry date' : 'pick: a lot without one')
}

const doing: Readonly<Record<string, Doing>> = {
  RPL_DOWN: async (p, work) => {
    for (const line of open(work)) await confirm(p, line, { scans: { bin: line.toBin?.code } })
    fire('replenished', work.lines.length)
    return work.lines.length
  },
  PICK: async (p, work, floor) => {
    const lines = open(work)
    const tote = await floor.nextTote()
    for (const line of lines) await pickOne(p, line, tote, floor)
    fire(lines.some((l) => l.stores !== undefined) ? 'picked in a batch' : 'picked by store', lines.length)
    return lines.length
  },
  SOW: async (p, work, floor) => {
    for (const line of open(work))
      await confirm(p, line, {
        scans: { bin: line.toBin?.code },
        toContainer: line.toContainer?.code ?? (await floor.nextTote()),
      })
    fire('sorted', work.lines.length)
    return work.lines.length
  },
  PICK_COLLECT: async (p, work) => {
    for (const line of open(work)) {
      if (!line.toBin) throw new Error(`no staging bin for ${line.fromContainer?.code}`)
      fire(`staged: ${stagingOf(line.toBin.code)}`)
      await confirm(p, line, { qty: '1', scans: { container: line.fromContainer?.code, bin: line.toBin.code } })
    }
    return work.lines.length
  },
  CONTAINER_CHECK: check,
  CONTAINER_MERGE: async (p, work) => {
    for (const line of open(work)) await confirm(p, line, { qty: '1', scans: { container: line.fromContainer?.code } })
    fire('merged', work.lines.length)
    return work.lines.length
  },
  STOCK_TAKE: count,
}
const stagingOf = (bin: string): string =>
  bin.startsWith('CO')
    ? 'bin of the store'
    : bin.startsWith('CR')
      ? 'bin of its route'
      : bin === 'CX-01'
        ? 'for the rest'
        : 'overflow'

interface StockRow {
  readonly id: string
  readonly productId: string
  readonly qty: string
}
const rowsOf = async (desk: Person, filter: object): Promise<StockRow[]> =>
  (await all<StockRow>(desk, '/wms/api/stockLookBoard', filter)).filter((r) => Number(r.qty) > 0)

/** One check in so many misses a piece that the book has in the container. */
const missedEvery = 12
let checks = 0
/** Everything in the container is counted without being told what should be there. */
async function check(p: Person, work: Work, floor: Floor): Promise<number> {
  const [line] = open(work)
  if (!line) return 0
  const container = line.fromContainer?.code
  const codes = new Map([...floor.products.values()].map((x) => [x.id, x.code]))
  const inIt = Map.groupBy(await rowsOf(floor.desk, { containerId: [line.fromContainer?.id] }), (r) => r.productId)
  const misses = ++checks % missedEvery === 0
  let first = true
  for (const [productId, rows] of inIt) {
    const book = rows.reduce((n, r) => n + Number(r.qty), 0)
    const lost = misses && first ? Math.min(1, book) : 0
    if (lost > 0) floor.truth.lose(productId, lost)
    first = false
    await confirm(p, line, {
      qty: String(Math.round((book - lost) * 1000) / 1000),
      partial: true,
      scans: { container, product: codes.get(productId) },
    })
  }
  await confirm(p, line, { qty: '0', scans: { container } })
  fire(misses ? 'check: a piece less' : 'check: as it should be')
  return 1
}

/** Bins in doubt: what really stands there is counted, stock by stock. */
async function count(p: Person, work: Work, floor: Floor): Promise<number> {
  const lines = open(work)
  for (const line of lines) {
    const { rows, round } = await p.get<{ rows: { stockId: string; product: { id: string } }[]; round: number }>(
      '/wms/api/stockTakeBill/sheet',
      { taskLineId: line.id },
    )
    const book = new Map((await rowsOf(floor.desk, { binId: [line.fromBin?.id] })).map((r) => [r.id, Number(r.qty)]))
    for (const { stockId, product } of rows) {
      const qty = floor.truth.count(stockId, product.id, book.get(stockId) ?? 0)
      await confirm(p, line, { qty: String(Math.round(qty * 1000) / 1000), stockId, partial: true })
    }
    await confirm(p, line, { qty: '0', reason: 'GONE' })
    fire(`counted: round ${round}`)
  }
  return lines.length
}

/** Whatever comes next of these kinds, until nothing waits. @returns lines that were done */
export async function work(p: Person, types: readonly string[], floor: Floor): Promise<number> {
  let rows = 0
  for (let job = await next(p, types); job; job = await next(p, types)) {
    const does = doing[job.task.taskType]
    if (!does) throw new Error(`nobody does ${job.task.taskType}`)
    rows += await does(p, job, floor)
  }
  return rows
}
const next = async (p: Person, types: readonly string[]): Promise<Work | undefined> =>
  (await nextTask(p, [...types])) as unknown as Work | undefined

/** A picker whose handheld dies after the first line of a task with more, and the colleague who goes on with it. */
export async function dieAndTakeOver(dying: Person, other: Person, floor: Floor): Promise<void> {
  for (let job = await next(dying, ['PICK']); job; job = await next(dying, ['PICK'])) {
    const [first, ...others] = open(job)
    if (!first || others.length === 0) {
      await doing.PICK?.(dying, job, floor)
      continue
    }
    await pickOne(dying, first, await floor.nextTote(), floor)
    const rest = await other.post<Work>('/wms/api/task/takeOver', { id: job.task.id })
    await doing.PICK?.(other, rest, floor)
    fire('task taken over')
    return
  }
}
