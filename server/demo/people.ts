/** Demo users of the tenant `demo`: name, work, home organisation (G = enterprise) and the modules they may use. */
export interface DemoUser {
  readonly username: string
  readonly realName: string
  readonly org: 'GROUP' | 'DC'
  readonly role: string
  /** Whom to log in as for what, told at the start. */
  readonly does: string
  /** Prefixes of permissions; `*` is everything, `view` every right to look. */
  readonly grants: readonly string[]
  readonly owners?: readonly string[]
}

export const demoUsers: readonly DemoUser[] = [
  {
    username: 'admin',
    realName: '系统管理员',
    org: 'GROUP',
    role: '系统管理员',
    does: 'everything: masters at the enterprise, work in a DC (switch at the top right)',
    grants: ['*'],
  },
  {
    username: 'receiver',
    realName: '收货员小李',
    org: 'DC',
    role: '收货员',
    does: 'inbound orders, receiving, put-away and moves, at a desk and on a handheld',
    grants: [
      'wms:task.receive',
      'wms:task.putaway',
      'wms:delivery.rplDown',
      'wms:delivery.rplLabel',
      'wms:delivery.rplUp',
      'wms:warehouse.move',
      'wms:warehouse.typeChange',
      'wms:warehouse.stockTake',
      'wms:warehouse.attrChange',
      'wms:warehouse.pickBinAdj',
      'wms:warehouse.stockDec',
      'wms:warehouse.stockInc',
      'wms:bill.order',
      'wms:bill.quality',
      'view',
    ],
  },
  {
    username: 'picker',
    realName: '拣货员小王',
    org: 'DC',
    role: '拣货员',
    does: 'pick and count tasks on a handheld',
    grants: [
      'wms:delivery.pick',
      'wms:delivery.sow',
      'wms:delivery.collect',
      'wms:delivery.label',
      'wms:warehouse.stockTakeTask',
      'wms:warehouse.stock:view',
      'wms:task.center:view',
    ],
  },
  {
    username: 'shipper',
    realName: '发运员小张',
    org: 'DC',
    role: '发运员',
    does: 'outbound orders, container checks, shipments, loading and despatch',
    grants: [
      'wms:delivery.ship',
      'wms:delivery.load',
      'wms:delivery.unload',
      'wms:delivery.storeCheck',
      'wms:delivery.containerCheck',
      'wms:delivery.despatch',
      'wms:bill.operate',
      'view',
    ],
  },
  {
    username: 'viewer',
    realName: '查询员小陈',
    org: 'DC',
    role: '查询员',
    does: 'may look at everything and change nothing',
    grants: ['view'],
  },
  {
    username: 'other',
    realName: '乙方客服小周',
    org: 'DC',
    role: '货主客服',
    does: 'a clerk of cargo owner O2, who sees its goods only',
    grants: ['view'],
    owners: ['O2'],
  },
]
