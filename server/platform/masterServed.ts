import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { crudServed } from '../kernel/crudServed.ts'
import type { Served } from '../kernel/http/serve.ts'
import type { Rules } from '../kernel/rules.ts'
import { sheetServed } from './sheet/template.ts'

/** A master with the default calls and with its files. @param rules its own, where it has some */
export function masterServed<E extends AnyEntity>(e: E, rules?: Rules<NoInfer<E>>): Served[]
export function masterServed(e: AnyEntity, rules?: Rules): Served[] {
  return [...crudServed(e, rules), ...sheetServed(e, rules)]
}
