import { childRows, entity } from '@lading/contract/kernel/entity.ts'
import * as field from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import { newDraft, type Values } from './draft.ts'
import { askedOf, refOfRows, typedInto } from './shape.ts'

const t = ['x', 'x'] as const
const one = childRows('wms', 'one', 'wms.doc', {
  title: t,
  fields: { docId: field.ref(t, 'wms.doc', { derived: true }), dcId: field.ref(t, 'sys.org') },
})
const two = childRows('wms', 'two', 'wms.doc', {
  title: t,
  fields: { docId: field.ref(t, 'wms.doc', { derived: true }), dcId: field.ref(t, 'sys.org'), no: field.int(t) },
})
const doc = entity('wms', 'doc', {
  title: t,
  ownerThrough: 'everybody',
  fields: {
    mode: field.text(t),
    days: field.int(t),
    a: field.int(t),
    b: field.int(t),
    ab: field.int(t),
    one: field.rows(t, one),
    two: field.rows(t, two),
  },
})
const shape = {
  show: { days: (v: Values) => v.mode === 'DATES' },
  derive: { ab: (v: Values) => (Number(v.a) && Number(v.b) ? Number(v.a) * Number(v.b) : undefined) },
}

test('what is not shown is not asked', () => {
  const asked = (mode: string) => askedOf(doc, ['mode', 'days'], shape, { mode })
  expect(asked('NONE')).toEqual(['mode'])
  expect(asked('DATES')).toEqual(['mode', 'days'])
})

test('a value follows from others until it was typed itself', () => {
  let d = typedInto(newDraft(doc), 'a', 3, shape)
  expect(d.values.ab).toBeNull()
  d = typedInto(d, 'b', 4, shape)
  expect(d.values.ab).toBe(12)
  d = typedInto(d, 'a', 5, shape)
  expect(d.values.ab).toBe(20)
  d = typedInto(d, 'ab', 7, shape)
  expect(typedInto(d, 'a', 6, shape).values.ab).toBe(7)
  // Emptied, it follows again.
  expect(typedInto(typedInto(d, 'ab', null, shape), 'a', 6, shape).values.ab).toBe(24)
})

test('rows of one ref each are chosen like refs', () => {
  expect([refOfRows(doc.fields.one), refOfRows(doc.fields.two)]).toEqual(['dcId', undefined])
})
