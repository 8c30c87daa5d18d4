import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { freezeStock, holdLot, releaseLot, unfreezeStock } from '@lading/contract/wms/board.ts'
import { startMoves } from '@lading/contract/wms/moveCalls.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { taskWaits } from '@lading/contract/wms/waitCalls.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { containerByCode } from '../masters/facts.ts'
import { moveContainer } from '../stock/containers.ts'
import type { StockKey } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { keyOf } from '../testing/yard.ts'

const face = 'SB-02-01'
const operate = documentCalls(operateBill)
let desk: WaveDesk
let otherPack = ''
let n = 0
beforeEach(async () => {
  desk = await openWaveDesk()
  await desk.inside(async (ctx) => {
    otherPack = ctx.newId()
    const typeId = ctx.newId()
    const pack = { productId: desk.yard.products.get('P2')?.id, name: '1*8', qpc: '8', isDefault: false }
    await bulkInsert(ctx.tx, 'mdm_product_qpc', [{ tenantId: ctx.tenantId, id: otherPack, ...pack }])
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: typeId, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    const stands = { state: 'STORED', binId: desk.yard.bins.get('R-02-03') }
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_container', [{ ...at, id: ctx.newId(), code: 'PL1', typeId, ...stands }])
  })
})
afterEach(() => desk.server.close())

/** So much of P2 turns up. @returns its stock row */
const turnUp = (qty: string, more: Partial<StockKey> & { bin?: string; pallet?: string } = {}): Promise<string> =>
  desk.inside(async (ctx) => {
    const { bin = face, pallet, ...other } = more
    const usual = await keyOf(ctx, desk.yard, { bin, product: 'P2', expire: '2029-02-28' })
    const box = pallet === undefined ? {} : { containerId: (await containerByCode(ctx, pallet)).id }
    const key = { ...usual, ...box, ...other }
    const outside = { ...key, binId: desk.yard.bins.get('V_ADJUST') ?? '', containerId: desk.yard.loose }
    n += 1
    const { rowIds } = await post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: `turnUp:${n}`,
      lines: [
        { key: outside, delta: -parseQty(qty) },
        { key, delta: parseQty(qty) },
      ],
    })
    return [...rowIds.values()][0] ?? ''
  })
const lotOfRow = (stockId: string) =>
  desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ lotId: string }>(sql`
      select lot_id from wms_stock where tenant_id = ${ctx.tenantId} and id = ${stockId}`)
    return row.lotId
  })
const rowOf = async (id: string) => {
  const { version } = await desk.clerk.call<{ version: number }>(operate.getById as never, { id })
  return { rows: [{ id, version }] }
}
const moveAway = async (stockId: string): Promise<string> => {
  const toBinId = desk.yard.bins.get('R-02-03')
  const { id } = await desk.clerk.call(startMoves, { lines: [{ stockId, qty: '24', toBinId }] } as never)
  return (id as string) ?? ''
}
const cancelTask = async (id: string) => {
  const { version } = await desk.inside((ctx) =>
    ctx.tx.one<{ version: number }>(sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
  expect(await desk.clerk.call(work.cancelTasks, { rows: [{ id, version }] })).toMatchObject({ ok: 1 })
}

/** Goods that nobody can have before the wave, and what makes them somebody's. */
const ways: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'goods turn up': async () => () => turnUp('24'),
  'goods of another pack turn up': async () => () => turnUp('24', { qpcId: otherPack }),
  'a pallet is brought': async () => {
    await turnUp('24', { bin: 'R-02-03', pallet: 'PL1' })
    await desk.inside((ctx) =>
      ctx.tx.run(sql`
      update wms_bin set lock_out = true where tenant_id = ${ctx.tenantId} and code = 'R-02-03'`),
    )
    return () =>
      desk.inside(async (ctx) => {
        const toBinId = desk.yard.bins.get(face) ?? ''
        const { id: containerId } = await containerByCode(ctx, 'PL1')
        const change = { from: ['STORED'], state: 'STORED' } as const
        await moveContainer(ctx, { bizType: 'MOVE', idemKey: 'pallet', containerId, toBinId, change })
      })
  },
  'goods are unfrozen': async () => {
    const stockId = await turnUp('24')
    const { reservationId } = await desk.clerk.call(freezeStock, { stockId, qty: '24', reason: 'x' })
    return () => desk.clerk.call(unfreezeStock, { reservationId })
  },
  'a lot is no longer on hold': async () => {
    const id = await lotOfRow(await turnUp('24', { lotId: await otherLot() }))
    await desk.clerk.call(holdLot, { id, reason: 'x' })
    return () => desk.clerk.call(releaseLot, { id })
  },
  'another order is cancelled': async () => {
    await turnUp('24')
    const other = await desk.order('S2', { P2: '24' })
    await desk.clerk.call(operate.allocate as never, await rowOf(other))
    await desk.server.relay.drain()
    return async () => desk.clerk.call(operate.stop as never, { ...(await rowOf(other)), reason: 'x' })
  },
  'work that was to take them away is off': async () => {
    const id = await moveAway(await turnUp('24'))
    return () => cancelTask(id)
  },
  'what was taken away is brought back': async () => {
    const id = await moveAway(await turnUp('24'))
    const { lines } = await desk.clerk.call(work.getWork, { id })
    const taskLineId = lines[0]?.id ?? ''
    await desk.clerk.call(work.takeTask, { id })
    await desk.clerk.call(work.confirmLine, { taskLineId, qty: '24', scans: {} })
    await desk.inside((ctx) =>
      ctx.tx.run(sql`
      update wms_bin set lock_out = true where tenant_id = ${ctx.tenantId} and code = 'R-02-03'`),
    )
    return async () => {
      await desk.inside((ctx) =>
        ctx.tx.run(sql`
        update wms_bin set lock_out = false where tenant_id = ${ctx.tenantId} and code = 'R-02-03'`),
      )
      await desk.clerk.call(work.undoLine, { taskLineId })
      await desk.clerk.call(work.giveUpTask, { id })
      await cancelTask(id)
    }
  },
  'goods become good ones': async () => {
    await turnUp('24', { stockType: 'DAMAGE' })
    return () =>
      desk.inside(async (ctx) => {
        const good = await keyOf(ctx, desk.yard, { bin: face, product: 'P2', expire: '2029-02-28' })
        const bad: StockKey = { ...good, stockType: 'DAMAGE' }
        const change = { binId: desk.yard.bins.get('V_CHANGE') ?? '' }
        await post(ctx, {
          bizType: 'TYPE_CHANGE',
          idemKey: 'good',
          lines: [
            { key: bad, delta: -parseQty('24') },
            { key: { ...bad, ...change }, delta: parseQty('24') },
            { key: { ...good, ...change }, delta: -parseQty('24') },
            { key: good, delta: parseQty('24') },
          ],
        })
      })
  },
  'its own replenishment brings them': async () => () => desk.work('RPL_DOWN'),
}
const otherLot = () =>
  desk.inside(async (ctx) => (await keyOf(ctx, desk.yard, { bin: face, product: 'P2', expire: '2029-09-30' })).lotId)

test.each(Object.keys(ways))('a pick that waits for goods is ready when %s', async (way) => {
  const bring = await ways[way]?.()
  await turnUp('24', { bin: 'R-02-02' })
  const wave = await desk.wave([await desk.order('S1', { P2: '24' })])
  await desk.step(wave, 'start')
  expect(await desk.tasks('PICK')).toContain(`WAIT ${face} 24`)
  expect(await desk.tasks('RPL_DOWN')).toEqual([`READY R-02-02 ${face} 24`])
  await desk.sound()
  await bring?.()
  await desk.server.relay.drain()
  expect(await desk.tasks('PICK')).toContain(`READY ${face} 24`)
  await desk.sound()
  await desk.work('PICK', { toContainer: 'T1' })
  // What was on its way comes all the same, and is in nobody's way.
  if ((await desk.tasks('RPL_DOWN')).length > 0) await desk.work('RPL_DOWN')
  await desk.sound()
  expect(await desk.read(wave)).toMatchObject({ pickedPct: '100.0' })
})

test('what waits names what it waits for, and the work that brings it', async () => {
  await turnUp('24', { bin: 'R-02-02' })
  const wave = await desk.wave([await desk.order('S1', { P2: '24' })])
  await desk.step(wave, 'start')
  const idOf = async (type: string) => {
    const row = await desk.inside((ctx) =>
      ctx.tx.one<{ id: string }>(sql`
        select id from wms_task where tenant_id = ${ctx.tenantId} and task_type = ${type} and state <> 'DONE'`),
    )
    return row.id
  }
  const [pick, replenishment] = [await idOf('PICK'), await idOf('RPL_DOWN')]
  const awaited = { kind: 'GOODS', bin: { code: face }, product: { code: 'P2' }, cases: '2 箱' }
  expect(await desk.clerk.call(taskWaits, { id: pick })).toMatchObject({
    causes: [{ ...awaited, tasks: [{ id: replenishment, taskType: 'RPL_DOWN', worker: null }] }],
  })
  expect(await desk.clerk.call(taskWaits, { id: replenishment })).toEqual({ causes: [] })
  await turnUp('12')
  await desk.server.relay.drain()
  expect(await desk.clerk.call(taskWaits, { id: pick })).toMatchObject({ causes: [{ ...awaited, cases: '1 箱' }] })
  await desk.work('RPL_DOWN')
  expect(await desk.clerk.call(taskWaits, { id: pick })).toEqual({ causes: [] })
  const stranger = await desk.server.as('admin', 'DC01', 'two')
  await expect(stranger.call(taskWaits, { id: pick })).rejects.toMatchObject({ code: 40400 })
})

test('goods that are there serve a pick that can be done with them before one that waits for more', async () => {
  await turnUp('120', { bin: 'R-02-02' })
  for (const qty of ['48', '24']) await desk.step(await desk.wave([await desk.order('S1', { P2: qty })]), 'start')
  expect(await desk.tasks('PICK')).toEqual([`WAIT ${face} 48`, `WAIT ${face} 24`])
  const own = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; taskId: string }>(sql`
      select l.id, l.task_id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and k.task_type = 'RPL_DOWN' and l.plan_qty = 24`),
  )
  await desk.clerk.call(work.takeTask, { id: own.taskId })
  await desk.clerk.call(work.confirmLine, { taskLineId: own.id, qty: '24', scans: { bin: face } })
  await desk.server.relay.drain()
  expect(await desk.tasks('PICK')).toEqual([`WAIT ${face} 48`, `READY ${face} 24`])
  await desk.sound()
  await desk.work('RPL_DOWN')
  expect(await desk.tasks('PICK')).toEqual([`READY ${face} 48`, `READY ${face} 24`])
  await desk.sound()
})
