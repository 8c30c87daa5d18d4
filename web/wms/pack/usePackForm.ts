import { qpc } from '@lading/contract/mdm/product.ts'
import { levelsOf, packProblems } from '@lading/contract/wms/pack.ts'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { type Draft, draftOf, newDraft, problems, type Values } from '../../kernel/form/draft.ts'
import type { Row } from '../../kernel/records.ts'
import { eachOf, packOf } from './facts.ts'

const names = Object.keys(qpc.fields).filter((name) => name !== 'productId')

/** What two packs of a product never share: their name follows from the counts, and a barcode means one of them. */
const ownFacts = { name: null, barcode: null, midBarcode: null, palletBarcode: null, isDefault: false }
const startOf = (pack: Row | undefined, like: Row | undefined): Draft => {
  if (pack) return draftOf(qpc, pack)
  const { productId: _, ...facts } = like ? draftOf(qpc, like).values : { qpc: null }
  return newDraft(qpc, { ...facts, ...ownFacts })
}

/** A pack while it is typed: what is wrong with it by the rules that the server keeps, and what the server said. */
export function usePackForm(product: Row, pack: Row | undefined, like: Row | undefined) {
  const t = useText()
  const [draft, setDraft] = useState(() => startOf(pack, like))
  const [isTried, setTried] = useState(false)
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<string>()
  const each = eachOf(product)
  const facts = packOf(draft.values)

  const wrong: Record<string, string> = {}
  // A name that is left out is made from the counts.
  const asked = draft.values.name ? names : names.filter((name) => name !== 'name' || pack !== undefined)
  for (const [name, p] of Object.entries(problems(qpc, draft, asked))) wrong[name] = t(p.text, p.args)
  for (const { field, text } of packProblems(each, facts)) wrong[field] ??= t(text)

  const change = (values: Values) => {
    setDraft((d) => ({ ...d, values: { ...d.values, ...values } }))
    setSaid({})
  }
  const check = (): boolean => {
    setTried(true)
    setRefused(undefined)
    return Object.keys(wrong).length === 0
  }
  const take = (error: unknown) => {
    const r = asRefused(error)
    setRefused(r.message)
    setSaid(Object.fromEntries(r.errors.map((e) => [e.field, e.rule === 'warn' ? e.message : r.message])))
  }
  return {
    draft,
    levels: levelsOf(each, facts),
    messages: { ...(isTried && wrong), ...said },
    refused,
    change,
    check,
    take,
  }
}
export type PackForm = ReturnType<typeof usePackForm>
