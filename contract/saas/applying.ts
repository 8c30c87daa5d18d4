import { z } from 'zod'
import { post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { signedCalls } from '../kernel/signedCalls.ts'
import { tenantApplication } from './tenantApplication.ts'

/** So many applications a network may send in a day. */
export const applyDaily = 5
/** So many days a link to confirm an application is good; what is not confirmed by then is cancelled. */
export const confirmDays = 2

const at = (verb: string): string => `${entityPath(tenantApplication.header)}/${verb}`
/** 申请链接: the address of the form by which a company applies itself; what comes by an agent's is the agent's. */
export const applyLink = post(at('applyLink'), {
  title: ['申请链接', 'Application link'],
  permission: entityPermission(tenantApplication.header, 'create'),
  input: z.object({}),
  output: z.object({ address: z.string() }),
})
/** The form itself. */
export const applyCalls = signedCalls(at('apply'), {
  show: ['租户申请页面', 'The page on which a company applies'],
  press: ['提交租户申请', 'A company applies'],
})
/** What the letter to the applicant leads to. */
export const confirmCalls = signedCalls(at('confirm'), {
  show: ['确认申请页面', 'The page on which an application is confirmed'],
  press: ['确认租户申请', 'An applicant confirms his address'],
})
