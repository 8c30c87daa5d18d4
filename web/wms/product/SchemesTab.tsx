import { productSchemes } from '@lading/contract/wms/productCalls.ts'
import { Table } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { labelText } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** Which storage scheme serves the product in this logistics centre, for each owner, and why. */
export function SchemesTab({ id }: { id: string }) {
  const t = useText()
  const found = useCall(productSchemes, { id })
  if (found.error) return <NotRead of={found} />
  if (!found.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  return (
    <Table
      size="small"
      pagination={false}
      rowKey={(r) => r.owner.id}
      dataSource={found.data}
      locale={{ emptyText: <span className="muted">{t(['商品没有货主', 'The product has no owner'])}</span> }}
      columns={[
        { key: 'owner', title: t(['货主', 'Owner']), width: 200, render: (_, r) => labelText(r.owner) },
        {
          key: 'scheme',
          title: t(['适用方案', 'Scheme']),
          width: 260,
          render: (_, r) =>
            r.scheme ? (
              <a href={hashOf(place('wms', 'productStorageSchemeDtl', { id: r.scheme.id }))}>{labelText(r.scheme)}</a>
            ) : (
              <span className="muted">–</span>
            ),
        },
        { key: 'why', title: t(['原因', 'Why']), render: (_, r) => t(r.why) },
      ]}
    />
  )
}
