/** Demo users of the tenant `demo`: name, work, home organisation (G = enterprise) and the modules they may use. */
export interface DemoUser {
  readonly username: string
  readonly realName: string
  readonly org: 'GROUP' | 'DC'
  readonly role: string
  /** Prefixes of permissions; `*` is everything, `view` every right to look. */
  readonly grants: readonly string[]
  readonly owners?: readonly string[]
}

export const demoUsers: readonly DemoUser[] = [
  { username: 'admin', realName: '系统管理员', org: 'GROUP', role: '系统管理员', grants: ['*'] },
  {
    username: 'receiver',
    realName: '收货员小李',
    org: 'DC',
    role: '收货员',
    grants: ['wms:task.receive', 'wms:task.putaway', 'wms:bill.order', 'view'],
  },
  {
    username: 'picker',
    realName: '拣货员小王',
    org: 'DC',
    role: '拣货员',
    grants: ['wms:delivery.pick', 'wms:warehouse.stock:view', 'wms:task.center:view'],
  },
  {
    username: 'shipper',
    realName: '发运员小张',
    org: 'DC',
    role: '发运员',
    grants: ['wms:delivery.ship', 'wms:delivery.load', 'wms:delivery.despatch', 'wms:bill.operate', 'view'],
  },
  { username: 'viewer', realName: '查询员小陈', org: 'DC', role: '查询员', grants: ['view'] },
  { username: 'other', realName: '乙方客服小周', org: 'DC', role: '货主客服', grants: ['view'], owners: ['O2'] },
]
