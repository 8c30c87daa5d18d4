import { type Board, type BoardAnswer, type BoardTable, boardRowsMax, filled } from '@lading/contract/kernel/board.ts'
import { listQuery } from '@lading/contract/kernel/call.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { demandAt } from '../../kernel/scope.ts'
import { businessDay } from '../document/day.ts'

/** A board, by the same function as the lists that its figures lead to: whoever looks sees his own rows in both. */
export const readingBoard = (board: Board): Served => serve(board.call, (ctx) => readBoard(ctx, board))

async function readBoard(ctx: Ctx, board: Board): Promise<BoardAnswer> {
  demandAt(board, ctx)
  const { tiles, table } = board
  const when = { day: businessDay(ctx), at: ctx.now().toISOString() }
  const [counts, page] = await Promise.all([
    Promise.all(
      Object.entries(tiles).map(async ([name, { of, where }]) => {
        // A count needs no row, and a page has at least one.
        const { total, isCut } = await listRecords(
          ctx,
          of,
          listQuery.parse({ filter: filled(where, when), pageSize: 1 }),
        )
        return [name, { n: total ?? 0, isCut: isCut ?? false }] as const
      }),
    ),
    table &&
      listRecords(
        ctx,
        table.of,
        listQuery.parse({ filter: filled(table.where, when), pageSize: boardRowsMax, orderBy: table.orderBy }),
      ),
  ])
  return {
    ...when,
    tiles: Object.fromEntries(counts),
    table: table && page ? { rows: page.records.map((row) => shown(table, row)), total: page.total ?? 0 } : null,
  }
}

/** Of a row only what the board has columns for: who may look at a board need not be allowed its lists. */
function shown({ columns }: BoardTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const only = (of: object) => Object.fromEntries(Object.entries(of).filter(([name]) => columns.includes(name)))
  return { id: row.id, ...only(row), refs: only(row.refs ?? {}) }
}
