import { hashOf } from './location.ts'
import { useSession } from './session.ts'
import { readStored, writeStored } from './stored.ts'
import type { Link } from './tabs.ts'

/** Keeps the direct URL. Where a user is stays his when his session ends; what nobody has asked for yet is for whoever comes. */
export function keepLink(link: Link): void {
  const userId = useSession.getState().user?.id
  const { link: kept } = readStored()
  if (userId === undefined && kept && hashOf(kept) === hashOf(link)) return
  writeStored('link', { ...link, userId })
}

export function linkFor(userId: string): Link | undefined {
  const { link } = readStored()
  return link && (link.userId ?? userId) === userId ? link : undefined
}
