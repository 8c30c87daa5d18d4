import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { allPieces, landingPieces, type Piece } from './pieces.ts'
import { areaOf, areas, chooseDays, dayOf, days, embedded, isOn, runners, weighty } from './ring.ts'

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const keyOf = ({ kind, of }: Piece): string => `${kind}: ${of}`

test('every file belongs to an area', () => {
  expect(tracked.filter((path) => areaOf(path) === undefined)).toEqual([])
})

test.each([
  ['contract/kernel/entity.ts', 'kernel'],
  ['server/migrate/0001.sql', 'kernel'],
  ['server/migrate/0001_foundation/1_tms_tables.sql', 'tms'],
  ['package-lock.json', 'kernel'],
  ['server/wms/stock/post.ts', 'wms'],
  ['web/tms/trip/Trip.tsx', 'tms'],
  ['server/proof/crash.db.test.ts', 'whole'],
  ['README.md', 'papers'],
  ['another/file.ts', undefined],
])('%s belongs to %s', (path, area) => expect(areaOf(path)).toBe(area))

test('every browser test is of a core, or a day that says what it stands on; and none is named that is not there', () => {
  const there = globSync('e2e/*.e2e.ts', { cwd: root }).map(dayOf)
  const named = new Set([...Object.keys(days), ...Object.values(areas).flatMap(({ core }) => core)])
  // The walk is in every run, the press chooses its pages itself.
  const own = /^(walk\w*|press)$/
  const inFullAlone = new Set(globSync('e2e/*.full.e2e.ts', { cwd: root }).map(dayOf))
  expect(there.filter((day) => !named.has(day) && !own.test(day) && !inFullAlone.has(day))).toEqual([])
  expect([...named].filter((day) => !there.includes(day))).toEqual([])
})

test('what a proof stands on is there', () => {
  const all = Object.entries({ ...days, ...weighty, ...embedded, ...runners })
  const gone = all.flatMap(([name, stands]) => stands.map((stand) => ({ name, stand })))
  expect(gone.filter(({ stand }) => !tracked.some((path) => isOn(path, stand)))).toEqual([])
})

test.each([
  ['contract/wms/sowFaults.ts', 'wms/sow', true],
  ['server/wms/sow/make.ts', 'wms/sow', true],
  ['server/wms/stock/post.ts', 'wms/sow', false],
  ['web/shell/Theme.tsx', 'web/shell/Theme', true],
  ['server/shell/Theme.tsx', 'web/shell/Theme', false],
  ['docs/wms/sow.md', 'wms/sow', false],
])('%s is on %s: %s', (path, stand, is) => expect(isOn(path, stand)).toBe(is))

test('a change runs what stands on it, one of the kernel every core, one that cannot be told everything', () => {
  const taken = (...changed: string[]) => chooseDays(changed).taken
  expect(taken('server/wms/sow/make.ts')).toContain('sower')
  expect(taken('e2e/station.ts')).toContain('picker')
  expect(taken('e2e/sower.e2e.ts')).toContain('sower')
  for (const { core } of Object.values(areas))
    expect(taken('server/kernel/tx.ts')).toEqual(expect.arrayContaining([...core]))
  const wms = areas.wms?.core ?? []
  expect(taken('server/migrate/0001_foundation/2_wms_ties.sql')).toEqual(expect.arrayContaining([...wms]))
  expect(chooseDays('all').left).toEqual([])
})

test('what a landing run takes and what it leaves is all there is, but for what the full run alone has', () => {
  const { taken, left } = landingPieces(true, [])
  const all = allPieces().filter(({ kind, of }) => kind !== 'press' && !of.includes('.full.'))
  const onPglite = (p: Piece): boolean => p.kind === 'PGlite'
  const chosen = [...taken.filter((p) => p.kind !== 'press'), ...left]
  expect(new Set(chosen.filter((p) => !onPglite(p)).map(keyOf))).toEqual(
    new Set(all.filter((p) => !onPglite(p)).map(keyOf)),
  )
  expect(
    chosen
      .filter(onPglite)
      .map(({ of }) => of.replace('.db.test.ts', ''))
      .sort(),
  ).toEqual(Object.keys(embedded).sort())
})

test('within so many landings everything that waits has had its turn', () => {
  const turns = Array.from({ length: 4 }, (_, i) => {
    process.env.LADING_ROUND = String(i)
    return landingPieces(true, []).left.map(keyOf)
  })
  delete process.env.LADING_ROUND
  expect(turns.reduce((a, b) => a.filter((key) => b.includes(key)))).toEqual([])
})
