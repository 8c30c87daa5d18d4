import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import type { StationType } from './place.ts'
import { applied, firstOpen, hear, inputOf, manual, stepBack, stepNow, sticky } from './steps.ts'

const line = (
  o: Partial<WorkLine> & {
    code?: string
    barcodes?: string[]
    packs?: { code: string; qty: string | null }[]
    weigh?: boolean
    shelf?: string
    attrs?: { name: string; needed: boolean }[]
  } = {},
): WorkLine => ({
  id: o.id ?? '1',
  lineNo: 1,
  state: 'OPEN',
  seq: 1,
  product: {
    id: 'p',
    code: o.code ?? '500011',
    name: '水饺',
    baseUnit: '袋',
    isWeigh: o.weigh ?? false,
    shelfMode: o.shelf ?? 'NONE',
    shelfLifeDays: 365,
    barcodes: o.barcodes ?? ['6901234567892'],
    packCodes: o.packs ?? [{ code: '16901234567899', qty: '24' }],
    lotAttrs: o.attrs ?? [],
    imageId: null,
  },
  pack: null,
  lot: null,
  fromBin: { id: 'b', code: 'F-01-05-1' },
  toBin: { id: 't', code: 'S-02' },
  fromContainer: { id: 'l', code: 'LOOSE' },
  toContainer: null,
  store: null,
  planQty: '10.000',
  doneQty: '0.000',
  shortQty: '0.000',
  handQty: '0.000',
  stockType: null,
  why: null,
  ...o,
})
const at = (type: StationType, lines: readonly WorkLine[], draft: Draft = {}) => ({
  type,
  lines,
  line: lines[0] ?? line(),
  draft,
  today: '2026-11-21',
})
const now = new Date('2026-11-21T08:00:00Z')

test('a pick goes bin, goods, quantity', () => {
  const lines = [line()]
  expect(stepNow('PICK', line(), {})).toBe('bin')
  const bin = hear('F-01-05-1', at('PICK', lines))
  expect(bin).toMatchObject({ kind: 'took', draft: { bin: 'F-01-05-1' }, confirm: false })
  const goods = hear('6901234567892', at('PICK', lines, { bin: 'F-01-05-1' }))
  expect(goods).toMatchObject({ kind: 'took', draft: { goods: '6901234567892' } })
  const draft = { bin: 'F-01-05-1', goods: '6901234567892', isQtyDone: true, container: 'T1' }
  expect(stepNow('PICK', line(), draft)).toBeUndefined()
  expect(inputOf('PICK', line(), draft, now)).toEqual({
    taskLineId: '1',
    qty: '10',
    partial: false,
    scans: { bin: 'F-01-05-1', product: '6901234567892' },
    toContainer: 'T1',
    scannedAt: '2026-11-21T08:00:00.000Z',
  })
})

test.each([
  ['F-01-06-1', {}],
  ['6909999999999', { bin: 'F-01-05-1' }],
  ['T000001', { bin: 'F-01-05-1' }],
])('a wrong scan %s is refused', (scan, draft) => expect(hear(scan, at('PICK', [line()], draft)).kind).toBe('wrong'))

test('a GS1 label fills product, batch, date and count at once', () => {
  const received = hear(']C10106901234567892172712311012AB\x1d3724', at('RECEIVE', [line({ shelf: 'EXPIRY' })]))
  expect(received).toMatchObject({
    kind: 'took',
    draft: { batch: '12AB', expireDate: '2027-12-31', qty: '24' },
  })
})

test('a scale label gives the weight, and a second one adds to it', () => {
  const apples = line({ code: '700000', barcodes: [], weigh: true })
  const first = hear('2700000012345', at('RECEIVE', [apples]))
  expect(first).toMatchObject({ kind: 'took', draft: { qty: '1.234', pieces: 1 } })
  const draft = first.kind === 'took' ? first.draft : {}
  expect(hear('2700000012345', at('RECEIVE', [apples], draft))).toMatchObject({ draft: { qty: '2.468', pieces: 2 } })
})

test('the own number of goods sold by weight is no scale label', () => {
  const apples = line({ code: '700000', barcodes: ['2000007001008'], weigh: true })
  const own = hear('2000007001008', at('RECEIVE', [apples]))
  expect(own).toMatchObject({ kind: 'took' })
  expect(own).not.toMatchObject({ draft: { qty: expect.anything() } })
})

test('a scale label means goods sold by weight, under their code or the number kept free for weights', () => {
  const apples = line({ id: 'a', code: 'A1', barcodes: ['2123456000009'], weigh: true })
  const water = line({ id: 'w', code: 'W1', barcodes: ['2123456000016'] })
  expect(hear('2123456012347', at('RECEIVE', [water, apples]))).toMatchObject({ lineId: 'a', draft: { qty: '1.234' } })
  expect(hear('2123456012347', at('RECEIVE', [water])).kind).toBe('wrong')
})

test('other goods scanned while the quantity is asked are refused, and never taken for a container', () => {
  const draft = { bin: 'F-01-05-1', goods: '6901234567892' }
  expect(hear('6909999999999', at('PICK', [line()], draft)).kind).toBe('wrong')
  expect(hear('6900000000007', at('PICK', [line()], draft)).kind).toBe('wrong')
  expect(hear('ZX000007', at('PICK', [line()], draft))).toMatchObject({ draft: { container: 'ZX000007' } })
})

test('at the dock the scanned goods choose their line, and their container stays', () => {
  const other = line({ id: '2', code: 'Y', barcodes: ['6900000000007'] })
  expect(hear('Y', at('RECEIVE', [line(), other], { container: 'P1' }))).toMatchObject({
    lineId: '2',
    draft: { goods: 'Y', container: 'P1' },
  })
  expect(hear('Z', at('RECEIVE', [line(), other])).kind).toBe('wrong')
})

test('what is asked of a lot is typed or scanned before the quantity', () => {
  const wine = line({
    fromBin: null,
    attrs: [
      { name: '产地', needed: true },
      { name: '检疫证号', needed: false },
    ],
  })
  const goods = { goods: '6901234567892' }
  expect(stepNow('RECEIVE', wine, goods)).toBe('attrs')
  const heard = hear('QC-77', at('RECEIVE', [wine], { ...goods, attrs: { 产地: '山东' } }))
  expect(heard).toMatchObject({ kind: 'took', draft: { attrs: { 产地: '山东', 检疫证号: 'QC-77' } }, confirm: false })
  const draft = { ...goods, attrs: { 产地: '山东' }, isAttrsDone: true }
  expect(stepNow('RECEIVE', wine, draft)).toBe('qty')
  expect(inputOf('RECEIVE', wine, draft, now)).toMatchObject({ attrs: { 产地: '山东' } })
})

const carried = (o: Partial<WorkLine> = {}) => line({ state: 'INHAND', handQty: '10.000', ...o })

test('a label of another lot is not taken for the one that was sent for', () => {
  const lot = { lotNo: 'L1', expireDate: '2027-06-01', productionDate: null, batch: null }
  const draft = { bin: 'F-01-05-1' }
  const label = (expiry: string) => `]C10106901234567892${expiry}`
  const gtin = line({ lot, barcodes: ['6901234567892'] })
  expect(hear(label('17270601'), at('PICK', [gtin], draft))).toMatchObject({ kind: 'took' })
  expect(hear(label('17270501'), at('PICK', [gtin], draft))).toMatchObject({
    kind: 'wrong',
    args: { expireDate: '2027-05-01', batch: '–' },
  })
})

test('a put-away takes goods up, and puts them down where the bin is; another bin must be meant', () => {
  expect(stepNow('PUTAWAY', line(), {})).toBe('goods')
  const up = inputOf('PUTAWAY', line(), { goods: '6901234567892', isQtyDone: true }, now)
  expect(up).toMatchObject({ qty: '10', pickUp: true, partial: false, scans: { product: '6901234567892' } })
  expect(applied([line()], up)).toMatchObject([{ state: 'INHAND', doneQty: '0', handQty: '10' }])
  expect(stepNow('PUTAWAY', carried(), {})).toBe('target')
  expect(hear('S-02', at('PUTAWAY', [carried()]))).toMatchObject({ kind: 'took', confirm: true })
  expect(hear('S-03', at('PUTAWAY', [carried()]))).toEqual({ kind: 'other', bin: 'S-03' })
  // Goods scanned once more are no bin.
  expect(hear('6901234567892', at('PUTAWAY', [carried()])).kind).toBe('wrong')
  const down = inputOf('PUTAWAY', carried(), { target: 'S-02' }, now)
  expect(down).toMatchObject({ qty: '10', scans: { bin: 'S-02' } })
  expect(down.pickUp).toBeUndefined()
  expect(applied([carried()], down)).toMatchObject([{ state: 'DONE', doneQty: '10', handQty: '0' }])
})

test('with a cart further goods are taken up on the way, and each bin takes its own', () => {
  const first = carried()
  const second = line({ id: '2', code: 'Y', barcodes: [], toBin: { id: 'u', code: 'S-07' } })
  expect(hear('Y', at('PUTAWAY', [first, second]))).toEqual({
    kind: 'took',
    draft: { goods: 'Y' },
    lineId: '2',
    confirm: false,
  })
  const both = [first, carried({ id: '2', toBin: { id: 'u', code: 'S-07' } })]
  expect(hear('S-07', at('PUTAWAY', both))).toMatchObject({ lineId: '2', draft: { target: 'S-07' }, confirm: true })
})

test('what is missing is told when goods are taken up; in part is for now', () => {
  const some = inputOf('PUTAWAY', line(), { qty: '6' }, now)
  expect(some).toMatchObject({ partial: true, pickUp: true })
  expect(applied([line()], some)).toMatchObject([{ state: 'INHAND', handQty: '6' }])
  const short = inputOf('PUTAWAY', line(), { qty: '6', reason: 'OTHER' }, now)
  const [left] = applied([line()], short)
  expect(left).toMatchObject({ state: 'INHAND', handQty: '6', shortQty: '4' })
  expect(applied([left ?? line()], inputOf('PUTAWAY', left ?? line(), {}, now))).toMatchObject([
    { state: 'SHORT', doneQty: '6' },
  ])
  const none = inputOf('PUTAWAY', line(), { qty: '0', reason: 'OTHER' }, now)
  expect(applied([line()], none)).toMatchObject([{ state: 'SHORT', handQty: '0' }])
  // Part of what is in hand goes down here, the rest elsewhere.
  const part = inputOf('PUTAWAY', carried(), { qty: '4' }, now)
  expect(applied([carried()], part)).toMatchObject([{ state: 'INHAND', doneQty: '4', handQty: '6' }])
})

test('loading is one scan a container, in any order, each once', () => {
  const boxes = ['T1', 'T2'].map((code) => line({ id: code, product: null, fromContainer: { id: code, code } }))
  expect(hear('T2', at('ENTER_TRUCK', boxes))).toMatchObject({ lineId: 'T2', confirm: true })
  expect(hear('T9', at('ENTER_TRUCK', boxes)).kind).toBe('wrong')
})

test('what a dock refuses is told as refused, what did not come as short; neither comes any more', () => {
  const refused = inputOf('RECEIVE', line(), { qty: '8', reason: 'DAMAGED' }, now)
  expect(refused).toMatchObject({ qty: '8', refusedQty: '2', refusedReason: 'DAMAGED', partial: false })
  expect(refused).not.toHaveProperty('reason')
  expect(applied([line()], refused)[0]).toMatchObject({ doneQty: '8', shortQty: '2', state: 'SHORT' })
  const all = inputOf('RECEIVE', line(), { qty: '0', reason: 'WRONG' }, now)
  expect(all).toMatchObject({ qty: '0', refusedQty: '10', refusedReason: 'WRONG' })
  const absent = inputOf('RECEIVE', line(), { qty: '8', reason: 'NOT_DELIVERED' }, now)
  expect(absent).toMatchObject({ qty: '8', reason: 'NOT_DELIVERED' })
  expect(absent).not.toHaveProperty('refusedQty')
  expect(inputOf('RECEIVE', line(), { stockType: 'QC' }, now)).toMatchObject({ qty: '10', stockType: 'QC' })
})

test('a shortage with a reason closes the line, one without leaves it open', () => {
  const short = inputOf('PICK', line(), { qty: '8', reason: 'DAMAGED' }, now)
  expect(short).toMatchObject({ qty: '8', reason: 'DAMAGED', partial: false })
  expect(applied([line()], short)).toMatchObject([{ state: 'SHORT', doneQty: '8', shortQty: '2' }])
  const part = inputOf('PICK', line(), { qty: '8' }, now)
  expect(part).toMatchObject({ partial: true })
  const after = applied([line(), line({ id: '2' })], part)
  expect(after[0]).toMatchObject({ state: 'OPEN', doneQty: '8' })
  expect(firstOpen(applied(after, inputOf('PICK', after[0] ?? line(), {}, now)))?.id).toBe('2')
})

test.each([
  ['PICK', { container: 'T1' }],
  ['RECEIVE', { container: 'T1' }],
  ['PUTAWAY', {}],
  ['ENTER_TRUCK', {}],
] as const)('of %s only the container being filled stays for the next line', (type, left) =>
  expect(sticky(type, { container: 'T1', goods: 'x', qty: '3' })).toEqual(left),
)

test.each([
  ['PICK', 'qty'],
  ['PUTAWAY', 'qty'],
  ['ENTER_TRUCK', 'container'],
] as const)('after a refusal %s stands at its last step, %s', (type, step) => {
  const done: Draft = { bin: 'b', goods: 'g', isQtyDone: true, target: 't', container: 'c' }
  expect(stepNow(type, line(), done)).toBeUndefined()
  expect(stepNow(type, line(), stepBack(type, done))).toBe(step)
})

test.each<[StationType, Draft]>([
  ['PICK', { bin: manual, goods: manual, isQtyDone: true }],
  ['PUTAWAY', { goods: manual, isQtyDone: true, target: manual }],
  ['RECEIVE', { goods: manual, isQtyDone: true }],
  ['ENTER_TRUCK', { container: manual, isQtyDone: true }],
])('%s: what could not be scanned is not sent as if it had been', (type, draft) => {
  expect(inputOf(type, line(), draft, now).scans).toEqual({})
})

test('a pick that was weighed is complete at its weight, and a part is a part', () => {
  const l = line()
  const fish = { ...l, product: l.product && { ...l.product, isWeigh: true, catchPct: '5.00' } }
  const draft = (qty: string, more: object = {}) => inputOf('PICK', fish, { qty, ...more }, now)
  expect(draft('9.6')).toMatchObject({ qty: '9.6', partial: false })
  expect(applied([fish], draft('9.6'))).toMatchObject([{ state: 'DONE', doneQty: '9.6', shortQty: '0' }])
  expect(applied([fish], draft('10.4'))).toMatchObject([{ state: 'DONE', doneQty: '10.4' }])
  expect(draft('9.4')).toMatchObject({ partial: true })
  expect(draft('9.6', { reason: 'DAMAGED' })).toMatchObject({ reason: 'DAMAGED' })
  expect(inputOf('PUTAWAY', fish, { qty: '9.6' }, now)).toMatchObject({ partial: true })
})

test.each([
  ['a piece', '6901234567892', '1'],
  ['a piece, by a longer number', '06901234567892', '1'],
  ['a case', '16901234567899', '24'],
  ['five cases on a pallet', '(02)16901234567899(37)5', '120'],
])('%s that is scanned adds what is in it', (_, code, qty) => {
  const draft = { bin: 'F-01-05-1', goods: '6901234567892' }
  const heard = hear(code, at('PICK', [line({ planQty: '240.000' })], draft))
  expect(heard).toMatchObject({ kind: 'took', draft: { qty } })
  const once = heard.kind === 'took' ? heard.draft : {}
  expect(hear('6901234567892', at('PICK', [line()], once))).toMatchObject({ draft: { qty: String(Number(qty) + 1) } })
})

test('a case, a pallet and the label of the lot are the goods of the line; the label of another lot is not', () => {
  const lot = { lotNo: 'L26112500001', expireDate: null, productionDate: null, batch: null }
  const own = line({ lot, packs: [...['16901234567899', 'PALLET'].map((code) => ({ code, qty: null }))] })
  for (const code of ['16901234567899', 'PALLET', 'L26112500001', '(01)16901234567899(10)B1'])
    expect(hear(code, at('PICK', [own], { bin: 'F-01-05-1' })), code).toMatchObject({
      kind: 'took',
      draft: { goods: code },
    })
  expect(hear('L26112500002', at('PICK', [own], { bin: 'F-01-05-1' }))).toMatchObject({ kind: 'wrong' })
  // The server is told a code that it knows.
  const sent = (goods: string) => inputOf('PICK', own, { bin: manual, goods, isQtyDone: true, container: 'T1' }, now)
  expect(sent('16901234567899').scans.product).toBe('16901234567899')
  expect(sent('L26112500001').scans.product).toBe('500011')
})

test('work that an earlier build kept has no codes of packs', () => {
  const kept = line()
  const { packCodes: _, ...product } = kept.product ?? expect.fail()
  const lines = [{ ...kept, product } as WorkLine]
  expect(hear('6901234567892', at('PICK', lines, { bin: 'F-01-05-1' }))).toMatchObject({ kind: 'took' })
  expect(hear('16901234567899', at('PICK', lines, { bin: 'F-01-05-1' }))).toMatchObject({ kind: 'wrong' })
})

test('goods come into the container that they are planned for; into another one only when that is meant', () => {
  const boxes = [
    { code: 'T0001', planQty: '4', doneQty: '0' },
    { code: 'T0002', planQty: '6', doneQty: '0' },
  ]
  const two = line({ boxes })
  const draft = { bin: 'F-01-05-1', goods: '6901234567892' }
  // As much as comes into it; the rest goes into the next one.
  expect(hear('T0001', at('PICK', [two], draft))).toMatchObject({ draft: { container: 'T0001', qty: '4' } })
  expect(hear('T0009', at('PICK', [two], draft))).toEqual({ kind: 'otherBox', box: 'T0009' })
  const meant = { ...draft, container: 'T0009', replan: true, isQtyDone: true }
  expect(inputOf('PICK', two, meant, now)).toMatchObject({ toContainer: 'T0009', replan: true })
  // Nor does the container of the line before stay.
  const second = line({ boxes: boxes.slice(1) })
  expect(sticky('PICK', { container: 'T0001' }, two, second)).toEqual({})
  expect(sticky('PICK', { container: 'T0002' }, two, second)).toEqual({ container: 'T0002' })
  // What is planned for none comes into any.
  expect(hear('T0009', at('PICK', [line()], draft))).toMatchObject({ draft: { container: 'T0009' } })
})
