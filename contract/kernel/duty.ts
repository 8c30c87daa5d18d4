import type { Text } from './text.ts'

/**
 * 职责分离: two permissions of which one watches over the other. Who holds both checks himself; it is said, not refused,
 * since a small house may have nobody else.
 */
export interface Duty {
  /** What somebody with both may do. */
  readonly title: Text
  readonly does: string
  readonly checks: string
}

/** The duties of which both sides are held. */
export const heldTogether = <D extends Pick<Duty, 'does' | 'checks'>>(
  duties: readonly D[],
  holds: (permission: string) => boolean,
): D[] => duties.filter(({ does, checks }) => holds(does) && holds(checks))
