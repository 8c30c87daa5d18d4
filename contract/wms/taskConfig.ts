import { z } from 'zod'
import { id, query } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, choices, code, decimal, flag, int, money, ref, rows, text } from '../kernel/field.ts'
import { is, oneOf, ruleTable } from '../kernel/ruleTable.ts'
import type { Text } from '../kernel/text.ts'
import { store } from '../mdm/partner.ts'
import { dispatches, pickMethods, taskModes } from './task.ts'
import { type TaskType, taskTitles, taskTypeNames } from './taskTypes.ts'

/** The papers that work is done for, as tasks name them. */
const billKinds = {
  'wms.orderBill': ['订货通知单', 'Inbound order'],
  'wms.operateBill': ['出库作业单', 'Outbound order'],
  'wms.waveBill': ['波次', 'Wave'],
  'wms.shipBill': ['装车单', 'Shipment'],
  'wms.stockTakeBill': ['盘点单', 'Stock count'],
  'wms.pickBinBill': ['拣货位调整单', 'Pick face change'],
} as const satisfies Record<string, Text>
const config = { key: 'wms.taskConfig', title: ['任务规则配置', 'Task rules'] } as const
const { RF, PAPER, LABEL } = taskModes

/** What may be asked of a new task. */
const conditions = {
  goodsOwner: oneOf(ref(['货主', 'Owner'], 'wms.owner')),
  pickAreaId: oneOf(ref(['拣货分区', 'Pick area'], 'wms.pickArea')),
  billKind: oneOf(choice(['来源单据', 'Source document'], billKinds)),
  storeKind: oneOf(choice(['门店类型', 'Store type'], store.fields.kind.choices ?? {})),
  route: is(text(['线路', 'Route'], { max: 32 })),
  categoryId: oneOf(
    ref(['商品类别', 'Product category'], 'wms.productCategory', {
      hint: ['含下级；任务的全部商品都须属于它', 'With all below it; all goods of the task must be of it'],
    }),
  ),
  mode: oneOf(choice(['方式', 'Mode'], { RF, PAPER, LABEL })),
} as const

/** 合并键: facts by which lines of picks are kept apart; what may be mixed in one task has the same of each that is chosen. */
export const taskGroups = {
  AISLE: ['巷道', 'Aisle'],
  AREA: ['库区', 'Area'],
  CATEGORY: ['商品类别', 'Product category'],
  TEMPERATURE: ['温层', 'Temperature'],
  WEIGHED: ['称重商品', 'Goods by weight'],
  ROUTE: ['线路', 'Route'],
} as const satisfies Record<string, Text>
export type TaskGroup = keyof typeof taskGroups
/** 行顺序: in which order the lines of a pick are done. */
export const lineOrders = {
  PICK_SEQ: ['拣货顺序', 'Pick sequence'],
  HEAVY_FIRST: ['重大件在先', 'Heavy and large first'],
  PRODUCT: ['商品编码', 'Product code'],
} as const satisfies Record<string, Text>
export type LineOrder = keyof typeof lineOrders
/** What stands on the labels of work of a type, as print templates call it. Other types have no labels of their own. */
export const labelKinds: Readonly<Partial<Record<TaskType, string>>> = {
  RECEIVE: 'LOT_LABEL',
  PICK: 'PICK_LABEL',
  RPL_DOWN: 'RPL_LABEL',
}

/** 任务规则: what becomes of new work of a type that meets all that is asked. */
export const taskRules = ruleTable('wms', 'taskRule', {
  title: ['任务规则', 'Task rule'],
  of: config,
  conditions,
  list: ['goodsOwner', 'pickAreaId', 'storeKind', 'queue', 'dispatch', 'groupBy', 'lineOrder', 'labelTemplateId'],
  results: {
    queue: code(['队列', 'Queue'], {
      max: 32,
      hint: ['作业人按队列领取；空白为任务类型', 'Workers take work by queues; its type if blank'],
    }),
    priority: int(['优先级', 'Priority'], {
      most: 99,
      hint: ['数小优先；已定紧急程度的任务不变', 'Low goes first; work that is urgent already stays so'],
    }),
    dispatch: choice(['派工方式', 'Dispatch'], dispatches, { required: true, initial: 'PULL' }),
    autoRelease: flag(['自动下发', 'Released at once'], {
      initial: true,
      hint: ['否则待人工下发', 'Otherwise somebody releases it'],
    }),
    allowChangeBin: flag(['允许改目标货位', 'Target bin may be changed'], { initial: true }),
    refetch: flag(['缺货自动补拣', 'Re-allocate short picks'], {
      initial: true,
      hint: ['缺货时立即从其他货位补拣', 'What is short is picked from another bin at once'],
    }),
    maxLines: int(['任务最大行数', 'Max lines per task'], {
      least: 1,
      most: 500,
      hint: ['拣货任务；空白按拣货分区', 'Of picks; as the pick area says if blank'],
    }),
    maxCases: int(['任务最大件数', 'Max cases per task'], { least: 1, most: 100_000 }),
    maxVolumeM3: decimal(['任务最大体积m³', 'Max volume per task m³'], { scale: 6, most: 1_000 }),
    maxWeightKg: decimal(['任务最大重量kg', 'Max weight per task kg'], { most: 100_000 }),
    groupBy: choices(['合并键', 'Grouped by'], taskGroups, {
      hint: [
        '拣货任务；所选各项都相同的行才合并，线路用于批拣',
        'Of picks: only lines that are alike in all of these share a task; routes part what is picked in batches',
      ],
    }),
    lineOrder: choice(['行顺序', 'Line order'], lineOrders, {
      required: true,
      initial: 'PICK_SEQ',
      hint: ['拣货任务内各行的先后', 'In which order the lines of a pick are done'],
    }),
    labelTemplateId: ref(['标签模板', 'Label template'], 'sys.printTemplate', {
      hint: [
        '拣货、补货、批次标签；空白按默认模板',
        'Of pick, replenishment and lot labels; the template in use if blank',
      ],
    }),
    timeoutMin: int(['领取超时分', 'Time-out (min)'], {
      least: 1,
      most: 10_080,
      hint: ['空白按任务类型', 'As its type says if blank'],
    }),
  },
})

const { goodsOwner, pickAreaId, storeKind, route } = conditions
/** 复核规则: which picked containers are looked into, by whom, and how exactly they weigh. */
export const checkRules = ruleTable('wms', 'checkRule', {
  title: ['复核规则', 'Check rule'],
  of: config,
  conditions: { goodsOwner, pickAreaId, storeKind, route },
  list: [
    'goodsOwner',
    'pickAreaId',
    'storeKind',
    'checkPct',
    'checkShort',
    'checkValue',
    'checkNewDays',
    'checkByOther',
  ],
  results: {
    checkPct: int(['复核比例%', 'Containers checked %'], {
      required: true,
      initial: 0,
      least: 0,
      most: 100,
      hint: ['拣完的容器按比例抽检，100为全检', 'Share of picked containers that are checked; 100: all of them'],
    }),
    checkShort: flag(['缺货后复核', 'Check after a short'], {
      hint: ['拣货有缺货的容器必检', 'Containers of a pick with a short are checked'],
    }),
    checkValue: money(['高值复核金额', 'Check from value'], {
      hint: ['容器内商品金额达到时必检', 'Containers whose goods are worth as much are checked'],
    }),
    checkNewDays: int(['新人复核天数', 'Check new pickers (days)'], {
      most: 365,
      hint: ['账号建立未满这些天的拣货人，其容器必检', 'For so many days after their account was made'],
    }),
    checkByOther: flag(['拣货人不得复核', 'Not by the picker'], {
      initial: true,
      hint: ['复核由拣货人以外的人进行', 'Somebody else than the picker checks'],
    }),
    weighGrams: int(['称重允差g', 'Weight tolerance g'], { required: true, initial: 20, least: 0, most: 100_000 }),
    weighPct: decimal(['称重允差%', 'Weight tolerance %'], {
      required: true,
      initial: '1',
      scale: 2,
      most: 100,
      hint: [
        '占净重；两者取大，且小于最轻商品的一半',
        'Of the net weight; the larger counts, always less than half of the lightest piece',
      ],
    }),
  },
})

/** 任务规则配置: the rules of one type of work in this centre, asked in their order; the first that is met counts. */
export const taskConfig = entity('wms', 'taskConfig', {
  title: config.title,
  module: 'task.config',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    taskType: choice(['任务类型', 'Task type'], taskTitles, { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    rules: rows(taskRules.entity.title, taskRules),
    checks: rows(checkRules.entity.title, checkRules),
  },
  list: ['taskType', 'name'],
  unique: [['taskType']],
  label: { code: 'name', name: 'name' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'export'],
  sort: 'taskType',
  found: false,
})

const outcome = z.object({ no: z.number(), fires: z.boolean(), why: z.array(z.string()), got: z.array(z.string()) })
/** 试算: which rule a task of given facts would meet, or, of a wave, which one each of its picks would. */
export const tryTaskRules = query(`${entityPath(taskConfig)}/tryRules`, {
  title: ['任务规则试算', 'Simulate task rules'],
  permission: entityPermission(taskConfig, 'view'),
  input: z.object({
    taskType: z.enum(taskTypeNames),
    waveNo: z.string().trim().max(30).nullish(),
    goodsOwner: id.nullish(),
    pickAreaId: id.nullish(),
    billKind: z.enum(Object.keys(billKinds) as [keyof typeof billKinds]).nullish(),
    storeKind: z.string().max(32).nullish(),
    route: z.string().max(32).nullish(),
    categoryId: id.nullish(),
    mode: z.enum(pickMethods).nullish(),
  }),
  output: z.object({
    /** How each rule fares by the facts. */
    rows: z.array(outcome),
    /** Of a wave: for each order and area that its goods are picked from. */
    picks: z.array(
      z.object({
        billNo: z.string(),
        store: z.string(),
        area: z.string().nullable(),
        /** Of the rule that is met. */
        no: z.number().nullable(),
        got: z.array(z.string()),
      }),
    ),
  }),
})
/** So many picks of a wave are shown at most. */
export const triedMost = 500

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
export const taskRuleFaults = {
  sameMatch: refusal(
    42432,
    '规则匹配条件重复：第{a}条与第{b}条',
    'Rules {a} and {b} ask the same: the second would never be met',
  ),
  checksOfOther: refusal(42433, '复核规则只用于容器复核', 'Check rules belong to container checks only'),
  binFixed: refusal(42434, '该任务不允许更改目标货位[{bin}]', 'The target bin [{bin}] of this task cannot be changed'),
  labelOfOther: refusal(
    42663,
    '模板[{name}]不能用于{label}，请选择{label}的模板',
    'The template [{name}] is none for {label}: choose one that is',
  ),
  notOfType: refusal(
    42664,
    '[{field}]不适用于该类型的任务，请留空或保留默认',
    '[{field}] has no use in work of this type: leave it as it comes',
  ),
  templateElsewhere: refusal(
    42665,
    '模板[{name}]只适用于其他组织，请选择本组织或通用的模板',
    'The template [{name}] is for another organisation alone: choose one of this centre, or one for all',
  ),
  noWave: refusal(42435, '波次[{no}]不存在', 'There is no wave [{no}]'),
} as const satisfies Record<string, Refusal>
