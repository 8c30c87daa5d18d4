import type { Call } from '@lading/contract/kernel/call.ts'
import { changedFiles } from '../../tools/base.ts'
import { isTurn } from '../../tools/round.ts'
import { areaServed } from '../areas.ts'
import { testSecret } from './database.ts'

/** Calls that stand together: a proof that sends them all takes each part in a test of its own. */
export interface Part {
  readonly title: string
  readonly has: (call: Pick<Call, 'path'>) => boolean
}

const sizeMax = 75
const restMax = 30
/** `/wms/api/owner`, `/fw/api/sys/role`: what comes before the verb. */
const nounOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('/fw/api/sys/') ? 5 : 4)
    .join('/')

interface Drawn {
  readonly area: string
  readonly nouns: string[]
  size: number
}

/** The calls of an area, and where they are many, those of some of its nouns. */
function draw(): readonly Drawn[] {
  const counts = new Map<string, number>()
  for (const { call } of areaServed(testSecret)) {
    const noun = nounOf(call.path)
    counts.set(noun, (counts.get(noun) ?? 0) + 1)
  }
  const drawn: Drawn[] = []
  for (const [noun, size] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const area = noun.split('/')[1] ?? ''
    const last = drawn.at(-1)
    if (last?.area === area && last.size + size <= sizeMax) {
      last.nouns.push(noun)
      last.size += size
    } else drawn.push({ area, nouns: [noun], size })
  }
  return drawn.reduce<Drawn[]>(withRests, [])
}
/** A rest that is too small to have calls of every kind joins the part before it. */
function withRests(parts: Drawn[], part: Drawn): Drawn[] {
  const last = parts.at(-1)
  if (last?.area !== part.area || part.size >= restMax) return [...parts, part]
  return [...parts.slice(0, -1), { ...last, nouns: [...last.nouns, ...part.nouns], size: last.size + part.size }]
}

const nameOf = (noun: string | undefined): string => noun?.split('/').at(-1) ?? ''
const drawn = draw()
const indexOf = new Map(drawn.flatMap(({ nouns }, i) => nouns.map((noun) => [noun, i])))

/** The first has those calls as well that are no area's: the session's own. */
export const parts: readonly Part[] = drawn.map(({ area, nouns }, i) => ({
  title: `${area} ${nameOf(nouns[0])}–${nameOf(nouns.at(-1))}`,
  has: ({ path }) => (indexOf.get(nounOf(path)) ?? 0) === i,
}))

/** One part of so many is proven in a run beside those that changed. */
const every = 3

/** `server/wms/order/steps.ts` is about `/wms/api/orderBill`, and so is `contract/wms/orderCalls.ts`. */
function isAbout(path: string, noun: string): boolean {
  const [, area, word = ''] = /^(?:contract|server)\/(\w+)\/(\w+)/.exec(path) ?? []
  const stem = word.replace(/(Calls|Faults|Bill)$/, '')
  return noun.split('/').includes(area ?? ' ') && nameOf(noun).startsWith(stem)
}

function dueOf(): readonly Part[] {
  const changed = changedFiles()
  return parts.filter(
    ({ title }, i) =>
      changed === 'all' ||
      drawn[i]?.nouns.some((noun) => changed.some((path) => isAbout(path, noun))) ||
      isTurn(title, every),
  )
}

/** For proofs that take turns: the parts in which something changed since the last landing, and one of three others. */
export const dueParts: readonly Part[] = dueOf()
