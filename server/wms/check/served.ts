import * as calls from '@lading/contract/wms/checkCalls.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { checkContainer } from './make.ts'
import { checkOnceMore, settleCheck } from './settle.ts'
import { foundIn, goodsOf, sheetOf } from './sheet.ts'

/** 容器复核: what a checker is shown, which containers are checked, and what becomes of differences. */
export const checkServed = (): Served[] => [
  serve(calls.checkSheet, sheetOf),
  serve(calls.checkGoods, goodsOf),
  serveEach(calls.settleChecks, settleCheck),
  serveEach(calls.checkAgain, checkOnceMore),
  serveEach(calls.checkContainers, checkContainer),
  serve(calls.checkDiffs.call, foundIn),
]
