import { expect, test } from 'vitest'
import { choice, date, int, qty, ref } from './field.ts'
import { between, is, oneOf, ruleTable, tried } from './ruleTable.ts'

const make = (match: 'first' | 'all' = 'first') =>
  ruleTable('wms', 'trialRule', {
    title: ['试规则', 'Trial rule'],
    of: { key: 'wms.trial', title: ['试', 'Trial'] },
    match,
    conditions: {
      mode: is(choice(['模式', 'Mode'], { A: ['甲', 'A'], B: ['乙', 'B'] }, { required: true })),
      ownerId: oneOf(ref(['货主', 'Owner'], 'wms.owner')),
      qty: between(qty(['数量', 'Quantity'])),
      day: between(date(['日期', 'Day'])),
    },
    results: { place: int(['去处', 'To'], { required: true }) },
  })

test('a condition is kept in columns of its own, which may be left empty', () => {
  const { entity, facts, results } = make()
  expect(Object.entries(entity.fields).map(([name, f]) => `${name} ${f.kind} ${f.required}`)).toEqual([
    'schemeId ref true',
    'seq int true',
    'mode choice false',
    'ownerId refs true',
    'qtyFrom qty false',
    'qtyTo qty false',
    'dayFrom date false',
    'dayTo date false',
    'place int true',
  ])
  expect(entity.fields.qtyFrom?.title).toEqual(['数量起', 'Quantity from'])
  expect([entity.sort, Object.keys(facts), results]).toEqual(['seq', ['mode', 'ownerId', 'qty', 'day'], ['place']])
})

const any = { mode: null, ownerId: [], qtyFrom: null, qtyTo: null, dayFrom: null, dayTo: null }
const facts = { mode: 'A', ownerId: '7', qty: '10', day: '2026-03-01' }
const missed = (row: object, of: object = facts) => tried(make(), [{ ...any, ...row }], of as typeof facts)[0]?.missed

test.each<[string, object, readonly string[]]>([
  ['nothing asked', {}, []],
  ['is', { mode: 'A' }, []],
  ['is not', { mode: 'B' }, ['mode']],
  ['among', { ownerId: ['3', '7'] }, []],
  ['not among', { ownerId: ['3'] }, ['ownerId']],
  ['from, itself', { qtyFrom: '10.000' }, []],
  ['below', { qtyFrom: '10.001' }, ['qty']],
  ['to, by number and not by text', { qtyTo: '9.5' }, ['qty']],
  ['to, itself', { qtyTo: '10' }, []],
  ['between days', { dayFrom: '2026-03-01', dayTo: '2026-03-01' }, []],
  ['a day late', { dayTo: '2026-02-28' }, ['day']],
  ['all that is missed', { mode: 'B', ownerId: ['1'], qtyFrom: '11' }, ['mode', 'ownerId', 'qty']],
])('%s', (_, row, expected) => expect(missed(row)).toEqual(expected))

test('who tells no fact meets no condition about it', () => {
  expect(missed({ mode: 'A', qtyFrom: '0', ownerId: ['1'] }, {})).toEqual(['mode', 'ownerId', 'qty'])
  expect(missed({}, {})).toEqual([])
})

test('the first rule that is met ends the search, or each counts', () => {
  const rows = [{ ...any, mode: 'B' }, any, any]
  const fires = (match: 'first' | 'all') => tried(make(match), rows, facts).map((r) => r.fires)
  expect(fires('first')).toEqual([false, true, false])
  expect(fires('all')).toEqual([false, true, true])
})

test('a list of what is no choice is a mistake of who declares it', () => {
  const wrong = () =>
    ruleTable('wms', 'x', {
      title: ['x', 'x'],
      of: { key: 'wms.y', title: ['y', 'y'] },
      conditions: { n: oneOf(int(['n', 'n'])) },
      results: {},
    })
  expect(wrong).toThrow('neither a ref nor a choice')
})
