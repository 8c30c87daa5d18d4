import type { Query } from '../../client/location.ts'

/** Of what the ledger may be asked; one of these is needed. */
export const pastSubjects = ['productId', 'binId', 'lotId'] as const
const others = ['ownerId', 'stockType']

/** The question about the past of a group of stock; none where it names nothing that the ledger can be asked of. */
export function pastOf(keys: Query): Query | undefined {
  const where = Object.entries(keys).filter(([d]) => [...pastSubjects, ...others].includes(d))
  return pastSubjects.some((name) => keys[name]) ? Object.fromEntries(where) : undefined
}
