import { owner } from '@lading/contract/mdm/owner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { user } from '@lading/contract/sys/user.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { ownerUsers } from '@lading/contract/wms/productCalls.ts'
import type { z } from 'zod'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { type DetailTab, EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
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

type Limited = z.output<typeof ownerUsers.output>[number]
const columns: readonly ReadColumn<Limited>[] = [
  {
    name: 'username',
    title: user.fields.username.title,
    width: 180,
    said: (u) => u.username,
    render: (u) => <a href={hashOf(place('sys', 'sysUserDtl', { id: u.id }))}>{u.username}</a>,
  },
  { name: 'realName', title: user.fields.realName.title, width: 180, said: (u) => u.realName },
  { name: 'org', title: user.fields.orgId.title, width: 240, said: (u) => u.org },
  { name: 'state', title: words.state, width: 90, render: (u) => <EnabledTag of={u.disabled} /> },
]

function Users({ id }: { id: string }) {
  const t = useText()
  const found = useCall(ownerUsers, { id })
  if (found.error) return <NotRead of={found} />
  if (!found.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  return (
    <ReadTable<Limited>
      label={t(user.title)}
      rows={found.data}
      columns={columns}
      none={['没有限定在该货主的用户', 'No users are limited to this owner']}
    />
  )
}
