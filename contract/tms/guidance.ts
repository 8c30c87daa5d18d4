import type { AnyEntity } from '../kernel/entity.ts'
import { guidanceIn } from '../sys/guidance.ts'

const all = guidanceIn('tms', { title: ['操作指导资料', 'Guidance materials'] })

/** 操作指导资料: what is written for people of transport, and for everybody. */
export const guidance: AnyEntity = {
  ...all,
  only: { product: ['tms', 'all'] },
  fields: Object.fromEntries(
    Object.entries(all.fields).map(([name, f]) => [name, name === 'product' ? { ...f, initial: 'tms' } : f]),
  ),
}
