import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { container } from '@lading/contract/wms/container.ts'
import { useText } from '../../client/text.ts'
import { type DetailTab, EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { LedgerTab } from '../board/LedgerTab.tsx'
import { Part, shownColumns } from '../board/StockPart.tsx'
import { StockTab } from '../board/StockTab.tsx'
import { listed, useContainerActions } from './useContainerActions.ts'

const nested = shownColumns(container, ['code', 'typeId', 'state', 'cases', 'weightKg', 'storeId'])

/** One container: what is in it, what stands on it, where it has been. */
export function ContainerDetail() {
  const t = useText()
  const may = useMay()
  const actionsOf = useContainerActions()
  const tabs = (row: Row): readonly DetailTab[] => [
    ...(may(stockLookBoard, 'view')
      ? [
          {
            key: 'content',
            title: t(['内容', 'Contents']),
            content: <StockTab where={{ containerId: [row.id] }} by={['productId', 'lotId', 'stockType', 'ownerId']} />,
          },
        ]
      : []),
    {
      key: 'nested',
      title: t(['下级容器', 'Nested containers']),
      content: <Part of={nested} where={{ parentId: [row.id] }} />,
    },
    ...(may(stockLookBoard, 'view')
      ? [
          {
            key: 'journey',
            title: t(['轨迹', 'Movement history']),
            content: <LedgerTab where={{ containerId: [row.id] }} />,
          },
        ]
      : []),
  ]
  return <EntityDetail of={listed} tabs={tabs} actions={actionsOf} />
}
