import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import * as calls from '@lading/contract/wms/labelCalls.ts'
import { labelEx, pickLabel, rplLabel } from '@lading/contract/wms/pickLabel.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { readLog } from '../../kernel/crudServed.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import * as exceptions from './exceptions.ts'
import * as work from './work.ts'

/** The same labels on each of their pages. */
function shown(of: AnyEntity, only: readonly Sql[]): Served[] {
  const wanted: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
    query: (ctx, input: z.output<typeof listQuery>) => listRecords(ctx, of, input, only),
    getById: (ctx, input: { id: string }) => getRow(ctx, of, input.id),
    log: (ctx, input: { id: string }) => readLog(ctx, pickLabel, input.id),
  }
  return Object.entries(crudCalls(of)).flatMap(([verb, call]) => {
    const handle = wanted[verb]
    // The call's schema has shaped the input before its handler sees it.
    return handle ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
  })
}

/** 标签: taking and finishing them, what goes wrong with them, and those of replenishment. */
export const labelServed = (): Served[] => [
  ...shown(pickLabel, [sql`t.kind = 'PICK'`]),
  ...shown(labelEx, [sql`t.exception_code is not null`]),
  ...shown(rplLabel, [sql`t.kind = 'RPL'`]),
  serve(calls.takenLabels, work.takenBy),
  serve(calls.obtainLabels, work.obtain),
  serve(calls.confirmLabel, work.confirmOne),
  serve(calls.finishLabels, work.finish),
  serve(calls.returnLabels, work.giveBack),
  serve(calls.findLabel, exceptions.find),
  serve(calls.shortLabel, exceptions.short),
  serve(calls.replaceLabel, exceptions.replace),
  serve(calls.moveLabel, exceptions.move),
  serve(calls.surplusLabel, exceptions.surplus),
  serve(calls.voidLabel, exceptions.voided),
]
