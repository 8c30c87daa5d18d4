import { waveBill } from '@lading/contract/wms/waveBill.ts'
import * as calls from '@lading/contract/wms/waveCalls.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { documentServed } from '../../platform/document/served.ts'
import { addOrders, makeWaveOf, offerOrders, removeOrders, waveRules } from './members.ts'
import { planOfWave } from './plan.ts'
import { waveSteps } from './steps.ts'
import { membersOf, picksOf, shortsOf, suppliesOf } from './trail.ts'

/** 波次: its form and steps, who belongs to it, and what became of it. */
export const waveServed = (): Served[] => [
  ...documentServed(waveBill, waveSteps, waveRules),
  serve(calls.addToWave, addOrders),
  serve(calls.removeFromWave, removeOrders),
  serve(calls.waveOffer, offerOrders),
  serve(calls.makeWave, makeWaveOf),
  serve(calls.planWave, planOfWave),
  serve(calls.waveOrders.call, membersOf),
  serve(calls.waveShorts.call, shortsOf),
  serve(calls.waveSupplies.call, suppliesOf),
  serve(calls.wavePicks.call, picksOf),
]
