// engine: looks for room among the goods of all owners, and claims it

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binOf } from '@lading/contract/wms/place.ts'
import { putAwayFaults } from '@lading/contract/wms/putAwayFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { binRefusal } from '../strategy/binRefusal.ts'
import { roomOf } from '../strategy/binRoom.ts'
import { claimOf, type PutAwayBin, type PutAwayGoods, type PutAwayRule } from '../strategy/putAwaySnapshot.ts'
import { goodsFor } from './propose.ts'
import type { Goods } from './rules.ts'
import { binSnapshots } from './snapshot.ts'

/** What a person may choose: any bin that takes the goods, its own limits and those of a pick face held. */
const byHand: PutAwayRule = {
  seq: 0,
  method: 'FIXED_PICK',
  storageAreaIds: [],
  binTypeIds: [],
  usages: [],
  capacity: 'CHECK',
  fefoGuard: false,
  mixLot: true,
  splitAllowed: false,
}

/**
 * Refuses a bin that a person chose for goods: locked, full, not to be mixed, or not for such goods. The bin stays locked
 * until the end of the transaction, so that nobody counts on the same room; stock rows are locked before.
 */
export async function demandFits(ctx: Ctx, goods: readonly Goods[], binId: string): Promise<void> {
  await ctx.tx.query(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${binId} for no key update`)
  const [bin] = await binSnapshots(ctx, [binId], goods[0]?.lineIds)
  let left = found(bin, ['货位', 'Bin'])
  for (const [i, g] of goods.entries()) {
    const asked = await goodsFor(ctx, g)
    // A pallet stands on one position, however many goods are on it; these lie together there as well.
    const one = i === 0 ? asked : { ...asked, pallets: 0n }
    demandSuits(left, one)
    demandRoom(left, one)
    left = { ...left, claims: [...left.claims, claimOf(one)] }
  }
}

const named = ({ id, code }: PutAwayBin) => rowName(binOf, id, code)

function demandSuits(bin: PutAwayBin, goods: PutAwayGoods): void {
  const refusal = binRefusal(bin, goods, byHand)
  if (refusal?.code === 'DISABLED') refuse(wmsFaults.binDisabled, { bin: named(bin) })
  if (refusal?.code === 'LOCKED') refuse(wmsFaults.binLocked, { bin: named(bin), reason: bin.lockIn ?? '' })
  if (refusal?.code.startsWith('MIX_')) refuse(wmsFaults.binMix, { bin: named(bin) })
  if (refusal) refuse(putAwayFaults.unfit, { reason: refusal.text })
}

function demandRoom(bin: PutAwayBin, goods: PutAwayGoods): void {
  const room = roomOf(bin, goods, byHand)
  if (room.qty >= goods.qty) return
  if (room.by === 'PICK_MAX') refuse(putAwayFaults.pickMax, { bin: named(bin), qty: formatQty(room.qty) })
  refuse(wmsFaults.binFull, { bin: named(bin) })
}
