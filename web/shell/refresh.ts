import { queryClient } from '../client/query.ts'
import { mayLeave, rebuild, useTabs } from '../client/tabStore.ts'

/** Builds a tab's page anew, with fresh rows: what was read a moment ago is not shown again as it was. */
export async function refresh(key: string): Promise<void> {
  if (!(await mayLeave([key]))) return
  const isShown = key === useTabs.getState().active
  // What is read in sight is the active tab's, since a hidden page runs no effects; of a hidden one it is not known.
  // It is asked for by the page itself, once it is there again.
  await queryClient.invalidateQueries({ type: isShown ? 'active' : 'inactive', refetchType: 'none' })
  // What a form began with never ages while it is edited. The form goes, and the next one begins with what is there now.
  if (isShown) queryClient.removeQueries({ predicate: (query) => query.isStatic() })
  rebuild(key)
}
