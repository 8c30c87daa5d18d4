import type { ReportSet } from '@lading/contract/sys/reportTemplate.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportModels } from '../../areas.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { askModel } from './ask.ts'
import { askChunk, chunksOf } from './askList.ts'
import { dimOf, grains, isDayKind, type ReportModel } from './model.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const ask = (model: ReportModel, set: Partial<ReportSet>) =>
  server.inside('DC01', (ctx) =>
    askModel(ctx, model, { model: model.key, dims: [], measures: [], filters: [], sort: [], ...set }, {}, 100),
  )

describe('each published model', () => {
  test.each(reportModels.map((m) => [m.key, m] as const))('%s answers for all that it offers', async (_, model) => {
    const measures = Object.keys(model.measures)
    const grained = model.dims.flatMap((d) =>
      isDayKind(dimOf(model, d).field) ? Object.keys(grains).map((g) => `${d}:${g}`) : [],
    )
    for (let i = 0; i < model.dims.length; i += 12) await ask(model, { dims: model.dims.slice(i, i + 12), measures })
    await ask(model, { dims: grained, measures })
    await ask(model, { dims: model.dims.slice(0, 12), measures, each: true })
    const filters = model.dims.flatMap((field) => [
      { field, op: 'filled' as const },
      { field, op: 'like' as const, value: isDayKind(dimOf(model, field).field) ? '2026-01-01' : '1' },
    ])
    const { size } = await ask(model, { dims: model.dims.slice(0, 3), filters })
    expect(size).toBe(0)
    const set = { model: model.key, dims: model.dims.slice(0, 12), measures, filters: [], sort: [], each: true }
    await server.inside('DC01', async (ctx) => {
      expect(await chunksOf(ctx, { model, set, params: {} }, 100)).toEqual([])
      expect((await askChunk(ctx, { model, set, params: {} }, { ids: '1', n: 1 })).size).toBe(0)
    })
  })
})
