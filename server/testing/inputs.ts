import type { Call } from '@lading/contract/kernel/call.ts'
import { z } from 'zod'
import { type InputOptions, type Schema, valueFor } from '../../tools/sample/value.ts'

const made = { input: new WeakMap<z.ZodType, Schema>(), output: new WeakMap<z.ZodType, Schema>() }

/** Made once per call: proofs ask for the same one hundreds of times. */
function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const known = made[io].get(type)
  if (known) return known
  const schema = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
  made[io].set(type, schema)
  return schema
}

/** An input that the call's own schema accepts, made from the schema: a new call needs no test data of its own. */
export function inputFor(call: Call, o: InputOptions): Record<string, unknown> {
  if (o.text) return meant(valueFor(schemaOf(call.input, 'output'), [], o))
  const problems: string[] = []
  for (const io of ['output', 'input'] as const) {
    const made = meant(valueFor(schemaOf(call.input, io), [], o))
    const input = call.method === 'POST' ? made : textsOf(made)
    const parsed = call.input.safeParse(input)
    if (parsed.success) return input as Record<string, unknown>
    problems.push(JSON.stringify(parsed.error.issues).slice(0, 500))
  }
  throw new Error(`no valid input could be made for ${call.path}: ${problems.join(' / ')}`)
}

/** Who only asked would have nothing done, and prove nothing. */
function meant(input: unknown): Record<string, unknown> {
  const { foresee: _, ...rest } = input as Record<string, unknown>
  return rest
}

/** What stands in a query string is text. */
const textsOf = (made: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(made as object).flatMap(([k, v]) => (v === null || v === undefined ? [] : [[k, String(v)]])),
  )
