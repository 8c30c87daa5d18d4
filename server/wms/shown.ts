import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../kernel/crud.ts'
import { readLog } from '../kernel/crudServed.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Served, serve } from '../kernel/http/serve.ts'
import { listRecords } from '../kernel/listQuery.ts'

/**
 * The reading calls of what verbs of its own make and change: list, one row, and its log.
 * @param logged under whose key what is done to the rows is told
 */
export function shown(of: AnyEntity, logged: AnyEntity = of, only: readonly Sql[] = []): Served[] {
  const wanted: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
    query: (ctx, input: z.output<typeof listQuery>) => listRecords(ctx, of, input, only),
    getById: (ctx, input: { id: string }) => getRow(ctx, of, input.id),
    log: (ctx, input: { id: string }) => readLog(ctx, logged, input.id),
  }
  return Object.entries(crudCalls(of)).flatMap(([verb, call]) => {
    const handle = wanted[verb]
    // The call's schema has shaped the input before its handler sees it.
    return handle ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
  })
}
