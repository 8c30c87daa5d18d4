import { moneyText } from '@lading/contract/tms/feeMoney.ts'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../platform/sheet/rows.ts'
import { compared, type Owed } from './compare.ts'
import { askedIn } from './theirFile.ts'

const sheet = (...rows: readonly (readonly Cell[])[]) => rows.map((cells, i) => ({ row: i + 1, cells }))
const read = (...rows: readonly (readonly Cell[])[]) => askedIn(sheet(...rows), 'zh-CN')
const owed = (feeNo: string, tripNo: string | null, feeType: string, amount: string): Owed => ({
  ...{ feeNo, tripNo, feeType, amount },
  wayBillNo: null,
})
const ours = [
  owed('FD1', 'PC1', 'START', '300.0000'),
  owed('FD2', 'PC1', 'KM', '11.7000'),
  owed('FD3', 'PC1', 'STOP', '30.0000'),
  owed('FD4', 'PC2', 'START', '300.0000'),
  owed('FD5', null, 'OTHER', '50.0000'),
]
const head = ['派车单', '费用类型', '金额']
/** Each as: state, number, charge, ours, theirs, difference. */
const of = (rows: readonly (readonly Cell[])[], trips?: ReadonlyMap<string, string>) =>
  compared(ours, read(...rows), trips).map((l) => [l.state, l.no, l.feeType, l.ours, l.theirs, l.diff])
const rest = [
  ['OURS', 'PC2', 'START', '300.00', null, '-300.00'],
  ['OURS', 'FD5', 'OTHER', '50.00', null, '-50.00'],
]
const first = [
  ['EQUAL', 'PC1', 'START', '300.00', '300.00', '0.00'],
  ['EQUAL', 'PC1', 'KM', '11.70', '11.70', '0.00'],
  ['EQUAL', 'PC1', 'STOP', '30.00', '30.00', '0.00'],
]
const all: readonly (readonly Cell[])[] = [
  ['PC1', '起步费', 300],
  ['pc1 ', 'Distance', '¥11.70'],
  ['PC1', 'STOP', '30.00'],
]

describe('a file beside a statement', () => {
  test.each([
    ['line by line, in whatever words', [head, ...all], [...first, ...rest]],
    [
      'an amount that differs; a cent is none',
      [head, ['PC1', '起步费', '300.01'], ['PC1', '公里费', 11.72], ['PC1', '点位费', '29.99']],
      [
        ['EQUAL', 'PC1', 'START', '300.00', '300.01', '0.01'],
        ['DIFFERS', 'PC1', 'KM', '11.70', '11.72', '0.02'],
        ['EQUAL', 'PC1', 'STOP', '30.00', '29.99', '-0.01'],
        ...rest,
      ],
    ],
    [
      'what is asked for twice, and what we know nothing of',
      [head, ...all, ['PC1', '起步费', '300'], ['PC9', '起步费', '1,300.00']],
      [
        ['DIFFERS', 'PC1', 'START', '300.00', '600.00', '300.00'],
        ...first.slice(1),
        ...rest,
        ['THEIRS', 'PC9', 'START', null, '1300.00', '1300.00'],
      ],
    ],
    [
      'a trip of which the kinds are not told, or called otherwise, as a whole',
      [
        ['车次', '费用', '应付金额（元）'],
        ['PC1', '干线包车', '341.70'],
        ['PC2', null, 310],
      ],
      [
        ['EQUAL', 'PC1', null, '341.70', '341.70', '0.00'],
        ['DIFFERS', 'PC2', null, '300.00', '310.00', '10.00'],
        rest[1],
      ],
    ],
    [
      'our own workbook sent back: each charge by its number',
      [
        ['费用单', '派车单', '费用类型', '金额'],
        ['FD1', 'PC1', '起步费', 280],
        ['FD5', null, '其他', 50],
      ],
      [
        ['DIFFERS', 'PC1', 'START', '300.00', '280.00', '-20.00'],
        ['OURS', 'PC1', 'KM', '11.70', null, '-11.70'],
        ['OURS', 'PC1', 'STOP', '30.00', null, '-30.00'],
        rest[0],
        ['EQUAL', 'FD5', 'OTHER', '50.00', '50.00', '0.00'],
      ],
    ],
  ] as readonly (readonly [string, readonly (readonly Cell[])[], readonly unknown[]])[])('%s', (_, rows, lines) => {
    expect(of(rows)).toEqual(lines)
  })

  test('way bills stand for the trip that they are on', () => {
    const rows = [
      ['运单号', '金额'],
      ['YD1', '171.7'],
      ['YD2', '170'],
    ]
    const [whole] = compared(
      ours,
      read(...rows),
      new Map([
        ['YD1', 'PC1'],
        ['YD2', 'PC1'],
      ]),
    )
    expect(whole).toMatchObject({ state: 'EQUAL', no: 'PC1', rows: [2, 3], feeNos: ['FD1', 'FD2', 'FD3'] })
  })

  test('each side is in the lines once, whatever the file says', () => {
    const rows = [head, ...all, ['PC1', '?', '5'], ['FD4', '起步费', 1], ['', '', '7.5'], ['PC2', '', '9']]
    const lines = compared(ours, read(...rows))
    const cents = (side: 'ours' | 'theirs') => lines.reduce((n, l) => n + Math.round(Number(l[side] ?? 0) * 100), 0)
    expect([cents('ours'), cents('theirs')]).toEqual([69_170, 36_420])
    expect(lines.flatMap((l) => l.feeNos).sort()).toEqual(['FD1', 'FD2', 'FD3', 'FD4', 'FD5'])
    expect(lines.flatMap((l) => l.rows).sort()).toEqual([2, 3, 4, 5, 6, 7, 8])
  })
})

describe('a file of somebody else', () => {
  test('has titles above its headings, sums, and rows that ask for nothing', () => {
    const rows = read(
      ...[
        ['顺达物流 11月对账单'],
        ['制表：张三', null, '金额单位：元'],
        ['序号', '派车单号', '运费金额', '金额(元)', '备注'],
      ],
      ...[
        [1, 'PC1', 1, 33.333333333, '合计3个门店'],
        [2, 'PC2', 1, null],
        ['小计', null, null, 33.33],
      ],
      ...[
        [null, null, null, '  ', '以下空白'],
        ['合计：', null, 2, 33.33],
      ],
    )
    expect(rows.map((r) => [r.row, r.numbers, moneyText(r.amount)])).toEqual([
      [4, ['PC1'], '33.33'],
      [5, ['PC2'], '0.00'],
    ])
  })

  test.each([
    [
      [
        ['单号', '备注'],
        ['PC1', 'x'],
      ],
      43800,
    ],
    [[['金额'], ['5']], 43800],
    [[], 43800],
    [[head, ['PC1', '起步费', '三百'], ['PC2', '', '1e5']], 43801],
  ] as readonly (readonly [readonly (readonly Cell[])[], number])[])('%j is refused', (rows, code) => {
    expect(() => read(...rows)).toThrow(expect.objectContaining({ refusal: expect.objectContaining({ code }) }))
  })
})
