import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, choices, date, decimal, int, money, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import { ruleStep } from '../kernel/ruleTable.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { days } from './clientSite.ts'
import {
  bases,
  calcs,
  centreField,
  crewRoles,
  feeTypes,
  merges,
  type Party,
  parties,
  partyField,
  partyFields,
  rounds,
  shares,
  weightRules,
} from './feeTerms.ts'
import { tiersHint } from './feeTiers.ts'
import { tempZones, wayBill } from './wayBill.ts'

const rule = childRows('tms', 'feeRule', 'tms.feeAgreement', {
  title: ['计费规则', 'Rule'],
  scope: 'org',
  sort: 'seq',
  fields: {
    billId: ref(['费用协议', 'Agreement'], 'tms.feeAgreement', { required: true, derived: true }),
    seq: int(['顺序', 'Order'], { required: true, initial: ruleStep, most: 9_999 }),
    feeType: choice(['费用类型', 'Charge'], feeTypes, { required: true, initial: 'FREIGHT' }),
    basis: choice(['计费依据', 'Basis'], bases, { required: true, initial: 'TRIP' }),
    calc: choice(['计算方式', 'Reckoned'], calcs, { required: true, initial: 'UNIT' }),
    price: decimal(['单价', 'Price'], { scale: 6, hint: ['一口价即总价', 'Of a flat charge: all of it'] }),
    basePrice: money(['起步价', 'Base price'], {}),
    baseQty: decimal(['起步量', 'Included'], {
      hint: ['起步价包含的数量；等待费为免费分钟', 'What the base price covers; of waiting: free minutes'],
    }),
    tiers: text(['阶梯', 'Tiers'], { max: 300, hint: [tiersHint, tiersHint] }),
    minCharge: money(['最低收费', 'Minimum'], {}),
    maxCharge: money(['最高收费', 'Maximum'], {}),
    round: choice(['取整', 'Rounding'], rounds, { required: true, initial: 'CENT' }),
    weightRule: choice(['计重', 'Weight'], weightRules, { required: true, initial: 'ACTUAL' }),
    kgPerM3: decimal(['体积重kg/m³', 'kg per m³'], {
      hint: ['计重不是实重时填写', 'Where not the actual weight counts'],
    }),
    merge: choice(['合并', 'Merged'], merges, { required: true, initial: 'PER_TRIP' }),
    share: choice(['分摊到运单', 'Shared among waybills'], shares, { required: true, initial: 'WEIGHT' }),
    // Which trips: of others the next rule of the same charge is asked.
    truckTypeId: ref(['限车型', 'Truck type only'], 'tms.truckType', {}),
    route: text(['限线路', 'Route only'], { max: 32 }),
    days: choices(['限星期', 'Days only'], days),
    kmOver: decimal(['里程大于km', 'Beyond km'], { scale: 1 }),
    kmUpTo: decimal(['里程至km', 'Up to km'], { scale: 1 }),
    role: choice(['限角色', 'Role only'], crewRoles, {}),
    // Which goods: what this rule does not take is left to the next one.
    wayKind: choice(['限运单类型', 'Waybills of kind'], wayBill.header.fields.kind.choices ?? {}, {}),
    tempZone: choice(['限温层', 'Temperature only'], tempZones, {}),
    regionId: ref(['限区域', 'Region only'], 'tms.region', {}),
    depotId: ref(['限仓库', 'Warehouse only'], 'sys.org', {}),
  },
  form: [
    ...([
      'seq',
      'feeType',
      'basis',
      'calc',
      'price',
      'basePrice',
      'baseQty',
      'tiers',
      'minCharge',
      'maxCharge',
    ] as const),
    ...(['round', 'weightRule', 'kgPerM3', 'merge', 'share', 'truckTypeId', 'route', 'days', 'kmOver'] as const),
    ...(['kmUpTo', 'role', 'wayKind', 'tempZone', 'regionId', 'depotId'] as const),
  ],
  list: [
    ...([
      'seq',
      'feeType',
      'basis',
      'calc',
      'price',
      'basePrice',
      'baseQty',
      'tiers',
      'minCharge',
      'maxCharge',
    ] as const),
    ...(['merge', 'share', 'truckTypeId', 'regionId', 'tempZone', 'depotId'] as const),
  ],
})
export const feeRule = rule.entity

const revising = { newFrom: date(['新版生效日', 'New version from'], { required: true }) }
const agreementFlow = flow({
  states: {
    DRAFT: ['草稿', 'Draft'],
    APPROVED: ['已生效', 'In force'],
    STOPPED: ['已终止', 'Stopped'],
  },
  initial: 'DRAFT',
  typedIn: ['DRAFT'],
  final: ['STOPPED'],
  steps: {
    approve: {
      title: ['审核', 'Approve'],
      from: ['DRAFT'],
      to: 'APPROVED',
      verb: 'approve',
      stamp: 'approvedAt',
      bulk: true,
    },
    // What is in force is never changed: a new version takes its place from a day on.
    revise: {
      title: ['修订', 'Revise'],
      from: ['APPROVED'],
      verb: 'update',
      input: revising,
    },
    stop: {
      title: ['终止', 'Stop'],
      from: ['APPROVED'],
      to: 'STOPPED',
      verb: 'stop',
      reason: true,
      danger: true,
      stamp: 'finishedAt',
    },
  },
})

const actions = ['create', 'update', 'remove', 'approve', 'stop', 'export'] as const
// density: one declaration of agreements with three kinds of party; a rule says how, of what and when
/** 费用协议: what is charged for transport, from when until when. */
export const feeAgreement = document('tms', 'feeAgreement', {
  title: ['费用协议', 'Fee agreement'],
  module: 'fee.agreement',
  prefix: 'XY',
  worksAt: ['TC', 'FC'],
  seenFrom: { FC: 'ALL' },
  flow: agreementFlow,
  ownerThrough: 'contents',
  carrierThrough: 'carrierId',
  fields: {
    party: choice(['对象类型', 'Kind of party'], parties, { required: true, derived: true, initial: 'CARRIER' }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    ...partyFields,
    validFrom: date(['有效期起', 'Valid from'], { required: true, filter: true }),
    validTo: date(['有效期止', 'Valid until'], { required: true, filter: true }),
    priority: int(['优先级', 'Priority'], {
      required: true,
      initial: 50,
      most: 100,
      hint: ['大者先用', 'The greatest first'],
    }),
    taxRate: decimal(['税率%', 'Tax %'], { required: true, initial: '0', scale: 2, most: 100 }),
    prevId: ref(['修订自', 'Revises'], 'tms.feeAgreement', { derived: true }),
    centreId: centreField,
    ruleCount: int(['规则数', 'Rules'], {}),
    rules: rows(['计费规则', 'Rules'], rule, { required: true }),
  },
  sums: { ruleCount: 'rules' },
  called: 'name',
  indexes: [['party', 'state']],
  actions,
  details: revising,
})

const blank: Readonly<Record<Party, Text>> = {
  CLIENT: ['不填为全部客户', 'Left empty: all clients'],
  CARRIER: ['不填为全部承运商', 'Left empty: all carriers'],
  EMPLOYEE: ['不填为全部自有员工', 'Left empty: all of one’s own'],
}
/** The same agreements with one kind of party. They keep their flow and their numbers. */
function seenAs(noun: string, module: string, party: Party, title: Text): typeof feeAgreement {
  const who = partyField[party]
  const { billNo, state, clientId, carrierId, staffId, ...others } = feeAgreement.header.fields
  const own = { clientId, carrierId, staffId }[who]
  const header = view(feeAgreement.header, 'tms', noun, {
    title,
    module,
    only: { party: [party] },
    fields: { billNo, state, [who]: { ...own, hint: blank[party] }, ...others },
    list: [
      'billNo',
      'state',
      'name',
      who,
      'validFrom',
      'validTo',
      'ruleCount',
      'priority',
      'taxRate',
      'prevId',
      'approvedAt',
      'centreId',
    ],
    form: ['name', who, 'validFrom', 'validTo', 'priority', 'taxRate', 'centreId', 'note', 'rules'],
    actions: [...actions],
  })
  return { ...feeAgreement, header: { ...header, ...(party !== 'CARRIER' && { carrierThrough: undefined }) } as never }
}
/** 客户费用协议 */
export const clientFeeAgreement = seenAs('clientFeeAgreement', 'fee.clientAgreement', 'CLIENT', [
  '客户费用协议',
  'Client fee agreement',
])
/** 承运商运费协议 */
export const carrierFreightAgreement = seenAs('carrierFreightAgreement', 'fee.carrierAgreement', 'CARRIER', [
  '承运商运费协议',
  'Carrier freight agreement',
])
/** 员工费用协议 */
export const employeeFeeAgreement = seenAs('employeeFeeAgreement', 'fee.employeeAgreement', 'EMPLOYEE', [
  '员工费用协议',
  'Employee fee agreement',
])
export const feeAgreements = {
  CLIENT: clientFeeAgreement,
  CARRIER: carrierFreightAgreement,
  EMPLOYEE: employeeFeeAgreement,
} as const
