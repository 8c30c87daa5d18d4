import { assert } from '@lading/contract/kernel/fault.ts'
import { floorTo, minQty, mulRatio, type Qty } from '@lading/contract/kernel/qty.ts'
import { binsOf } from './binOrder.ts'
import { binRefusal } from './binRefusal.ts'
import { type Room, roomOf, roomRefusal } from './binRoom.ts'
import { claimOf, type PutAwayBin, type PutAwayGoods, type PutAwayMethod, type PutAwayRule } from './putAwaySnapshot.ts'
import { type Reason, reason } from './reason.ts'
import { aboardRefusal, type TogetherCode } from './together.ts'

/** Where a part of the goods goes, and by which rule. */
export type PutAwayTarget = {
  readonly binId: string
  readonly ruleSeq: number
  readonly method: PutAwayMethod
  readonly qty: Qty
}

export type PutAwayCode = TogetherCode | 'CLAIMED' | 'NO_CANDIDATE' | 'NO_PICK_BIN'

/** Why a rule passed over a bin; without `binId`, why the rule found none at all. */
export type PutAwayRefusal = {
  readonly ruleSeq: number
  readonly method: PutAwayMethod
  readonly binId?: string
  readonly reason: Reason<PutAwayCode>
}

/** `rest` found no place and goes to a line without target; `refused` is cut at {@link refusedMax}. */
export type PutAwayProposal = {
  readonly targets: readonly PutAwayTarget[]
  readonly rest: Qty
  readonly refused: readonly PutAwayRefusal[]
  readonly refusedCount: number
  /** 无可用货位, when there is a rest. */
  readonly reason?: Reason<'NO_BIN'>
}

/** Refusals kept for a dry run; more than a person reads. */
export const refusedMax = 200

/**
 * 试算 and the real thing: proposes bins for goods. Source: wms.md 7.2. Rules are tried by `seq`; within a rule the
 * first bin that takes everything wins. When no bin does and goods may be split, the rule's bins are filled in whole
 * cases and what remains goes on to the next rule. The caller locks the bins, checks again and writes claims.
 */
export function putAway(
  goods: PutAwayGoods,
  bins: readonly PutAwayBin[],
  rules: readonly PutAwayRule[],
): PutAwayProposal {
  assert(goods.qty > 0n && goods.qpc > 0n && goods.pallets >= 0n, 'goods to put away are positive')
  const targets: PutAwayTarget[] = []
  const refused: PutAwayRefusal[] = []
  let rest = goods
  let open = bins
  for (const rule of [...rules].sort((a, b) => a.seq - b.seq)) {
    const parts = tryRule(rule, rest, open, refused)
    targets.push(...parts)
    open = withClaims(open, rest, parts)
    rest = portion(
      rest,
      parts.reduce((left, { qty }) => left - qty, rest.qty),
    )
    if (rest.qty === 0n) break
  }
  return {
    targets,
    rest: rest.qty,
    refused: refused.slice(0, refusedMax),
    refusedCount: refused.length,
    ...(rest.qty > 0n && { reason: reason('NO_BIN', texts.noBin) }),
  }
}

/** Several goods one after the other; each sees what was proposed for those before as claimed. */
export function putAwayAll(
  list: readonly PutAwayGoods[],
  bins: readonly PutAwayBin[],
  rules: readonly PutAwayRule[],
): readonly PutAwayProposal[] {
  let open = bins
  return list.map((goods) => {
    const proposal = putAway(goods, open, rules)
    open = withClaims(open, goods, proposal.targets)
    return proposal
  })
}

function tryRule(
  rule: PutAwayRule,
  goods: PutAwayGoods,
  bins: readonly PutAwayBin[],
  refused: PutAwayRefusal[],
): readonly PutAwayTarget[] {
  const name = { ruleSeq: rule.seq, method: rule.method }
  const candidates = binsOf(rule, bins, goods)
  if (candidates.length === 0) refused.push({ ...name, reason: noCandidate(rule, goods) })
  const partial: { bin: PutAwayBin; room: Room }[] = []
  let targets: readonly PutAwayTarget[] = []
  for (const bin of candidates) {
    const refusal = claimedRefusal(bin, goods, rule) ?? binRefusal(bin, goods, rule) ?? aboardRefusal(bin, goods)
    if (refusal) {
      refused.push({ ...name, binId: bin.id, reason: refusal })
      continue
    }
    const room = roomOf(bin, goods, rule)
    if (room.qty >= goods.qty) {
      targets = [{ ...name, binId: bin.id, qty: goods.qty }]
      break
    }
    partial.push({ bin, room })
  }
  if (targets.length === 0 && rule.splitAllowed && goods.splitAllowed) targets = spread(partial, goods, name)
  const used = new Set(targets.map(({ binId }) => binId))
  for (const { bin, room } of partial) {
    if (!used.has(bin.id)) refused.push({ ...name, binId: bin.id, reason: roomRefusal(bin, room) })
  }
  return targets
}

/** Whole cases into one bin after the other; loose units only with the last of the goods. */
function spread(
  partial: readonly { bin: PutAwayBin; room: Room }[],
  goods: PutAwayGoods,
  name: { readonly ruleSeq: number; readonly method: PutAwayMethod },
): readonly PutAwayTarget[] {
  const targets: PutAwayTarget[] = []
  let rest = goods.qty
  for (const { bin, room } of partial) {
    const qty = room.qty >= rest ? rest : floorTo(minQty(room.qty, rest), goods.qpc)
    if (qty > 0n) targets.push({ ...name, binId: bin.id, qty })
    rest -= qty
    if (rest === 0n) break
  }
  return targets
}

/** An empty bin that is promised to other goods: not empty any more, unless those are of the same lot in a lane. */
function claimedRefusal(bin: PutAwayBin, goods: PutAwayGoods, { method }: PutAwayRule): Reason<'CLAIMED'> | undefined {
  const wantsEmpty = method === 'EMPTY' || method === 'NEAR_PICK' || method === 'BULK'
  if (!wantsEmpty || bin.contents.length > 0 || bin.claims.length === 0) return undefined
  if (
    method === 'BULK' &&
    bin.claims.every(({ lotId, ownerId }) => lotId === goods.lotId && ownerId === goods.ownerId)
  ) {
    return undefined
  }
  return reason('CLAIMED', texts.claimed, { bin: bin.code })
}

function noCandidate({ method }: PutAwayRule, goods: PutAwayGoods): Reason<'NO_CANDIDATE' | 'NO_PICK_BIN'> {
  const needsFace = method === 'FIXED_PICK' || method === 'NEAR_PICK'
  if (needsFace && goods.pickFaces.length === 0) return reason('NO_PICK_BIN', texts.noPickBin)
  return reason('NO_CANDIDATE', texts.noCandidate)
}

function withClaims(
  bins: readonly PutAwayBin[],
  goods: PutAwayGoods,
  targets: readonly PutAwayTarget[],
): readonly PutAwayBin[] {
  if (targets.length === 0) return bins
  const claimed = Map.groupBy(targets, ({ binId }) => binId)
  return bins.map((bin) => {
    const own = claimed.get(bin.id)
    return own ? { ...bin, claims: [...bin.claims, ...own.map(({ qty }) => claimOf(portion(goods, qty)))] } : bin
  })
}

/** A part of the goods, with its share of the pallet positions. */
function portion(goods: PutAwayGoods, qty: Qty): PutAwayGoods {
  return { ...goods, qty, pallets: mulRatio(goods.pallets, qty, goods.qty, 'UP') }
}

const texts = {
  noBin: ['无可用货位', 'No bin available'],
  claimed: ['货位[{bin}]已被其他上架任务占用', 'Bin [{bin}] is reserved by another put-away'],
  noCandidate: ['没有符合该规则的货位', 'No bin matches this rule'],
  noPickBin: ['商品没有拣货位', 'The product has no pick face'],
} as const
