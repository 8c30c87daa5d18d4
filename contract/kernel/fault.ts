import type { Language, RowName, Text } from './text.ts'
import { isRowName, say } from './text.ts'

/** What is wrong with one field or one row of an input. */
export interface FieldError {
  readonly field: string
  readonly rule: string
  readonly message: string
  readonly row?: number
}

/** A kind of refusal: its code (C-48: the first three digits are the HTTP class) and its text. */
export interface Refusal {
  readonly code: number
  readonly text: Text
}

/**
 * An expected refusal: something a user can cause, said so that he knows what to do.
 * Anything else that is thrown is a programmer's error and becomes code 50000.
 */
export class Fault extends Error {
  readonly refusal: Refusal
  readonly args: Readonly<Record<string, unknown>>
  readonly errors: readonly FieldError[]
  constructor(refusal: Refusal, args: Readonly<Record<string, unknown>> = {}, errors: readonly FieldError[] = []) {
    super(say(refusal.text, 'en-US', args))
    this.refusal = refusal
    this.args = args
    this.errors = errors
  }
  /** The rows that have to be settled first: those that it names, in its words or beside them. */
  get about(): readonly RowName[] {
    return Object.values(this.args).filter(isRowName)
  }
  in(language: Language): string {
    return say(this.refusal.text, language, this.args)
  }
  /** In both languages, for whoever reads it later. */
  get said(): Text {
    return [this.in('zh-CN'), this.in('en-US')]
  }
}

export const refuse = (refusal: Refusal, args: Readonly<Record<string, unknown>> = {}): never => {
  throw new Fault(refusal, args)
}

/** For what only a programmer can cause. */
export function assert(claim: unknown, message: string): asserts claim {
  if (!claim) throw new Error(`assertion failed: ${message}`)
}

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of the kernel. Areas add theirs in their own contract. */
export const faults = {
  invalid: refusal(40000, '提交的数据有误，请检查后重试', 'The data is not valid: check the marked fields'),
  malformed: refusal(40001, '请求格式错误', 'The request cannot be read'),
  tooLarge: refusal(41300, '请求内容过大，最多{max}', 'The request is too large: at most {max}'),
  tokenExpired: refusal(40101, 'Access Token已过期', 'Access Token已过期 (the session has expired)'),
  refreshRefused: refusal(40102, '登录已失效，请重新登录', 'The session has ended: log in again'),
  badSignature: refusal(40103, '请求签名无效', 'The request signature is not valid'),
  badLogin: refusal(40104, '用户名或密码错误', 'Wrong user name or password'),
  userDisabled: refusal(40105, '账号已停用', 'This account is disabled'),
  tenantExpired: refusal(40106, '租户已到期，请联系管理员', 'The tenant has expired: ask your administrator'),
  forbidden: refusal(40301, '没有权限：{permission}', 'No permission: {permission}'),
  foreignOrg: refusal(40302, '您不能在该组织下办理业务', 'You cannot work in this organisation'),
  notDc: refusal(40303, '当前组织不是物流中心，不能办理仓储业务', 'Switch to a logistics centre for warehouse work'),
  notTc: refusal(40308, '当前组织不是运输中心，不能办理运输业务', 'Switch to a transport centre for transport work'),
  notGroup: refusal(
    40304,
    '主数据由企业统一维护，请切换到企业组织后操作',
    'Master data is kept by the enterprise: switch to the enterprise organisation',
  ),
  someOwners: refusal(
    40305,
    '此操作涉及全部货主，您只能查看部分',
    'This affects all owners, and you can only see some of them',
  ),
  beyondCarrier: refusal(40309, '只能登记本承运商的[{subject}]', 'Only {subject} of your own carrier can be recorded'),
  someOrgs: refusal(
    40307,
    '此操作涉及全部组织，您的数据范围只包含部分',
    'This affects all organisations, and your data scope covers only some of them',
  ),
  notHere: refusal(40306, '当前组织的类型不能办理[{subject}]', 'This type of organisation does not handle [{subject}]'),
  notFound: refusal(40400, '[{subject}]{no}不存在或已被删除', '[{subject}] {no} does not exist or was deleted'),
  noRoute: refusal(40401, '接口不存在', 'No such call'),
  stale: refusal(40900, '数据已被他人修改，请刷新后重试', 'Someone else changed this: refresh and try again'),
  keyReused: refusal(
    40901,
    '请求重复且内容不一致，请重新操作',
    'This request repeats an earlier one with different content: start again',
  ),
  busy: refusal(40902, '数据繁忙，请稍后重试', 'The data is busy: try again in a moment'),
  state: refusal(42201, '{no}当前状态为[{state}]，不能{action}', '{no} has status [{state}]: {action} is not possible'),
  required: refusal(42202, '{field}不能为空', '{field} is required'),
  duplicate: refusal(42203, '{field}[{value}]已存在', '{field} [{value}] already exists'),
  disabled: refusal(42204, '[{name}]已停用，不能使用', '[{name}] is disabled and cannot be used'),
  inUse: refusal(42205, '[{name}]已被[{ref}]引用，不能删除', '[{name}] is used by [{ref}] and cannot be deleted'),
  frozen: refusal(42206, '{field}不允许修改', '{field} cannot be changed'),
  broken: refusal(42207, '[{subject}]违反数据规则，未保存', 'A rule of [{subject}] forbids this: nothing was saved'),
  tooMany: refusal(42208, '最多{max}条，当前{count}条', 'At most {max}, but there are {count}'),
  emptyLines: refusal(42209, '明细不能为空', 'Enter at least one line'),
  notByMaker: refusal(
    42210,
    '{action}须由他人办理：本单由您制作',
    '{action} must be done by someone else: you created this record',
  ),
  reprint: refusal(42211, '补打需要填写原因', 'A reprint needs a reason'),
  unexpected: refusal(41700, '不支持请求头Expect的要求', 'The Expect header is not supported'),
  headersTooLarge: refusal(43100, '请求头过大', 'The request headers are too large'),
  tooLate: refusal(40800, '请求未在规定时间内送达', 'The request took too long to arrive'),
  rateLimited: refusal(42900, '操作过于频繁，请稍后重试', 'Too many attempts: try again in a moment'),
  internal: refusal(50000, '服务器内部异常', 'Internal server error'),
  tooSlow: refusal(
    50001,
    '处理超时，已停止，请缩小范围后重试',
    'It took too long and was stopped: narrow the range and try again',
  ),
  unavailable: refusal(50300, '服务暂不可用，请稍后重试', 'The service is not available: try again in a moment'),
  overloaded: refusal(
    50301,
    '系统繁忙，请{seconds}秒后重试',
    'The system is busy: try again in {seconds} {seconds|second|seconds}',
  ),
} as const satisfies Record<string, Refusal>

/** Whether the business refuses: 422xx to 428xx, and where these were used up 432xx to 450xx. */
export const isOfBusiness = (code: number): boolean =>
  (code >= 42200 && code < 42900) || (code >= 43200 && code < 45100)

/** The class of a code, but what the business refuses rides on 200, so that no proxy eats it. */
export const httpStatus = (code: number): number => (code === 0 || isOfBusiness(code) ? 200 : Math.floor(code / 100))
