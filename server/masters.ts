import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import { productCategory, store, vendor } from '@lading/contract/wms/partner.ts'
import { area, bin, binType, dock, pickArea, storageArea } from '@lading/contract/wms/place.ts'
import { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import type { Rules } from './kernel/crud.ts'
import { crudServed } from './kernel/crudServed.ts'
import type { Ctx } from './kernel/ctx.ts'
import type { Served } from './kernel/http/serve.ts'
import { sheetServed } from './platform/sheet/template.ts'
import { readOption } from './sys/options/read.ts'
import { areaServed } from './wms/masters/areaMap.ts'
import { binServed } from './wms/masters/bins.ts'
import { categoryRules } from './wms/masters/category.ts'
import { containerRules, containerServed, containerTypeRules } from './wms/masters/containers.ts'
import { dockServed } from './wms/masters/docks.ts'
import { ownerServed } from './wms/masters/ownerViews.ts'
import { packRules } from './wms/masters/pack.ts'
import { packListServed } from './wms/masters/packList.ts'
import { ownerRules, storeRules, vendorRules } from './wms/masters/partner.ts'
import { areaRules, binRules, dockRules, pickAreaRules, productBinRules, schemeRules } from './wms/masters/place.ts'
import { productRules } from './wms/masters/product.ts'
import { productImageServed } from './wms/masters/productImage.ts'
import { productServed } from './wms/masters/productViews.ts'
import { barcodeServed } from './wms/masters/verifyBarcode.ts'

const binSeparator = async (ctx: Ctx): Promise<string> => {
  const between = await readOption(ctx, 'wms_bin_code_separator')
  return between === 'none' ? '' : between
}

/** Masters with the default calls, and the rules of their own that some have. */
const masters: readonly (readonly [AnyEntity, Rules?])[] = [
  [product, productRules],
  [qpc, packRules],
  [owner, ownerRules],
  [store, storeRules],
  [vendor, vendorRules],
  [productCategory, categoryRules],
  [containerType, containerTypeRules],
  [area, areaRules],
  [binType],
  [storageArea],
  [pickArea, pickAreaRules],
  [bin, binRules],
  [dock, dockRules],
  [productStorageScheme, schemeRules],
  [productBin, productBinRules],
  [container, containerRules],
]

/** Containers are made in batches with codes of their own; nobody types one in. */
const isTyped = ({ call }: Served): boolean => call.path !== '/wms/api/container/create'

export const mastersServed = (): Served[] => [
  ...masters.flatMap(([e, rules]) => [...crudServed(e, rules), ...sheetServed(e, rules)]).filter(isTyped),
  ...packListServed(),
  ...barcodeServed(),
  ...productServed(),
  ...productImageServed(),
  ...ownerServed(),
  ...binServed(binSeparator),
  ...dockServed(),
  ...areaServed(),
  ...containerServed(),
]
