import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { hashOf } from '../client/location.ts'
import { useMay } from './permission.ts'
import { type Part, partsOf } from './refusalParts.ts'
import { detailOf, entityOf } from './registry.ts'

/** Why something was refused. */
export interface Problem {
  readonly message: string
  /** Rows that have to be settled first. */
  readonly about?: readonly MadeRecord[] | undefined
}

/** Its words, in which each row that it names is the way there, for who may see it. */
export function Refusal({ message, about = [] }: Problem) {
  const may = useMay()
  const shown = ({ text, row }: Part) => {
    const to = row && may(entityOf(row.key), 'view') ? detailOf(row.key, row.id) : undefined
    return to ? <a href={hashOf(to)}>{text}</a> : text
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
  return partsOf(message, about).map((part, i) => <span key={i}>{shown(part)}</span>)
}
