import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBase } from '../tools/base.ts'
import { changedPages, pressesOf } from '../tools/changedPages.ts'
import { isTurn } from '../tools/round.ts'
import { workAt } from './pages.ts'
import { type Running, start, visit } from './support.ts'
import {
  askFilters,
  closeOthers,
  masters,
  openRecord,
  pressHead,
  pressRow,
  sortAndChips,
  speak,
  type Walk,
  walkers,
  walkOf,
} from './walk.ts'

/** Of the pages on which nobody has worked lately, one of so many is pressed in a run. */
const every = 16
const { now } = pressesOf(readBase().owed, changedPages())
/** A share of the full run names its pages. */
const named = process.env.LADING_PAGES?.split(',')
const isPressed = (entry: string): boolean =>
  named ? named.includes(entry) : now.includes(entry) || isTurn(entry, every)
const due = (entries: readonly string[]) => entries.filter(isPressed)

let lading: Running
/** Where the work is, and at the enterprise, which keeps the masters. */
let at: (entry: string) => Walk
let enterprise: Walk
beforeAll(async () => {
  lading = await start()
  at = await walkers(lading.open)
  enterprise = walkOf(await lading.fresh('admin'))
  await workAt(enterprise.page, 'LADING')
})
afterAll(() => lading?.close())

test.each(due(built))('%s: every button, filter, row and record opens without an error', async (entry) => {
  const w = at(entry)
  await visit(w.page, entry)
  await w.look(entry)
  await pressHead(w, entry)
  await askFilters(w, entry)
  await sortAndChips(w, entry)
  await pressRow(w, entry)
  await openRecord(w, entry)
  await closeOthers(w.page)
  expect(w.found.splice(0)).toEqual([])
})

test.each(due(masters))('%s: every button and row of the enterprise, in both languages', async (entry) => {
  const w = enterprise
  for (const language of ['zh-CN', 'en-US'] as const) {
    await speak(w.page, language)
    await visit(w.page, entry)
    await w.look(`${entry} of the enterprise`)
    await pressHead(w, entry)
    if (language === 'zh-CN') await pressRow(w, entry)
    await closeOthers(w.page)
  }
  expect(w.found.splice(0)).toEqual([])
})
