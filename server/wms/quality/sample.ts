import { parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'

export interface SampleRow {
  readonly lotTo: number
  readonly sample: number
  readonly accept: number
  readonly reject: number
}
/** How much of a lot is looked at, and how many defects decide; null where nobody said so. */
export interface Sample {
  readonly qty: Qty
  readonly accept: number | null
  readonly reject: number | null
}

/** So much of a lot of `qty`: by the table's first row that is large enough, its last for larger lots, or a share rounded up. */
export function sampleOf(
  scheme: { readonly kind: string; readonly percent: string | null; readonly samples: readonly SampleRow[] } | null,
  qty: Qty,
): Sample {
  const all = { qty, accept: null, reject: null }
  if (scheme?.kind !== 'SAMPLE') return all
  const row = scheme.samples.find((s) => qty <= wholeQty(s.lotTo)) ?? scheme.samples.at(-1)
  if (row) {
    const n = wholeQty(row.sample)
    return { qty: n < qty ? n : qty, accept: row.accept, reject: row.reject }
  }
  if (scheme.percent === null) return all
  const unit = wholeQty(1)
  const share = (qty * parseQty(scheme.percent)) / wholeQty(100)
  const whole = ((share + unit - 1n) / unit) * unit
  return { ...all, qty: whole < unit ? (unit < qty ? unit : qty) : whole < qty ? whole : qty }
}
