import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { parties } from '@lading/contract/tms/feeTerms.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tellWho } from '../../platform/tellWho.ts'
import type { Unit } from './units.ts'

/** Something was carried that nobody has agreed a price for: who keeps charges hears of it, once for each. */
export async function raiseUnpriced(ctx: Ctx, of: { party: Party }, unit: Unit): Promise<void> {
  const { header } = feeBills[of.party]
  tellWho(ctx, {
    kind: 'NO_AGREEMENT',
    about: `${of.party}:${unit.id}`,
    args: { no: unit.no, party: parties[of.party][0], partyEn: parties[of.party][1] },
    link: 'tms.carrierFeeBill?isUnpriced=true',
    to: { permission: entityPermission(header, 'update'), ownerId: null },
  })
}
