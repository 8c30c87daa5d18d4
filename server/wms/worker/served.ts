import { dutySteps, ownDuty, setOwnDuty, workerPerformance } from '@lading/contract/wms/worker.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { performanceOf } from './days.ts'
import { readMine, setDuty, setMine } from './duty.ts'

/** Who is here, and what people have done. */
export const workerServed = (): Served[] => [
  serveEach(dutySteps.checkIn, (ctx, row) => setDuty(ctx, row, true)),
  serveEach(dutySteps.checkOut, (ctx, row) => setDuty(ctx, row, false)),
  serve(setOwnDuty, setMine),
  serve(ownDuty, readMine),
  serve(workerPerformance, performanceOf),
]
