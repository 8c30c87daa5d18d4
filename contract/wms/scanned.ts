import { z } from 'zod'
import { get } from '../kernel/call.ts'
import type { Refusal } from '../kernel/fault.ts'
import type { Text } from '../kernel/text.ts'

/** What a code may name that is scanned at work. */
export const scanKinds = {
  BIN: ['货位', 'bin'],
  CONTAINER: ['容器', 'container'],
  PRODUCT: ['商品', 'product'],
} as const satisfies Record<string, Text>
export type ScanKind = keyof typeof scanKinds

export const otherKind: Refusal = {
  code: 42225,
  text: ['[{scan}]是{kind}，请扫描{asked}', '[{scan}] is a {kind}: scan the {asked}'],
}
const kind = z.enum(['BIN', 'CONTAINER', 'PRODUCT'] satisfies ScanKind[])

/** What was scanned where something else was asked for: a station says so instead of only that it is wrong. */
export const scannedKind = get('/wms/api/task/scanned', {
  title: ['条码种类', 'What a code names'],
  permission: 'session',
  // What was scanned is answered once.
  reads: [],
  input: z.object({ scan: z.string().min(1).max(200), asked: kind }),
  output: z.object({
    /** None where it is what was asked for, or nothing that is known. */
    kind: kind.nullable(),
  }),
})
