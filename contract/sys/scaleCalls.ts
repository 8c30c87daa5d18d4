import { z } from 'zod'
import { get, id, query } from '../kernel/call.ts'
import type { Refusal } from '../kernel/fault.ts'
import type { Text } from '../kernel/text.ts'

/** Refusals of scales: 42571 to 42574. */
export const scaleFaults = {
  address: {
    code: 42571,
    text: [
      '[{url}]不是串口服务器地址，应如 tcp://host:4001',
      '[{url}] is no address of a serial-to-TCP converter such as tcp://host:4001',
    ],
  },
  pattern: {
    code: 42572,
    text: [
      '行格式[{pattern}]不正确：须有且仅有一个{weight}，可用{unit}、{stable=..}、{net=..}、{skip=数字}、结尾的{rest}',
      'The line pattern [{pattern}] is not valid: exactly one {weight}; {unit}, {stable=..}, {net=..}, {skip=number} and a {rest} at the end are possible',
    ],
  },
  noReading: {
    code: 42573,
    text: [
      '电子秤[{scale}]没有稳定的读数：请检查连接，等重量稳定后再取',
      'Scale [{scale}] shows no stable weight: check its connection, and take the weight once it is stable',
    ],
  },
  otherReading: {
    code: 42574,
    text: [
      '电子秤[{scale}]现在显示{now}kg，不是{kg}kg：请重新称重',
      'Scale [{scale}] shows {now} kg by now, not {kg} kg: weigh again',
    ],
  },
} as const satisfies Record<string, Refusal>

/** How things stand with a scale. */
export const scaleStates = {
  OFF: ['未连接', 'Not connected'],
  SILENT: ['没有读数', 'No reading'],
  OVER: ['超载', 'Overloaded'],
  MOVING: ['不稳定', 'Unstable'],
  STABLE: ['稳定', 'Stable'],
} as const satisfies Record<string, Text>
export type ScaleState = keyof typeof scaleStates

const reading = z.object({
  state: z.enum(Object.keys(scaleStates) as [ScaleState]),
  /** Kilograms as an exact decimal; below zero when something was taken off a scale that had been set to zero with it. */
  kg: z.string().nullable(),
  /** The scale itself has taken a tare off. */
  isNet: z.boolean(),
  /** When the scale said so. */
  at: z.string().nullable(),
})
export type ScaleReading = z.output<typeof reading>

const at = (verb: string) => `/fw/api/sys/scale/${verb}`
/** Whoever weighs something reads the scales of the organisation he works in. */
export const scaleCalls = {
  choices: query(at('choices'), {
    title: ['可用电子秤', 'Scales to choose from'],
    permission: 'session',
    // A scale says something else with every look: it is asked again as long as somebody weighs.
    reads: [],
    output: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  }),
  /** What it shows now. It changes many times a second, so whoever needs it asks while he looks at it; nobody is told. */
  current: get(at('current'), {
    title: ['读取重量', 'Read a scale'],
    permission: 'session',
    // A scale says something else with every look: it is asked again as long as somebody weighs.
    reads: [],
    input: z.object({ id }),
    output: reading.extend({ id: z.string(), code: z.string(), name: z.string() }),
  }),
  /** For who keeps the scale: also what it said that could not be read. */
  watch: get(at('watch'), {
    title: ['电子秤状态', 'State of a scale'],
    permission: 'sys:data_collection_config:view',
    // A scale says something else with every look: it is asked again as long as somebody weighs.
    reads: [],
    input: z.object({ id }),
    output: reading.extend({
      /** Lines that could not be read since it was set up, and the last of them. */
      unreadable: z.number(),
      rawLine: z.string().nullable(),
      rawAt: z.string().nullable(),
    }),
  }),
} as const
