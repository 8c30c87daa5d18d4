import { rtiBuy, rtiDiff, rtiIn, rtiLoss, rtiOut } from '@lading/contract/wms/rtiBills.ts'
import { answerStatement, containerBoard } from '@lading/contract/wms/rtiCalls.ts'
import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { documentServed } from '../../platform/document/served.ts'
import type { ShortJob } from '../../platform/job/run.ts'
import { buyRules, buySteps, inRules, inSteps, lossRules, lossSteps, outRules, outSteps } from './bills.ts'
import { readContainerBoard } from './board.ts'
import { agreeBySilence, answer, chargeOverdue, depositRules, depositSteps } from './deposit.ts'
import { diffRules, diffSteps } from './diff.ts'

/** 可回收容器 */
export const rtiServed = (): Served[] => [
  ...documentServed(rtiOut, outSteps, outRules),
  ...documentServed(rtiIn, inSteps, inRules),
  ...documentServed(rtiBuy, buySteps, buyRules),
  ...documentServed(rtiLoss, lossSteps, lossRules),
  ...documentServed(rtiDiff, diffSteps, diffRules),
  ...documentServed(rtiDeposit, depositSteps, depositRules),
  serve(containerBoard, readContainerBoard),
  serve(answerStatement, answer),
]

/** 容器押金: what is overdue is charged, and who has said nothing to a statement agrees to it. */
export const rtiDaily: ShortJob = {
  title: ['容器逾期押金与对账确认', 'Overdue container deposits, and statements agreed by silence'],
  cron: '40 3 * * *',
  worksAt: ['DC'],
  run: async (ctx) => `${await chargeOverdue(ctx)} deposits, ${await agreeBySilence(ctx)} statements`,
}
