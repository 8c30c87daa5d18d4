import { binsOf } from './binOrder.ts'
import { type BinRefusalCode, binRefusal } from './binRefusal.ts'
import { type RoomCode, roomOf, roomRefusal } from './binRoom.ts'
import { claimOf, type PutAwayBin, type PutAwayGoods, type PutAwayRule } from './putAwaySnapshot.ts'
import { type Reason, reason } from './reason.ts'

export type TogetherCode = BinRefusalCode | RoomCode | 'BESIDE'

/**
 * Why a bin takes not all that stands on a pallet, or undefined when it does. Each of its goods goes there by a rule of
 * its own, beside what came with it; the pallet's position was counted with the first.
 */
export function aboardRefusal(bin: PutAwayBin, goods: PutAwayGoods): Reason<TogetherCode> | undefined {
  let filled = withClaim(bin, goods)
  for (const other of goods.aboard ?? []) {
    const one = { ...other.goods, pallets: 0n }
    const rules = other.rules.filter((rule) => binsOf(rule, [bin], one).length > 0)
    const reasons = rules.map((rule) => refusalBy(rule, filled, one))
    if (rules.length === 0) return reason('BESIDE', texts.beside, { bin: bin.code })
    const first = reasons[0]
    if (first && reasons.every((r) => r !== undefined)) return first
    filled = withClaim(filled, one)
  }
  return undefined
}

function refusalBy(rule: PutAwayRule, bin: PutAwayBin, goods: PutAwayGoods): Reason<TogetherCode> | undefined {
  const refusal = binRefusal(bin, goods, rule)
  if (refusal) return refusal
  const room = roomOf(bin, goods, rule)
  return room.qty < goods.qty ? roomRefusal(bin, room) : undefined
}

const withClaim = (bin: PutAwayBin, goods: PutAwayGoods): PutAwayBin => ({
  ...bin,
  claims: [...bin.claims, claimOf(goods)],
})

const texts = {
  beside: ['货位[{bin}]不能存放同一托盘上的其他商品', 'Bin [{bin}] does not suit the other goods on the pallet'],
} as const
