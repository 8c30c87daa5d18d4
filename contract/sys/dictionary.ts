import { z } from 'zod'
import { query } from '../kernel/call.ts'
import type { Text } from '../kernel/text.ts'

/** Entries that every tenant begins with; a tenant's own rows of the same key take their place. */
export const dictionaries = {
  WORK_POSITION: {
    MANAGER: ['仓库经理', 'Warehouse manager'],
    RECEIVER: ['收货员', 'Receiver'],
    PUTAWAY: ['上架员', 'Put-away clerk'],
    PICKER: ['拣货员', 'Picker'],
    SHIPPER: ['装车发运员', 'Loader'],
    COUNTER: ['盘点员', 'Counter'],
    DRIVER: ['司机', 'Driver'],
    CLERK: ['文员', 'Clerk'],
  },
  SHORT_REASON: {
    DAMAGED: ['商品破损', 'Damaged'],
    MISSING: ['货位缺货', 'Not in the bin'],
    EXPIRED: ['效期不符', 'Dates do not fit'],
    WRONG: ['商品不符', 'Wrong goods'],
    OTHER: ['其他', 'Other'],
  },
  LOCK_REASON: {
    REPAIR: ['货架维修', 'Rack repair'],
    COUNT: ['盘点', 'Counting'],
    SAFETY: ['安全隐患', 'Safety'],
    OTHER: ['其他', 'Other'],
  },
  REPRINT_REASON: {
    DAMAGED: ['标签损坏', 'Label damaged'],
    LOST: ['标签丢失', 'Label lost'],
    JAM: ['打印机故障', 'Printer trouble'],
    OTHER: ['其他', 'Other'],
  },
} as const satisfies Record<string, Record<string, Text>>

export const queryByTypeCode = query('/fw/api/sys/dicInfo/queryByTypeCode', {
  title: ['查询字典', 'Read dictionaries'],
  permission: 'session',
  input: z.object({ typeCodes: z.array(z.string().max(48)).min(1).max(100) }),
  output: z.array(
    z.object({
      typeCode: z.string(),
      queryKey: z.string(),
      /** In the caller's language. */
      infoValue: z.string(),
      sort: z.number(),
      disabled: z.boolean(),
    }),
  ),
})
