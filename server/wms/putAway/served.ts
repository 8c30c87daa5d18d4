import * as calls from '@lading/contract/wms/putAwayCalls.ts'
import { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import { chosenStock } from '@lading/contract/wms/stock.ts'
import { demandDc } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { reproposeTask } from './again.ts'
import { isWaiting, startTasks } from './start.ts'
import { findOthers, setTarget } from './target.ts'
import { tryOut } from './tryOut.ts'

/** What is asked of put-away beside working on its tasks. */
export const putAwayServed = (): Served[] => [
  serve(tryPutAway, tryOut),
  serveEach(calls.repropose, reproposeTask),
  serve(calls.otherBins, findOthers),
  serve(calls.changeTarget, setTarget),
  serve(calls.startPutAway, (ctx, input) => startTasks(ctx, input)),
  serve(calls.waitingStock, (ctx, input) => {
    demandDc(ctx)
    return listRecords(ctx, chosenStock, input, [isWaiting()])
  }),
]
