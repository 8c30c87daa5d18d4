import { tableOf } from './registry.ts'

/** By what has changed, the keys of what else is to be read again with it. */
export type Along = Readonly<Record<string, readonly string[]>>

let touches: Along = {}
/** Tells what changes with what. Fed from the contract, before anything is drawn. */
export const registerTouches = (all: Along): void => {
  touches = all
}

/** Whether a query, by the first part of its key, shows anything of the topics, under whatever name its page has. */
export function concerns(topics: Iterable<string>, along: Along = touches): (key: unknown) => boolean {
  const keys = new Set([...topics].flatMap((topic) => [topic, ...(along[topic] ?? [])]))
  const tables = new Set([...keys].flatMap((key) => tableOf(key) ?? []))
  return (key) => keys.has(String(key)) || tables.has(tableOf(String(key)) ?? '')
}
