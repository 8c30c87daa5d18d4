// engine: shows where a truck is to whoever sees its trip

import { abnormal, abnormalPhotos, openFromMap, openStates } from '@lading/contract/tms/abnormal.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { Computations } from '../../kernel/registry.ts'
import type { Input } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import type { TableExtra } from '../../kernel/tables.ts'
import { documentServed } from '../../platform/document/served.ts'
import { photosServed } from '../../platform/file/photos.ts'
import { abnormalRules } from './open.ts'
import { abnormalSteps } from './steps.ts'

/** From the map: at the place where the truck was seen last. */
async function openHere(ctx: Ctx, { tripId, kind, what }: z.output<typeof openFromMap.input>) {
  const row = await ctx.tx.maybe<{ lng: string | null; lat: string | null } & object>(sql`
    select p.lng, p.lat from ${fromHere(ctx, shipPlanBill.header, 't')}
    left join tms_truck_pos p on p.tenant_id = t.tenant_id and p.truck_id = t.truck_id where t.id = ${tripId}`)
  const { lng, lat } = found(row, shipPlanBill.header.title)
  const input: Input = { tripId, kind, what, lng, lat }
  const { id } = await createRow(ctx, abnormal.header, input, abnormalRules)
  return { id, billNo: String(input.billNo) }
}

/** 异常中心 */
export const abnormalServed = (): Served[] => [
  ...documentServed(abnormal, abnormalSteps, abnormalRules),
  ...photosServed(abnormal, abnormalPhotos),
  serve(openFromMap, openHere),
]

export const abnormalComputed: Computations = {
  [abnormal.header.table]: {
    isOverdue: {
      value: (ctx) => sql`(t.state = any(${[...openStates]}::text[]) and t.deadline_at < ${ctx.now()})`,
    },
  },
}
/** Of one episode there is one, whoever finds it at the same moment. */
export const abnormalExtras: Readonly<Record<string, TableExtra>> = {
  [abnormal.header.key]: { indexes: [{ columns: 'org_id, episode', where: 'episode is not null', unique: true }] },
}
