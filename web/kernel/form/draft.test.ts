import { childRows, entity } from '@lading/contract/kernel/entity.ts'
import * as field from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import type { Row } from '../records.ts'
import {
  changedNames,
  copyDraft,
  createInput,
  draftOf,
  newDraft,
  newRow,
  placeErrors,
  problems,
  rowAfter,
  set,
  updateInput,
} from './draft.ts'

const t = ['x', 'x'] as const
const child = childRows('wms', 'line', 'wms.doc', {
  title: t,
  fields: { docId: field.ref(t, 'wms.doc', { derived: true }), planQty: field.qty(t, { required: true }) },
})
const doc = entity('wms', 'doc', {
  title: t,
  ownerThrough: 'everybody',
  fields: {
    code: field.code(t, { required: true }),
    weight: field.decimal(t),
    state: field.text(t, { derived: true }),
    lines: field.rows(t, child, { required: true }),
  },
})
const stored = {
  id: '7',
  version: 3,
  code: 'A',
  weight: '5.500',
  state: 'OPEN',
  refs: {},
  lines: [{ id: '8', planQty: '2.000', refs: {} }],
} as unknown as Row

test('a loaded record is unchanged and shows plain decimals', () => {
  const d = draftOf(doc, stored)
  expect(changedNames(d)).toEqual([])
  expect(d.values).toMatchObject({ code: 'A', weight: '5.5', lines: [{ id: '8', planQty: '2' }] })
  expect(d.values).not.toHaveProperty('state')
})

test('an update sends what changed, rows without the form’s own keys', () => {
  const d = draftOf(doc, stored)
  const [first] = d.values.lines as { _key: string }[]
  const next = set(d, 'lines', [{ ...first, planQty: '3' }, newRow(child.entity, { planQty: '1' })])
  expect(updateInput(next, stored)).toEqual({
    id: '7',
    version: 3,
    lines: [{ id: '8', planQty: '3' }, { planQty: '1' }],
  })
})

test('a creation sends everything, blanks as nothing', () => {
  const d = set(set(newDraft(doc), 'code', ' B '), 'weight', ' ')
  expect(createInput(d)).toEqual({ code: 'B', weight: null, lines: [] })
})

test('a copy is a new record with new rows, and a code of its own', () => {
  const d = copyDraft(doc, stored)
  expect(createInput(d)).toEqual({ code: null, weight: '5.5', lines: [{ planQty: '2' }] })
  expect(changedNames(d)).toEqual([])
  expect(Object.keys(problems(doc, d, doc.form))).toEqual(['code'])
})

test('a row that is added comes after the last in an order that is typed', () => {
  const fields = { seq: field.int(t, { required: true, initial: 10 }) }
  const ruled = childRows('wms', 'rule', 'wms.doc', { title: t, sort: 'seq', fields }).entity
  const first = rowAfter(ruled, [])
  expect([first.seq, rowAfter(ruled, [first, newRow(ruled, { seq: 35 })]).seq]).toEqual([10, 45])
  expect(rowAfter(child.entity, [])).not.toHaveProperty('seq')
})

test('problems name the field and the row', () => {
  const row = newRow(child.entity)
  const d = set(set(newDraft(doc), 'weight', 'x'), 'lines', [row])
  expect(Object.keys(problems(doc, d, doc.form))).toEqual(['code', 'weight', `lines.${row._key}.planQty`])
  expect(Object.keys(problems(doc, newDraft(doc), ['lines']))).toEqual(['lines'])
})

test('a server’s error finds its row after others moved', () => {
  const rows = [newRow(child.entity), newRow(child.entity)]
  const d = set(newDraft(doc), 'lines', rows)
  const at = (path: string) => placeErrors(d, [{ field: path, rule: 'x', message: '' }])[0]?.name
  expect(at('lines.1.planQty')).toBe(`lines.${rows[1]?._key}.planQty`)
  expect(at('lines[0].planQty')).toBe(`lines.${rows[0]?._key}.planQty`)
  expect(at('code')).toBe('code')
})

const line = (id: string, planQty: string) => ({ id, planQty, refs: {} })
const withLines = (...lines: object[]) => ({ ...stored, lines }) as unknown as Row

test('rows that were taken away are named, rows that others added are left alone', () => {
  const d = draftOf(doc, withLines(line('8', '2'), line('9', '4')))
  const [, second] = d.values.lines as object[]
  expect(updateInput(set(d, 'lines', [second]), stored)).toMatchObject({
    lines: [
      { id: '9', planQty: '4' },
      { id: '8', removed: true },
    ],
  })
})
