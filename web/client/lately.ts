import { type Lately, readStored, writeStored } from './stored.ts'

const usersMax = 20
const orgsMax = 10

export const latelyOf = (userId: string): Lately =>
  readStored().lately?.find((one) => one.userId === userId) ?? { userId, orgs: [] }

function note(mine: Lately): void {
  const others = (readStored().lately ?? []).filter((one) => one.userId !== mine.userId)
  writeStored('lately', [mine, ...others].slice(0, usersMax))
}

export function noteOrg(userId: string, org: string): void {
  const mine = latelyOf(userId)
  note({ ...mine, orgs: [org, ...mine.orgs.filter((one) => one !== org)].slice(0, orgsMax) })
}

/** The newest first; the others follow as they were. */
export function recentFirst<O extends { readonly id: string }>(orgs: readonly O[], recent: readonly string[]): O[] {
  const rank = (o: O) => (recent.includes(o.id) ? recent.indexOf(o.id) : recent.length)
  return orgs.toSorted((a, b) => rank(a) - rank(b))
}
