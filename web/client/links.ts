import type { Place } from './location.ts'

/** The specification's record of a favourite or of the history. */
export interface LinkRecord {
  readonly name: string
  readonly title: string
  /** A hash of our own: `#/app-wms/ownerDtl?id=12`. */
  readonly href: string
  readonly lastLookTime: number
}

export const historyMax = 20
export const favouritesMax = 60

const isLink = (x: unknown): x is LinkRecord =>
  typeof x === 'object' &&
  x !== null &&
  'href' in x &&
  typeof x.href === 'string' &&
  /^#\/app-[a-z]+\/\w+/.test(x.href) &&
  'name' in x &&
  typeof x.name === 'string' &&
  'title' in x &&
  typeof x.title === 'string' &&
  'lastLookTime' in x &&
  typeof x.lastLookTime === 'number'

/** What was stored as text. Whatever is no such record is left out: another client may have written it. */
export function readLinks(text: string): readonly LinkRecord[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isLink) : []
  } catch {
    return []
  }
}

/** Two histories as one: each address once, by its latest visit, newest first. */
export function mergeHistory(a: readonly LinkRecord[], b: readonly LinkRecord[]): readonly LinkRecord[] {
  const newest = [...a, ...b].sort((x, y) => y.lastLookTime - x.lastLookTime)
  return newest.filter((link, i) => newest.findIndex((other) => other.href === link.href) === i).slice(0, historyMax)
}

/** Adds the link at the end, or takes it away. */
export function withFavourite(list: readonly LinkRecord[], link: LinkRecord, isWanted: boolean): readonly LinkRecord[] {
  const others = list.filter((other) => other.href !== link.href)
  return isWanted ? [...others, link].slice(-favouritesMax) : others
}

/** The favourite put where another one stands, as tabs are: dragged there, or moved by the keyboard. */
export function movedTo(list: readonly LinkRecord[], href: string, to: string): readonly LinkRecord[] {
  const moved = list.find((link) => link.href === href)
  const target = list.findIndex((link) => link.href === to)
  if (!moved || target < 0 || href === to) return list
  const others = list.filter((link) => link !== moved)
  return [...others.slice(0, target), moved, ...others.slice(target)]
}

/** Pages that are worth coming back to: a form for something new is not. */
export const isWorthKeeping = (p: Pick<Place, 'name'>): boolean => !/(Add|Edit)$/.test(p.name)
