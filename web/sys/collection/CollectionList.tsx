import { dataCollection } from '@lading/contract/sys/collection.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { collectionCells } from './cells.tsx'
import { useCollectionActions } from './useCollectionActions.tsx'
import { useObjects } from './useObjects.ts'

/** 数据采集配置: what comes in from outside, from where, and how it went last. */
export function CollectionList() {
  const { of } = useObjects()
  const { actionsOf, dialog } = useCollectionActions()
  return (
    <>
      <SheetList
        of={dataCollection}
        cells={collectionCells((key) => of(key)?.title ?? key)}
        rowActions={actionsOf}
        none={[
          ['还没有采集配置', 'Nothing is collected yet'],
          [
            '外部系统的主数据和单据可以定时拉取，或由对方推送；业务事件可以发送给外部系统。',
            'Masters and orders of other systems are read by the clock, or sent by them; business events go to other systems.',
          ],
        ]}
      />
      {dialog}
    </>
  )
}
