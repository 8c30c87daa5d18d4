import { type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PutAwayProposal, putAway, putAwayAll, refusedMax } from './putAway.ts'
import type { BinContent, PutAwayBin, PutAwayGoods, PutAwayMethod } from './putAwaySnapshot.ts'
import { binOf, contentOf, faceOf, goodsOf, holding, openArea, rulesOf } from './testing/bin.ts'

const lotA = contentOf({ lotId: 'A', expireDate: '2027-08-01' })
const bigType = { ...binOf('A-01-01-1').type, maxPallets: wholeQty(3) }
const mixing = { mixLot: true, type: bigType }

function placed({ targets }: PutAwayProposal): string {
  return targets.map(({ binId, qty, method }) => `${method} ${binId}×${qty / 1000n}`).join(', ')
}

function refusals({ refused }: PutAwayProposal): string[] {
  return refused.map(({ binId, method, reason }) => `${method} ${binId ?? ''} ${reason.code}`)
}

test('near the pick bin: same stack from the bottom up, then the aisle, then the next one', () => {
  const codes = ['A-03-07-3', 'A-03-07-2', 'A-03-09-2', 'A-04-07-2', 'B-03-07-1']
  const goods = Array.from({ length: 5 }, () => goodsOf({ pickFaces: [faceOf('A-03-07-1')] }))
  const proposals = putAwayAll(
    goods,
    codes.map((code) => binOf(code)),
    rulesOf('NEAR_PICK'),
  )
  expect(proposals.map(({ targets }) => targets[0]?.binId)).toEqual([
    'A-03-07-2',
    'A-03-07-3',
    'A-03-09-2',
    'A-04-07-2',
    'B-03-07-1',
  ])
})

test('a bin that holds another lot and mixes none is refused, and the next rule is asked', () => {
  const bins = [binOf('A-01-01-1', { contents: [lotA], type: bigType }), binOf('A-02-01-1')]
  const proposal = putAway(goodsOf(), bins, rulesOf('SAME_PRODUCT', 'EMPTY'))
  expect(placed(proposal)).toBe('EMPTY A-02-01-1×1200')
  expect(proposal.refused).toMatchObject([
    {
      binId: 'A-01-01-1',
      ruleSeq: 1,
      reason: { code: 'MIX_LOT', text: ['货位[A-01-01-1]不允许混放批次', expect.any(String)] },
    },
  ])
})

test('of two pallets only one gets the empty bin, the second takes the next', () => {
  const proposals = putAwayAll(
    [goodsOf(), goodsOf(), goodsOf()],
    [binOf('A-01-01-1'), binOf('A-01-02-1')],
    rulesOf('EMPTY'),
  )
  expect(proposals.map(placed)).toEqual(['EMPTY A-01-01-1×1200', 'EMPTY A-01-02-1×1200', ''])
  expect(refusals(proposals[1]!)).toEqual(['EMPTY A-01-01-1 CLAIMED'])
  expect(proposals[2]).toMatchObject({
    rest: wholeQty(1200),
    reason: { code: 'NO_BIN', text: ['无可用货位', expect.any(String)] },
  })
})

const pick = binOf('P-01-01-1', { usage: 'PICK', type: { ...bigType, maxPallets: null } })
const toPick = { pickFaces: [faceOf('P-01-01-1', wholeQty(1440))] }

test.each<[string, Partial<PutAwayGoods>, PutAwayBin[], PutAwayMethod[], string]>([
  ['the pick bin takes what its maximum leaves', toPick, [pick], ['FIXED_PICK'], 'FIXED_PICK P-01-01-1×1200'],
  [
    'a pick bin that cannot take all of it takes nothing',
    toPick,
    [{ ...pick, contents: [contentOf({ qty: wholeQty(480) })] }, binOf('A-01-01-1')],
    ['FIXED_PICK', 'EMPTY'],
    'EMPTY A-01-01-1×1200',
  ],
  [
    'unless the goods may be split',
    { ...toPick, splitAllowed: true },
    [{ ...pick, contents: [contentOf({ qty: wholeQty(490) })] }, binOf('A-01-01-1')],
    ['FIXED_PICK', 'EMPTY'],
    'FIXED_PICK P-01-01-1×936, EMPTY A-01-01-1×264',
  ],
  [
    'claims fill a pick bin as stock does',
    toPick,
    [{ ...pick, claims: [contentOf({ qty: wholeQty(1440) })] }],
    ['FIXED_PICK'],
    '',
  ],
  [
    'the fullest bin of the lot comes first',
    {},
    [
      binOf('A-01-01-1', { contents: [contentOf()], type: bigType }),
      binOf('A-01-02-1', { contents: [contentOf({ qty: wholeQty(480) })], type: bigType }),
    ],
    ['SAME_LOT'],
    'SAME_LOT A-01-02-1×1200',
  ],
  [
    'the same lot of another type or owner is another lot',
    {},
    [binOf('A-01-01-1', { contents: [contentOf({ stockType: 'QC' })], type: bigType })],
    ['SAME_LOT'],
    '',
  ],
  [
    'another lot, where lots mix',
    {},
    [binOf('A-01-01-1', { ...mixing, contents: [lotA] })],
    ['SAME_PRODUCT'],
    'SAME_PRODUCT A-01-01-1×1200',
  ],
  [
    'the smallest empty bin that fits',
    { heightMm: 1500 },
    [
      binOf('A-01-01-1', { type: { ...bigType, sizeOrder: 3 } }),
      binOf('A-01-02-1', { type: { ...bigType, sizeOrder: 1, heightMm: 1400 } }),
      binOf('A-01-03-1', { type: { ...bigType, sizeOrder: 2, heightMm: 1500 } }),
    ],
    ['EMPTY'],
    'EMPTY A-01-03-1×1200',
  ],
  [
    'the lowest of them, where the area says so',
    {},
    [
      binOf('A-01-01-3', { area: { ...openArea, fill: 'LOW' } }),
      binOf('A-01-09-2', { area: { ...openArea, fill: 'LOW' } }),
    ],
    ['EMPTY'],
    'EMPTY A-01-09-2×1200',
  ],
  [
    'the nearest to its pick face, where the area says so',
    { pickFaces: [faceOf('A-01-09-1')] },
    [
      binOf('A-01-01-2', { area: { ...openArea, fill: 'NEAR_PICK' } }),
      binOf('A-01-08-3', { area: { ...openArea, fill: 'NEAR_PICK' } }),
    ],
    ['EMPTY'],
    'EMPTY A-01-08-3×1200',
  ],
  [
    'the nearest to a dock, where the area says so',
    {},
    [
      binOf('A-01-01-2', { area: { ...openArea, fill: 'NEAR_DOCK' }, dockDistance: 9 }),
      binOf('A-01-08-3', { area: { ...openArea, fill: 'NEAR_DOCK' }, dockDistance: 3.5 }),
    ],
    ['EMPTY'],
    'EMPTY A-01-08-3×1200',
  ],
  [
    'fast goods to fast bins',
    { abc: 'A' },
    [binOf('A-01-01-1', { abc: 'C' }), binOf('A-01-02-1', { abc: 'A' })],
    ['EMPTY'],
    'EMPTY A-01-02-1×1200',
  ],
  [
    'a started lane before an empty one',
    {},
    [
      binOf('A-01-01-1', { isLane: true, type: bigType }),
      binOf('A-01-02-1', { isLane: true, type: bigType, contents: [contentOf({ pallets: wholeQty(2) })] }),
      binOf('A-01-03-1'),
    ],
    ['BULK'],
    'BULK A-01-02-1×1200',
  ],
  [
    'an empty lane when the started one is full',
    {},
    [
      binOf('A-01-01-1', { isLane: true, type: bigType }),
      binOf('A-01-02-1', { isLane: true, type: bigType, contents: [contentOf({ pallets: wholeQty(3) })] }),
    ],
    ['BULK'],
    'BULK A-01-01-1×1200',
  ],
  [
    'overflow goes beside other products where the bin takes mixed goods',
    {},
    [
      binOf('A-01-01-1', { type: bigType, contents: [contentOf({ productId: '2', lotId: 'Z' })] }),
      binOf('A-01-01-2', {
        type: bigType,
        mixProduct: true,
        mixLot: true,
        contents: [contentOf({ productId: '2', lotId: 'Z' })],
      }),
    ],
    ['EMPTY', 'SAME_PRODUCT', 'OVERFLOW'],
    'OVERFLOW A-01-01-2×1200',
  ],
  [
    'overflow does not mix where the bin forbids it: the posting would refuse it',
    {},
    [binOf('A-01-01-1', { type: bigType, contents: [contentOf({ productId: '2', lotId: 'Z' }), lotA] })],
    ['OVERFLOW'],
    '',
  ],
])('%s', (_, changes, bins, methods, result) => {
  expect(placed(putAway(goodsOf(changes), bins, rulesOf(...methods)))).toBe(result)
})

test.each<[string, Partial<PutAwayBin>, Partial<PutAwayGoods>, PutAwayMethod]>([
  ['DISABLED', { enabled: false }, {}, 'EMPTY'],
  ['LOCKED', { lockIn: '盘点' }, {}, 'EMPTY'],
  ['STOCK_TYPE', { area: { ...binOf('A').area, stockTypes: ['DAMAGE'] } }, {}, 'EMPTY'],
  ['BIN_TYPE', { area: { ...openArea, binTypeIds: ['9'] } }, {}, 'EMPTY'],
  ['TEMPERATURE', { area: { ...binOf('A').area, temperature: 'FROZEN' } }, {}, 'EMPTY'],
  ['HAZARD', {}, { hazard: '3' }, 'EMPTY'],
  ['OWNER', { ownerId: '2' }, {}, 'EMPTY'],
  ['OWNER', { area: { ...binOf('A').area, ownerIds: ['2'] } }, {}, 'EMPTY'],
  ['PRODUCT', { productId: '2' }, {}, 'EMPTY'],
  ['HEIGHT', { type: { ...bigType, heightMm: 1499 } }, {}, 'EMPTY'],
  ['WEIGHT', { type: { ...bigType, maxWeightGram: wholeQty(600_000) } }, {}, 'EMPTY'],
  ['VOLUME', { type: { ...bigType, maxVolumeMl: wholeQty(800_000) } }, {}, 'EMPTY'],
  ['PALLETS', { type: { ...bigType, maxPallets: 500n } }, {}, 'EMPTY'],
  ['CAPACITY', holding(49), {}, 'EMPTY'],
  ['CLAIMED', { claims: [lotA] }, {}, 'EMPTY'],
  ['CLAIMED', { isLane: true, claims: [lotA] }, {}, 'BULK'],
  ['MIX_OWNER', { ...mixing, contents: [contentOf({ ownerId: '2' })] }, {}, 'SAME_PRODUCT'],
  ['MIX_OWNER', { ...mixing, contents: [contentOf({ ownerId: '2' })] }, {}, 'OVERFLOW'],
  ['MIX_PRODUCT', { ...mixing, contents: [lotA, contentOf({ productId: '2' })] }, {}, 'SAME_PRODUCT'],
  ['MIX_LOT', { type: bigType, contents: [contentOf()], claims: [lotA] }, {}, 'SAME_LOT'],
  ['DATE_TOLERANCE', { ...mixing, dateTolDays: 100, contents: [lotA] }, {}, 'SAME_PRODUCT'],
  ['FEFO_GUARD', { ...mixing, isLifo: true, contents: [lotA] }, {}, 'SAME_PRODUCT'],
])('%s refuses a bin, %#', (code, bin, goods, method) => {
  const proposal = putAway(goodsOf(goods), [binOf('A-01-01-1', bin)], rulesOf(method))
  expect(placed(proposal)).toBe('')
  expect(refusals(proposal)).toEqual([`${method} A-01-01-1 ${code}`])
})

test('a rule that mixes no lots, or divides none, goes further than the bin and the goods', () => {
  const bins = [binOf('A-01-01-1', { ...mixing, contents: [lotA] }), binOf('A-01-02-1', holding(25))]
  const strict = (method: PutAwayMethod, more: object) => rulesOf(method).map((rule) => ({ ...rule, ...more }))
  const strictly = putAway(goodsOf(), bins, strict('SAME_PRODUCT', { mixLot: false }))
  expect(refusals(strictly)).toEqual(['SAME_PRODUCT A-01-01-1 RULE_MIX_LOT'])
  const loose = goodsOf({ splitAllowed: true })
  expect(placed(putAway(loose, bins.slice(1), rulesOf('EMPTY')))).toBe('EMPTY A-01-02-1×600')
  expect(placed(putAway(loose, bins.slice(1), strict('EMPTY', { splitAllowed: false })))).toBe('')
})

test('what is within the tolerance of days mixes, and an older lot may stand before a newer one', () => {
  const near = binOf('A-01-01-1', { ...mixing, dateTolDays: 101, contents: [lotA] })
  const newer = binOf('A-01-02-1', {
    ...mixing,
    isLifo: true,
    contents: [contentOf({ lotId: 'N', expireDate: '2028-01-01' })],
  })
  expect(placed(putAway(goodsOf(), [near], rulesOf('SAME_PRODUCT')))).not.toBe('')
  expect(placed(putAway(goodsOf(), [newer], rulesOf('SAME_PRODUCT')))).not.toBe('')
})

const undated = { expireDate: null }
const made = (productionDate: string | null) => contentOf({ ...undated, lotId: `M${productionDate}`, productionDate })
test.each<[string, Partial<PutAwayGoods>, readonly BinContent[], string]>([
  ['expire the same day', {}, [contentOf({ lotId: 'S' })], ''],
  ['made earlier', { ...undated, productionDate: '2026-05-02' }, [made('2026-05-01')], 'FEFO_GUARD'],
  ['made the same day', { ...undated, productionDate: '2026-05-01' }, [made('2026-05-01')], ''],
  ['of no known day', { ...undated, productionDate: '2026-05-02' }, [made(null)], ''],
  [
    'some made earlier',
    { ...undated, productionDate: '2026-05-02' },
    [made('2026-05-03'), made('2026-05-01')],
    'FEFO_GUARD',
  ],
])('in front of goods %s', (_, goods, contents, code) => {
  const bin = binOf('A-01-01-1', { ...mixing, isLifo: true, contents })
  const told = refusals(putAway(goodsOf(goods), [bin], rulesOf('SAME_PRODUCT')))
  expect(told).toEqual(code === '' ? [] : [`SAME_PRODUCT A-01-01-1 ${code}`])
})

test('a lane that is promised to the same lot takes more of it, one that is promised to others as well does not', () => {
  const lane = (...claims: BinContent[]) => binOf('A-01-01-1', { isLane: true, type: bigType, claims })
  const told = (bin: PutAwayBin) => refusals(putAway(goodsOf(), [bin], rulesOf('BULK')))
  expect(told(lane(contentOf()))).toEqual([])
  for (const other of [lotA, contentOf({ ownerId: '2' })])
    expect(told(lane(contentOf(), other))).toContain('BULK A-01-01-1 CLAIMED')
})

test('a rule without bins says so, once', () => {
  const proposal = putAway(goodsOf(), [], rulesOf('FIXED_PICK', 'NEAR_PICK', 'EMPTY'))
  expect(refusals(proposal)).toEqual(['FIXED_PICK  NO_PICK_BIN', 'NEAR_PICK  NO_PICK_BIN', 'EMPTY  NO_CANDIDATE'])
})

test('rules look only at their own areas, types and usages, in the order of the areas', () => {
  const bins = [
    binOf('A-01-01-1', { storageAreaId: '1' }),
    binOf('A-01-02-1', { storageAreaId: '2' }),
    binOf('A-01-03-1', { storageAreaId: '2', binTypeId: '9' }),
    binOf('A-01-04-1', { storageAreaId: '2', usage: 'PICK' }),
  ]
  const [rule] = rulesOf('EMPTY')
  const scoped = { ...rule!, storageAreaIds: ['2', '1'], binTypeIds: ['1'], usages: ['STORAGE'] }
  const proposals = putAwayAll([goodsOf(), goodsOf(), goodsOf()], bins, [scoped])
  expect(proposals.map(({ targets }) => targets[0]?.binId)).toEqual(['A-01-02-1', 'A-01-01-1', undefined])
})

test('a place nobody measured takes what the rule sends there', () => {
  const [rule] = rulesOf('OVERFLOW')
  const bin = binOf('A-01-01-1', holding(0))
  expect(placed(putAway(goodsOf(), [bin], [{ ...rule!, capacity: 'IGNORE' }]))).toBe('OVERFLOW A-01-01-1×1200')
})

test('a long list of refusals is cut, but counted', () => {
  const bins = Array.from({ length: 300 }, (_, at) => binOf(`A-01-${at}-1`, { enabled: false }))
  const { refused, refusedCount } = putAway(goodsOf(), bins, rulesOf('EMPTY'))
  expect([refused.length, refusedCount]).toEqual([refusedMax, 300])
})

test('everything is placed once or left over, within every limit, whatever the order of bins', () => {
  const sketch = fc.record({
    maxPallets: fc.constantFrom<(Qty | null)[]>(null, 500n, 1000n, 2000n),
    cases: fc.constantFrom<(number | null)[]>(null, 4, 62),
    stock: fc.constantFrom<('NONE' | 'SAME' | 'OTHER')[]>('NONE', 'SAME', 'OTHER'),
    mixLot: fc.boolean(),
  })
  const methods = fc.shuffledSubarray<PutAwayMethod>(['SAME_LOT', 'SAME_PRODUCT', 'EMPTY', 'OVERFLOW'])
  fc.assert(
    fc.property(
      fc.array(sketch, { maxLength: 8 }),
      methods,
      fc.integer({ min: 1, max: 2000 }),
      fc.boolean(),
      (sketches, order, qty, splitAllowed) => {
        const bins = sketches.map(({ maxPallets, cases, stock, mixLot }, at) => {
          const contents = stock === 'NONE' ? [] : [stock === 'SAME' ? contentOf({ qty: wholeQty(48) }) : lotA]
          const limits = cases === null ? {} : holding(cases)
          return binOf(`A-01-${at}-1`, { type: { ...bigType, maxPallets }, ...limits, contents, mixLot })
        })
        const goods = goodsOf({ qty: wholeQty(qty), splitAllowed })
        const proposal = putAway(goods, bins, rulesOf(...order))
        const total = proposal.targets.reduce((sum, target) => sum + target.qty, 0n)
        expect(total + proposal.rest).toBe(goods.qty)
        if (!splitAllowed) expect([0n, goods.qty]).toContain(total)
        for (const target of proposal.targets) {
          const bin = bins.find(({ id }) => id === target.binId)!
          const here = proposal.targets.reduce((sum, other) => (other.binId === bin.id ? sum + other.qty : sum), 0n)
          const before = bin.contents.reduce((sum, content) => sum + content.qty, 0n)
          const [rule] = bin.capacities
          if (rule) expect(before + here <= wholeQty(24 * (rule.maxCases ?? 0))).toBe(true)
          expect(target.qty > 0n).toBe(true)
        }
        expect(putAway(goods, [...bins].reverse(), rulesOf(...order)).targets).toEqual(proposal.targets)
      },
    ),
    { seed: 20261120, numRuns: 300 },
  )
})
