import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import type { Action } from '@lading/contract/kernel/permission.ts'
import { useMemo } from 'react'
import { useSession } from './session.ts'

/** Whether the user may do an action on an entity. Without a list of permissions he may do everything. */
export type May = (e: Pick<AnyEntity, 'area' | 'module' | 'actions'>, action: Action) => boolean

export function useMay(): May {
  const permissions = useSession((s) => s.user?.permissions)
  return useMemo(() => {
    const held = permissions === null ? null : new Set(permissions)
    return (e, action) => held === null || held.has(entityPermission(e, action))
  }, [permissions])
}
