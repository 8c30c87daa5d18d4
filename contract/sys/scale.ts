import { entity } from '../kernel/entity.ts'
import { decimal, flag, instant, int, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** How a scale writes its lines. */
export const scaleFormats = {
  AND: ['ST,GS（A&D等）', 'ST,GS (A&D and alike)'],
  TOLEDO: ['托利多连续输出', 'Toledo continuous'],
  NUMBER: ['纯数字', 'A plain number'],
  PATTERN: ['自定义', 'A pattern of its own'],
} as const satisfies Record<string, Text>
export type ScaleFormat = keyof typeof scaleFormats
/** Lines of these say by themselves whether the weight is stable. */
export const saysStable: readonly unknown[] = ['AND', 'TOLEDO'] satisfies ScaleFormat[]

/** When a weight counts as stable where the lines do not say so. */
export const steadiness = {
  STEADY: ['持续1秒不变', 'Unchanged for a second'],
  ALWAYS: ['秤只发送稳定的重量', 'The scale sends stable weights only'],
} as const satisfies Record<string, Text>
export type Steadiness = keyof typeof steadiness

export const scaleUnits = { kg: ['千克', 'kg'], g: ['克', 'g'], lb: ['磅', 'lb'] } as const satisfies Record<
  string,
  Text
>
export type ScaleUnit = keyof typeof scaleUnits

/** 电子秤读数: what a scale shows now, kept by the process that holds its connection and read by all. */
export const scaleReading = entity('sys', 'scaleReading', {
  title: ['电子秤读数', 'Reading of a scale'],
  module: 'data_collection_config',
  scope: 'tenant',
  fields: {
    configId: ref(['采集配置', 'Collection'], 'sys.dataCollection', { required: true, loose: true }),
    /** Nothing: it is overloaded, or has said nothing yet. */
    kg: decimal(['重量kg', 'Weight kg'], { least: -1e6, most: 1e6 }),
    isNet: flag(['净重', 'Net']),
    isStable: flag(['稳定', 'Stable']),
    at: instant(['读数时间', 'Read at']),
    /** The last one that was stable. */
    stableKg: decimal(['稳定重量kg', 'Stable weight kg'], { least: -1e6, most: 1e6 }),
    stableAt: instant(['稳定时间', 'Stable at']),
    unreadable: int(['无法识别行数', 'Unreadable lines'], { required: true, initial: 0 }),
    rawLine: text(['最近无法识别的行', 'Last unreadable line'], { max: 200 }),
    rawAt: instant(['无法识别时间', 'Unreadable at']),
  },
  unique: [['configId']],
  actions: [],
  sort: '-id',
})
