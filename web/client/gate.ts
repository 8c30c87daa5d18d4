import { create } from 'zustand'

/** What stands between a user and the workspace until he has answered. */
export type GateKind = 'expired' | 'otherAccount' | 'orgSwitched'

export const useGate = create<{ readonly kind: GateKind | undefined }>()(() => ({ kind: undefined }))
export const showGate = (kind: GateKind | undefined): void => useGate.setState({ kind })
