import { expect, test } from 'vitest'
import type { ReadColumn } from './columns.tsx'
import { filled, footOf } from './fit.ts'

interface Line {
  readonly lot: string
  readonly done: number
}
const t = (([zh]: readonly [string, string]) => zh) as Parameters<typeof filled>[2]
const lot: ReadColumn<Line> = { name: 'lot', title: ['批次', 'Lot'], width: 100, said: (l) => l.lot }
const done: ReadColumn<Line> = { name: 'done', title: ['完成', 'Done'], width: 100, said: (l) => String(l.done || '') }
const drawn: ReadColumn<Line> = { name: 'bar', title: ['进度', 'Progress'], width: 100, render: () => null }
const names = (columns: readonly ReadColumn<Line>[], ...lines: Line[]) => filled(columns, lines, t).map((c) => c.name)

test('a column that no row fills is left out, one that some row fills is not', () => {
  expect(names([lot, done], { lot: '', done: 0 }, { lot: 'L1', done: 0 })).toEqual(['lot'])
})

test('what is drawn stays, and so does what says by itself that it is filled', () => {
  expect(names([drawn, { ...done, isFilled: () => true }], { lot: '', done: 0 })).toEqual(['bar', 'done'])
  expect(names([{ ...drawn, isFilled: (l) => l.done > 0 }], { lot: '', done: 0 })).toEqual([])
})

test('sums stand under their columns, and the word for them at the first unless that is one', () => {
  expect(footOf(['lot', 'done'], { done: '12' }, t)).toEqual({ lot: '合计', done: '12' })
  expect(footOf(['done', 'lot'], { done: '12' }, t)).toEqual({ done: '12', lot: '' })
})
