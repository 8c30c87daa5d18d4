import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { dayOf } from '../../platform/document/day.ts'

/** In the order of `Date.getUTCDay`. */
const days: readonly string[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const titles: Readonly<Record<string, Text>> = store.fields.deliveryDays.choices ?? {}
const titleOf = (day: string): Text => titles[day] ?? [day, day]

export interface Delivery {
  readonly bizDate: string | null
  readonly expectAt: Date | null
  readonly delivery: string | null
}

/** The day on which the store is to have its goods. */
export const deliveryDay = (ctx: Pick<Ctx, 'org'>, bill: Omit<Delivery, 'delivery'>): string =>
  bill.expectAt ? dayOf(ctx, bill.expectAt) : String(bill.bizDate)

/** Goods go to a store on its delivery days; a store without any takes them every day, and urgent ones go at once. */
export function demandDeliveryDay(
  ctx: Pick<Ctx, 'org'>,
  bill: Delivery,
  to: { readonly code: string; readonly deliveryDays: readonly string[] },
): void {
  if (to.deliveryDays.length === 0 || bill.delivery === 'URGENT') return
  const day = deliveryDay(ctx, bill)
  const weekday = days[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'SUN'
  if (to.deliveryDays.includes(weekday)) return
  const list = [...to.deliveryDays].sort((a, b) => order(a) - order(b)).map(titleOf)
  refuse(operateFaults.notDelivered, {
    store: to.code,
    day,
    weekday: titleOf(weekday),
    days: [list.map(([zh]) => zh).join('、'), list.map(([, en]) => en).join(', ')] satisfies Text,
  })
}
/** The week begins on Monday. */
const order = (day: string): number => (days.indexOf(day) + 6) % 7
