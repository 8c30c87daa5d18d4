import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientStore } from '@lading/contract/tms/clientSite.ts'
import { reassignSites, region } from '@lading/contract/tms/region.ts'
import { correctLeg, roadCoverage, roadNet, roadPairs } from '@lading/contract/tms/roadNet.ts'
import { defaultVrpConfig, vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { prepareVrp } from '../vrp/config.ts'
import { estimated, placeOf } from './estimate.ts'
import { legsOf, readHabits } from './legs.ts'

type Made = { id: string; version: number }
type Row = Made & Record<string, unknown> & { refs: Record<string, { code: string }> }
let server: TestServer
let group: Client
const sites: string[] = []
const at = [
  [121.4, 31.2],
  [121.5, 31.25],
  [121.45, 31.1],
] as const
const make = (e: AnyEntity, input: object) => group.call<Made>(crudCalls(e).create, input)
const list = async (e: AnyEntity, filter: object = {}, by = group) =>
  (await by.call<{ records: Row[] }>(crudCalls(e).query, { filter })).records
const profile = 'TRUCK_SMALL' as const
beforeAll(async () => {
  server = await openTestServer()
  group = await server.as('admin', 'G')
  const { id: clientId } = await make(client, { code: 'C1', name: 'chain' })
  for (const [i, [lng, lat]] of at.entries())
    sites.push(
      (await make(clientStore, { clientId, code: `S${i}`, name: `s${i}`, lng: String(lng), lat: String(lat) })).id,
    )
  sites.push((await make(clientStore, { clientId, code: 'S9', name: 'nowhere' })).id)
})
afterAll(() => server.close())
const located = () => sites.slice(0, 3)

test('ways are estimated until somebody knows better; what he knows counts, and can be taken back', async () => {
  const [a = '', b = ''] = sites
  const legs = () => server.inside('G', (ctx) => legsOf(ctx, located(), profile))
  const habits = await server.inside('G', readHabits)
  const guess = estimated(placeOf(...at[0]), placeOf(...at[1]), habits)
  expect((await legs()).distance).toMatchObject({ 0: 0, 1: guess.distanceM, 3: guess.distanceM, 4: 0 })

  const leg = { fromId: a, toId: b, profile, distanceM: 50_000, durationS: 4_000 }
  await group.call(correctLeg, { ...leg, both: true })
  await group.call(correctLeg, { ...leg, distanceM: 12_345, both: false })
  const known = await legs()
  expect([known.distance[1], known.distance[3], known.duration[1]]).toEqual([12_345, 50_000, 4_000])
  const large = await server.inside('G', (ctx) => legsOf(ctx, located(), 'TRUCK_LARGE'))
  expect(large.distance[1]).toBe(guess.distanceM)

  expect(await group.call(roadCoverage, { profile })).toEqual({ sites: 4, unlocated: 1, pairs: 6, known: 2 })
  const rows = await list(roadNet)
  expect(rows).toMatchObject([
    { source: 'MANUAL', distanceM: 50_000, isSuspicious: true },
    { source: 'MANUAL', distanceM: 12_345, isSuspicious: true },
  ])
  expect(await group.call(roadPairs, { siteId: a, profile })).toMatchObject([
    { code: 'S1', distanceM: 12_345, source: 'MANUAL' },
    { code: 'S2', source: 'ESTIMATE' },
  ])
  for (const { id, version } of rows) await group.call(crudCalls(roadNet).remove, { id, version })
  expect((await legs()).distance[1]).toBe(guess.distanceM)
})

test('a way is refused that is none, and one of a site without a position', async () => {
  const [fromId = '', toId = ''] = sites
  const leg = { fromId, toId, profile, distanceM: 1_000, durationS: 60, both: false }
  await expect(group.call(correctLeg, { ...leg, durationS: 0 })).rejects.toMatchObject({ code: 42306 })
  await expect(group.call(correctLeg, { ...leg, distanceM: 0 })).rejects.toMatchObject({ code: 42307 })
  await expect(group.call(correctLeg, { ...leg, toId: fromId })).rejects.toMatchObject({ code: 42308 })
  const all = server.inside('G', (ctx) => legsOf(ctx, sites, profile))
  await expect(all).rejects.toMatchObject({ refusal: { code: 42309 }, args: { code: 'S9' } })
})

test('a file of ways tells which row is wrong', async () => {
  const send = (rows: readonly string[], dryRun: 'true' | 'false') =>
    group.call<{ created: number; errors: { row: number; message: string }[] }>(
      crudCalls(roadNet).import,
      { dryRun, mode: 'UPSERT' },
      { file: { name: 'legs.csv', data: ['起点,终点,车型档,距离m,时长s,通行费', ...rows].join('\n') } },
    )
  const { errors } = await send(['S0,S1,小型车,9000,0,', 'X,S1,小型车,9000,600,', 'S1,S0,小型车,9000,600,12.5'], 'true')
  expect(errors.map(({ row, message }) => [row, message])).toEqual([
    [2, '时长必须大于0'],
    [3, '起点[X]不存在'],
  ])
  expect(await send(['S1,S0,小型车,9000,600,12.5'], 'false')).toMatchObject({ created: 1, errors: [] })
  expect(await list(roadNet)).toMatchObject([{ source: 'MANUAL', toll: '12.5000', refs: { fromId: { code: 'S1' } } }])
})

test('sites go to the smallest region anew, and stay where somebody put them', async () => {
  const box = (w: number, s: number, e: number, n: number) => [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
  ]
  const wide = await make(region, { code: 'W', name: 'wide', kind: 'DELIVERY', sort: 0, ring: box(121, 31, 122, 32) })
  const far = await make(region, { code: 'F', name: 'far', kind: 'DELIVERY', sort: 0 })
  const cross = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ]
  await expect(make(region, { code: 'X', name: 'x', kind: 'DELIVERY', sort: 0, ring: cross })).rejects.toMatchObject({
    code: 42301,
  })
  await expect(make(region, { code: 'X', name: 'x', kind: 'DELIVERY', sort: 0, ring: 'no' })).rejects.toMatchObject({
    code: 42304,
  })
  const [, second] = await list(clientStore)
  const put = (regionId: string | null, row: Row | undefined) =>
    group.call<Made>(crudCalls(clientStore).update, { id: row?.id, version: row?.version, regionId })
  await put(far.id, second)
  expect(await group.call(reassignSites, {})).toEqual({ count: 2 })
  expect(await group.call(reassignSites, {})).toEqual({ count: 0 })
  const regions = async () => (await list(clientStore)).map((r) => [r.refs.regionId?.code, r.isRegionChosen])
  expect(await regions()).toEqual([
    ['W', false],
    ['F', true],
    ['W', false],
    [undefined, false],
  ])
  // None chosen: it lies where it lies.
  await put(null, (await list(clientStore))[1])
  expect((await regions())[1]).toEqual(['W', false])
  expect(await list(region)).toMatchObject([
    { code: 'F', isDrawn: false },
    { code: 'W', isDrawn: true, sites: 3 },
  ])
  expect(wide.id).toBeTruthy()
})

test('a transport centre has settings, one of them by default, and nobody else’s', async () => {
  await server.inside('TC01', (ctx) => prepareVrp(ctx, ctx.org.id))
  const tc = await server.as('admin', 'TC01')
  const before = await list(vrpConfig, {}, tc)
  expect(before.map((c) => [c.name, c.isDefault])).toEqual([
    ['门店配送', true],
    ['成本最低', false],
  ])
  const [usual, cheap] = before
  const seen = (row: Row | undefined) => ({ id: row?.id ?? '', version: row?.version ?? 0 })
  const call = crudCalls(vrpConfig)
  await expect(tc.call(call.remove, seen(usual))).rejects.toMatchObject({ code: 42310 })
  await expect(tc.call(call.disable, seen(usual))).rejects.toMatchObject({ code: 42311 })
  await expect(tc.call(call.update, { ...seen(usual), departTo: '03:00' })).rejects.toMatchObject({ code: 42313 })
  await expect(tc.call(call.update, { ...seen(usual), wKm: '11' })).rejects.toMatchObject({
    errors: [expect.objectContaining({ field: 'wKm' })],
  })
  await tc.call(defaultVrpConfig, seen(cheap))
  const after = await list(vrpConfig, { isDefault: true }, tc)
  expect(after.map((c) => c.name)).toEqual(['成本最低'])
  await expect(tc.call(defaultVrpConfig, seen(usual))).rejects.toMatchObject({ code: 40900 })
  await expect(group.call(call.create, { name: 'x', departFrom: '04:00', departTo: '05:00' })).rejects.toMatchObject({
    code: 40308,
  })
  expect(await list(vrpConfig, {}, await server.as('admin', 'DC01'))).toEqual([])
})
