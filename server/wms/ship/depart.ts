import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { departShip as departCall } from '@lading/contract/wms/shipCalls.ts'
import type { z } from 'zod'
import type { Seen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { takeStep } from '../bill/steps.ts'
import { shipSteps } from './steps.ts'

/** 发运 from the desk, with what is read off the truck; a seal that was planned stays unless another is put on. */
export function departShip(ctx: Ctx, input: z.output<typeof departCall.input>): Promise<Seen> {
  const { id, version, sealNo, odometerKm, departTempC } = input
  return takeStep(
    ctx,
    shipBill,
    'despatch',
    { id, version },
    {
      effect: async (on, bill, made) => ({
        ...(await shipSteps.despatch?.effect?.(on, bill, made)),
        ...(sealNo && { sealNo }),
        ...(odometerKm !== undefined && { odometerKm }),
        ...(departTempC !== undefined && { departTempC }),
      }),
    },
  )
}
