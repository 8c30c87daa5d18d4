import { z } from 'zod'
import { get } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, choices, code, date, flag, int, json } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** What is sold apart; the rest of the product comes with each. */
export const soldModules = {
  wms: ['仓储', 'Warehouse'],
  tms: ['运输', 'Transport'],
  dps: ['电子标签', 'Pick to light'],
} as const satisfies Record<string, Text>

export const planStates = {
  TRIAL: ['试用', 'Trial'],
  ACTIVE: ['正常', 'Active'],
  GRACE: ['宽限期', 'Grace'],
  SUSPENDED: ['已停用', 'Suspended'],
  ENDED: ['已终止', 'Ended'],
} as const satisfies Record<string, Text>

/** Of one unit, what is left and how long. */
export interface WalletLine {
  readonly unit: string
  readonly title: Text
  readonly balance: string
  /** Of what is being used how much there was. */
  readonly granted: string
  readonly burn: string
  readonly nextExpiry: string | null
}

/**
 * 租户授权: what a tenant may and has. One row of his own, brought by the channel; where there is none, as in an installation
 * of one's own, everything is open and nothing is limited.
 */
export const entitlement = entity('sys', 'entitlement', {
  title: ['租户授权', 'Entitlement'],
  scope: 'tenant',
  fields: {
    /** There is one. */
    code: code(['代码', 'Code'], { required: true }),
    state: choice(['状态', 'State'], planStates, { required: true }),
    modules: choices(['已开通模块', 'Modules open'], soldModules, { initial: ['wms', 'tms', 'dps'] }),
    isUnlimited: flag(['不限数量', 'No limits'], { initial: true }),
    maxUsers: int(['最多用户数', 'Users at most']),
    maxCentres: int(['最多中心数', 'Centres at most']),
    maxTags: int(['最多标签数', 'Tags at most']),
    endsOn: date(['期限', 'Until']),
    wallet: json<readonly WalletLine[]>(['配额', 'Quota']),
    /** Of which thresholds its people have heard. */
    told: json<readonly string[]>(['已提醒', 'Told of']),
    /** What is brought late never takes the place of what is newer. */
    seq: int(['序号', 'Sequence'], { required: true, initial: 0 }),
  },
  unique: [['code']],
  actions: [],
  found: false,
})

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
export const planFaults = {
  suspended: refusal(
    40314,
    '租户已停用，请联系服务商',
    'The tenant is suspended: it can be read and exported, and your provider opens it again',
  ),
  closed: refusal(
    40315,
    '未开通【{module}】，请联系服务商',
    '[{module}] is not part of what was bought: ask your provider',
  ),
} as const satisfies Record<string, Refusal>

const line = z.object({
  unit: z.string(),
  title: z.tuple([z.string(), z.string()]).readonly(),
  balance: z.string(),
  granted: z.string(),
  burn: z.string(),
  nextExpiry: z.string().nullable(),
})
/** 套餐与额度: what the caller's tenant may and has; null where nobody sells it anything. */
export const ownPlan = get('/fw/api/sys/entitlement/own', {
  title: ['套餐与额度', 'Plan and quota'],
  permission: 'sys:org:view',
  reads: ['sys.org', 'sys.user'],
  output: z
    .object({
      state: z.enum(Object.keys(planStates) as [keyof typeof planStates]),
      modules: z.array(z.enum(Object.keys(soldModules) as [keyof typeof soldModules])),
      isUnlimited: z.boolean(),
      endsOn: z.string().nullable(),
      /** Of each thing that is counted how many there are, and may be. */
      caps: z.array(
        z.object({ title: z.tuple([z.string(), z.string()]).readonly(), n: z.number(), most: z.number().nullable() }),
      ),
      wallet: z.array(line),
      /** Until when the provider may look; null: it may not. */
      support: z.string().nullable(),
    })
    .nullable(),
})
