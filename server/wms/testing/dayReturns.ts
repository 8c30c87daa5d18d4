import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import { expect } from 'vitest'
import { changeContainers } from '../stock/containers.ts'
import {
  at,
  boxId,
  boxStates,
  clean,
  clerk,
  confirm,
  day,
  inside,
  next,
  out,
  outside,
  PB,
  productId,
  type Row,
  rowOf,
  server,
  ship,
  step,
  twice,
} from './dayDesk.ts'
import { lots } from './dayYard.ts'

const returned = documentCalls(storeReturnBill as never)
const driven = documentCalls(sjReturn as never)
const sentBack = documentCalls(vendorReturnBill as never)
const made = { ok: 1, made: expect.anything() }
/** A paper of these goods, as somebody types it, approved; what it answers is asked of `verb`. */
const paper = async (calls: { readonly [verb: string]: unknown }, head: object, lines: readonly object[]) => {
  const { id } = await twice<Row>(calls.create, { ownerId: day.owners.get('O1'), ...head, lines })
  return id
}
/** Confirms the line of a product; what comes in later goes to the given bin. */
const confirmNext = async (type: TaskType, product: string, input: object) => {
  const { task, lines } = await next(type)
  const line = lines.find((l) => l.product?.code === product && l.state === 'OPEN')
  const answer = await confirm({ taskLineId: line?.id, qty: line?.planQty, ...input })
  return { task, line, answer }
}
const refusedWith = (code: number) => ({ ok: 0, failed: [{ code }] })

/** Step 19: the driver brings 48 damaged home, not more than its truck took there. */
export async function bringHome(): Promise<void> {
  const { records: trucks } = await clerk.call<{ records: Row[] }>(ship.query, { filter: {} })
  const shipBillId = trucks[0]?.id
  const head = { shipBillId }
  const line = (planQty: string) => ({ storeId: day.stores.get('S2'), productId: productId('P1'), planQty })
  const tooMuch = await paper(driven, head, [line('961')])
  expect(await step(driven, 'approve', tooMuch)).toMatchObject(refusedWith(reverseFaults.overShipped.code))
  await clerk.call(driven.cancel as never, { rows: [await rowOf(driven as never, tooMuch)], reason: 'x' })
  const id = await paper(driven, head, [line('48')])
  expect(await step(driven, 'approve', id)).toMatchObject(made)
  await confirmNext('STORE_RTN_RECEIVE', 'P1', { stockType: 'DAMAGE' })
  expect(await at({ ...out(PB, 'RTN-01'), type: 'DAMAGE' })).toBe('48/48')
  const away = await confirmNext('PUTAWAY', 'P1', {})
  expect(away.line?.toBin?.code).toBe('VR-01')
  await server.relay.drain()
  expect(await rowOf(driven as never, id)).toMatchObject({ state: 'FINISHED', doneQty: '48.000', sentQty: '48.000' })
  const diffs = documentCalls(diffBill as never)
  const { records } = await clerk.call<{ records: Row[] }>(diffs.query as never, {
    filter: { shipBillId: [shipBillId] },
  })
  expect(records).toMatchObject([
    { kind: 'DELIVERY', state: 'SAVED', storeId: day.stores.get('S2'), planQty: '48.000' },
  ])
  // Empty containers come back by postings of their own until the group of containers is open.
  await inside((ctx) =>
    changeContainers(
      ctx,
      ['CG01', 'CG02', 'T001', 'T002'].map((c) => ({
        id: boxId(c),
        from: ['SHIPPED'],
        state: 'IDLE',
        binId: null,
        storeId: null,
      })),
    ),
  )
  expect(await boxStates()).toEqual(['CG03 SHIPPED'])
  await clean()
}

/** Step 20: of what S1 returns 3 are good and lie down beside their lot, 2 are damaged. */
export async function giveBack(): Promise<void> {
  const line = (planQty: string) => ({ productId: productId('P2'), planQty })
  const head = { storeId: day.stores.get('S1') }
  const tooMuch = await paper(returned, head, [line('9')])
  const refused = await step(returned, 'approve', tooMuch)
  expect(refused).toMatchObject({ failed: [{ message: '退货数量超过近30天送货量：商品[P2]还可退8' }] })
  const id = await paper(returned, head, [line('3'), line('2')])
  expect(await step(returned, 'approve', id)).toMatchObject(made)
  await confirmNext('STORE_RTN_RECEIVE', 'P2', {})
  const good = await confirmNext('PUTAWAY', 'P2', {})
  expect(good.line).toMatchObject({ toBin: { code: 'R-02-02' }, planQty: '3.000', lot: { expireDate: lots.B } })
  await confirmNext('STORE_RTN_RECEIVE', 'P2', { stockType: 'DAMAGE' })
  expect((await confirmNext('PUTAWAY', 'P2', {})).line?.toBin?.code).toBe('VR-01')
  await server.relay.drain()
  expect(await rowOf(returned as never, id)).toMatchObject({ state: 'FINISHED', doneQty: '5.000', sentQty: '5.000' })
  // Five of the eight have come back: four more are too many.
  const more = await paper(returned, head, [line('4')])
  expect(await step(returned, 'approve', more)).toMatchObject({
    failed: [{ message: expect.stringContaining('还可退3') }],
  })
  expect(await outside('V_STORE')).toEqual({ P1: 1920, P2: 30 })
  await clean()
}

/** Step 21: what is damaged goes back to V02, signed for by who fetches it. */
export async function sendBack(): Promise<void> {
  const head = { vendorId: day.vendors.get('V02') }
  const line = (planQty: string) => ({ productId: productId('P2'), planQty, stockType: 'DAMAGE' })
  const tooMuch = await paper(sentBack, head, [line('15')])
  expect(await step(sentBack, 'approve', tooMuch)).toMatchObject({
    failed: [{ message: '商品[P2]可退库存14，需要15' }],
  })
  const id = await paper(sentBack, head, [line('14')])
  expect(await step(sentBack, 'approve', id)).toMatchObject(made)
  await confirmNext('RETURN_PICK', 'P2', {})
  await confirmNext('RETURN_PICK', 'P2', {})
  await server.relay.drain()
  expect(await rowOf(sentBack as never, id)).toMatchObject({ state: 'INPROGRESS', doneQty: '14.000', sentQty: '0.000' })
  await expect(confirmNext('RETURN_HANDOVER', 'P2', {})).rejects.toMatchObject({ code: reverseFaults.notPickedUp.code })
  const { version } = await rowOf(sentBack as never, id)
  const input = { takerName: '孙师傅', takerPhone: '13900139007', takerVehicle: '沪A12345', takerIdEnd: '123X' }
  expect(await twice(sentBack.collect, { rows: [{ id, version }], input })).toMatchObject({ ok: 1 })
  await confirmNext('RETURN_HANDOVER', 'P2', {})
  await confirmNext('RETURN_HANDOVER', 'P2', {})
  await server.relay.drain()
  expect(await rowOf(sentBack as never, id)).toMatchObject({ state: 'FINISHED', sentQty: '14.000' })
  expect(await outside('V_VENDOR')).toEqual({ P1: -2352, P2: -466 })
  await clean()
}
