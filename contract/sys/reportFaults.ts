import type { Refusal } from '../kernel/fault.ts'

const fault = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
export const reportFaults = {
  none: fault(40421, '没有报表[{path}]', 'There is no report [{path}]'),
  forbidden: fault(40321, '您没有访问该报表的权限', 'You do not have permission for this report'),
  param: fault(42840, '参数[{param}]不正确', 'Parameter [{param}] is not valid'),
  days: fault(
    42841,
    '日期范围最多{max}天，请缩小范围',
    'A date range can span at most {max} days: choose a shorter one',
  ),
  tooMany: fault(42842, '结果超过{max}行，请增加筛选条件或导出', 'More than {max} rows: narrow the filters, or export'),
} as const
