import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { replenishFaces } from './minMax.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openWaveDesk()
})
afterAll(() => desk.server.close())

const limits = (product: string, min: number | null, max: number | null) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_product_bin set min_cases = ${min}, max_cases = ${max} where tenant_id = ${ctx.tenantId} and product_id = ${desk.yard.products.get(product)?.id}`),
  )
const run = () => replenishFaces((work) => desk.inside(work))

// wms.md chapter 12, step 18.
test('faces that hold too little are filled from what is smallest of what expires first', async () => {
  await desk.put('R-01-03', 'P1', '1200', '2027-11-10')
  await desk.put('R-01-04', 'P1', '864', '2027-11-10')
  await desk.put('R-02-02', 'P2', '480', '2029-02-28')
  expect(await run()).toBe(0)
  await limits('P1', 10, 60)
  await limits('P2', 1, 5)
  expect(await run()).toBe(3)
  expect(await desk.tasks('RPL_DOWN')).toEqual([
    'READY R-01-04 PB-01-01 864',
    'READY R-01-03 PB-01-01 576',
    'READY R-02-02 SB-02-01 60',
  ])
  await desk.sound()
})

test('what is under way counts, so that nothing is brought twice', async () => {
  expect(await run()).toBe(0)
  for (let i = 0; i < 3; i++) await desk.work('RPL_DOWN')
  expect(await run()).toBe(0)
  await desk.sound()
})

test('what is promised does not count as there; what nobody has is not promised to come', async () => {
  const order = await desk.order('S1', { P2: '55' })
  await desk.step(await desk.wave([order]), 'start')
  // Of 60 pieces 5 are free, less than a case.
  expect(await run()).toBe(1)
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-02-02 SB-02-01 48'])
  await limits('P1', 100, 200)
  expect(await run()).toBe(1)
  expect((await desk.tasks('RPL_DOWN')).at(-1)).toBe('READY R-01-03 PB-01-01 624')
  expect(await run()).toBe(0)
  await desk.sound()
})
