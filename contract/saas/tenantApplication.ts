import { z } from 'zod'
import { post, seen } from '../kernel/call.ts'
import { document } from '../kernel/document.ts'
import { childRows, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, choices, code, date, instant, int, ref, rows, text } from '../kernel/field.ts'
import { flow, titlesOf } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { soldModules as sold } from '../sys/entitlement.ts'
import { caps } from './quotaPackage.ts'

/** What a tenant is made of, in this order. Each step may be taken again. */
export const provisionSteps = {
  TENANT: ['租户档案', 'Tenant'],
  ORGS: ['组织', 'Organisations'],
  OPTIONS: ['系统参数', 'Options'],
  PREPARE: ['基础资料', 'What organisations begin with'],
  ROLES: ['角色', 'Roles'],
  ADMIN: ['管理员', 'Administrator'],
  WALLET: ['配额账户', 'Wallet'],
  ENTITLE: ['授权', 'Entitlement'],
  SMOKE: ['验证登录', 'Log-in tried'],
} as const satisfies Record<string, Text>
export type ProvisionStep = keyof typeof provisionSteps

const journal = childRows('saas', 'provisionStep', 'saas.tenantApplication', {
  title: ['开通步骤', 'Provisioning'],
  scope: 'org',
  fields: {
    applicationId: ref(['租户申请', 'Application'], 'saas.tenantApplication', { required: true, derived: true }),
    step: choice(['步骤', 'Step'], provisionSteps, { required: true, derived: true }),
    stepState: choice(
      ['状态', 'State'],
      { DONE: ['完成', 'Done'], FAILED: ['失败', 'Failed'] },
      { required: true, derived: true },
    ),
    tries: int(['次数', 'Tries'], { required: true, derived: true }),
    at: instant(['时间', 'At'], { required: true, derived: true }),
    problem: text(['原因', 'Why'], { derived: true, max: 300 }),
  },
  unique: [['applicationId', 'step']],
})

export const tenantStates = {
  DRAFT: ['草稿', 'Draft'],
  APPLIED: ['待审核', 'To approve'],
  PROVISIONING: ['开通中', 'Being set up'],
  ERROR: ['开通失败', 'Set-up failed'],
  TRIAL: ['试用', 'Trial'],
  ACTIVE: ['正常', 'Active'],
  GRACE: ['宽限期', 'Grace'],
  SUSPENDED: ['已停用', 'Suspended'],
  ENDED: ['已终止', 'Ended'],
  REMOVED: ['数据已删除', 'Data removed'],
  REJECTED: ['已驳回', 'Rejected'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
export type TenantState = keyof typeof tenantStates
/** While it lives it belongs to somebody, and is counted. */
export const liveStates = ['TRIAL', 'ACTIVE', 'GRACE', 'SUSPENDED'] as const satisfies readonly TenantState[]

/** What becomes of it without a person's step. */
export const tenantMoves = {
  confirm: { title: ['确认邮箱', 'Confirm the mail address'], from: ['DRAFT'], to: 'APPLIED' },
  forget: { title: ['逾期未确认', 'Not confirmed in time'], from: ['DRAFT'], to: 'CANCELLED' },
  begin: { title: ['开通完成', 'Set up'], from: ['PROVISIONING'], to: 'TRIAL' },
  fail: { title: ['开通失败', 'Set-up failed'], from: ['PROVISIONING'], to: 'ERROR' },
  activate: { title: ['激活', 'Activate'], from: ['TRIAL', 'GRACE', 'SUSPENDED', 'ACTIVE'], to: 'ACTIVE' },
  runOut: { title: ['配额用尽', 'Ran out'], from: ['TRIAL', 'ACTIVE'], to: 'GRACE' },
  gone: { title: ['数据已删除', 'Data removed'], from: ['ENDED'], to: 'REMOVED' },
  lapse: { title: ['宽限期满', 'Grace over'], from: ['GRACE'], to: 'SUSPENDED' },
} as const satisfies Record<string, { title: Text; from: readonly TenantState[]; to: TenantState }>

const approving = {
  tenantCode: code(['租户代码', 'Tenant code'], { required: true, max: 20 }),
  packageId: ref(['试用套餐', 'Trial package'], 'saas.quotaPackage', { required: true }),
  trialDays: int(['试用天数', 'Days of trial'], { required: true, initial: 15, least: 1, most: 180 }),
}

// density: the whole life of a tenant, with the words of its states and steps
/** 租户申请: a company that wants to work with the product, and the tenant that it becomes. */
export const tenantApplication = document('saas', 'tenantApplication', {
  title: ['租户申请', 'Tenant application'],
  module: 'tenant_application.application',
  prefix: 'SQ',
  worksAt: ['PLAT', 'AGENT'],
  seenFrom: { AGENT: 'BELOW' },
  flow: flow({
    states: tenantStates,
    initial: 'DRAFT',
    typedIn: ['DRAFT'],
    final: ['REMOVED', 'REJECTED', 'CANCELLED'],
    steps: {
      submit: { title: ['提交', 'Submit'], from: ['DRAFT'], to: 'APPLIED', verb: 'update', bulk: true },
      approve: {
        title: ['审核', 'Approve'],
        from: ['APPLIED'],
        to: 'PROVISIONING',
        verb: 'approve',
        stamp: 'approvedAt',
        input: approving,
      },
      reject: { title: ['驳回', 'Reject'], from: ['APPLIED'], to: 'REJECTED', verb: 'approve', reason: true },
      retry: { title: ['重试开通', 'Try again'], from: ['ERROR'], to: 'PROVISIONING', verb: 'start' },
      extend: {
        title: ['延长期限', 'Extend'],
        from: ['TRIAL', 'GRACE'],
        verb: 'approve',
        input: { days: int(['延长天数', 'Days'], { required: true, initial: 15, least: 1, most: 180 }) },
      },
      suspend: {
        title: ['停用', 'Suspend'],
        from: ['TRIAL', 'ACTIVE', 'GRACE'],
        to: 'SUSPENDED',
        verb: 'approve',
        reason: true,
        danger: true,
      },
      resume: { title: ['恢复', 'Resume'], from: ['SUSPENDED'], to: 'ACTIVE', verb: 'start' },
      end: {
        title: ['终止', 'End'],
        from: ['SUSPENDED'],
        to: 'ENDED',
        verb: 'approve',
        reason: true,
        danger: true,
      },
      exportAll: { title: ['导出全部数据', 'Export all data'], from: ['SUSPENDED', 'ENDED'], verb: 'approve' },
      askRemoval: {
        title: ['申请删除数据', 'Ask to remove the data'],
        from: ['ENDED'],
        verb: 'approve',
        reason: true,
        danger: true,
      },
      keepData: { title: ['撤回删除', 'Keep the data'], from: ['ENDED'], verb: 'approve' },
      removeAll: { title: ['确认删除数据', 'Remove the data'], from: ['ENDED'], verb: 'approve', danger: true },
      transfer: {
        title: ['转移代理商', 'Transfer'],
        from: [...liveStates],
        verb: 'update',
        input: { agentId: ref(['新代理商', 'To agent'], 'saas.agent', { required: true }) },
      },
      cancel: {
        title: ['取消', 'Cancel'],
        from: ['DRAFT', 'APPLIED', 'ERROR'],
        to: 'CANCELLED',
        verb: 'cancel',
        reason: true,
        danger: true,
      },
    },
  }),
  ownerThrough: 'everybody',
  called: 'company',
  fields: {
    company: text(['企业名称', 'Company'], { required: true, filter: true, max: 60 }),
    licenceNo: code(['统一社会信用代码', 'Licence no.'], { required: true, filter: true, max: 32 }),
    contact: text(['联系人', 'Contact'], { required: true, max: 32 }),
    phone: text(['手机', 'Phone'], { required: true, max: 20 }),
    email: text(['邮箱', 'Mail'], { required: true, max: 100 }),
    region: text(['区域', 'Region'], { filter: true, max: 32 }),
    modules: choices(['需要模块', 'Modules'], sold, { initial: ['wms'] }),
    dcs: int(['物流中心数', 'Logistics centres'], { required: true, initial: 1, most: 50 }),
    tcs: int(['运输中心数', 'Transport centres'], { required: true, initial: 0, most: 50 }),
    agentId: ref(['代理商', 'Agent'], 'saas.agent', { filter: true, derived: true }),
    tenantCode: code(['租户代码', 'Tenant code'], { filter: true, derived: true, max: 20 }),
    /** Which tenant it became. */
    madeId: code(['租户标识', 'Tenant id'], { derived: true, max: 20 }),
    packageId: ref(['试用套餐', 'Trial package'], 'saas.quotaPackage', { derived: true }),
    trialDays: int(['试用天数', 'Days of trial'], { derived: true }),
    entitled: choices(['已开通模块', 'Modules open'], sold, { derived: true }),
    ...(Object.fromEntries(Object.entries(caps).map(([name, f]) => [name, { ...f, derived: true }])) as typeof caps),
    /** Of a trial its last day, of a grace the last before the doors close. */
    endsOn: date(['期限', 'Until'], { derived: true, filter: true }),
    begunOn: date(['开通日期', 'Open since'], { derived: true, filter: true }),
    /** When its administrator first logged in: from then on nobody else gives him a password. */
    adminAt: instant(['管理员首次登录', 'First log-in'], { derived: true }),
    step: choice(['当前步骤', 'Step'], provisionSteps, { derived: true }),
    problem: text(['失败原因', 'What failed'], { derived: true, max: 300 }),
    steps: rows(['开通步骤', 'Provisioning'], journal, { derived: true }),
    /** Who filled it in: somebody with an account, or the company itself by its form. */
    source: choice(
      ['来源', 'Source'],
      { TYPED: ['代为录入', 'Entered'], FORM: ['自助申请', 'Own application'] },
      {
        derived: true,
        initial: 'TYPED',
        filter: true,
      },
    ),
    /** Until when its people let the provider look in. */
    supportUntil: date(['支持授权至', 'Support until'], { derived: true }),
    /** Below the data folder of the server: what an export, or the removal, has left. */
    exportFile: text(['导出文件', 'Export'], { derived: true, max: 120 }),
    exportedAt: instant(['导出时间', 'Exported'], { derived: true }),
    removalById: ref(['申请删除人', 'Removal asked by'], 'sys.user', { derived: true }),
    removalAt: instant(['申请删除时间', 'Removal asked'], { derived: true }),
    confirmedAt: instant(['邮箱确认时间', 'Mail confirmed'], { derived: true }),
  },
  /** The network that a form came from, as nobody can read it, and the form itself: sent again it is no second one. */
  secrets: { network: code(['网络', 'Network'], { max: 64 }), sentKey: code(['请求', 'Request'], { max: 64 }) },
  list: [
    'billNo',
    'state',
    'company',
    'tenantCode',
    'endsOn',
    'step',
    'agentId',
    'modules',
    'dcs',
    'tcs',
    'contact',
    'phone',
    'region',
  ],
  actions: ['create', 'update', 'remove', 'approve', 'cancel', 'start', 'export'],
  verbs: {
    ...titlesOf(tenantMoves as never),
    initialPassword: ['发放初始密码', 'Hand out the initial password'],
    supportPassword: ['支持登录', 'Look in for support'],
  },
})

/** 发放初始密码: a password for the tenant's administrator, until he has logged in. It is told once. */
export const initialPassword = post(`${entityPath(tenantApplication.header)}/initialPassword`, {
  title: ['发放初始密码', 'Hand out the initial password'],
  permission: entityPermission(tenantApplication.header, 'start'),
  input: seen,
  output: z.object({ version: z.number(), initialPassword: z.string().nullable() }),
})

/** 支持登录: a password for the user as whom the provider looks in, while the tenant lets it. It is told once. */
export const supportPassword = post(`${entityPath(tenantApplication.header)}/supportPassword`, {
  title: ['支持登录', 'Look in for support'],
  permission: entityPermission(tenantApplication.header, 'start'),
  input: seen,
  output: z.object({ version: z.number(), initialPassword: z.string().nullable() }),
})
