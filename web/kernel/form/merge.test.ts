import { childRows, entity } from '@lading/contract/kernel/entity.ts'
import * as field from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import type { Row } from '../records.ts'
import { type Draft, draftOf, newRow, set } from './draft.ts'
import { merge } from './merge.ts'

const t = ['x', 'x'] as const
const child = childRows('wms', 'line', 'wms.doc', {
  title: t,
  fields: { docId: field.ref(t, 'wms.doc', { derived: true }), planQty: field.qty(t), note: field.text(t) },
})
const doc = entity('wms', 'doc', {
  title: t,
  ownerThrough: 'everybody',
  fields: {
    code: field.code(t),
    weight: field.decimal(t),
    kinds: field.choices(t, { A: t, B: t }),
    lines: field.rows(t, child),
  },
})
const stored = (values: object = {}): Draft =>
  draftOf(doc, {
    id: '7',
    version: 3,
    code: 'A',
    weight: '5.500',
    kinds: [],
    refs: {},
    lines: [],
    ...values,
  } as unknown as Row)
const line = (id: string, planQty: string, note = '') => ({ id, planQty, note, refs: {} })
const rowsOf = (d: Draft) => d.values.lines as readonly { id?: string; _key: string; planQty: string }[]
const figures = (d: Draft) => rowsOf(d).map(({ id, planQty }) => [id, planQty])
const keys = (m: ReturnType<typeof merge>) => m.collisions.map(({ key }) => key)

test('what was typed is carried over to a newer record; what both typed is told and either may stand', () => {
  const mine = set(set(stored(), 'code', 'MINE'), 'weight', '6')
  const merged = merge(doc, mine, stored({ code: 'THEIRS', kinds: ['A'] }))
  expect(merged.draft.values).toMatchObject({ code: 'MINE', weight: '6', kinds: ['A'] })
  expect(merged.collisions).toMatchObject([
    { key: 'code', mine: { value: 'MINE' }, theirs: { value: 'THEIRS' }, stands: 'mine' },
  ])
  const theirs = merged.collisions[0]?.put(merged.draft, 'theirs') as Draft
  expect(theirs.values.code).toBe('THEIRS')
  expect(merged.collisions[0]?.put(theirs, 'mine').values.code).toBe('MINE')
})

test('who typed the same has nothing to settle', () => {
  expect(keys(merge(doc, set(stored(), 'weight', '6'), stored({ weight: '6.000' })))).toEqual([])
})

test('rows are carried over one by one: mine where I typed, theirs elsewhere', () => {
  const loaded = stored({ lines: [line('8', '2'), line('9', '4'), line('10', '6')] })
  const [a, b] = rowsOf(loaded)
  const mine = set(loaded, 'lines', [{ ...a, planQty: '3' }, b, newRow(child.entity, { planQty: '1' })])
  // Meanwhile the second has been changed, and another was added.
  const fresh = stored({ lines: [line('8', '2'), line('9', '5'), line('10', '6'), line('11', '7')] })
  const merged = merge(doc, mine, fresh)
  expect(figures(merged.draft)).toEqual([
    ['8', '3'],
    ['9', '5'],
    ['11', '7'],
    [undefined, '1'],
  ])
  expect(merged.collisions).toEqual([])
})

test('two figures for one cell of a line stand side by side, its other cells are merged', () => {
  const loaded = stored({ lines: [line('8', '2'), line('9', '4')] })
  const [a, b] = rowsOf(loaded)
  const merged = merge(
    doc,
    set(loaded, 'lines', [a, { ...b, planQty: '5' }]),
    stored({ lines: [line('8', '2'), line('9', '6', 'new')] }),
  )
  expect(merged.draft.values.lines).toMatchObject([{}, { planQty: '5', note: 'new' }])
  expect(merged.collisions).toMatchObject([{ line: 2, mine: { value: '5' }, theirs: { value: '6' } }])
  const theirs = merged.collisions[0]?.put(merged.draft, 'theirs') as Draft
  expect(theirs.values.lines).toMatchObject([{ planQty: '2' }, { planQty: '6', note: 'new' }])
})

test('a line that one took away and the other typed into never vanishes without a word', () => {
  const loaded = stored({ lines: [line('8', '2'), line('9', '4')] })
  const [a, b] = rowsOf(loaded)
  // I typed into the first, which is gone; I took the second away, into which somebody else typed.
  const merged = merge(doc, set(loaded, 'lines', [{ ...a, planQty: '3' }]), stored({ lines: [line('9', '5')] }))
  expect(figures(merged.draft)).toEqual([])
  expect(keys(merged)).toEqual([`lines.${a?._key}`, `lines.${b?._key}`])
  const [lost, removed] = merged.collisions
  expect([lost?.stands, removed?.stands]).toEqual(['theirs', 'mine'])
  const both = removed?.put(lost?.put(merged.draft, 'mine') as Draft, 'theirs') as Draft
  // What comes again is a new line: the old one is gone for good.
  expect(figures(both)).toEqual([
    [undefined, '3'],
    ['9', '5'],
  ])
  expect(figures(lost?.put(both, 'theirs') as Draft)).toEqual([['9', '5']])
})

test('a list of words is no list of rows', () => {
  const merged = merge(doc, set(stored(), 'kinds', ['A']), stored({ kinds: ['B'] }))
  expect(merged.draft.values.kinds).toEqual(['A'])
  expect(keys(merged)).toEqual(['kinds'])
})
