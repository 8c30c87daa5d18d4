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
  /** Whether weights may be typed where the caller works. */
  readonly mayType: (ctx: Ctx) => Promise<boolean>
  readonly demandReading: (ctx: Ctx, scaleId: string, kg: string) => Promise<void>
}
export const weighing =
  (needs: Needs): DemandWeight =>
  async (ctx, { grossKg, scaleId }) => {
    if (scaleId !== undefined) await needs.demandReading(ctx, scaleId, grossKg)
    else if (!(await needs.mayType(ctx))) refuse(weighFaults.fromScale)
  }
