import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { containerType } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import { productCategory, store, vendor } from '@lading/contract/wms/partner.ts'
import { area, bin, binType, dock, pickArea, storageArea } from '@lading/contract/wms/place.ts'
import { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { Rules } from './kernel/crud.ts'
import { crudServed } from './kernel/crudServed.ts'
import type { Served } from './kernel/http/serve.ts'
import { sheetServed } from './platform/sheet/template.ts'
import { billRules, billServed } from './wms/bill/billServed.ts'
import type { Derivation } from './wms/bill/refresh.ts'
import { operateDerivation, operateSteps } from './wms/operate/steps.ts'
import { orderDerivation, orderSteps } from './wms/order/steps.ts'
import { shipRules, shipSteps } from './wms/ship/steps.ts'
import { taskServed } from './wms/task/served.ts'

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
export const areaServed = (): Served[] => [
  ...masters.flatMap(([e, rules]) => [...crudServed(e, rules), ...sheetServed(e, rules)]),
  ...billServed(orderBill, orderSteps),
  ...sheetServed(orderBill.header, billRules(orderBill)),
  ...billServed(operateBill, operateSteps),
  ...sheetServed(operateBill.header, billRules(operateBill)),
  ...billServed(shipBill, shipSteps, shipRules),
  ...sheetServed(shipBill.header, shipRules),
  ...taskServed(),
]

/** How each bill type's state follows from its lines; run by the outbox after the commit. */
export const derivations: Readonly<Record<string, Derivation>> = {
  [orderBill.header.key]: orderDerivation,
  [operateBill.header.key]: operateDerivation,
}
