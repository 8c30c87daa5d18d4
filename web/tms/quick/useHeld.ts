import type { Call } from '@lading/contract/kernel/call.ts'
import { useSession } from '../../client/session.ts'

/** Whether the user has the right to a call. */
export const useHeld = ({ permission }: Pick<Call, 'permission'>): boolean =>
  useSession(({ user }) => user?.permissions?.includes(permission) ?? true)
