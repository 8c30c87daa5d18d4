import { documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { rtiBuy, rtiDiff, rtiIn, rtiLoss, rtiOut } from '@lading/contract/wms/rtiBills.ts'
import { answerStatement, containerBoard } from '@lading/contract/wms/rtiCalls.ts'
import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { agreeBySilence, chargeOverdue } from './deposit.ts'

const dayMs = 86_400_000
let now = new Date('2026-03-05T08:00:00+08:00')
let server: TestServer
let clerk: Client
const ids = new Map<string, string>()
const id = (code: string): string => ids.get(code) ?? ''
const inside = <T>(act: Parameters<typeof server.inside<T>>[1]): Promise<T> => server.inside('DC01', act)

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  await inside(async (ctx) => {
    const put = async (table: string, code: string, more: object) => {
      ids.set(code, ctx.newId())
      await bulkInsert(ctx.tx, table, [{ tenantId: ctx.tenantId, id: id(code), code, name: code, ...more }])
    }
    for (const code of ['S1', 'S2', 'S3']) await put('wms_store', code, {})
    await put('wms_vendor', 'V1', {})
    await put('tms_carrier', 'C1', { kind: 'CONTRACT' })
    await put('wms_container_type', 'CAGE', { category: 'CAGE', prefix: 'CG', deposit: '200', serialised: true })
    await put('wms_container_type', 'PLT', { category: 'PALLET', prefix: 'PX', deposit: '60', serialised: false })
    await put('wms_container_type', 'CTN', { category: 'CARTON', prefix: 'CT', returnable: false, serialised: false })
  })
  clerk = await server.as('admin', 'DC01')
})
afterAll(() => server.close())
/** A session lasts no month. */
const later = async (days: number): Promise<void> => {
  now = new Date(now.getTime() + days * dayMs)
  clerk = await server.as('admin', 'DC01')
}

const make = async (d: AnyDocument, input: object): Promise<string> =>
  (await clerk.call<{ id: string }>(documentCalls(d).create as never, input)).id
const read = (d: AnyDocument, paper: string) =>
  clerk.call<Record<string, string | null> & { version: number; lines: Record<string, unknown>[] }>(
    documentCalls(d).getById as never,
    { id: paper },
  )
/** @returns `ok`, or what the refusal says */
async function step(d: AnyDocument, verb: string, paper: string): Promise<string> {
  const { version } = await read(d, paper)
  const call = documentCalls(d)[verb] as never
  const body = { rows: [{ id: paper, version }], ...(verb === 'reverse' && { reason: 'because' }) }
  const key = `${paper}-${verb}-${version}`
  const first = await clerk.call<{ failed: { message: string }[] }>(call, body, { key })
  const books = await entries()
  expect(await clerk.call(call, body, { key })).toEqual(first)
  expect(await entries()).toEqual(books)
  return first.failed[0]?.message ?? 'ok'
}
const entries = () => inside((ctx) => ctx.tx.query(sql`select * from wms_rti_entry order by id`))
const done = async (d: AnyDocument, verb: string, input: object): Promise<string> => {
  const paper = await make(d, input)
  expect(await step(d, verb, paper)).toBe('ok')
  return paper
}
/** What everybody holds, as `CAGE 3 600`; money of no type as `CASH -600`. */
const accounts = async (who = ''): Promise<string[]> =>
  inside(async (ctx) => {
    const rows = await ctx.tx.query<{ said: string }>(sql`
      select coalesce(s.code, v.code, c.code, a.kind) || ' ' || coalesce(k.code || ' ' || a.qty, 'CASH') || ' ' || trim_scale(a.deposit) as said
      from wms_rti_account a left join wms_container_type k on k.id = a.type_id left join wms_store s on s.id = a.store_id
      left join wms_vendor v on v.id = a.vendor_id left join tms_carrier c on c.id = a.carrier_id where a.qty <> 0 or a.deposit <> 0 order by 1`)
    return rows.map((r) => r.said).filter((said) => said.startsWith(who))
  })
/** I11, and that each balance is the sum of its entries. */
const sound = () =>
  inside(async (ctx) => {
    expect(
      await ctx.tx.query(sql`
        select type_id from wms_rti_account group by type_id having sum(qty) <> 0 or sum(deposit) <> 0`),
    ).toEqual([])
    expect(
      await ctx.tx.query(sql`
        select a.code from wms_rti_account a left join wms_rti_entry e on e.account_id = a.id group by a.id, a.code, a.qty, a.deposit, a.charged
        having a.qty <> coalesce(sum(e.delta), 0) or a.deposit <> coalesce(sum(e.deposit), 0) or a.charged <> coalesce(sum(e.charged), 0)`),
    ).toEqual([])
    expect(
      await ctx.tx.query(sql`
        select code from wms_rti_account where type_id is not null and kind not in ('SUPPLY', 'LOSS') and (qty < 0 or (kind <> 'DC' and deposit < 0))`),
    ).toEqual([])
  })
beforeEach(() => sound())
const line = (type: string, qty: number, more: object = {}) => ({ typeId: id(type), qty, ...more })
const out = (store: string, qty: number, more: object = {}) => ({ storeId: id(store), lines: [line('PLT', qty, more)] })
const back = (store: string, qty: number, more: object = {}) => ({
  ...{ storeId: id(store), lines: [line('PLT', qty, { condition: 'GOOD', ...more })] },
})

test('bought containers are here, with barcodes of their own; bought in vain they are gone', async () => {
  const paper = await make(rtiBuy, { vendorId: id('V1'), lines: [line('CAGE', 5, { coded: true }), line('PLT', 20)] })
  expect(await step(rtiBuy, 'approve', paper)).toBe('ok')
  expect(await accounts()).toEqual([])
  expect(await step(rtiBuy, 'finish', paper)).toBe('ok')
  expect(await accounts()).toEqual(['DC CAGE 5 0', 'DC PLT 20 0', 'SUPPLY CAGE -5 0', 'SUPPLY PLT -20 0'])
  const first = (await read(rtiBuy, paper)).lines.find((l) => l.typeId === id('CAGE'))
  expect(first).toMatchObject({ firstCode: 'CG000001', lastCode: 'CG000005' })
  const vain = await make(rtiBuy, { lines: [line('CAGE', 2, { coded: true })] })
  for (const verb of ['approve', 'finish', 'reverse']) expect(await step(rtiBuy, verb, vain)).toBe('ok')
  expect(await accounts('DC CAGE')).toEqual(['DC CAGE 5 0'])
  expect(await step(rtiBuy, 'reverse', vain)).not.toBe('ok')
})

test('what is not here is not given out, and nothing is booked', async () => {
  const before = await entries()
  const paper = await make(rtiOut, out('S1', 21))
  expect(await step(rtiOut, 'approve', paper)).toBe('容器[PLT]库存不足：空闲20')
  expect(await entries()).toEqual(before)
  expect((await read(rtiOut, paper)).state).toBe('SAVED')
  const both = { storeId: id('S1'), vendorId: id('V1'), lines: [line('PLT', 1)] }
  await expect(make(rtiOut, both)).rejects.toMatchObject({ code: rtiFaults.oneParty.code })
  await expect(make(rtiOut, { ...out('S1', 1), lines: [line('CTN', 1)] })).rejects.toMatchObject({
    code: rtiFaults.notReturnable.code,
  })
})

test('ten go out, five come back on one paper; deposits follow, and the opposite undoes both', async () => {
  await done(rtiOut, 'approve', out('S1', 5))
  const exchange = await done(rtiOut, 'approve', out('S1', 10, { backQty: 5 }))
  expect(await accounts('S1')).toEqual(['S1 PLT 10 600'])
  expect(Number((await read(rtiOut, exchange)).deposit)).toBe(300)
  expect(await step(rtiOut, 'reverse', exchange)).toBe('ok')
  expect(await accounts('S1')).toEqual(['S1 PLT 5 300'])
  const more = await make(rtiIn, back('S1', 6))
  expect(await step(rtiIn, 'approve', more)).toBe('[S1]账上容器[PLT]只有5个')
  await done(rtiIn, 'approve', back('S1', 5))
  expect(await accounts('S1')).toEqual([])
})

test('a barcode of another store is taken off its own account, and what is broken is proposed for writing off', async () => {
  await done(rtiOut, 'approve', { storeId: id('S1'), lines: [line('CAGE', 1, { codes: 'CG000001' })] })
  await done(rtiOut, 'approve', { storeId: id('S2'), lines: [line('CAGE', 1, { codes: 'CG000002' })] })
  const paper = await make(rtiIn, {
    ...{ storeId: id('S1'), lines: [line('CAGE', 1, { condition: 'DAMAGED', codes: 'CG000002' })] },
  })
  const { version } = await read(rtiIn, paper)
  const answer = await clerk.call<{ made: { key: string; id: string }[]; partly: { message: string }[] }>(
    documentCalls(rtiIn).approve as never,
    { rows: [{ id: paper, version }] },
  )
  expect(answer.partly[0]?.message).toBe('不在该账上的容器已从实际账户转出：S2 1')
  expect(await accounts('S')).toEqual(['S1 CAGE 1 200', 'SUPPLY CAGE -5 0', 'SUPPLY PLT -20 0'])
  const loss = answer.made[0]?.id ?? ''
  expect(await step(rtiLoss, 'approve', loss)).toBe('ok')
  expect(await accounts('LOSS')).toEqual(['LOSS CAGE 1 0'])
  expect(await step(rtiLoss, 'reverse', loss)).toBe('ok')
  expect(await accounts('DC CAGE')).toEqual(['DC CAGE 4 -200'])
  await done(rtiIn, 'approve', {
    storeId: id('S1'),
    lines: [line('CAGE', 1, { condition: 'GOOD', codes: 'CG000001' })],
  })
})

test('a filled container is not lost', async () => {
  await inside((ctx) =>
    ctx.tx.run(
      sql`update wms_container set parent_id = (select id from wms_container where code = 'CG000003') where code = 'CG000004'`,
    ),
  )
  const paper = await make(rtiLoss, { cause: 'LOST', lines: [line('CAGE', 1, { codes: 'CG000003' })] })
  expect(await step(rtiLoss, 'approve', paper)).toBe('容器内仍有商品')
  await inside((ctx) => ctx.tx.run(sql`update wms_container set parent_id = null where code = 'CG000004'`))
})

test('money: nobody gets back more than stands in his favour', async () => {
  await done(rtiOut, 'approve', out('S3', 3))
  await done(rtiDeposit, 'pay', { kind: 'IN', storeId: id('S3'), amount: '180' })
  const tooMuch = await make(rtiDeposit, { kind: 'OUT', storeId: id('S3'), amount: '60' })
  expect(await step(rtiDeposit, 'pay', tooMuch)).toBe('退还金额大于押金余额0')
  await done(rtiIn, 'approve', back('S3', 1))
  expect(await step(rtiDeposit, 'pay', tooMuch)).toBe('ok')
  expect(await accounts('S3')).toEqual(['S3 CASH -120', 'S3 PLT 2 120'])
  expect(await step(rtiDeposit, 'reverse', tooMuch)).toBe('ok')
  // Lost at the store: nothing stands on it any more, and it is owed instead.
  const lost = { cause: 'LOST', storeId: id('S3'), isCharged: true, lines: [line('PLT', 1)] }
  const paper = await done(rtiLoss, 'approve', lost)
  expect(await accounts('S3')).toEqual(['S3 CASH -120', 'S3 PLT 1 60'])
  expect(await step(rtiLoss, 'reverse', paper)).toBe('ok')
  expect(await accounts('S3')).toEqual(['S3 CASH -180', 'S3 PLT 2 120'])
})

test('terms: who pays when it is overdue is charged once, and who pays nothing is not', async () => {
  for (const [store, depositMode] of [
    ['S1', 'OVERDUE'],
    ['S2', 'NONE'],
  ] as const) {
    await done(rtiDeposit, 'apply', { kind: 'TERMS', storeId: id(store), depositMode })
    await done(rtiOut, 'approve', out(store, 2))
  }
  await later(10)
  await done(rtiOut, 'approve', out('S1', 1))
  await later(5)
  expect(await accounts('S1')).toEqual(['S1 PLT 3 0'])
  for (const n of [1, 0]) expect(await inside(chargeOverdue)).toBe(n)
  expect([await accounts('S1'), await accounts('S2')]).toEqual([['S1 PLT 3 120'], ['S2 PLT 2 0']])
  const board = await clerk.call<{ overdue: number; deposit: string; types: object[]; holders: object[] }>(
    containerBoard,
    {},
  )
  expect(board).toMatchObject({ overdue: 3, deposit: '240.0000' })
  expect(board.types).toContainEqual(expect.objectContaining({ code: 'PLT', idle: 13, stores: 7, fleet: 20 }))
  await done(rtiIn, 'approve', back('S1', 2))
  expect(await accounts('S1')).toEqual(['S1 PLT 1 0'])
})

test('a statement is answered, or agreed to by silence; what differs is settled by verdict', async () => {
  const sent = await done(rtiDeposit, 'send', { kind: 'STATEMENT', storeId: id('S3'), since: '2026-03-01' })
  const paper = await read(rtiDeposit, sent)
  expect(paper.lines).toMatchObject([{ openQty: 0, outQty: 4, inQty: 2, bookQty: 2 }])
  expect([paper.charged, paper.refunded, paper.paid, paper.balance].map(Number)).toEqual([240, 120, 180, -60])
  const answer = { id: sent, version: paper.version, rows: [{ type: 'PLT', qty: 1 }] }
  await expect(clerk.call(answerStatement, { ...answer, rows: [{ type: 'NO', qty: 1 }] })).rejects.toMatchObject({
    code: rtiFaults.unknownType.code,
  })
  const { diffNo } = await clerk.call<{ diffNo: string }>(answerStatement, answer)
  const { records } = await clerk.call<{ records: { id: string; billNo: string }[] }>(
    documentCalls(rtiDiff).query as never,
    {},
  )
  const diff = records.find((r) => r.billNo === diffNo)?.id ?? ''
  expect(await step(rtiDiff, 'approve', diff)).toBe('明细第1行未定责')
  const { version, lines: counted } = await read(rtiDiff, diff)
  const lines = [{ id: counted[0]?.id, typeId: id('PLT'), countQty: 1, verdict: 'CARRIER' }]
  await clerk.call(documentCalls(rtiDiff).update as never, { id: diff, version, bearerId: id('C1'), lines })
  expect(await step(rtiDiff, 'approve', diff)).toBe('ok')
  expect([await accounts('C1'), await accounts('S3 PLT')]).toEqual([['C1 PLT 1 60'], ['S3 PLT 1 60']])
  expect(await step(rtiDiff, 'reverse', diff)).toBe('ok')
  expect(await accounts('S3 PLT')).toEqual(['S3 PLT 2 120'])

  const silent = await done(rtiDeposit, 'send', { kind: 'STATEMENT', storeId: id('S2') })
  expect(await inside(agreeBySilence)).toBe(0)
  await later(8)
  expect(await inside(agreeBySilence)).toBe(1)
  expect(await read(rtiDeposit, silent)).toMatchObject({ state: 'FINISHED', silent: true })
})
