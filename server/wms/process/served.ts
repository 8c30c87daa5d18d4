import { bom } from '@lading/contract/wms/bom.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import sql from 'sql-template-tag'
import type { Served } from '../../kernel/http/serve.ts'
import type { Computed } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { documentServed } from '../../platform/document/served.ts'
import { recipient } from '../recipient/served.ts'
import { bomRules, bomSteps } from './bom.ts'
import { processRules, processSteps } from './steps.ts'

const served = (): Served[] => [
  ...documentServed(bom, bomSteps, bomRules),
  ...documentServed(processTask, processSteps, processRules),
  ...recipient.served(),
]

const taskComputed: Readonly<Record<string, Computed>> = {
  /** By the standard of its recipe. */
  laborMin: {
    value: (ctx) => sql`
      select ceil(coalesce(t.done_qty, t.plan_qty) * b.labor_sec / 60)::integer from ${named(ctx, bom.header, 'b')} where b.id = t.bom_id`,
  },
}

/** 加工 and 领用: recipes and the work by them, and what is used in the house. */
export const process = {
  served,
  computed: { [processTask.header.table]: taskComputed, ...recipient.computed },
} as const
