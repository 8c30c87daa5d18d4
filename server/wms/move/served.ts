import { movableStock, startMoves as startCall } from '@lading/contract/wms/moveCalls.ts'
import { chosenStock } from '@lading/contract/wms/stock.ts'
import { demandDc } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { isMovable, startMoves } from './start.ts'

/** What is asked of moves beside working on their tasks. */
export const moveServed = (): Served[] => [
  serve(startCall, (ctx, input) => startMoves(ctx, input)),
  serve(movableStock, (ctx, input) => {
    demandDc(ctx)
    return listRecords(ctx, chosenStock, input, [isMovable()])
  }),
]
