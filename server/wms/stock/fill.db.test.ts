import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { type PostInput, post, postAll } from './post.ts'
import { reconcile } from './reconcile.ts'

/** Each piece of X and Y weighs 0.5 kg and takes 1 l: a heavy box takes 10 of them, a small one 8 (85 % of 10 l). */
const types = [
  { code: 'HEAVY', prefix: 'H', maxWeightKg: '5', volumeM3: null },
  { code: 'SMALL', prefix: 'S', maxWeightKg: '99', volumeM3: '0.01' },
  { code: 'ANY', prefix: 'A', maxWeightKg: null, volumeM3: null },
]
let server: TestServer
let yard: Yard
const boxes = new Map<string, string>()
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, { bins: { A1: 'STORAGE' }, products: [{ code: 'X' }, { code: 'Y' }] })
    for (const type of types) {
      const [typeId, id] = [ctx.newId(), ctx.newId()]
      const { tenantId } = ctx
      await bulkInsert(ctx.tx, 'wms_container_type', [
        { ...type, tenantId, id: typeId, name: type.code, category: 'TOTE', digits: 4, maxFillPct: 85 },
      ])
      await bulkInsert(ctx.tx, 'wms_container', [
        { tenantId, orgId: ctx.org.id, id, code: type.code, typeId, state: 'STORED', binId: yard.bins.get('A1') },
      ])
      boxes.set(type.code, id)
    }
  })
})
afterAll(() => server.close())

/** So many of a product into a box, from the vendor; negative: out of it. */
const brings = (box: string, product: string, n: number, bizType: PostInput['bizType'] = 'RECEIVE') =>
  server.inside('DC01', async (ctx): Promise<PostInput> => {
    const at = { bin: 'A1', product, container: boxes.get(box) ?? '' }
    return {
      bizType,
      idemKey: `${box}${product}${n}${ctx.newId()}`,
      lines: [
        { key: await keyOf(ctx, yard, { bin: 'V_VENDOR', product }), delta: wholeQty(-n) },
        { key: await keyOf(ctx, yard, at), delta: wholeQty(n) },
      ],
    }
  })
const put = async (...all: Parameters<typeof brings>[]) => {
  const inputs = await Promise.all(all.map((one) => brings(...one)))
  return server.inside('DC01', (ctx) => postAll(ctx, inputs))
}

test.each([
  ['HEAVY', 10, 42227, '5', '5.5'],
  ['SMALL', 8, 42228, '0.0085', '0.009'],
] as const)('a %s container takes %i pieces and not one more', async (box, most, code, limit, is) => {
  await put([box, 'X', most - 3])
  await put([box, 'Y', 3])
  await expect(put([box, 'Y', 1])).rejects.toMatchObject({ refusal: { code }, args: { most: limit, is } })
  expect(await server.inside('DC01', reconcile)).toEqual([])
  // Two postings at once are one filling.
  await put([box, 'X', -2])
  await expect(put([box, 'X', 1], [box, 'Y', 2])).rejects.toMatchObject({ refusal: { code } })
  await put([box, 'X', 1], [box, 'Y', 1])
})

test('what was found inside is a fact, what comes out of too full a container goes, and no limit is none', async () => {
  await put(['HEAVY', 'X', 40, 'ADJ_INC'])
  await put(['HEAVY', 'X', -5])
  await expect(put(['HEAVY', 'X', 1])).rejects.toMatchObject({ refusal: { code: 42227 } })
  await put(['ANY', 'X', 5_000])
})

test('the repeat of a receipt that filled its container is told so', async () => {
  const once = await brings('ANY', 'Y', 3)
  await server.inside('DC01', (ctx) => post(ctx, once))
  await expect(server.inside('DC01', (ctx) => post(ctx, once))).rejects.toMatchObject({ refusal: { code: 40901 } })
})
