import type { NewOrg } from '../platform/tenantPlan.ts'
import type { NewUser } from './tenant.ts'

const phone = (n: number): string => `021-0055${String(n).padStart(4, '0')}`
/** One organisation of each type that an enterprise has, and a second logistics centre. Nobody has these numbers. */
export const demoOrgs: readonly NewOrg[] = [
  {
    ...{ code: 'LADING', name: '来丁商贸集团', type: 'GROUP', contact: '总经办', phone: phone(1) },
    ...{ address: '上海市闵行区示范路88号来丁大厦', longitude: '121.381500', latitude: '31.112800' },
  },
  {
    ...{ code: 'DC01', name: '上海青浦物流中心', type: 'DC', upper: 'LADING', contact: '值班室', phone: phone(101) },
    ...{ address: '上海市青浦区示范园区一路1号', longitude: '121.124100', latitude: '31.150700' },
  },
  {
    ...{ code: 'DC02', name: '杭州萧山物流中心', type: 'DC', upper: 'LADING', contact: '值班室', phone: phone(102) },
    ...{ address: '浙江省杭州市萧山区示范园区二路6号', longitude: '120.264300', latitude: '30.185200' },
  },
  {
    ...{ code: 'TC01', name: '苏州吴江运输中心', type: 'TC', upper: 'LADING', contact: '调度室', phone: phone(201) },
    ...{ address: '江苏省苏州市吴江区示范园区三路9号', longitude: '120.645200', latitude: '31.138700' },
  },
  {
    ...{ code: 'BC01', name: '华东业务中心', type: 'BC', upper: 'LADING', contact: '业务部', phone: phone(301) },
    ...{ address: '江苏省苏州市工业园区示范大道18号', longitude: '120.723900', latitude: '31.323500' },
  },
  {
    ...{ code: 'FC01', name: '集团财务中心', type: 'FC', upper: 'LADING', contact: '财务部', phone: phone(401) },
    ...{ address: '上海市闵行区示范路88号来丁大厦6层', longitude: '121.381500', latitude: '31.112800' },
  },
]

/** Demo users of the tenant `demo`: name, work, home organisation and the modules they may use. */
export interface DemoUser {
  readonly username: string
  readonly realName: string
  readonly org: 'GROUP' | 'DC' | 'TC' | 'BC' | 'FC'
  readonly role: string
  /** Whom to log in as for what, told at the start; one of several who do the same stands for all. */
  readonly does?: string
  /** Prefixes of permissions; `*` is everything, `view` every right to look. */
  readonly grants: readonly string[]
}

const picks: readonly string[] = [
  'wms:delivery.pick',
  'wms:delivery.sow',
  'wms:delivery.weighSow',
  'wms:delivery.collect',
  'wms:delivery.label',
  'wms:warehouse.stockTakeTask',
  'wms:warehouse.stock:view',
  'wms:task.center:view',
  'dps:report.pickDashboard:view',
  'dps:task.task',
  'dps:jobpoint.jobpoint',
  'dps:task.pick',
  'dps:task.container',
  'dps:sowing',
]
const picker = (username: string, realName: string): DemoUser => ({
  username,
  realName,
  org: 'DC',
  role: '拣货员',
  grants: picks,
})

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
  { ...picker('picker', '拣货员小王'), does: 'pick and count tasks on a handheld, as do picker2 to picker5' },
  picker('picker2', '拣货员小赵'),
  picker('picker3', '拣货员小孙'),
  picker('picker4', '拣货员小吴'),
  picker('picker5', '拣货员小郑'),
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
      'wms:delivery.merge',
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
  },
  {
    username: 'dispatcher',
    realName: '调度员小吕',
    org: 'TC',
    role: '调度员',
    does: 'of the transport centre: its masters, orders, trips and plans; looks at stores and vendors',
    grants: ['tms:', 'wms:basic.store:view', 'wms:basic.vendor:view', 'wms:basic.containerType:view'],
  },
  {
    username: 'driver',
    realName: '林志强',
    org: 'TC',
    role: '司机',
    does: 'of the transport centre: his trips on a phone, to depart, arrive, sign and return, also without network',
    grants: ['tms:transportation.driverTask'],
  },
  {
    username: 'merchant',
    realName: '业务员小许',
    org: 'BC',
    role: '业务员',
    does: 'of the business centre: looks at owners, stores, vendors and products',
    grants: [
      'wms:basic.owner:view',
      'wms:basic.store:view',
      'wms:basic.vendor:view',
      'wms:basic.category:view',
      'wms:basic.product:view',
      'mdm:basic.product_qpc:view',
    ],
  },
  {
    username: 'accountant',
    realName: '会计小沈',
    org: 'FC',
    role: '会计',
    does: 'of the finance centre: charges and settlements of transport; looks at owners, vendors, stores and container deposits',
    grants: [
      'tms:fee',
      'tms:carrier.carrier:view',
      'tms:client.client:view',
      'tms:basic.staff:view',
      'tms:transportation.shipPlan:view',
      'wms:basic.owner:view',
      'wms:basic.vendor:view',
      'wms:basic.store:view',
      'wms:basic.containerType:view',
    ],
  },
]

/** Where somebody works; the others only at home. */
const worksAt: Readonly<Record<string, readonly string[]>> = {
  admin: demoOrgs.map((o) => o.code),
  receiver: ['DC01', 'DC02'],
}
/** The same people with what they are granted. */
export const demoPeople = (granted: (grants: readonly string[]) => readonly string[]): NewUser[] =>
  demoUsers.map(({ username, realName, role, org, grants }) => {
    const home = demoOrgs.find((o) => o.type === org)?.code ?? ''
    const orgs = worksAt[username] ?? [home]
    return { username, realName, role, org: home, orgs, permissions: granted(grants), isKnown: true }
  })
