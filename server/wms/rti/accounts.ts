// engine: keeps the accounts of returnable containers

import { containerType } from '@lading/contract/wms/container.ts'
import { type DepositMode, type RtiKind, rtiAccount } from '@lading/contract/wms/rti.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { readOption } from '../option.ts'

/** Whose an account is; of the warehouse itself, of where containers come from and of where they end there is no id. */
export interface Holder {
  readonly kind: RtiKind
  readonly id: string | null
}
export const dc: Holder = { kind: 'DC', id: null }
export const supply: Holder = { kind: 'SUPPLY', id: null }
export const loss: Holder = { kind: 'LOSS', id: null }
export const isParty = ({ kind }: Pick<Holder, 'kind'>): boolean =>
  kind === 'STORE' || kind === 'VENDOR' || kind === 'CARRIER'

/** A paper that names one of them, or none: then it is about the warehouse's own. */
export interface Party {
  readonly storeId?: string | null
  readonly vendorId?: string | null
  readonly carrierId?: string | null
}
export function holderOf({ storeId, vendorId, carrierId }: Party): Holder {
  if (storeId) return { kind: 'STORE', id: storeId }
  if (vendorId) return { kind: 'VENDOR', id: vendorId }
  return carrierId ? { kind: 'CARRIER', id: carrierId } : dc
}
export const partyOf = ({ kind, id }: Holder): Required<Party> => ({
  storeId: kind === 'STORE' ? id : null,
  vendorId: kind === 'VENDOR' ? id : null,
  carrierId: kind === 'CARRIER' ? id : null,
})

/** What is exact to a ten-thousandth, as a whole number of these. */
export const parseMoney = (text: string | null | undefined): bigint => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,4})0*)?$/.exec(text ?? '0') ?? []
  if (whole === undefined) throw new Error(`${text} is no amount of money`)
  return BigInt(`${sign}${whole}${part.padEnd(4, '0')}`)
}
export const formatMoney = (n: bigint): string => {
  const digits = (n < 0n ? -n : n).toString().padStart(5, '0')
  return `${n < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

type Row = RowOf<typeof rtiAccount, 'id' | 'code' | 'qty' | 'deposit' | 'charged'>
/** An account as it stands within a posting. */
export interface Account {
  readonly id: string
  readonly holder: Holder
  readonly typeId: string | null
  qty: number
  deposit: bigint
  charged: number
}
/** By whom and of which type; null: his money. */
export const codeOf = ({ kind, id }: Holder, typeId: string | null): string =>
  [kind, id ?? 0, typeId ?? 'CASH'].join('.')

/** Opens the accounts that are not there yet, in one order, and locks all, by id: whoever moves containers does so first. */
export async function lockAccounts(
  ctx: Ctx,
  of: readonly { readonly holder: Holder; readonly typeId: string | null }[],
): Promise<ReadonlyMap<string, Account>> {
  const wanted = new Map(of.map((one) => [codeOf(one.holder, one.typeId), one]))
  const codes = [...wanted.keys()].sort()
  await insert(
    ctx,
    rtiAccount,
    codes.map((code) => {
      const one = wanted.get(code) ?? { holder: dc, typeId: null }
      const { kind } = one.holder
      return { code, kind, typeId: one.typeId, ...partyOf(one.holder), qty: 0, deposit: '0', charged: 0 }
    }),
    sql`on conflict (tenant_id, org_id, code) do nothing`,
  )
  const rows = await ctx.tx.query<Row>(sql`
    select id, code, qty, deposit, charged from wms_rti_account
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = any(${codes}::text[]) order by id for update`)
  return new Map(
    rows.map((row) => {
      const one = wanted.get(row.code) ?? { holder: dc, typeId: null }
      return [row.code, { id: row.id, ...one, qty: row.qty, deposit: parseMoney(row.deposit), charged: row.charged }]
    }),
  )
}

export interface TypeFacts {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly returnable: boolean
  readonly serialised: boolean
  readonly deposit: string | null
  /** Of those with codes: so many of this warehouse hold something, or are in somebody's hands. */
  readonly busy: number
}
/** Types of container, and how many of each are in use here. */
export async function readTypes(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, TypeFacts>> {
  const rows = await ctx.tx.query<TypeFacts & object>(sql`
    select t.id, t.code, t.name, t.returnable, t.serialised, t.deposit,
      (select count(*)::integer from wms_container c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.type_id = t.id
        and c.state not in ('IDLE', 'SHIPPED', 'CLOSED', 'LOST', 'SCRAPPED')) as busy
    from ${named(ctx, containerType, 't')} where t.id = any(${[...new Set(ids)]}::bigint[]) order by t.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** When somebody's deposit is charged: by terms of his own, or as it is usual here. */
export async function modeOf(ctx: Ctx, holder: Holder): Promise<DepositMode> {
  const own = await ctx.tx.maybe<RowOf<typeof rtiAccount, 'depositMode'>>(sql`
    select deposit_mode from wms_rti_account where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${codeOf(holder, null)}`)
  return own?.depositMode ?? ((await readOption(ctx, 'wms_rti_deposit_mode')) as DepositMode)
}
