import { tables } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportModels } from '../areas.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { inTenant } from '../platform/job/run.ts'
import { askModel } from '../platform/report/ask.ts'
import { askChunk, chunksOf, countList } from '../platform/report/askList.ts'
import { chunksInSteps } from '../platform/report/askSteps.ts'
import type { ReportModel } from '../platform/report/model.ts'
import { identifyUser } from '../sys/session/identify.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, placeOf, type World } from '../testing/world.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
})
afterAll(() => server.close())

type Tenant = 'one' | 'two'
/** A person at work in an organisation, behind no wall of the database's but that of tenants. */
function at<T>(tenant: Tenant, username: string, org: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { tenantId, orgs, users } = server[tenant]
  const place = orgs.get(org)
  if (!place) throw new Error(`no ${org}`)
  return inTenant(server.kernel, tenantId, place, async (ctx) => {
    const who = await identifyUser(ctx.tx, tenantId, users.get(username) ?? '', place.id, ctx.now())
    return work({ ...ctx, ...who, permissions: null })
  })
}

/** Ids of rows that somebody is told of: on the screen, in a file, and where one connection serves all. */
async function found(model: ReportModel, tenant: Tenant, username: string, org: string): Promise<readonly string[]> {
  const set = {
    model: model.key,
    each: true as const,
    dims: model.dims.slice(0, 2),
    measures: [],
    filters: [],
    sort: [],
  }
  const list = { model, set, params: {} }
  const as = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => at(tenant, username, org, work)
  const chunks = await as((ctx) => chunksOf(ctx, list, 1_000))
  const ids = chunks.flatMap((c) => c.ids.split(','))
  expect((await chunksInSteps(as, list, { most: 1_000 })).flatMap((c) => c.ids.split(','))).toEqual(ids)
  expect((await as((ctx) => askModel(ctx, model, set, {}, 1_000))).size).toBe(ids.length)
  expect(await as((ctx) => countList(ctx, list, 1_000))).toBe(ids.length)
  // Nor by its id, as a file is written of what was found before.
  for (const rows of [world.own, world.otherOwner, world.otherOrg, world.otherTenant]) {
    const id = rows.get(tables.find((e) => e.table === model.of.table)?.key ?? '') ?? '0'
    const one = await as((ctx) => askChunk(ctx, list, { ids: id, n: 1 }))
    expect([id, one.size]).toEqual([id, ids.includes(id) ? 1 : 0])
  }
  return ids
}

describe.each(reportModels.map((m) => [m.key, m] as const))('%s', (_, model) => {
  const entity = tables.find((e) => e.table === model.of.table)
  const place = entity && placeOf(entity)
  const org = { tc: 'TC01', group: 'G', agent: 'AG01', dc: 'DC01' }[place ?? 'dc']
  const idOf = (rows: World['own']): string => rows.get(entity?.key ?? '') ?? ''
  // Of views one party’s or one kind’s is shown, of the channel what is the agent’s own.
  const isShown = entity === model.of && !model.only && !model.where && entity.area !== 'saas'
  test('nobody is told of another owner’s, another centre’s or another tenant’s row', async () => {
    const all = await found(model, 'one', 'admin', org)
    expect(all).not.toContain(idOf(world.otherTenant))
    if (entity?.scope === 'org') expect(all).not.toContain(idOf(world.otherOrg))
    // Else nothing would be shown by what follows.
    if (isShown) expect(all).toContain(idOf(world.own))
    const some = await found(model, 'one', 'nobody', org)
    if (entity?.ownerThrough !== 'everybody') expect(some).not.toContain(idOf(world.otherOwner))
    const two = await found(model, 'two', 'admin', 'DC01')
    for (const rows of [world.own, world.otherOwner, world.otherOrg]) expect(two).not.toContain(idOf(rows))
  })
})
