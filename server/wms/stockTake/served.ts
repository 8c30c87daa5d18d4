import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import * as calls from '@lading/contract/wms/stockTakeCalls.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { documentServed } from '../../platform/document/served.ts'
import { goodsOf, previewOf, sheetOf } from './sheet.ts'
import { countBinsNow, takeRules } from './start.ts'
import { recount, takeSteps } from './steps.ts'
import { binsOfTake, countsOfTake, diffsOfTake } from './trail.ts'

/** 盘点: its form and steps, what a counter is shown, and what came of it. */
export const stockTakeServed = (): Served[] => [
  ...documentServed(stockTakeBill, takeSteps, takeRules),
  serve(calls.countSheet, sheetOf),
  serve(calls.countGoods, goodsOf),
  serve(calls.previewTake, previewOf),
  serve(calls.recountBins, recount),
  serve(calls.countNow, countBinsNow),
  serve(calls.takeBins.call, binsOfTake),
  serve(calls.takeDiffs.call, diffsOfTake),
  serve(calls.takeCounts.call, countsOfTake),
]
