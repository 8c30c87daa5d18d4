import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
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
export function useBlocked(e: Pick<AnyEntity, 'area' | 'scope'>): string | undefined {
  const t = useText()
  const type = useSession((s) => s.user?.workingOrg.type)
  if (e.scope === 'group' && e.area !== 'sys' && type !== 'GROUP') return t(faults.notGroup.text)
  if (e.scope === 'org' && e.area === 'wms' && type !== 'DC') return t(faults.notDc.text)
  return undefined
}
