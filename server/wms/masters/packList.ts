import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls, type exportInput } from '@lading/contract/kernel/crud.ts'
import { assert } from '@lading/contract/kernel/fault.ts'
import { packProduct, qpc } from '@lading/contract/mdm/product.ts'
import sql, { join } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { conditions, listRecords } from '../../kernel/listQuery.ts'
import { from } from '../../kernel/scope.ts'
import { exportRows } from '../../platform/sheet/exportRows.ts'
import { packChangeServed } from './packChange.ts'

type Question = z.output<typeof listQuery>
type Wanted = z.output<typeof exportInput>

/** The products of the page of packs, as its file the packs of those that the filter finds, and requests to change them. */
export function packListServed(): Served[] {
  const { query, export: file } = crudCalls(packProduct)
  assert(query && file, 'the page of packs lists and exports')
  return [
    ...packChangeServed(),
    serve(query, (ctx, input) => listRecords(ctx, packProduct, input as Question)),
    serveOutside(file, (request, input) => {
      const { filter, format } = input as Wanted
      const only = (ctx: Ctx) => {
        const where = join([sql`true`, ...conditions(ctx, packProduct, filter)], ' and ')
        return [sql`t.product_id in (select t.id from ${from(ctx, packProduct, 't')} where ${where})`]
      }
      return exportRows(request, qpc, { filter: {}, orderBy: 'productId,qpc', columns: [...qpc.list], format }, only)
    }),
  ]
}
