import type { DefaultRole } from '../platform/manifest.ts'

/** Who works in a warehouse, and what he may do. Source: sys.md 3.2. */
export const defaultRoles: readonly DefaultRole[] = [
  { name: '仓库经理', grants: ['wms'] },
  {
    name: '收货员',
    grants: [
      'wms:task.receive',
      'wms:task.putaway',
      'wms:warehouse.move',
      'wms:warehouse.typeChange',
      'wms:bill.order',
      'wms:bill.quality',
      'wms:bill.preview',
      'wms:reverse',
      'wms:process.moveIn',
      'wms:bill.register:release',
      'wms:bill.register:print',
      'view',
    ],
  },
  {
    name: '上架员',
    grants: ['wms:task.putaway', 'wms:delivery.rpl', 'wms:warehouse.move', 'wms:process.moveIn', 'view'],
  },
  {
    name: '拣货员',
    grants: [
      'wms:delivery.pick',
      'wms:delivery.sow',
      'wms:delivery.weighSow',
      'wms:delivery.collect',
      'wms:delivery.label',
      'wms:warehouse.stock:view',
      'wms:task.center:view',
    ],
  },
  {
    name: '复核装车员',
    grants: [
      'wms:delivery.containerCheck',
      'wms:delivery.storeCheck',
      'wms:delivery.ship',
      'wms:delivery.load',
      'wms:delivery.unload',
      'wms:delivery.despatch',
      'wms:bill.register:release',
      'wms:bill.register:print',
      'view',
    ],
  },
  {
    name: '门卫',
    // Who comes without an appointment is admitted by somebody else.
    grants: [
      ...['view', 'create', 'update', 'permit', 'finish', 'cancel', 'print', 'export'].map(
        (verb) => `wms:bill.register:${verb}`,
      ),
      'wms:bill.preview:view',
      'wms:delivery.ship:view',
      'wms:storage.dock:view',
    ],
  },
  { name: '盘点员', grants: ['wms:warehouse.stockTake', 'wms:warehouse.stock:view', 'wms:task.center:view'] },
  { name: '只读审计', grants: ['view', 'sys:audit_log:view'] },
]
