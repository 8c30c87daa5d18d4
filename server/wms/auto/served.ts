import * as calls from '@lading/contract/wms/autoRule.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { matchedBy } from './match.ts'
import { autoRuleRules } from './rules.ts'
import { pause, resume, retry, runNow } from './run.ts'
import { boardOf, runsOf, waitingOf } from './views.ts'

/** 出库自动处理: rules that make waves of what waits, and planners who choose by the same filters. */
export const autoServed = (): Served[] => [
  ...masterServed(calls.autoRule, autoRuleRules),
  serveEach(calls.autoSteps.run, runNow),
  serveEach(calls.autoSteps.retry, retry),
  serveEach(calls.autoSteps.pause, pause),
  serveEach(calls.autoSteps.resume, resume),
  serve(calls.autoWaiting.call, waitingOf),
  serve(calls.autoRuns.call, runsOf),
  serve(calls.autoBoard, boardOf),
  serve(calls.matchOrders, matchedBy),
]
