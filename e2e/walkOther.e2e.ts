import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workAt } from './pages.ts'
import { type Running, start } from './support.ts'
import { masters, readMaster, readThrough, walkers } from './walk.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('the other pages, with their forms and records, are read without an error, in both languages', async () => {
  const at = await walkers(lading.fresh)
  for (const entry of built.filter((_, i) => i % 2 === 1)) {
    await readThrough(at(entry), entry)
    expect.soft(at(entry).found.splice(0)).toEqual([])
  }
  const w = at('wms')
  await workAt(w.page, 'LADING')
  for (const entry of masters) await readMaster(w, entry)
  expect(w.found).toEqual([])
}, 900_000)
