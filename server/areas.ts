import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { containerType } from '@lading/contract/wms/container.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import { productCategory, store, vendor } from '@lading/contract/wms/partner.ts'
import { area, bin, binType, dock, pickArea, storageArea } from '@lading/contract/wms/place.ts'
import { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import type { Rules } from './kernel/crud.ts'
import { crudServed } from './kernel/crudServed.ts'
import type { Served } from './kernel/http/serve.ts'
import { sheetServed } from './platform/sheet/template.ts'

/** Masters with the default calls, and the rules of their own that some have. */
const masters: readonly (readonly [AnyEntity, Rules?])[] = [
  [product],
  [owner],
  [store],
  [vendor],
  [productCategory],
  [containerType],
  [area],
  [binType],
  [storageArea],
  [pickArea],
  [bin],
  [dock],
  [productStorageScheme],
  [productBin],
]

/** Everything that the areas answer, beside the session's own calls. */
export const areaServed = (): Served[] =>
  masters.flatMap(([e, rules]) => [...crudServed(e, rules), ...sheetServed(e, rules)])
