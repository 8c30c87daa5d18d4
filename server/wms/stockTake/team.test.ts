import { expect, test } from 'vitest'
import { shareOut } from './team.ts'

const bins = (...areas: string[]) => areas.map((areaId, i) => ({ id: `${i}`, areaId }))
const shares = (areas: string, most: number, ...team: string[]): string[] =>
  shareOut(bins(...areas), most, team).map(({ bins: of, userId }) => `${userId ?? '-'}:${of.map((b) => b.id).join('')}`)

test.each([
  ['', 2, [], []],
  ['AAAAA', 2, [], ['-:01', '-:23', '-:4']],
  ['AABB', 9, [], ['-:01', '-:23']],
  ['AAAAAA', 9, ['x', 'y'], ['x:012', 'y:345']],
  // Each has a stretch of his own; a change of area begins another task.
  ['AAAABB', 9, ['x', 'y'], ['x:012', 'y:3', 'y:45']],
  ['AAAAAA', 2, ['x', 'y'], ['x:01', 'x:2', 'y:34', 'y:5']],
  // More people than bins: some have none.
  ['AA', 9, ['x', 'y', 'z'], ['x:0', 'y:1']],
])('%s, %i a task, by %j', (areas, most, team, expected) => {
  expect(shares(areas, most, ...team)).toEqual(expected)
})
