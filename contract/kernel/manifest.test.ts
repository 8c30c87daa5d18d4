import { expect, test } from 'vitest'
import { areas } from '../areas.ts'
import { permissionSubjects, tables } from '../tables.ts'
import { childRows, entity } from './entity.ts'
import { code, ref, rows } from './field.ts'
import { tablesOf } from './manifest.ts'

const seal = childRows('sys', 'seal', 'sys.truck', {
  title: ['封签', 'Seal'],
  fields: { truckId: ref(['车辆', 'Truck'], 'sys.truck', { required: true }), code: code(['编号', 'No.']) },
})
const truck = entity('sys', 'truck', {
  title: ['车辆', 'Truck'],
  fields: { code: code(['车牌号', 'Vehicle']), seals: rows(['封签', 'Seals'], seal) },
})
const trip = entity('sys', 'trip', { title: ['行程', 'Trip'], fields: { code: code(['编号', 'No.']) } })

test('child rows come with whatever has them', () => {
  expect(tablesOf({ nouns: [truck], kept: [trip] })).toEqual([truck, seal.entity, trip])
})

test('who names child rows by themselves means them as they are named', () => {
  const shown = { ...seal.entity, title: ['封签管理', 'Seals of all trucks'] as const }
  expect(tablesOf({ nouns: [truck, shown] })).toEqual([truck, shown])
})

test('a document stands for its header, and a bill for its lines as well', () => {
  const of = (noun: string) => tables.filter((e) => e.key.startsWith(`wms.${noun}`)).map((e) => e.key)
  expect(of('orderBill')).toEqual(['wms.orderBill', 'wms.orderBillLine'])
  expect(of('ship')).toEqual(['wms.shipBill', 'wms.shipStop', 'wms.shipSign'])
})

test('each table stands in the manifest of its own area, once', () => {
  const strays = areas.flatMap((area) => tablesOf(area).filter((e) => e.area !== area.area))
  expect(strays.map((e) => e.key)).toEqual([])
  expect(new Set(tables.map((e) => e.table)).size).toBe(tables.length)
  expect(new Set(areas.map(({ area }) => area)).size).toBe(areas.length)
})

test('what is a view of a table names one that there is', () => {
  const known = new Set(tables.map((e) => e.table))
  expect(permissionSubjects.filter((e) => !known.has(e.table)).map((e) => e.key)).toEqual([])
})

test('what may be set has a key of its own, in a group that an area names', () => {
  const own = areas.flatMap((area) => area.options ?? [])
  const keys = own.flatMap(({ defs }) => Object.keys(defs))
  const groups = own.flatMap((one) => Object.keys(one.groups))
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(groups).size).toBe(groups.length)
  const lost = own.flatMap(({ defs }) => Object.entries(defs).filter(([, { group }]) => !groups.includes(group)))
  expect(lost.map(([key]) => key)).toEqual([])
})
