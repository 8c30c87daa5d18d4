import { brand } from '@lading/contract/sys/brand.ts'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useText } from '../../client/text.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { dcList } from '../views.ts'
import { useBrand } from './useBrand.ts'
import { useDcActions } from './useDcActions.ts'

const where = { type: ['DC'] }
const omit = ['type']
const BrandDrawer = lazy(async () => ({ default: (await import('./BrandDrawer.tsx')).BrandDrawer }))

/** The tenant's logistics centres, and how the tenant itself wants to be seen. */
export function DcList() {
  const t = useText()
  const actionsOf = useDcActions()
  const model = useBrand()
  return (
    <>
      <SheetList
        of={dcList}
        where={where}
        omit={omit}
        rowActions={actionsOf}
        tools={() => <Button onClick={model.open}>{t(brand.title)}</Button>}
      />
      {model.isOpen && (
        <Suspense fallback={null}>
          <BrandDrawer model={model} />
        </Suspense>
      )}
    </>
  )
}
