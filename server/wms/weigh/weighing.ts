import { refuse } from '@lading/contract/kernel/fault.ts'
import { weighFaults } from '@lading/contract/wms/weighFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** A weight as somebody says it: by which scale, or typed. */
export interface SaidWeight {
  /** As the scale shows it, in kilograms. */
  readonly grossKg: string
  readonly scaleId?: string | undefined
}
/** Refuses a weight that no scale shows, and a typed one where weights come from scales only. */
export type DemandWeight = (ctx: Ctx, said: SaidWeight) => Promise<void>

/** What weighing asks of the administration. */
interface Needs {
  readonly readOption: (ctx: Ctx, key: 'wms_scale_manual') => Promise<boolean>
  readonly demandReading: (ctx: Ctx, scaleId: string, kg: string) => Promise<void>
}
export const weighing =
  (needs: Needs): DemandWeight =>
  async (ctx, { grossKg, scaleId }) => {
    if (scaleId !== undefined) await needs.demandReading(ctx, scaleId, grossKg)
    else if (!(await needs.readOption(ctx, 'wms_scale_manual'))) refuse(weighFaults.fromScale)
  }
