import { expect, test } from 'vitest'
import { openTestServer, password } from '../../testing/server.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildGoodsPlaces, startGoodsWriters } from './goodsWriters.ts'

test('writers of goods know to the piece what they have done', async () => {
  const server = await openTestServer()
  const places = await server.inside('DC01', (ctx) => buildGoodsPlaces(ctx, 2))
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as { port: number }
  const writers = await startGoodsWriters(`http://127.0.0.1:${port}`, places, password)
  await expect.poll(() => writers.run.wrong.length > 0 || writers.count() > 80, { timeout: 60_000 }).toBe(true)
  await writers.stop()
  expect(writers.run.wrong).toEqual([])
  for (const { found, told } of await writers.compare(server.db.owner)) expect(found).toEqual(told)
  expect(await server.inside('DC01', reconcile)).toEqual([])
  await server.close()
})
