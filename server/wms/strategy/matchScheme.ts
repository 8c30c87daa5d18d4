import { byId } from './byId.ts'

/** A scheme (put-away, turnover, quality, collect, sow) and what a request must equal for it to apply. */
export type Scheme = {
  readonly id: string
  readonly enabled: boolean
  /** Keys such as productId, categoryId, ownerId; none for the default scheme. */
  readonly match: Readonly<Record<string, string>>
  readonly priority: number
}

/**
 * The scheme that serves a request: enabled, every match key equal; most keys first, then the lowest priority number,
 * then the older. Source: wms.md 11.11. Where product shall go before category and owner, priorities say so.
 */
export function matchScheme<Of extends Scheme>(
  schemes: readonly Of[],
  request: Readonly<Record<string, string | null>>,
): Of | undefined {
  const keysOf = (scheme: Scheme) => Object.keys(scheme.match)
  return schemes
    .filter((scheme) => scheme.enabled && keysOf(scheme).every((key) => scheme.match[key] === request[key]))
    .sort((a, b) => keysOf(b).length - keysOf(a).length || a.priority - b.priority || byId(a.id, b.id))[0]
}
