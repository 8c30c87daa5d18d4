import { expect, test } from 'vitest'
import { lacking, type Proofs, shardOf } from './fullRun.ts'
import type { Piece } from './pieces.ts'

const piece = (of: string): Piece => ({ kind: 'PostgreSQL', of })
const pieces = Array.from({ length: 40 }, (_, i) => piece(`file${i}`))
const proofs: Proofs = Object.fromEntries(
  pieces.map(({ of }, i) => [`PostgreSQL: ${of}`, [(i % 7) * 60, (i % 5) + 1, 'abc'] as const]),
)
const seconds = (list: readonly Piece[]) =>
  list.reduce((sum, { of }) => sum + (proofs[`PostgreSQL: ${of}`]?.[0] ?? 0), 0)

test('shares are everything once, and take about as long each', () => {
  const shares = [1, 2, 3].map((i) => shardOf(pieces, `${i}/3`, proofs))
  expect(shares.flat().toSorted((a, b) => pieces.indexOf(a) - pieces.indexOf(b))).toEqual(pieces)
  const each = shares.map(seconds)
  expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(360)
})

test('the next share is what was proven longest ago, as much as half an hour of two workers takes', () => {
  const next = shardOf([...pieces, piece('new')], 'next', proofs)
  expect(next[0]).toEqual(piece('new'))
  expect(seconds(next)).toBeLessThanOrEqual(3_600)
  expect(seconds(next)).toBeGreaterThan(2_400)
  const landings = next.slice(1).map(({ of }) => proofs[`PostgreSQL: ${of}`]?.[1] ?? 0)
  expect(landings.slice(0, 8)).toEqual(Array(8).fill(1))
})

test.each(['0/3', '4/3', 'x', ''])('%s is no share', (share) => {
  expect(() => shardOf(pieces, share, proofs)).toThrow('next, or i/n')
})

test('what was never proven, or too long ago, is lacking', () => {
  expect(lacking([...pieces, piece('new')], proofs, 11)).toEqual(['PostgreSQL: new: never'])
  expect(lacking(pieces, proofs, 12)).toEqual(
    pieces.flatMap(({ of }, i) => (i % 5 === 0 ? [`PostgreSQL: ${of}: 11 landings ago`] : [])),
  )
})
