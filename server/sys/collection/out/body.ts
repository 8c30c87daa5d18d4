import { refuse } from '@lading/contract/kernel/fault.ts'
import { messagePaths } from '@lading/contract/sys/businessEvent.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { writeSheet } from '../../../platform/sheet/write.ts'
import {
  arrayOf,
  linesOf,
  type Mapping,
  mapRecord,
  type OutsideRecord,
  openedBy,
  readPath,
  readWords,
  valueFor,
} from '../mapping.ts'

/** The columns of a file of messages for whom no mapping says others: a row for each line, named as the message does. */
const documented: readonly Mapping[] = messagePaths.map((path) => ({
  target: path.replace('lines[].', ''),
  path,
  fixed: null,
  words: null,
}))

/** A message as a file has it: one row for each of its lines, or one where the mapping opens none. */
export const csvBody = (message: OutsideRecord, mappings: readonly Mapping[]): Promise<Buffer> => {
  const all = mappings.length > 0 ? mappings : documented
  const columns = all.map(({ target }) => ({ title: target }))
  return writeSheet('csv', { name: 'event', columns, rows: mapRecord(message, all) })
}

/**
 * A message as JSON in the other side's words. A target as `a.b` stands in an object; one as `items[].sku` in an array with
 * as many places as the array that its path opens. Values without a dictionary stay what they are.
 */
export function jsonBody(message: OutsideRecord, mappings: readonly Mapping[]): string {
  if (mappings.length === 0) return JSON.stringify(message)
  const lines = linesOf(message, mappings)
  const body: Json = {}
  for (const mapping of mappings) {
    const array = arrayOf(mapping.target)
    if (array === undefined) put(body, mapping.target.split('.'), valueFor(message, undefined, mapping))
    else {
      const below = mapping.target.slice(array.length + 3).split('.')
      lines.forEach((line, i) => {
        put(placeIn(body, array, i), below, valueFor(message, line, mapping))
      })
    }
  }
  return JSON.stringify(body)
}

interface Json {
  [name: string]: unknown
}
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object at a name, made where there is none yet; what stands there as a value was refused when it was saved. */
function within(body: Json, name: string): Json {
  const there = Object.hasOwn(body, name) ? body[name] : undefined
  if (isJson(there)) return there
  const made: Json = {}
  body[name] = made
  return made
}
function put(body: Json, names: readonly string[], value: unknown): void {
  const last = names.at(-1) ?? ''
  let here = body
  for (const name of names.slice(0, -1)) here = within(here, name)
  here[last] = value ?? null
}
function placeIn(body: Json, array: string, i: number): Json {
  const names = array.split('.')
  let here = body
  for (const name of names.slice(0, -1)) here = within(here, name)
  const last = names.at(-1) ?? ''
  const there = Object.hasOwn(here, last) ? here[last] : undefined
  const places: Json[] = Array.isArray(there) ? there : []
  here[last] = places
  const place = places[i] ?? {}
  places[i] = place
  return place
}

/** Refuses a mapping that finds nothing in a message, or of whose targets one would overwrite another. */
export function demandOutMappings(mappings: readonly Mapping[], isJsonSent: boolean): void {
  for (const { target, path, fixed, words } of mappings) {
    if (!path && !fixed) refuse(collectionFaults.empty, { target })
    if (path && !messagePaths.includes(path)) refuse(collectionFaults.path, { path })
    if (words) readWords(words)
  }
  openedBy(mappings)
  if (isJsonSent) demandTargets(mappings)
}

const ownNames: readonly string[] = ['__proto__', 'constructor', 'prototype']
function demandTargets(mappings: readonly Mapping[]): void {
  const bare = mappings.map(({ target }) => target.replaceAll('[]', ''))
  for (const [i, { target, path }] of mappings.entries()) {
    const names = readPath(target)
    const isArray = arrayOf(target) !== undefined
    const opens = arrayOf(path) !== undefined
    const name = bare[i] ?? ''
    const clashes = bare.some((other, j) => i !== j && (other === name || other.startsWith(`${name}.`)))
    const isDeep = target.split('[]').length > 2 || target.endsWith('[]')
    if (
      clashes ||
      isDeep ||
      (path && isArray !== opens) ||
      names.some((one) => ownNames.includes(one.replace('[]', '')))
    )
      refuse(collectionFaults.path, { path: target })
  }
  if (new Set(mappings.flatMap(({ target }) => arrayOf(target) ?? [])).size > 1) refuse(collectionFaults.arrays)
}
