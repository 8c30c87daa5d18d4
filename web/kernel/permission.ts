import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { notHere } from '@lading/contract/kernel/org.ts'
import type { Action } from '@lading/contract/kernel/permission.ts'
import { useMemo } from 'react'
import { useSession } from '../client/session.ts'
import { useText } from '../client/text.ts'

/** Whether the user may do an action on an entity. Without a list of permissions he may do everything. */
export type May = (e: Pick<AnyEntity, 'permit' | 'actions'>, action: Action) => boolean

export function useMay(): May {
  const permissions = useSession((s) => s.user?.permissions)
  return useMemo(() => {
    const held = permissions === null ? null : new Set(permissions)
    return (e, action) => held === null || held.has(entityPermission(e, action))
  }, [permissions])
}

/** Why nothing of this entity can be written in the organisation the user works in; the server says the same. */
export function useBlocked(e: Pick<AnyEntity, 'worksAt' | 'title'>): string | undefined {
  const t = useText()
  const refusal = notHere(
    e,
    useSession((s) => s.user?.workingOrg.type),
  )
  return refusal && t(refusal.text, { subject: e.title })
}
