import { z } from 'zod'
import { type Call, get, id } from './call.ts'
import { type AnyEntity, entity, entityPath, entityPermission, type Fields } from './entity.ts'
import type { Text } from './text.ts'

/** What became of a bill, read from the books of others: the columns of one tab of its detail, and the call behind it. */
export interface Trail {
  readonly title: Text
  readonly bill: AnyEntity
  readonly of: AnyEntity
  readonly call: Call<{ id: string }, readonly Record<string, unknown>[]>
}

/** Rows of one tab at most. */
export const trailMax = 1000

const row = z.looseObject({
  id: z.string(),
  refs: z.record(z.string(), z.object({ code: z.string(), name: z.string() })),
})

export function trail(bill: AnyEntity, verb: string, title: Text, fields: Fields): Trail {
  const of = entity(bill.area, `${bill.noun}${verb[0]?.toUpperCase()}${verb.slice(1)}`, {
    title,
    fields,
    actions: [],
    // What a bill's own page shows, whoever may see the bill.
    ownerThrough: 'everybody',
  })
  const call = get(`${entityPath(bill)}/${verb}`, {
    title: [`${bill.title[0]}：${title[0]}`, `${bill.title[1]}: ${title[1].toLowerCase()}`],
    permission: entityPermission(bill, 'view'),
    input: z.object({ id }),
    output: z.array(row),
  })
  return { title, bill, of, call: call as Trail['call'] }
}
