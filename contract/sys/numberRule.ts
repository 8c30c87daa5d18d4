import { z } from 'zod'
import { get, id, post, query, version } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, code, int, ref, text } from '../kernel/field.ts'
import { type NumberReset, type NumberRule, numberResets, type Part, partsOf } from '../kernel/numberPattern.ts'
import type { Text } from '../kernel/text.ts'

/** 编号规则: how an enterprise, or one of its organisations, numbers a kind of document. What is not here counts as usual. */
export const numberRule = entity('sys', 'numberRule', {
  title: ['编号规则', 'Number rule'],
  module: 'number_rule',
  scope: 'tenant',
  fields: {
    kind: code(['类型代码', 'Type code'], { required: true, max: 8 }),
    /** 0: the whole enterprise's. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    pattern: text(['编号规则', 'Pattern'], { max: 60 }),
    reset: choice(['重新计数', 'Restarts'], numberResets),
    step: int(['步长', 'Step'], { least: 1, most: 1000 }),
  },
  unique: [['kind', 'orgId']],
  label: { code: 'kind', name: 'kind' },
  actions: ['update'],
  verbs: { restore: ['恢复默认', 'Return to the usual rule'] },
  found: false,
})

/** As long as the columns that hold numbers. */
export const numberMax = 30
/** A code of an organisation that stands in numbers has at most so many characters. */
export const orgInNumberMax = 12
/** So many digits are what a counter may need until it begins again. */
const leastDigits: Readonly<Record<NumberReset, number>> = { DAY: 4, MONTH: 5, NEVER: 6 }

export const numberFaults = {
  part: { code: 42843, text: ['编号规则中的[{part}]不可用', 'The pattern cannot contain [{part}]'] },
  noSequence: {
    code: 42844,
    text: ['编号规则必须有且只有一个流水号，例如{SEQ6}', 'The pattern needs exactly one counter, such as {SEQ6}'],
  },
  tooShort: {
    code: 42845,
    text: [
      '流水号太短：{reset}重新计数时至少{least}位',
      'The counter is too short: restarting “{reset}” it needs at least {least} digits',
    ],
  },
  tooLong: {
    code: 42846,
    text: ['号码最长会有{n}位，不能超过{max}位', 'Numbers could have {n} characters, and at most {max} are allowed'],
  },
  noDate: {
    code: 42847,
    text: [
      '流水号{reset}重新计数，编号规则必须包含{parts}，否则号码会重复',
      'With a counter that restarts “{reset}” the pattern must contain {parts}, or numbers would repeat',
    ],
  },
  alike: {
    code: 42848,
    text: [
      '会与[{other}]的编号{pattern}重复，请加上{TYPE}或不同的前缀',
      'Numbers could be the same as those of [{other}], {pattern}: add {TYPE} or another prefix',
    ],
  },
  orgCode: {
    code: 42849,
    text: [
      '组织代码[{code}]超过{max}位，不能用于编号规则中的{ORG}',
      'The organisation code [{code}] has more than {max} characters and cannot stand for {ORG} in numbers',
    ],
  },
} as const satisfies Record<string, Refusal>

const literal = /^[A-Za-z0-9_./-]+$/
type Found = readonly [fault: Refusal, args: Readonly<Record<string, unknown>>]

/** What is wrong with a rule by itself. What it has in common with others the server knows. */
export function ruleFault({ pattern, reset }: NumberRule): Found | undefined {
  const parts = partsOf(pattern)
  const odd = parts.find((p) => p.is === 'TEXT' && !literal.test(p.text))
  if (odd?.is === 'TEXT') return [numberFaults.part, { part: odd.text }]
  const counters = parts.filter((p) => p.is === 'SEQ')
  const [counter] = counters
  if (counters.length !== 1 || counter?.is !== 'SEQ') return [numberFaults.noSequence, {}]
  const told = { reset: numberResets[reset] }
  if (counter.digits < leastDigits[reset]) return [numberFaults.tooShort, { ...told, least: leastDigits[reset] }]
  const dated = parts.map((p) => (p.is === 'DATE' ? p.text : '')).join('')
  const missing = { DAY: ['yy', 'MM', 'dd'], MONTH: ['yy', 'MM'], NEVER: [] }[reset].filter((d) => !dated.includes(d))
  if (missing.length > 0) return [numberFaults.noDate, { ...told, parts: missing.map((d) => `{${d}}`).join('') }]
  const n = parts.reduce((sum, p) => sum + longest(p), 0)
  return n > numberMax ? [numberFaults.tooLong, { n, max: numberMax }] : undefined
}

/** A counter may outgrow its width by a digit: rather a longer number than none. */
function longest(p: Part): number {
  if (p.is === 'TEXT' || p.is === 'DATE') return p.text.length
  if (p.is === 'SEQ') return p.digits + 1
  return p.is === 'ORG' ? orgInNumberMax : 2
}

/** What a pattern may be put together from, as its form offers it. */
export const patternParts: readonly (readonly [part: string, title: Text])[] = [
  ['{ORG}', ['组织代码', 'Organisation']],
  ['{TYPE}', ['类型代码', 'Type code']],
  ['{yyMMdd}', ['年月日', 'Day']],
  ['{yyMM}', ['年月', 'Month']],
  ['{yyyy}', ['年', 'Year']],
  ['{SEQ6}', ['六位流水号', 'Six-digit counter']],
]

const rule = z.object({
  pattern: z.string().trim().min(1).max(60),
  reset: z.enum(Object.keys(numberResets) as [NumberReset]),
  step: z.number().int().min(1).max(1000),
})
const which = z.object({ kind: z.string().max(8), orgId: id.nullish() })
const shown = rule.extend({
  kind: z.string(),
  title: z.string(),
  source: z.enum(['INITIAL', 'TENANT', 'ORG']),
  /** Whether there is a rule of the level that was asked for: only then there is something to take back. */
  isSetHere: z.boolean(),
  /** To change it at that level. */
  version: z.number(),
  /** What the next paper would get. */
  next: z.string(),
})
export type ShownRule = z.output<typeof shown>

const at = (verb: string) => `${entityPath(numberRule)}/${verb}`
const may = (action: 'view' | 'update') => entityPermission(numberRule, action)
/** How many coming numbers a preview shows. */
export const previewNumbers = 3

export const numberRuleCalls = {
  rules: query(at('rules'), {
    title: ['查询编号规则', 'List number rules'],
    permission: may('view'),
    /** Left out: the enterprise's, or those of where one works. */
    input: z.object({ orgId: id.nullish() }),
    output: z.object({
      /** Whose next numbers are shown: patterns may name it. */
      orgCode: z.string(),
      orgName: z.string(),
      rules: z.array(shown),
    }),
  }),
  preview: query(at('preview'), {
    title: ['预览号码', 'Preview numbers'],
    permission: may('view'),
    input: which.extend(rule.shape),
    output: z.object({ next: z.array(z.string()) }),
  }),
  set: post(at('set'), {
    title: ['修改编号规则', 'Change a number rule'],
    permission: may('update'),
    /** Version of the row that is changed, as it was read; 0 when there is none. */
    input: which.extend({ version }).extend(rule.shape),
    output: z.object({ version: z.number() }),
  }),
  restore: post(at('restore'), {
    title: ['恢复默认编号规则', 'Return to the usual number rule'],
    permission: may('update'),
    input: which.extend({ version }),
    output: z.object({ version: z.number() }),
  }),
  history: get(at('history'), {
    title: ['编号规则修改历史', 'History of a number rule'],
    permission: may('view'),
    input: z.object({ kind: z.string().max(8) }),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        user: z.string().nullable(),
        /** Null: the whole enterprise. */
        orgName: z.string().nullable(),
        /** Null: none of its own. */
        before: rule.nullable(),
        after: rule.nullable(),
      }),
    ),
  }),
} as const
