import { z } from 'zod'
import { id, post, query } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { date } from '../kernel/field.ts'
import { valueSchema } from '../kernel/schema.ts'
import { clientFeeAgreement, feeAgreement } from './feeAgreement.ts'
import { clientFeeBill } from './feeBill.ts'
import { charge } from './feeCalls.ts'

const day = (zh: string, en: string) => valueSchema(date([zh, en], { required: true })) as z.ZodType<string>

/** So many days are charged at a time. */
export const storeDaysMax = 31

/** 仓储试算: what an agreement would charge for a day of the warehouses. Nothing is written. */
export const storeTrial = query(`${entityPath(clientFeeAgreement.header)}/storeTrial`, {
  title: ['仓储试算', 'Try out storage'],
  permission: entityPermission(clientFeeAgreement.header, 'view'),
  input: z.object({ id, day: day('日期', 'Day') }),
  output: z.object({ charges: z.array(charge), amount: z.string() }),
  reads: [feeAgreement.header.key],
})

/** 仓储计费: charges days of the warehouses again. What is confirmed stays; a difference to it is a charge of its own. */
export const rateStores = post(`${entityPath(clientFeeBill.header)}/rateStores`, {
  title: ['仓储计费', 'Charge storage'],
  permission: entityPermission(clientFeeBill.header, 'create'),
  input: z.object({ centreId: id.optional(), from: day('从', 'From'), to: day('至', 'Until') }),
  output: z.object({ days: z.number(), charges: z.number() }),
})
