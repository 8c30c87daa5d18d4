import { productSchemes } from '@lading/contract/wms/productCalls.ts'
import type { z } from 'zod'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { labelText } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

type Served = z.output<typeof productSchemes.output>[number]
const columns: readonly ReadColumn<Served>[] = [
  { name: 'owner', title: ['货主', 'Owner'], width: 220, said: (r) => labelText(r.owner) },
  {
    name: 'scheme',
    title: ['适用方案', 'Scheme'],
    width: 260,
    said: (r) => (r.scheme ? labelText(r.scheme) : ''),
    render: ({ scheme }) =>
      scheme ? (
        <a href={hashOf(place('wms', 'productStorageSchemeDtl', { id: scheme.id }))}>{labelText(scheme)}</a>
      ) : (
        <span className="muted">–</span>
      ),
  },
  { name: 'why', title: ['原因', 'Why'], width: 320, said: (r, t) => t(r.why), wraps: true },
]

/** Which storage scheme serves the product in this logistics centre, for each owner, and why. */
export function SchemesTab({ id }: { id: string }) {
  const t = useText()
  const found = useCall(productSchemes, { id })
  if (found.error) return <NotRead of={found} />
  if (!found.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  return (
    <ReadTable<Served>
      label={t(['适用方案', 'Scheme'])}
      rows={found.data}
      columns={columns}
      none={['商品没有货主', 'The product has no owner']}
    />
  )
}
