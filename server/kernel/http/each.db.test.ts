import { bulkAnswer, type Envelope } from '@lading/contract/kernel/call.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { bin, binType } from '@lading/contract/wms/place.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { inputFor } from '../../testing/inputs.ts'
import { pausing } from '../../testing/paused.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../../wms/testing/yard.ts'
import { bulkInsert } from '../bulk.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let vendorId = ''
type BulkAnswer = z.output<typeof bulkAnswer>
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    vendorId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendorId, code: 'V1', name: 'V1' }])
    return buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'A' }] })
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const order = documentCalls(orderBill)
const make = () =>
  clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId,
    lines: [{ productId: yard.products.get('A')?.id, planQty: '1' }],
  })
const cutAll = () =>
  server.db.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

// The embedded database has no connection to lose.
test.runIf(process.env.LADING_TEST_DB === 'postgres')(
  'a connection lost between the rows of an action: the whole is asked again, and what was done is not done twice',
  async () => {
    const paused = pausing(server.db)
    let lost = 0
    for (let at = 2; ; at += 3) {
      const rows = [await make(), await make(), await make()]
      const act = (): Promise<Envelope<unknown>> => clerk.envelope(order.approve, { rows }, { key: `cut-${at}` })
      const held = paused(at, act)
      const isReached = await held.reached
      if (isReached) await cutAll()
      held.go()
      const first = await held.done
      const { code, data } = first.status === 'fulfilled' ? first.value : { code: -1, data: first.reason }
      // A row that nobody knows about is no refused row: its caller would not ask again with the same key.
      if (code === 0) expect(bulkAnswer.parse(data), `cut at ${at}`).toEqual({ ok: 3, failed: [] })
      else expect(code, `cut at ${at}`).toBe(faults.unavailable.code)
      lost += code === 0 ? 0 : 1
      expect((await act()).data).toEqual({ ok: 3, failed: [] })
      if (!isReached) break
    }
    expect(lost).toBeGreaterThan(3)
    const { records } = await clerk.call<{ records: { version: number; state: string }[] }>(
      crudCalls(orderBill.header).query,
      {
        pageSize: 1000,
      },
    )
    expect(new Set(records.map((r) => `${r.state} ${r.version}`))).toEqual(new Set(['APPROVED 1']))
  },
)

test('who only asks hears what the action would say, and nothing of it is kept', async () => {
  const [free, gone] = [await make(), await make()]
  expect(await clerk.call(order.cancel, { rows: [{ ...gone, version: 0 }], reason: 'no' })).toEqual({
    ok: 1,
    failed: [],
  })
  const left = async () =>
    (
      await server.db.owner.query<Record<string, string>>(`
        select (select count(*) from sys_audit_log) as audits, (select count(*) from sys_idempotency) as keys,
          (select count(*) from sys_outbox) as events, (select string_agg(state || version, ',' order by id) from wms_order_bill) as bills`)
    ).rows
  const before = await left()
  const rows = [free, { id: gone.id, version: 1 }]
  const { ok, failed } = await clerk.call<BulkAnswer>(order.cancel, { rows, foresee: true }, { key: 'asked' })
  expect([ok, failed.map((f) => [f.id, f.code])]).toEqual([1, [[gone.id, faults.state.code]]])
  expect(await left()).toEqual(before)
  // It asks by the same right, and its key is still good for the action itself.
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(order.cancel, { rows, foresee: true })).rejects.toMatchObject({
    code: faults.forbidden.code,
  })
  expect(await clerk.call(order.cancel, { rows, reason: 'no' }, { key: 'asked' })).toEqual({ ok, failed })
})

test('a call that cannot be asked is never done instead, in whatever form it is sent', async () => {
  const made = await make()
  const one = { id: made.id, version: 0, foresee: true }
  await expect(clerk.call(order.update, { ...one, note: 'x' })).rejects.toMatchObject({
    code: faults.invalid.code,
    errors: [{ field: 'foresee' }],
  })
  await expect(clerk.call(crudCalls(bin).disable, { ...one, id: yard.bins.get('S-01') })).rejects.toMatchObject({
    code: faults.invalid.code,
    errors: [{ field: 'foresee' }],
  })
  expect(await clerk.call(order.getById, { id: made.id })).toMatchObject({ version: 0, state: 'SAVED', note: null })
  expect(await clerk.call(crudCalls(bin).getById, { id: yard.bins.get('S-01') })).toMatchObject({ disabled: false })
})

test('who asks whether a row may be deleted deletes nothing, and hears why not', async () => {
  const types = crudCalls(binType)
  const made = await clerk.call<{ id: string; version: number }>(types.create, { code: 'Z', name: 'Z' })
  const seen = { id: made.id, version: made.version }
  const ask = { ...seen, foresee: 'true' }
  expect(await clerk.call(types.remove, ask, { key: 'asked' })).toBeNull()
  expect(await clerk.call(types.getById, { id: made.id })).toMatchObject({ code: 'Z' })
  await expect(clerk.call(types.remove, { ...ask, version: 7 })).rejects.toMatchObject({ code: faults.stale.code })
  await expect(clerk.call(types.remove, { ...seen, foresee: 'false' })).rejects.toMatchObject({
    code: faults.invalid.code,
  })
  await clerk.call(types.remove, seen, { key: 'asked' })
  await expect(clerk.call(types.getById, { id: made.id })).rejects.toMatchObject({ code: faults.notFound.code })
})

test('a call that opens its transactions itself can never be asked: it would do what is asked about', () => {
  const asked = { rows: [{ id: '1', version: 0 }], id: '1', version: '0', foresee: 'true' }
  const shapes = [asked, { ...asked, version: 0, foresee: true }]
  const isAsked = ({ input }: (typeof server.served)[number]['call']): boolean =>
    shapes.some((body) => (input.safeParse(body).data as { foresee?: boolean } | undefined)?.foresee === true)
  const outside = server.served.filter((s) => s.kind === 'outside').map((s) => s.call)
  expect(outside.length).toBeGreaterThan(10)
  expect(outside.filter(isAsked).map((call) => call.path)).toEqual([])
  expect(server.served.filter((s) => isAsked(s.call)).some((s) => s.kind === 'plain')).toBe(true)
})

test('every action on rows can be asked', () => {
  const each = server.served.filter((s) => s.kind === 'each').map((s) => s.call)
  const body = { rows: [{ id: '1', version: 0 }], foresee: true }
  expect(each.length).toBeGreaterThan(30)
  // With what it asks beside its rows.
  const asked = (call: (typeof each)[number]) => ({
    input: inputFor(call, { id: () => '1' }).input,
    ...body,
  })
  const deaf = each.filter(
    (call) => (call.input.safeParse(asked(call)).data as { foresee?: boolean })?.foresee !== true,
  )
  expect(deaf.map((call) => call.path)).toEqual([])
})
