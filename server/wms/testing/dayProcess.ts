import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { stockOf } from '@lading/contract/wms/stockBill.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import { expect } from 'vitest'
import {
  at,
  clean,
  clerk,
  confirm,
  day,
  done,
  making,
  next,
  out,
  productId,
  R0103,
  R0202,
  type Row,
  rowOf,
  server,
  step,
  twice,
} from './dayDesk.ts'

const boms = documentCalls(bom as never)
const sets = documentCalls(processTask as never)
const titles = documentCalls(ownerAdjBill as never)

/** Step 22: ten gift sets of two and one, from the pallets where their goods stand longest, to a bin of their own. */
export async function makeSets(): Promise<void> {
  const ownerId = day.owners.get('O1')
  const lines = [
    { productId: productId('P1'), qty: '2' },
    { productId: productId('P2'), qty: '1' },
  ]
  const head = { code: 'G1', name: 'G1', kind: 'GIFT', ownerId, productId: productId('G1'), outputQty: '1' }
  const recipe = await twice<Row>(boms.create, { ...head, lines })
  expect(await step(boms, 'approve', recipe.id)).toEqual(done)
  const binId = day.bins.get('TABLE-01')
  const { id } = await twice<Row>(sets.create, { bomId: recipe.id, planQty: '10', binId })
  expect(await step(sets, 'approve', id)).toEqual(done)
  expect([await at(R0103), await at(R0202)]).toEqual(['624/20', '408/10'])
  expect(await step(sets, 'supply', id)).toEqual(making('wms.procMoveInTask'))
  for (const line of (await next('PROC_MOVE_IN')).lines) await confirm({ taskLineId: line.id, qty: line.planQty })
  expect([await at(out(R0103, 'TABLE-01')), await at(out(R0202, 'TABLE-01'))]).toEqual(['20/20', '10/10'])
  await clean()
  const { version } = await rowOf(sets as never, id)
  expect(await twice(sets.finish, { rows: [{ id, version }], input: { doneQty: '10' } })).toMatchObject({ ok: 1 })
  const [line] = (await next('PUTAWAY')).lines
  await confirm({ taskLineId: line?.id, qty: '10', scans: { bin: 'R-03-01' } })
  await clean()
}

/** Step 23: 120 of O1 become those of O2, where they stand and as old as they are. */
export async function giveTitle(): Promise<void> {
  const { records } = await clerk.call<{ records: Row[] }>(stockOf(ownerAdjBill) as never, {
    filter: { binId: day.bins.get('R-01-03'), productId: productId('P1') },
  })
  const [row] = records
  const key = Object.fromEntries(stockKeyNames.map((name) => [name, row?.[name]]))
  const head = { ownerId: day.owners.get('O1'), toOwnerId: day.owners.get('O2'), cause: '结算' }
  const { id } = await twice<Row>(titles.create, { ...head, lines: [{ ...key, qty: '120' }] })
  const boss = await server.as('admin', 'DC01')
  const { version } = await rowOf(titles as never, id)
  expect(await twice(titles.approve, { rows: [{ id, version }] }, true, boss)).toMatchObject({ ok: 1 })
  await clean()
}
