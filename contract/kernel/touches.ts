/** By what it says of rows of a kind: keys of others. */
type ByKey = Readonly<Record<string, readonly string[]>>

/**
 * What changes with what, as an area knows it of its own and of what it reads of others. News are told of what somebody has
 * done something to; what that has written or changed besides, they do not say.
 */
export interface Touches {
  /** What is done to rows of a kind also writes rows of others. */
  readonly writes?: ByKey
  /** What rows of a kind say is shown with others as well: figures that are worked out from them, boards over them. */
  readonly shownBy?: ByKey
}

/** By what news are told of: all that is to be read again with it. */
export function touchedBy(areas: readonly Touches[]): ByKey {
  const of = (which: keyof Touches, key: string): readonly string[] => areas.flatMap((a) => a[which]?.[key] ?? [])
  const alongWith = (topic: string): readonly string[] => {
    const written = [topic, ...of('writes', topic)]
    return [...new Set([...written, ...written.flatMap((key) => of('shownBy', key))])].filter((key) => key !== topic)
  }
  const topics = areas.flatMap((a) => [...Object.keys(a.writes ?? {}), ...Object.keys(a.shownBy ?? {})])
  return Object.fromEntries([...new Set(topics)].map((topic) => [topic, alongWith(topic)]))
}
