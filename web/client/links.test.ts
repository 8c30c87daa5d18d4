import { expect, test } from 'vitest'
import {
  historyMax,
  isWorthKeeping,
  type LinkRecord,
  mergeHistory,
  movedTo,
  readLinks,
  withFavourite,
} from './links.ts'

const link = (name: string, at = 1): LinkRecord => ({ name, title: name, href: `#/app-wms/${name}`, lastLookTime: at })
const names = (list: readonly LinkRecord[]) => list.map((l) => l.name)

test('S-43 records are stored as text, and what is none of them is left out', () => {
  const list = [link('ownerList'), link('storeList')]
  expect(readLinks(JSON.stringify(list))).toEqual(list)
  expect(readLinks('')).toEqual([])
  expect(readLinks('{"a":1}')).toEqual([])
  const foreign = [{ ...link('x'), href: 'https://example.org/' }, { name: 'y' }, null, 3, list[0]]
  expect(readLinks(JSON.stringify(foreign))).toEqual([list[0]])
})

test('C-31 two histories become one: each page once, by its latest visit, newest first, and bounded', () => {
  const mine = [link('a', 5), link('b', 3)]
  const theirs = [link('b', 4), link('c', 1)]
  expect(mergeHistory(mine, theirs).map((l) => [l.name, l.lastLookTime])).toEqual([
    ['a', 5],
    ['b', 4],
    ['c', 1],
  ])
  const many = Array.from({ length: 30 }, (_, i) => link(`p${i}`, i))
  expect(mergeHistory(many, [])).toHaveLength(historyMax)
  expect(mergeHistory(many, [])[0]?.name).toBe('p29')
})

test('C-32 favourites are added once, taken away and put in order', () => {
  const two = withFavourite(withFavourite([], link('a'), true), link('b'), true)
  expect(names(two)).toEqual(['a', 'b'])
  expect(names(withFavourite(two, link('a', 9), true))).toEqual(['b', 'a'])
  expect(names(withFavourite(two, link('a'), false))).toEqual(['b'])
  const three = withFavourite(two, link('c'), true)
  const moved = (from: string, to: string) => names(movedTo(three, `#/app-wms/${from}`, `#/app-wms/${to}`))
  expect(moved('c', 'a')).toEqual(['c', 'a', 'b'])
  expect(moved('c', 'b')).toEqual(['a', 'c', 'b'])
  expect(moved('a', 'b')).toEqual(['b', 'a', 'c'])
  expect(moved('a', 'c')).toEqual(['b', 'c', 'a'])
  for (const [from, to] of [
    ['none', 'a'],
    ['a', 'none'],
    ['a', 'a'],
  ] as const)
    expect(movedTo(three, `#/app-wms/${from}`, `#/app-wms/${to}`)).toBe(three)
})

test('a form for something new is no place to come back to', () => {
  expect(['ownerAdd', 'ownerEdit', 'ownerDtl', 'ownerList'].map((name) => isWorthKeeping({ name }))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
