import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, choices, code, date, flag, int, money, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import { soldModules as sold } from '../sys/entitlement.ts'
import { units } from './units.ts'

const line = childRows('saas', 'packageLine', 'saas.quotaPackage', {
  title: ['套餐明细', 'Package line'],
  scope: 'org',
  fields: {
    packageId: ref(['套餐', 'Package'], 'saas.quotaPackage', { required: true, derived: true }),
    unit: choice(['单位', 'Unit'], units, { required: true }),
    qty: qty(['每份数量', 'Per copy'], { required: true }),
    price: money(['每份价格', 'Price per copy'], { required: true }),
    validDays: int(['有效天数', 'Valid for days'], {
      least: 1,
      most: 3_650,
      hint: ['从交付之日起；不填为长期', 'From the day of delivery; blank: for good'],
    }),
    /** Of several lots that with the smaller number is drawn first. */
    priority: int(['消耗顺序', 'Drawn in order'], { required: true, initial: 5, most: 99 }),
  },
  unique: [['packageId', 'unit']],
})
export const packageLine = line.entity

/** What caps a tenant in how much it may have. */
export const caps = {
  isUnlimited: flag(['不限数量', 'No limits'], { initial: false }),
  maxUsers: int(['最多用户数', 'Users at most']),
  maxCentres: int(['最多中心数', 'Centres at most']),
  maxTags: int(['最多标签数', 'Tags at most']),
}

/** 配额套餐: what is sold. An edition that was published never changes; a change is a new edition. */
export const quotaPackage = document('saas', 'quotaPackage', {
  title: ['配额套餐', 'Quota package'],
  module: 'package.quotaPackage',
  prefix: 'TC',
  worksAt: ['PLAT'],
  seenFrom: { AGENT: 'ALL' },
  flow: flow({
    states: { DRAFT: ['草稿', 'Draft'], ON_SALE: ['在售', 'On sale'], OFF_SALE: ['已下架', 'Off sale'] },
    initial: 'DRAFT',
    typedIn: ['DRAFT'],
    final: [],
    steps: {
      publish: { title: ['上架', 'Publish'], from: ['DRAFT', 'OFF_SALE'], to: 'ON_SALE', verb: 'approve', bulk: true },
      withdraw: {
        title: ['下架', 'Take off sale'],
        from: ['ON_SALE'],
        to: 'OFF_SALE',
        verb: 'stop',
        bulk: true,
        danger: true,
      },
      revise: { title: ['新版本', 'New edition'], from: ['ON_SALE', 'OFF_SALE'], verb: 'create' },
    },
  }),
  ownerThrough: 'everybody',
  called: 'name',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    edition: int(['版本', 'Edition'], { derived: true, required: true, initial: 1 }),
    audience: choice(
      ['适用对象', 'For'],
      { AGENT: ['代理商', 'Agents'], TENANT: ['租户', 'Tenants'], TRIAL: ['试用', 'Trials'] },
      { required: true, filter: true, initial: 'TENANT' },
    ),
    modules: choices(['包含模块', 'Modules'], sold, { initial: ['wms'] }),
    listPrice: money(['标价', 'List price']),
    leastCopies: int(['最少份数', 'Copies at least'], { required: true, initial: 1, least: 1 }),
    mostCopies: int(['最多份数', 'Copies at most'], { required: true, initial: 1_000, least: 1 }),
    saleFrom: date(['销售开始', 'On sale from'], {}),
    saleTo: date(['销售截止', 'On sale until'], {}),
    ...caps,
    lines: rows(['明细', 'Lines'], line, { required: true }),
  },
  sums: { listPrice: 'lines.price' },
  unique: [['code', 'edition']],
  list: ['billNo', 'state', 'code', 'name', 'edition', 'audience', 'listPrice', 'modules', 'saleFrom', 'saleTo'],
  actions: ['create', 'update', 'remove', 'approve', 'stop', 'export'],
})
