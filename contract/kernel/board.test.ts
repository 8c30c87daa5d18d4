import { expect, test } from 'vitest'
import { board, filled, onDay, untilNow } from './board.ts'
import { type AnyEntity, entity } from './entity.ts'
import { code, instant } from './field.ts'
import type { OrgType } from './org.ts'

const truck = entity('wms', 'truck', {
  title: ['车', 'Truck'],
  ownerThrough: 'everybody',
  fields: { code: code(['代码', 'Code']), leavesAt: instant(['发车', 'Leaves']) },
})
const title = ['车', 'Trucks'] as const
const when = { day: '2026-03-05', at: '2026-03-05T02:00:00.000Z' }

test.each([
  [{ code: 'A' }, { code: 'A' }],
  [{ code: ['A', 'B'] }, { code: ['A', 'B'] }],
  [{ leavesAt: { from: onDay, to: onDay } }, { leavesAt: { from: when.day, to: when.day } }],
  [{ leavesAt: { to: untilNow } }, { leavesAt: { to: when.at } }],
  [{ leavesAt: { from: '2026-01-01' } }, { leavesAt: { from: '2026-01-01' } }],
])('%j is asked as %j', (where, asked) => {
  expect(filled(where, when)).toEqual(asked)
})

test('a board of what its entity does not have is not declared', () => {
  const of = { title, of: truck, where: {} }
  const make = (o: object) => () => board('wms', 'x', { title, module: 'data.x', tiles: {}, ...o })
  expect(make({ tiles: { all: of } })).not.toThrow()
  expect(make({ tiles: { all: { ...of, where: { colour: 'red' } } } })).toThrow('wms.truck has no field colour')
  expect(make({ table: { ...of, columns: ['colour'], orderBy: 'code' } })).toThrow('wms.truck has no field colour')
  expect(make({ chart: { title, by: 'code', bars: ['code'] } })).toThrow('its table has no column code')
})

test('a board works where all of its lists have rows of their own', () => {
  const at = (...worksAt: OrgType[]) =>
    entity('wms', 'x', { title, scope: 'org', worksAt, ownerThrough: 'everybody', fields: { code: code(title) } })
  const of = (...all: AnyEntity[]) =>
    board('wms', 'x', {
      title,
      module: 'data.x',
      tiles: Object.fromEntries(all.map((e, i) => [`t${i}`, { title, of: e, where: {} }])),
    })
  expect(of(truck).worksAt).toBeUndefined()
  expect(of(truck, at('TC', 'DC'), at('TC')).worksAt).toEqual(['TC'])
  expect(() => of(at('DC'), at('TC'))).toThrow('its lists are nowhere together')
})
