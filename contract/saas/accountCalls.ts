import { z } from 'zod'
import { bulkAnswer, id, post, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { qtyText, signedQtyText, wordSchema } from '../kernel/schema.ts'
import { account, agentAccount, quotaMonitor } from './ledger.ts'

const many = { input: seenMany, output: bulkAnswer }
/** 冻结, 解冻: the platform stops an agent from selling, or lets it again. */
export const freezeAccounts = post(`${entityPath(agentAccount)}/freeze`, {
  title: ['冻结', 'Freeze'],
  permission: entityPermission(agentAccount, 'stop'),
  ...many,
})
export const unfreezeAccounts = post(`${entityPath(agentAccount)}/unfreeze`, {
  title: ['解冻', 'Unfreeze'],
  permission: entityPermission(agentAccount, 'stop'),
  ...many,
})
/** 补计量: counts the days that are over and were missed, now; what was counted stays. */
export const meterNow = post(`${entityPath(quotaMonitor)}/meter`, {
  title: ['补计量', 'Meter now'],
  permission: entityPermission(quotaMonitor, 'run'),
  ...many,
})
/** 调整: asked for by one of the platform … */
export const adjustQuota = post(`${entityPath(agentAccount)}/adjust`, {
  title: ['申请调整', 'Ask for an adjustment'],
  permission: entityPermission(agentAccount, 'approve'),
  reads: [account.key],
  input: z.object({ id, qty: signedQtyText, reason: wordSchema(200) }),
  output: z.null(),
})
/** … and decided by another. */
export const decideAdjust = post(`${entityPath(agentAccount)}/decide`, {
  title: ['复核调整', 'Decide the adjustment'],
  permission: entityPermission(agentAccount, 'approve'),
  reads: [account.key],
  input: z.object({ id, ok: z.boolean() }),
  output: z.object({ balance: z.string() }),
})
/** 赠送: quota without an order. */
export const giveQuota = post(`${entityPath(quotaMonitor)}/give`, {
  title: ['赠送配额', 'Give quota'],
  permission: entityPermission(quotaMonitor, 'approve'),
  reads: [account.key],
  input: z.object({
    id,
    qty: qtyText,
    validDays: z.number().int().min(1).max(3_650).nullish(),
    reason: wordSchema(200),
  }),
  output: z.object({ balance: z.string() }),
})
