import { product } from '@lading/contract/mdm/product.ts'
import { user } from '@lading/contract/sys/user.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import { ownerUsers } from '@lading/contract/wms/productCalls.ts'
import { Table } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { type DetailTab, EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { Part, shownColumns } from '../board/StockPart.tsx'
import { StockTab } from '../board/StockTab.tsx'

const products = shownColumns(product, ['code', 'name', 'packs', 'categoryId', 'pickBin', 'onHandCases', 'abc'])

/** An owner with its products, its stock and the users who see nothing but it. */
export function OwnerDetail() {
  const t = useText()
  const may = useMay()
  const tabs = (row: Row): readonly DetailTab[] => [
    ...(may(product, 'view')
      ? [
          {
            key: 'products',
            title: t(['商品', 'Products']),
            content: <Part of={products} where={{ ofOwner: [row.id] }} />,
          },
        ]
      : []),
    ...(may(stockLookBoard, 'view')
      ? [
          {
            key: 'stock',
            title: t(['库存汇总', 'Stock']),
            content: <StockTab where={{ ownerId: [row.id] }} by={['productId', 'stockType']} />,
          },
        ]
      : []),
    ...(may(user, 'view') ? [{ key: 'users', title: t(['限定用户', 'Users']), content: <Users id={row.id} /> }] : []),
  ]
  return <EntityDetail of={owner} tabs={tabs} />
}

function Users({ id }: { id: string }) {
  const t = useText()
  const found = useCall(ownerUsers, { id })
  if (found.error) return <NotRead of={found} />
  if (!found.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  const none = t(['没有限定在该货主的用户', 'No user is limited to this owner'])
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="id"
      dataSource={found.data}
      locale={{ emptyText: <span className="muted">{none}</span> }}
      columns={[
        {
          key: 'username',
          title: t(user.fields.username.title),
          render: (_, u) => <a href={hashOf(place('sys', 'sysUserDtl', { id: u.id }))}>{u.username}</a>,
        },
        { key: 'realName', title: t(user.fields.realName.title), dataIndex: 'realName' },
        { key: 'org', title: t(user.fields.orgId.title), dataIndex: 'org' },
        {
          key: 'state',
          title: t(words.state),
          render: (_, u) => <EnabledTag of={u.disabled} />,
        },
      ]}
    />
  )
}
