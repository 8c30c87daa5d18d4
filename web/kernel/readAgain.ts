import type { Query } from '@tanstack/react-query'
import { queryClient } from '../client/query.ts'
import { concerns } from './concerns.ts'

/** The keys of what a query shows: the first part of its own, and those that it names beside it, as a board does. */
const shownBy = ({ queryKey: [key], meta }: Query): readonly unknown[] => [
  key,
  ...(Array.isArray(meta?.shows) ? meta.shows : []),
]

/** Reads again what is shown of the topics. What is being edited is `static` and stays as it was opened. */
export function readAgain(topics: Iterable<string>): Promise<void> {
  const isConcerned = concerns(topics)
  return queryClient.invalidateQueries({ predicate: (q) => shownBy(q).some(isConcerned) })
}
