import { z } from 'zod'
import { post } from '../kernel/call.ts'

/** As whom somebody of the provider's looks into a tenant, while that lets him. */
export const supportUser = 'provider-support'
export const supportDaysMax = 7

const at = (verb: string): string => `/fw/api/sys/support/${verb}`
/** 支持授权: the tenant lets its provider look, everywhere, for some days; nothing can be changed by it. */
export const supportCalls = {
  grant: post(at('grant'), {
    title: ['授权服务商支持', 'Let the provider look'],
    permission: 'sys:user:create',
    input: z.object({
      days: z.number().int().min(1).max(supportDaysMax),
      reason: z.string().trim().min(1).max(200),
    }),
    output: z.object({ until: z.string() }),
  }),
  end: post(at('end'), {
    title: ['结束服务商支持', 'End the support'],
    permission: 'sys:user:create',
    input: z.object({}),
    output: z.null(),
  }),
} as const
