import { refuse } from '@lading/contract/kernel/fault.ts'
import { passwordFaults } from '@lading/contract/sys/session.ts'
import type { user } from '@lading/contract/sys/user.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { SecurityOptions } from './options.ts'
import { passwordMatches } from './password.ts'

export type Kept = RowOf<typeof user, 'passwordHash' | 'formerHashes'>
/** As many as a tenant may ask for. */
const keptMax = 10

const formerOf = ({ passwordHash, formerHashes }: Kept): string[] =>
  [passwordHash, ...(formerHashes?.split('\n') ?? [])].filter((hash): hash is string => Boolean(hash))

/** What is kept of a user's passwords once the present one is replaced: their hashes, the latest first. */
export const keepFormer = (kept: Kept): string => formerOf(kept).slice(0, keptMax).join('\n')

/** Refuses a password that is one of the last ones, the present one among them; each is tried as it was kept. */
export async function demandFresh(
  given: string,
  kept: Kept,
  { formerPasswords: n }: Pick<SecurityOptions, 'formerPasswords'>,
): Promise<void> {
  for (const hash of formerOf(kept).slice(0, n))
    if (await passwordMatches(given, hash)) refuse(passwordFaults.former, { n })
}
