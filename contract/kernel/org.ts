import { faults, type Refusal } from './fault.ts'
import type { Text } from './text.ts'

/** Kinds of organisation, as the specification names them. */
export const orgTypes = {
  PLAT: ['平台', 'Platform'],
  AGENT: ['代理商', 'Agent'],
  GROUP: ['企业', 'Enterprise'],
  DC: ['物流中心', 'Logistics centre'],
  FC: ['财务中心', 'Finance centre'],
  BC: ['业务中心', 'Business centre'],
  TC: ['运输中心', 'Transport centre'],
} as const satisfies Record<string, Text>
export type OrgType = keyof typeof orgTypes

/** The root of a tenant: it sees what all its organisations own. */
export const isRoot = (type: string): boolean => type === 'GROUP' || type === 'PLAT'

/** Where something is offered or done: in which kinds of organisation; undefined is in all. */
export interface Placed {
  readonly title: Text
  readonly worksAt: readonly OrgType[] | undefined
}

const oneKind: Partial<Record<OrgType, Refusal>> = { GROUP: faults.notGroup, DC: faults.notDc, TC: faults.notTc }
/** Why rows of a declaration are not written in an organisation of this kind, or undefined where they are. */
export function notHere({ worksAt }: Pick<Placed, 'worksAt'>, type: string | undefined): Refusal | undefined {
  if (!worksAt || worksAt.some((t) => t === type)) return undefined
  return (worksAt.length === 1 && worksAt[0] && oneKind[worksAt[0]]) || faults.notHere
}
