import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { grouped, percent } from '../../ui/numbers.ts'

/** Fields that say how far a bill is: the whole first, then its stages in order. */
export type Stages = readonly [whole: string, ...stages: string[]]
const ofGoods: Stages = ['planQty', 'bookedQty', 'doneQty', 'sentQty']
/** Those of goods, where a paper has any. */
export const usualStages = ({ header }: Pick<AnyDocument, 'header'>): Stages | undefined =>
  ofGoods[0] in header.fields ? ofGoods : undefined

export interface Stage {
  readonly name: string
  readonly title: Text
  /** Nothing where pieces and kilograms would have to be added up. */
  readonly figure: string | undefined
  /** The same in cases, where that says more. */
  readonly cases: string | undefined
  /** Per cent of the whole, 0 to 100. */
  readonly share: number
}

/** How cases and kilograms that stand side by side are joined. */
const mixed = ' · '
export const casesOf = (name: string): string => name.replace(/Qty$/, 'Cases')

/**
 * The stages of a record, in the words of its type. Where the whole is of pieces and of kilograms, which have no sum,
 * each stage is told in cases and kilograms instead; the bars still go by the quantity.
 */
export function stagesOf(
  fields: Readonly<Record<string, Field>>,
  row: Readonly<Record<string, unknown>>,
  stages: Stages,
): readonly Stage[] {
  const [whole] = stages
  const qty = (name: string): string => String(row[name] ?? '0')
  const isMixed = String(row[casesOf(whole)] ?? '').includes(mixed)
  return stages.map((name) => {
    const cases = isMixed ? fields[casesOf(name)] : undefined
    const title = (cases ?? fields[name])?.title ?? [name, name]
    const figure = cases ? String(row[casesOf(name)] ?? '0') : isMixed ? undefined : grouped(qty(name))
    const beside = isMixed || !fields[casesOf(name)] ? '' : String(row[casesOf(name)] ?? '')
    const says = /^0?\+?0?$/.test(beside) || beside === qty(name) ? undefined : beside
    return { name, title, figure, cases: says, share: percent(qty(name), qty(whole)) }
  })
}
