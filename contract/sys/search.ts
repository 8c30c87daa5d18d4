import { z } from 'zod'
import { query } from '../kernel/call.ts'
import { wordSchema } from '../kernel/schema.ts'

/** Hits of one kind at most. */
export const hitsMax = 5
/** The longest text that is looked for, in code points: what the labels of goods carry, and a little more. */
export const searchedMax = 128

const hit = z.object({
  id: z.string(),
  code: z.string(),
  /** Empty where its code is all that it is called. */
  name: z.string(),
  /** The title of its state, where it has one. */
  state: z.tuple([z.string(), z.string()]).readonly().nullable(),
  /** One of its codes is what was typed. */
  isExact: z.boolean(),
})
const kind = z.object({
  /** `wms.store`: where its pages are. */
  key: z.string(),
  hits: z.array(hit),
  /** There are more than these. */
  isCut: z.boolean(),
})
export type FoundKind = z.output<typeof kind>
export type FoundHit = z.output<typeof hit>

export const searchCalls = {
  /** Rows of every kind that the caller may view, the best kind first: exact codes, beginnings of codes, names. */
  records: query('/fw/api/sys/search/records', {
    title: ['查找记录', 'Find records'],
    permission: 'session',
    input: z.strictObject({ word: wordSchema(searchedMax) }),
    output: z.object({ kinds: z.array(kind) }),
    // What was found stands as it was asked for.
    reads: [],
  }),
} as const
