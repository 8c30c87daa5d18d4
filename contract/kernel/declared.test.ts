import { expect, test } from 'vitest'
import { document } from './document.ts'
import { childRows, entity, type Fields } from './entity.ts'
import { computed, decimal, instant, qty, rows, text } from './field.ts'
import { flow } from './flow.ts'
import type { Action } from './permission.ts'

const title = ['行程', 'Trip'] as const
const trip = (o: { fields?: object; sums?: object; stamp?: string; actions?: readonly Action[] }) => () =>
  document('wms', 'trip', {
    title,
    module: 'data.trip',
    prefix: 'XC',
    worksAt: ['TC'],
    flow: flow({
      states: { SAVED: title, GONE: title },
      initial: 'SAVED',
      final: ['GONE'],
      steps: { leave: { title, from: ['SAVED'], to: 'GONE', verb: 'finish', ...(o.stamp && { stamp: o.stamp }) } },
    }),
    ownerThrough: 'everybody',
    fields: { leftAt: instant(title), ...o.fields },
    ...(o.sums && { sums: o.sums }),
    actions: o.actions ?? ['finish'],
  })

test('what could not work is told of where it is declared', () => {
  expect(trip({ stamp: 'leftAt' })).not.toThrow()
  expect(trip({ stamp: 'finishedAt' })).not.toThrow()
  expect(trip({ stamp: 'gone' })).toThrow('wms.trip: its step leave is stamped in gone, which is no instant of it')
  expect(trip({ actions: ['cancel'] })).toThrow('wms.trip: its step leave asks for finish')
  const sum = computed(qty(title, { total: true }))
  expect(trip({ fields: { sum } })).toThrow('wms.trip.sum is computed: only what is stored has a total')
  const line = rows(title, childRows('wms', 'tripLine', 'wms.trip', { title, fields: { weight: decimal(title) } }))
  const summed = (path: string, scale = 3) =>
    trip({ fields: { line, own: decimal(title, { scale }) }, sums: { own: path } })
  expect((summed('line.weight')().header.fields as Fields).own).toMatchObject({
    derived: true,
    required: true,
    initial: '0',
  })
  for (const path of ['line', 'line.volume', 'lines.weight'])
    expect(summed(path)).toThrow(`cannot be the sum of ${path}`)
  expect(summed('line.weight', 2)).toThrow('wms.trip.own cannot be the sum of line.weight')
  const of = (field: object) => () =>
    entity('wms', 'x', { title, ownerThrough: 'everybody', fields: { name: text(title), more: field as never } })
  expect(trip({ fields: { to: text(title) } })).toThrow('wms.trip.to: SQL keeps this word for itself')
  expect(of({ kind: 'json', title, filter: true })).toThrow('wms.x.more: json is no filter')
})
