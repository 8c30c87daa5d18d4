import { childRows, entity } from '../kernel/entity.ts'
import { choice, choices, code, flag, instant, int, note, ref, refs, rows, text } from '../kernel/field.ts'
import { businessEvents, documentMax } from './businessEvent.ts'
import { runStates } from './job.ts'
import { scaleFormats, scaleUnits, steadiness } from './scale.ts'

/** Whether others' rows come to us, or what happens here goes to others. */
export const directions = {
  IN: ['采集', 'In'],
  OUT: ['发送', 'Out'],
} as const
export type Direction = keyof typeof directions

/** By which way it comes or goes. */
export const sourceKinds = {
  REST_PULL: ['REST拉取', 'REST, we ask'],
  REST_PUSH: ['REST推送', 'REST, they send'],
  REST_SEND: ['REST发送', 'REST, we send'],
  CSV_FOLDER: ['CSV文件夹', 'CSV files in a folder'],
  SFTP: ['SFTP文件', 'CSV files by SFTP'],
  MQTT: ['MQTT订阅', 'MQTT, we subscribe'],
  SERIAL: ['串口电子秤', 'Serial scale'],
} as const
export type SourceKind = keyof typeof sourceKinds
/** The ways of each direction. */
export const waysOf: Readonly<Record<Direction, readonly SourceKind[]>> = {
  IN: ['REST_PULL', 'REST_PUSH', 'CSV_FOLDER', 'SFTP', 'MQTT', 'SERIAL'],
  OUT: ['REST_SEND', 'CSV_FOLDER', 'SFTP'],
}
const looked: readonly unknown[] = ['REST_PULL', 'CSV_FOLDER', 'SFTP']
/** Whether we go and look, by the clock or by hand. */
export const isPulled = ({ direction, sourceKind }: Readonly<Record<string, unknown>>): boolean =>
  direction !== 'OUT' && looked.includes(sourceKind)

/** A scale fills no rows: what it shows is read by whoever weighs something. */
export const isScale = ({ sourceKind }: Readonly<Record<string, unknown>>): boolean => sourceKind === 'SERIAL'

/** How we say who we are to the other side. */
export const credentialKinds = {
  NONE: ['无', 'None'],
  BEARER: ['Bearer令牌', 'Bearer token'],
  BASIC: ['用户名和密码', 'User name and password'],
  HEADER: ['自定义请求头', 'A header of its own'],
  KEY: ['用户名和私钥', 'User name and private key'],
} as const
export type CredentialKind = keyof typeof credentialKinds
/** How each way that connects to somebody lets us in. */
export const loginsOf: Readonly<Partial<Record<SourceKind, readonly CredentialKind[]>>> = {
  REST_PULL: ['NONE', 'BEARER', 'BASIC', 'HEADER'],
  REST_SEND: ['NONE', 'BEARER', 'BASIC', 'HEADER'],
  SFTP: ['BASIC', 'KEY'],
  MQTT: ['NONE', 'BASIC'],
}

/** 字段映射: which part of an outside record fills which column of ours. */
export const collectionMapping = childRows('sys', 'collectionMapping', 'sys.dataCollection', {
  title: ['字段映射', 'Mapping'],
  scope: 'tenant',
  fields: {
    configId: ref(['采集配置', 'Collection'], 'sys.dataCollection', { required: true, derived: true }),
    /** As the import of the object knows it: `code`, `qpcs.name`; of what is sent, as the other side calls it. */
    target: text(['目标字段', 'Target field'], { required: true, max: 80 }),
    path: text(['来源路径', 'Path in the source'], {
      max: 200,
      hint: ['如 sku.code；数组写作 lines[].qty', 'For example sku.code; an array as lines[].qty'],
    }),
    fixed: text(['默认值', 'Value if empty'], { max: 200 }),
    words: text(['对照表', 'Dictionary'], {
      max: 500,
      hint: ['来源值=目标值，以分号分隔', 'Value in the source=value of the target, separated by semicolons'],
    }),
  },
  unique: [['configId', 'target']],
})

/** 数据采集配置: which outside source feeds which kind of our rows, or which of our events go to whom, and how. */
export const dataCollection = entity('sys', 'dataCollection', {
  title: ['数据采集配置', 'Data collection'],
  module: 'data_collection_config',
  scope: 'tenant',
  fields: {
    code: code(['代码', 'Code'], { required: true, frozen: true, filter: true, max: 40 }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    direction: choice(['方向', 'Direction'], directions, {
      required: true,
      frozen: true,
      filter: true,
      initial: 'IN',
    }),
    sourceKind: choice(['方式', 'Way'], sourceKinds, { required: true, filter: true, initial: 'REST_PULL' }),
    /** Key of the entity; none where events go out. */
    object: text(['对象', 'Object'], { frozen: true, filter: true, max: 60 }),
    /** Where its rows are written; whose events go out, and all of a group's. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, frozen: true, loose: true, filter: true }),
    events: choices(['业务事件', 'Events'], businessEvents),
    ownerScope: choice(
      ['货主范围', 'Owners'],
      { ALL: ['全部货主', 'All owners'], LISTED: ['指定货主', 'Named owners only'] },
      { required: true, initial: 'ALL' },
    ),
    ownerIds: refs(['指定货主', 'Named owners'], 'wms.owner'),
    endpoint: text(['地址', 'Address'], {
      max: 500,
      hint: [
        '拉取可用 $watermark、$page、$size；含 $page 时逐页读取。SFTP 如 sftp://host:22/folder，MQTT 如 mqtts://host:8883，串口服务器如 tcp://host:4001',
        'To read, it may contain $watermark, $page, $size; with $page page by page. SFTP as sftp://host:22/folder, MQTT as mqtts://host:8883, a serial-to-TCP converter as tcp://host:4001',
      ],
    }),
    folder: text(['文件夹', 'Folder'], {
      max: 40,
      hint: [
        '采集目录下本企业的子文件夹；采集的文件处理后移入 done 或 failed',
        'One of your company’s folders on the server; files that were collected go to done or failed',
      ],
    }),
    topic: text(['主题', 'Topic'], {
      max: 200,
      // A broker would go on sending what was subscribed to before.
      frozen: true,
      hint: ['如 erp/products/+；保存后不能修改', 'For example erp/products/+; it cannot be changed later'],
    }),
    clientId: text(['客户端标识', 'Client id'], {
      max: 64,
      frozen: true,
      hint: ['不填则自动生成；同一服务器上不能重复', 'Empty: made for you; nobody else may have it at that broker'],
    }),
    /** Of scales; as the first of each where none is said. */
    lineFormat: choice(['数据格式', 'Line format'], scaleFormats),
    linePattern: text(['行格式', 'Line pattern'], {
      max: 100,
      hint: [
        '如 {stable=ST},{net=NT},{weight}{unit}；空格匹配任意个空格，{skip=3}跳过3个字符，{rest}为其余内容',
        'For example {stable=ST},{net=NT},{weight}{unit}; a blank is any number of blanks, {skip=3} three characters, {rest} all that follows',
      ],
    }),
    steadiness: choice(['稳定判断', 'Stable when'], steadiness),
    lineUnit: choice(['行内无单位时', 'Unit if none is sent'], scaleUnits),
    credentialKind: choice(['认证方式', 'Authentication'], credentialKinds, { required: true, initial: 'NONE' }),
    credentialName: text(['用户名或请求头', 'User name or header'], { max: 100 }),
    recordsPath: text(['记录路径', 'Path to the records'], {
      max: 200,
      hint: ['如 data.items；不填则应答本身是数组', 'For example data.items; empty: the answer is the array itself'],
    }),
    watermarkPath: text(['水位字段', 'Watermark field'], {
      max: 200,
      hint: [
        '记录中递增的字段，如 updatedAt；成功后记住最大值',
        'A field of the records that rises, such as updatedAt; its greatest value is kept after a success',
      ],
    }),
    versionPath: text(['版本字段', 'Version field'], {
      max: 200,
      hint: [
        '记录中随每次修改递增的字段，如 version 或 updatedAt；比已收到的更旧的记录不写入，只留日志',
        'A field that rises with every change of a record, such as version or updatedAt: a record older than the one that is here already is not written, only noted',
      ],
    }),
    batchSize: int(['每批条数', 'Records per batch'], { required: true, least: 1, most: 500, initial: 200 }),
    errorPolicy: choice(
      ['出错时', 'On errors'],
      {
        SKIP: ['跳过错误记录，其余写入', 'Leave wrong records out, write the others'],
        STOP: ['整批不写入并停止', 'Write nothing of the batch and stop'],
      },
      { required: true, initial: 'SKIP' },
    ),
    cron: text(['周期', 'Schedule'], {
      max: 64,
      hint: [
        '五段：分 时 日 月 周；不填则只手动执行',
        'Five fields: minute, hour, day, month, weekday; empty: by hand only',
      ],
    }),
    /** Of what is sent: none means the message as it is documented. */
    mappings: rows(['字段映射', 'Mapping'], collectionMapping),
    /** Rows are written with this user's rights, as they are at that time. */
    keeperId: ref(['维护人', 'Keeper'], 'sys.user', { derived: true, loose: true }),
    /** Fingerprint of the key by which an SFTP server was known when somebody confirmed it. */
    hostKey: text(['主机指纹', 'Host key'], { derived: true, max: 100 }),
    hasSecret: flag(['已设密钥', 'Secret set'], { derived: true }),
    watermark: text(['水位', 'Watermark'], { derived: true, max: 100 }),
    nextAt: instant(['下次执行', 'Next run'], { derived: true }),
    /** Whether a subscription stands. */
    line: choice(
      ['连接', 'Connection'],
      { UP: ['已连接', 'Connected'], DOWN: ['已断开', 'Disconnected'] },
      { derived: true },
    ),
    lastAt: instant(['最近执行', 'Last run'], { derived: true }),
    lastStatus: choice(['最近结果', 'Last result'], runStates, { derived: true, filter: true }),
  },
  secrets: { sealed: text(['密钥', 'Secret'], { max: 6000 }) },
  list: [
    'code',
    'name',
    'direction',
    'sourceKind',
    'object',
    'lastStatus',
    'lastAt',
    'nextAt',
    'cron',
    'orgId',
    'keeperId',
  ],
  form: [
    'code',
    'name',
    'direction',
    'sourceKind',
    'object',
    'orgId',
    'events',
    'ownerScope',
    'ownerIds',
    'endpoint',
    'folder',
    'topic',
    'clientId',
    'lineFormat',
    'linePattern',
    'steadiness',
    'lineUnit',
    'credentialKind',
    'credentialName',
    'recordsPath',
    'watermarkPath',
    'versionPath',
    'batchSize',
    'errorPolicy',
    'cron',
    'mappings',
  ],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'export', 'run'],
  verbs: {
    run: ['立即执行', 'Run now'],
    secret: ['更换密钥', 'Replace the secret'],
    watermark: ['重置水位', 'Reset the watermark'],
    trust: ['确认主机指纹', 'Confirm the host key'],
  },
  details: { runId: code(['执行号', 'Run']) },
  found: false,
})

const config = () =>
  ref(['采集配置', 'Collection'], 'sys.dataCollection', { required: true, loose: true, filter: true })

/** What went wrong, in both languages: who reads it need not be who caused it. */
const message = () => ({
  message: note(['说明', 'Message'], { max: 1000 }),
  messageEn: note(['说明（英文）', 'Message (English)'], { max: 1000 }),
})

/** 采集执行: one time that a source was read, or that it sent something. */
export const collectionRun = entity('sys', 'collectionRun', {
  title: ['采集执行', 'Collection run'],
  module: 'data_collection_config',
  scope: 'tenant',
  fields: {
    configId: config(),
    trigger: choice(
      ['触发方式', 'Trigger'],
      {
        CRON: ['定时', 'Schedule'],
        MANUAL: ['手动', 'By hand'],
        PUSH: ['对方推送', 'Sent to us'],
        RESTART: ['重新处理', 'Restart'],
      },
      { required: true },
    ),
    status: choice(['结果', 'Result'], runStates, { required: true, filter: true }),
    startedAt: instant(['开始', 'Started']),
    endedAt: instant(['结束', 'Ended']),
    readCount: int(['读取', 'Read'], { required: true, initial: 0 }),
    sameCount: int(['未变', 'Unchanged'], { required: true, initial: 0 }),
    ignoredCount: int(['忽略', 'Ignored'], { required: true, initial: 0 }),
    okCount: int(['成功', 'Done'], { required: true, initial: 0 }),
    failedCount: int(['失败', 'Failed'], { required: true, initial: 0 }),
    ...message(),
  },
  indexes: [['configId', 'status']],
  actions: [],
  sort: '-id',
})

export const interactiveStates = {
  PENDING: ['待处理', 'Waiting'],
  OK: ['成功', 'Done'],
  FAILED: ['失败', 'Failed'],
  CANCELLED: ['已作废', 'Cancelled'],
  IGNORED: ['已忽略', 'Ignored'],
} as const
export type InteractiveState = keyof typeof interactiveStates

/** 数据交互日志: one outside record as it came, or one message of ours as it goes, and what became of it. */
export const dataInteractive = entity('sys', 'dataInteractive', {
  title: ['数据交互日志', 'Data exchange record'],
  module: 'monitor_dataInteractive',
  scope: 'tenant',
  fields: {
    configId: config(),
    direction: choice(['方向', 'Direction'], directions, { required: true, initial: 'IN', filter: true }),
    /** Of what came in. */
    runId: ref(['采集执行', 'Run'], 'sys.collectionRun', { loose: true }),
    /** What it is about: the key of an entity, or the name of an event. */
    object: text(['对象', 'Object'], { required: true, max: 60 }),
    /** What its key says, as it came; of a message, its number and its id. */
    businessNo: text(['业务号', 'Business no.'], { required: true, max: 200, filter: true }),
    /** Of a message: what is told of one document goes in the order in which it was put down. */
    document: code(['单据', 'Document'], { max: documentMax }),
    /** Which of the contents that came under the same number. */
    revision: int(['第几版', 'Revision'], { required: true, initial: 1 }),
    /** Which version the other side says it is. */
    sourceVersion: text(['来源版本', 'Source version'], { max: 100 }),
    status: choice(['状态', 'Status'], interactiveStates, { required: true, initial: 'PENDING', filter: true }),
    tries: int(['处理次数', 'Tries'], { required: true, initial: 0 }),
    nextAt: instant(['下次重试', 'Next try']),
    /** What the other side answered to a message. */
    httpStatus: int(['HTTP状态', 'HTTP status']),
    ...message(),
    doneAt: instant(['处理时间', 'Handled at'], { filter: true }),
  },
  secrets: {
    /** Whoever looks is shown it masked. */
    rawRecord: note(['内容', 'Content'], { max: 500_000 }),
    /** What was sent last, where the mapping makes something else of the message. */
    sentBody: note(['发送内容', 'Sent'], { max: 500_000 }),
    rawAnswer: note(['应答', 'Answer'], { max: 1_000 }),
    contentHash: text(['内容摘要', 'Digest'], { max: 64 }),
  },
  list: [
    'configId',
    'direction',
    'businessNo',
    'revision',
    'sourceVersion',
    'status',
    'tries',
    'nextAt',
    'message',
    'messageEn',
    'doneAt',
  ],
  unique: [['configId', 'businessNo', 'revision']],
  label: { code: 'businessNo', name: 'businessNo' },
  actions: ['cancel', 'restart', 'export'],
  verbs: { cancel: ['作废', 'Cancel'], restart: ['重新处理', 'Restart'] },
  sort: '-id',
  found: false,
})
