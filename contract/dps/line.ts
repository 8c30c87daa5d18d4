import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, decimal, flag, instant, int, ref, rows, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { lightColours } from './equipment.ts'

/** DPS: the container comes to the goods. DAS: goods come to the containers. CART: containers and their tags go along with the picker. */
export const lineModes = {
  DPS: ['摘果', 'Pick to light'],
  DAS: ['播种', 'Put to light'],
  CART: ['拣货车', 'Pick cart'],
} as const satisfies Record<string, Text>

export const runStates = {
  OPEN: ['运行', 'Open'],
  PAUSED: ['暂停', 'Paused'],
  CLOSED: ['关闭', 'Closed'],
} as const satisfies Record<string, Text>

/** 拣选线: job points in an order, and how containers go along them. */
export const line = entity('dps', 'line', {
  title: ['拣选线', 'Line'],
  module: 'basic.baseInfo',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    mode: choice(['模式', 'Mode'], lineModes, { required: true, filter: true, initial: 'DPS', frozen: true }),
    /** Of carts: what they fetch is what no fixed tag of it shows. */
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', {
      filter: true,
      hint: [
        '拣货车服务的分区：拣货方式为电子标签，没有固定标签的货位由拣货车拣货',
        'Whose bins without a tag of their own are picked with the carts; its method is lights',
      ],
    }),
    relay: choice(
      ['接力', 'Relay'],
      { SEQUENTIAL: ['顺序', 'One point after the other'], PARALLEL: ['并行', 'All points at once'] },
      { required: true, initial: 'SEQUENTIAL' },
    ),
    colourOf: choice(
      ['颜色表示', 'A colour stands for'],
      { ORDER: ['订单', 'The order'], PERSON: ['拣货员', 'The picker'] },
      { required: true, initial: 'ORDER' },
    ),
    autoNext: flag(['完成即到下一作业点', 'Goes on by itself'], {
      initial: true,
      hint: ['否：下一作业点扫描周转箱后才亮灯', 'No: lit when the container is scanned at the next point'],
    }),
    wip: int(['每作业点最多箱数', 'Most containers at a point'], { required: true, initial: 3, least: 1, most: 20 }),
    fullPolicy: choice(
      ['箱满', 'When a container is full'],
      {
        SPLIT_SAME_POINT: ['本作业点换箱', 'Another from here'],
        SPLIT_NEXT: ['下一作业点换箱', 'Another from the next point'],
      },
      {
        required: true,
        initial: 'SPLIT_SAME_POINT',
        hint: [
          '下一作业点换箱：本作业点已到的仍放入原箱',
          'From the next point: what is picked here still comes into the full one',
        ],
      },
    ),
    shortPolicy: choice(
      ['缺货', 'When goods are short'],
      { CONTINUE: ['继续', 'Goes on'], BLOCK: ['等待补货', 'Waits for goods'] },
      {
        required: true,
        initial: 'CONTINUE',
        hint: [
          '等待补货：闪烁等待，再按一次缺货键才算缺货',
          'Waits: it blinks, and is short once its key is pressed again',
        ],
      },
    ),
    state: choice(['运行状态', 'Running'], runStates, { required: true, derived: true, filter: true, initial: 'OPEN' }),
    points: computed(int(['作业点数', 'Points'])),
    note: text(['备注', 'Note'], { max: 200 }),
  },
  list: [
    'code',
    'name',
    'mode',
    'pickAreaId',
    'state',
    'points',
    'relay',
    'colourOf',
    'autoNext',
    'wip',
    'fullPolicy',
    'shortPolicy',
    'note',
  ],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'export', 'start', 'stop'],
  verbs: { open: ['运行', 'Open'], pause: ['暂停', 'Pause'] },
})

const jobpointKey = 'dps.jobpoint'
/** 作业点配置: which tag stands at which bin. */
export const slot = childRows('dps', 'slot', jobpointKey, {
  title: ['作业点配置', 'Slot'],
  scope: 'org',
  fields: {
    jobpointId: ref(['作业点', 'Job point'], jobpointKey, { required: true, derived: true }),
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0, most: 9_999 }),
    tagId: ref(['标签', 'Tag'], 'dps.tag', { required: true }),
    /** Of a sorting line the position at which a store is served; of a cart none: its positions are called by their sequence. */
    binId: ref(['货位', 'Bin'], 'wms.bin', { hint: ['拣货车的仓位不填', 'None at a position of a cart'] }),
    enabled: flag(['启用', 'In use'], { initial: true }),
  },
  unique: [['jobpointId', 'tagId', 'binId']],
})

/** 作业点: the stretch of a line that one worker, or a few, serve; of carts each is one. */
export const jobpoint = entity('dps', 'jobpoint', {
  title: ['作业点', 'Job point'],
  module: 'jobpoint.jobpoint',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    lineId: ref(['拣选线', 'Line'], 'dps.line', { required: true, filter: true }),
    seq: int(['顺序', 'Sequence'], { required: true, least: 1, most: 999 }),
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    kind: choice(
      ['类型', 'Kind'],
      { PICK: ['拣货', 'Picking'], SOW: ['播种', 'Sorting'], CHECK: ['复核', 'Check'] },
      { required: true, filter: true, initial: 'PICK' },
    ),
    displayTagId: ref(['订单显示器', 'Order display'], 'dps.tag', {}),
    completerTagId: ref(['完成器', 'Completer'], 'dps.tag', {}),
    laneTagId: ref(['巷道灯', 'Lane lamp'], 'dps.tag', {}),
    orders: int(['同时订单数', 'Orders at once'], {
      required: true,
      initial: 1,
      least: 1,
      most: 6,
      hint: ['每单一种颜色', 'Each in a colour of its own'],
    }),
    colours: choices(['颜色顺序', 'Colours in turn'], lightColours, { initial: ['GREEN', 'RED', 'ORANGE'] }),
    secondsPerPick: decimal(['每拣标准秒数', 'Seconds a pick'], { required: true, initial: '6', scale: 1, most: 600 }),
    state: choice(['运行状态', 'Running'], runStates, { required: true, derived: true, filter: true, initial: 'OPEN' }),
    /** Of a cart: where it stands, and what is taken there; other bins stay dark. */
    nowBinId: ref(['当前货位', 'Now at bin'], 'wms.bin', { loose: true, derived: true }),
    nowProductId: ref(['当前商品', 'Goods now'], 'mdm.product', { loose: true, derived: true }),
    slots: rows(['作业点配置', 'Slots'], slot),
    slotCount: computed(int(['货位数', 'Slots'])),
    operators: computed(text(['作业人', 'Operators'])),
    queue: computed(int(['待拣箱数', 'Containers waiting'])),
    lit: computed(int(['亮灯数', 'Lit'])),
  },
  list: [
    'code',
    'name',
    'lineId',
    'seq',
    'state',
    'operators',
    'queue',
    'lit',
    'slotCount',
    'kind',
    'orders',
    'displayTagId',
    'completerTagId',
  ],
  unique: [['code'], ['lineId', 'seq']],
  sort: 'lineId,seq',
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'start', 'stop', 'run'],
  verbs: {
    open: ['开放', 'Open'],
    pause: ['暂停', 'Pause'],
    close: ['关闭', 'Close'],
    signOn: ['登录作业点', 'Sign on'],
    signOff: ['离开作业点', 'Sign off'],
    scan: ['拣货车扫描', 'Scan at a cart'],
  },
})

/** Who works at a point now; a point may have several. */
export const operator = entity('dps', 'operator', {
  title: ['作业点人员', 'Operator'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    jobpointId: ref(['作业点', 'Job point'], jobpointKey, { required: true }),
    userId: ref(['人员', 'Person'], 'sys.user', { required: true }),
    /** His, where a colour stands for a picker. */
    colour: choice(['颜色', 'Colour'], lightColours, {}),
    since: instant(['登录时间', 'Since'], { required: true }),
  },
  unique: [['jobpointId', 'userId']],
  actions: [],
})
