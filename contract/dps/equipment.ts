import { entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, flag, instant, int, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'

// density: controllers, the tags wired to them and what both tell, with the commandVerbs for either
export const drivers = {
  ABLEPICK: ['ABLEPICK控制器', 'ABLEPICK controller'],
  MQTT_JSON: ['MQTT标签', 'MQTT tags'],
  SIM: ['模拟货架', 'Simulated rack'],
} as const satisfies Record<string, Text>

/** How a controller is reached, from the moment somebody wants it to be. */
export const linkStates = {
  OFFLINE: ['离线', 'Offline'],
  CONNECTING: ['连接中', 'Connecting'],
  SYNCING: ['同步中', 'Synchronising'],
  ONLINE: ['在线', 'Online'],
  DEGRADED: ['降级', 'Degraded'],
} as const satisfies Record<string, Text>
export type LinkState = keyof typeof linkStates

export const lightColours = {
  RED: ['红', 'Red'],
  GREEN: ['绿', 'Green'],
  ORANGE: ['橙', 'Orange'],
  BLUE: ['蓝', 'Blue'],
  PINK: ['粉', 'Pink'],
  CYAN: ['青', 'Cyan'],
} as const satisfies Record<string, Text>
export type LightColour = keyof typeof lightColours

/** What a device, or a simulated rack, can be told to do. */
export const commandVerbs = {
  ADDRESS: ['显示地址', 'Show address'],
  LAMP: ['亮灯测试', 'Lamp test'],
  ASK: ['查询状态', 'Ask for state'],
  RELIGHT: ['全部重亮', 'Light all again'],
  RESET: ['复位', 'Reset'],
  /** Of a simulated rack: what somebody in front of it would do, or what would go wrong with it. */
  PRESS: ['按确认键', 'Press'],
  SHORT: ['按缺货键', 'Press shortage'],
  CALL: ['呼叫', 'Call'],
  DEAD: ['标签失灵', 'Tag dead'],
  ALIVE: ['标签恢复', 'Tag alive'],
  HELD: ['按键卡住', 'Key stuck'],
  FREE: ['按键松开', 'Key free'],
  CUT: ['断开连接', 'Cut the line'],
  AUTO: ['自动拣货', 'Picks by itself'],
  HAND: ['手动拣货', 'Picked by hand'],
} as const satisfies Record<string, Text>

export const tagKinds = {
  PICK: ['拣货标签', 'Pick tag'],
  ORDER_DISPLAY: ['订单显示器', 'Order display'],
  COMPLETER: ['完成器', 'Completer'],
  LANE: ['巷道灯', 'Lane lamp'],
} as const satisfies Record<string, Text>

/** 控制器: what tags are wired to. One process at a time speaks to it, however many there are. */
export const controller = entity('dps', 'controller', {
  title: ['控制器', 'Controller'],
  module: 'device.equipment',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    driver: choice(['驱动', 'Driver'], drivers, { required: true, filter: true, initial: 'ABLEPICK' }),
    host: text(['地址', 'Host'], {
      max: 100,
      hint: ['模拟货架与产品自带的MQTT服务不填', 'Blank for a simulated rack and for the broker of the product itself'],
    }),
    port: int(['端口', 'Port'], { required: true, initial: 4660, least: 1, most: 65_535 }),
    /** Whose tags people change with + and −: what they read back may be less than was shown. */
    editable: flag(['标签可改数量', 'Quantities edited at the tag'], { initial: true }),
    note: text(['备注', 'Note'], { max: 200 }),
    state: computed(choice(['连接', 'Link'], linkStates, { filter: true })),
    lastRxAt: computed(instant(['最近接收', 'Last heard'])),
    tagCount: computed(int(['标签数', 'Tags'])),
    badTags: computed(int(['异常标签', 'Faulty tags'])),
  },
  /** With what tags log in to the product's own broker. */
  secrets: { loginHash: text(['MQTT登录', 'MQTT log-in'], { max: 64 }) },
  list: ['code', 'name', 'state', 'driver', 'host', 'port', 'tagCount', 'badTags', 'lastRxAt', 'note'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'run'],
  verbs: {
    makeTags: ['批量新增标签', 'Create tags'],
    command: ['设备指令', 'Device command'],
    simulate: ['模拟操作', 'Simulate'],
    tagLogin: ['生成MQTT登录', 'Make the MQTT log-in'],
  },
  details: {
    verb: choice(['指令', 'Command'], commandVerbs),
    bus: int(['总线', 'Bus']),
    nodes: text(['节点', 'Nodes']),
    kind: choice(['类型', 'Kind'], tagKinds),
    count: int(['数量', 'Count']),
  },
})

/** Who speaks to a controller, and how it goes. Written by the gateway alone. */
export const link = entity('dps', 'link', {
  title: ['控制器连接', 'Controller link'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { required: true }),
    state: choice(['状态', 'State'], linkStates, { required: true, initial: 'OFFLINE' }),
    /** One more with each connection: what an earlier one said counts no more. */
    epoch: int(['连接序号', 'Epoch'], { required: true, initial: 0 }),
    holder: text(['持有者', 'Holder'], { max: 100 }),
    leaseUntil: instant(['租约至', 'Lease until']),
    since: instant(['状态起', 'Since']),
    lastRxAt: instant(['最近接收', 'Last heard']),
    why: text(['原因', 'Why'], { max: 200 }),
  },
  unique: [['controllerId']],
  actions: [],
})

export const tagHealth = {
  OK: ['正常', 'Sound'],
  NO_RESPONSE: ['无响应', 'No response'],
  MALFUNCTION: ['故障', 'Malfunction'],
} as const satisfies Record<string, Text>

/** 电子标签: a place that lights up, with a number and keys. */
export const tag = entity('dps', 'tag', {
  title: ['电子标签', 'Tag'],
  module: 'device.equipment',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    /** `CTRL-12`, or `CTRL-2-12` on a further bus: how people and refusals call it. */
    code: code(['标签', 'Tag'], { derived: true, required: true, filter: true }),
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { required: true, filter: true, frozen: true }),
    bus: int(['总线', 'Bus'], { required: true, initial: 1, least: 1, most: 2 }),
    node: int(['节点', 'Node'], { required: true, least: 1, most: 250 }),
    kind: choice(['类型', 'Kind'], tagKinds, { required: true, filter: true, initial: 'PICK' }),
    digits: int(['位数', 'Digits'], { required: true, initial: 3, least: 1, most: 6 }),
    colours: choices(['颜色', 'Colours'], lightColours, { initial: ['RED', 'GREEN', 'ORANGE'] }),
    model: text(['型号', 'Model'], { max: 32 }),
    health: choice(['健康', 'Health'], tagHealth, { required: true, derived: true, filter: true, initial: 'OK' }),
    healthSince: instant(['健康起', 'Since'], { derived: true }),
    binId: computed(ref(['货位', 'Bin'], 'wms.bin')),
    jobpointId: computed(ref(['作业点', 'Job point'], 'dps.jobpoint', { filter: true })),
    isLit: computed(flag(['亮灯', 'Lit'], { filter: true })),
  },
  list: ['code', 'kind', 'binId', 'jobpointId', 'isLit', 'health', 'healthSince', 'digits', 'colours', 'model'],
  form: ['controllerId', 'bus', 'node', 'kind', 'digits', 'colours', 'model'],
  unique: [['code'], ['controllerId', 'bus', 'node']],
  label: { code: 'code', name: 'code' },
  sort: 'controllerId,bus,node',
  actions: ['create', 'update', 'enable_disable', 'remove', 'import', 'export', 'run'],
  verbs: { command: ['设备指令', 'Device command'], replace: ['替换', 'Replace'] },
  details: {
    verb: choice(['指令', 'Command'], commandVerbs),
    count: int(['标签数', 'Tags']),
    by: code(['替换为', 'By']),
  },
})

/** 标签站点: the same controllers seen from the warehouse. */
export const tagStation = view(controller, 'wms', 'tagStation', {
  title: ['标签站点', 'Tag station'],
  module: 'basic.tagStation',
  list: ['code', 'name', 'state', 'tagCount', 'badTags', 'driver', 'lastRxAt', 'note'],
  found: false,
  actions: ['export'],
})
/** 电子标签: the same tags seen from the warehouse. */
export const warehouseTag = view(tag, 'wms', 'tag', {
  title: ['电子标签', 'Pick-to-light tag'],
  module: 'basic.tag',
  list: ['code', 'binId', 'kind', 'jobpointId', 'isLit', 'health', 'healthSince', 'controllerId'],
  found: false,
  actions: ['export'],
})
