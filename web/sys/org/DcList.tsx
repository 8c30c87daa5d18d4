import { brand } from '@lading/contract/sys/brand.ts'
import { Button } from 'antd'
import { type ComponentType, useState } from 'react'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { dcList } from '../views.ts'
import { type BrandModel, useBrand } from './useBrand.ts'
import { useDcActions } from './useDcActions.ts'

const where = { type: ['DC'] }
const omit = ['type']

/** The tenant's logistics centres, and how the tenant itself wants to be seen. */
export function DcList() {
  const t = useText()
  const actionsOf = useDcActions()
  const model = useBrand()
  const [Drawer, setDrawer] = useState<ComponentType<{ model: BrandModel }>>()
  // What does not come is told, and asked for again by the next press.
  const open = async () => {
    const { BrandDrawer } = await import('./BrandDrawer.tsx')
    setDrawer(() => BrandDrawer)
    model.open()
  }
  return (
    <>
      <SheetList
        of={dcList}
        where={where}
        omit={omit}
        rowActions={actionsOf}
        tools={() => <Button onClick={() => void open().catch(report)}>{t(brand.title)}</Button>}
      />
      {model.isOpen && Drawer && <Drawer model={model} />}
    </>
  )
}
