import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why the channel refuses something. */
export const saasFaults = {
  agentShort: refusal(43201, '代理商库存不足：{unit}可用{n}', "The agent's stock is short: {n} {unit} available"),
  frozen: refusal(43202, '配额账户已冻结', 'The quota account is frozen'),
  offSale: refusal(43203, '套餐已下架', 'The package is off sale'),
  notForBuyer: refusal(43204, '套餐【{no}】不适用于该买方', 'Package [{no}] is not offered to this buyer'),
  copies: refusal(43205, '购买份数应在{least}与{most}之间', 'Between {least} and {most} copies can be bought'),
  foreignTenant: refusal(43206, '租户不属于当前代理商', 'The tenant belongs to another agent'),
  notSeller: refusal(43207, '只有卖方可以操作', 'Only the seller may do this'),
  notPlatform: refusal(43208, '只有平台可以操作', 'Only the platform may do this'),
  overCredit: refusal(
    43209,
    '超出信用额度：未付{open}，本单{amount}，额度{limit}',
    'Beyond the credit limit: {open} unpaid, {amount} for this order, limit {limit}',
  ),
  noBuyer: refusal(43210, '请选择{field}', 'Choose the {field}'),
  paidLess: refusal(43211, '实付金额应等于应付金额{amount}', 'The amount paid has to be the {amount} due'),
  consumed: refusal(
    43212,
    '可退数量{n}：已消耗、已过期或已退的不能退',
    'At most {n} can be returned: what was consumed, has expired or was returned cannot',
  ),
  agentBusy: refusal(
    43213,
    '代理商存在{n}个有效租户，请先转移',
    'The agent has {n} live {n|tenant|tenants}: transfer them first',
  ),
  agentEnded: refusal(
    43214,
    '代理商已停用，或不在合同期内，请联系平台',
    'The agent is disabled, or its contract is not in force: ask the platform',
  ),
  codeTaken: refusal(43217, '租户编码已存在', 'The tenant code is taken'),
  codeReserved: refusal(43218, '租户编码【{code}】为保留字', 'The tenant code [{code}] is reserved'),
  codeForm: refusal(
    43219,
    '租户编码为3至20位小写字母和数字，以字母开头',
    'A tenant code has 3 to 20 small letters and digits and begins with a letter',
  ),
  licenceTaken: refusal(43220, '统一社会信用代码已申请', 'There is an application with this licence no.'),
  adminHere: refusal(
    43221,
    '管理员已登录，请由其自行修改密码',
    'The administrator has logged in: his password is his own',
  ),
  notOpen: refusal(43222, '租户尚未开通，或已终止', 'The tenant is not open yet, or has ended'),
  noTrial: refusal(43223, '请选择在售的试用套餐', 'Choose a trial package that is on sale'),
  nothing: refusal(43224, '数量必须大于0', 'The quantity must be greater than 0'),
  manyForms: refusal(
    43225,
    '今日提交次数过多，请明天再试',
    'Too many applications came from your network today: try again tomorrow',
  ),
  noMail: refusal(
    43226,
    '平台邮件服务未启用或未填写产品网址，无法使用自助申请',
    'Own applications need the mail service of the platform, with the address of the product',
  ),
  notConfirmed: refusal(43227, '申请人尚未确认邮箱', 'The applicant has not confirmed the mail address yet'),
  notExported: refusal(43228, '请先导出该租户的全部数据', 'Export all data of the tenant first'),
  otherPerson: refusal(43229, '须由申请人以外的人确认删除', 'Somebody else than who asked has to confirm the removal'),
  notAsked: refusal(43230, '尚未申请删除数据', 'Nobody has asked for the removal'),
  noSupport: refusal(
    43231,
    '租户未授权服务商支持，或授权已到期',
    'The tenant does not let its provider look in, or not any more',
  ),
  adjusting: refusal(43232, '该账户已有待复核的调整', 'An adjustment of the account waits for its decision already'),
  notAdjusting: refusal(43233, '该账户没有待复核的调整', 'No adjustment of the account waits for a decision'),
  otherDecides: refusal(43234, '须由申请人以外的人复核', 'Somebody else than who asked has to decide'),
  lessThere: refusal(43235, '可用数量{n}，不能扣减更多', 'No more than the {n} that are there can be taken off'),
  ownAgent: refusal(
    43236,
    '不能停用自己，请联系上级代理商或平台',
    'Nobody disables his own agent: ask whoever is above it, or the platform',
  ),
  noLines: refusal(43215, '套餐没有明细', 'The package has no lines'),
  noCaps: refusal(43216, '请填写上限，或选择不限', 'Say the limits, or that there are none'),
} as const satisfies Record<string, Refusal>
