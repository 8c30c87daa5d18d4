import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query, seen } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { recordSchema } from '../kernel/schema.ts'
import { collectionRun, dataCollection, dataInteractive } from './collection.ts'

export const collectionFaults = {
  object: { code: 42509, text: ['[{object}]不能采集', 'Nothing can be collected into [{object}]'] },
  target: { code: 42510, text: ['[{object}]没有字段[{target}]', '[{object}] has no field [{target}]'] },
  noKey: {
    code: 42511,
    text: ['映射缺少主键字段[{field}]', 'The mapping lacks the key field [{field}]'],
  },
  empty: {
    code: 42512,
    text: ['字段[{target}]须填写来源路径或默认值', 'Field [{target}] needs a path or a value'],
  },
  path: { code: 42513, text: ['路径[{path}]不正确', 'The path [{path}] is not valid'] },
  words: {
    code: 42514,
    text: [
      '对照表[{words}]不正确，应为“来源值=我方值”，以分号分隔',
      'The dictionary [{words}] must be their value=our value, separated by semicolons',
    ],
  },
  busy: {
    code: 42516,
    text: ['该采集正在执行，请稍后重试', 'This collection is running: try again when it has ended'],
  },
  off: { code: 42517, text: ['采集配置[{code}]已停用', 'The collection [{code}] is disabled'] },
  noEndpoint: { code: 42518, text: ['请填写地址', 'Fill in the address'] },
  notPulled: {
    code: 42519,
    text: ['该采集由对方或业务事件发起，不能执行', 'The other side or an event begins this one: it cannot be run here'],
  },
  way: { code: 42561, text: ['方向[{direction}]不能使用[{way}]', 'Nothing goes [{direction}] by [{way}]'] },
  noObject: { code: 42562, text: ['请选择对象', 'Choose the object'] },
  noEvents: { code: 42563, text: ['请选择业务事件', 'Choose the events'] },
  noOwner: { code: 42564, text: ['请指定货主', 'Name the owners'] },
  beyond: {
    code: 42565,
    text: ['不能发送本人看不到的货主的事件', 'Events of owners whose goods you do not see cannot be sent'],
  },
  noHostKey: {
    code: 42567,
    text: ['请先确认主机指纹', 'Confirm the host key first'],
  },
  hostChanged: {
    code: 42568,
    text: [
      '主机指纹已变为{found}，与确认过的不同，已拒绝连接；核实后请重新确认',
      'The host key is now {found}, not the one that was confirmed: nothing was sent. Check it, then confirm the new one',
    ],
  },
  badKey: {
    code: 42552,
    text: [
      '这不是可用的私钥（不支持带口令的私钥）',
      'This is not a private key that can be used, or it has a passphrase',
    ],
  },
  login: { code: 42553, text: ['认证方式[{kind}]不能用于[{way}]', '[{kind}] is no way to log in by [{way}]'] },
  sftpAddress: {
    code: 42554,
    text: [
      '[{url}]不是SFTP地址，应如 sftp://host:22/folder',
      '[{url}] is no SFTP address such as sftp://host:22/folder',
    ],
  },
  mqttAddress: {
    code: 42569,
    text: ['[{url}]不是MQTT地址，应如 mqtts://host:8883', '[{url}] is no MQTT address such as mqtts://host:8883'],
  },
  topic: { code: 42555, text: ['请填写正确的主题', 'Fill in a topic that can be subscribed to'] },
  tooMany: { code: 42556, text: ['一条消息最多{max}条记录', 'A message has at most {max} records'] },
  folderTaken: {
    code: 42566,
    text: ['文件夹[{folder}]已用于相反方向', 'The folder [{folder}] is used for the other direction'],
  },
  noArray: {
    code: 42522,
    text: ['在[{path}]处没有记录数组', 'There is no array of records at [{path}]'],
  },
  notJson: { code: 42523, text: ['应答不是JSON', 'The answer is not JSON'] },
  status: { code: 42524, text: ['对方应答HTTP {status}', 'The other side answered HTTP {status}'] },
  unreachable: { code: 42525, text: ['无法连接对方：{reason}', 'The other side cannot be reached: {reason}'] },
  notPushed: {
    code: 42526,
    text: ['采集配置[{code}]不接收推送', 'The collection [{code}] takes nothing that is sent'],
  },
  settled: {
    code: 42527,
    text: ['[{no}]状态为[{state}]，不能{action}', '[{no}] has status [{state}]: {action} is not possible'],
  },
  newer: {
    code: 42528,
    text: ['[{no}]已有更新的内容，不能重新处理旧内容', '[{no}] has newer content: the old one cannot be restarted'],
  },
  noSecret: { code: 42529, text: ['请先设置密钥', 'Set the secret first'] },
  stopped: {
    code: 42530,
    text: ['有错误记录，整批未写入', 'There were wrong records: nothing of the batch was written'],
  },
  tooManyPages: { code: 42531, text: ['超过{max}页，已停止', 'More than {max} pages: stopped'] },
  arrays: {
    code: 42532,
    text: ['路径中只能展开同一个数组', 'All paths must open the same array'],
  },
  credential: { code: 42533, text: ['请填写用户名或请求头', 'Fill in the user name or the header'] },
  lost: { code: 42534, text: ['执行中断，未完成', 'It was interrupted and not finished'] },
  noKeeper: { code: 42535, text: ['采集配置须由用户保存', 'A user has to save the collection'] },
  elsewhere: {
    code: 42537,
    text: ['请切换到[{org}]后再试采集', 'Switch to [{org}] to try this collection'],
  },
  noFolder: {
    code: 42538,
    text: [
      '本系统没有设置文件采集目录，请联系系统管理员设置LADING_COLLECT_DIR',
      'This installation has no folder for collected files: its administrator sets LADING_COLLECT_DIR',
    ],
  },
  folder: {
    code: 42539,
    text: [
      '[{folder}]不是文件夹名：字母、数字、_和-，最多40个字符',
      '[{folder}] is not the name of a folder: letters, digits, _ and -, at most 40',
    ],
  },
  file: { code: 42540, text: ['[{file}]：{reason}', '[{file}]: {reason}'] },
  flat: {
    code: 42588,
    text: [
      '[{object}]的明细须在一条记录内，路径写作 lines[].sku；每行一条明细只适用于文件',
      'The lines of [{object}] stand in its record, with paths as lines[].sku: a row for each line is for files only',
    ],
  },
  noLines: {
    code: 42589,
    text: ['[{object}]缺少明细字段[{field}]的映射', 'The mapping of [{object}] lacks [{field}] of its lines'],
  },
  recordTooBig: { code: 42536, text: ['记录超过{max}个字符', 'A record has more than {max} characters'] },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `${entityPath(dataCollection)}/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(dataCollection, action)
/** One record as others write it. */
const record = z.record(z.string().max(200), z.unknown())
export const pushMax = 500
export const sampleMax = 100_000

export const collectionCalls = {
  /** What can be collected, and into which fields; as far as the caller may import it himself. */
  objects: get(at('objects'), {
    title: ['可采集的对象', 'What can be collected'],
    permission: may('view'),
    // Of the program, not of rows.
    reads: [],
    output: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        /** A paper, which comes with its lines; else a master. */
        isPaper: z.boolean(),
        columns: z.array(
          z.object({
            name: z.string(),
            title: z.string(),
            /** Of rows below it, what these are called; empty for its own. */
            group: z.string(),
            isNeeded: z.boolean(),
            isKey: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  /** Sealed; never told to anybody again. None: there is none any more. */
  setSecret: post(at('setSecret'), {
    title: ['更换采集密钥', 'Replace the secret of a collection'],
    permission: may('update'),
    input: seen.extend({ secret: z.string().max(4000) }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  /** What one page of the source, or a sample, would become. Nothing is written. */
  test: post(at('test'), {
    title: ['试采集', 'Try a collection'],
    permission: may('run'),
    input: z.object({ id, sample: z.string().max(sampleMax).optional() }),
    output: z.object({
      /** The first record as it came. */
      sample: z.string(),
      count: z.number(),
      mapped: z.array(z.object({ target: z.string(), title: z.string(), value: z.string() })),
      /** The rows that stand below it: each column with a value for every row. */
      lines: z.array(z.object({ target: z.string(), title: z.string(), values: z.array(z.string()) })),
      errors: z.array(z.object({ record: z.number(), message: z.string() })),
    }),
  }),
  run: post(at('run'), {
    title: ['立即采集', 'Run a collection now'],
    permission: may('run'),
    input: z.object({ id }),
    output: z.object({ runId: z.string() }),
  }),
  /** The key by which the server of an SFTP collection is known now, and the one that was confirmed. Nobody logs in. */
  hostKey: post(at('hostKey'), {
    title: ['读取主机指纹', 'Read the host key'],
    permission: may('update'),
    input: z.object({ id }),
    output: z.object({ fingerprint: z.string(), kept: z.string().nullable() }),
  }),
  /** From now on that server alone is talked to. */
  trustHost: post(at('trustHost'), {
    title: ['确认主机指纹', 'Confirm the host key'],
    permission: may('update'),
    input: seen.extend({ fingerprint: z.string().regex(/^SHA256:[A-Za-z\d+/]{43}$/) }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  resetWatermark: post(at('resetWatermark'), {
    title: ['重置水位', 'Reset the watermark'],
    permission: may('update'),
    input: seen.extend({ value: z.string().max(100) }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  /** What another system sends by itself. It is ours once this is answered, and brought in by a run. */
  push: post(at('push'), {
    title: ['推送数据', 'Send records'],
    permission: may('run'),
    input: z.object({ code: z.string().max(40), records: z.array(record).min(1).max(pushMax) }),
    /** `same`: what is ours already with the same content; `ignored`: what is older than that. The run brings in the others. */
    output: z.object({
      runId: z.string().nullable(),
      read: z.number(),
      same: z.number(),
      ignored: z.number(),
      queued: z.number(),
    }),
  }),
  runs: query(at('run/query'), {
    title: ['查询采集执行', 'List runs of a collection'],
    permission: may('view'),
    reads: [dataCollection.key],
    input: listQuery.extend({ configId: id }),
    output: pageOf(recordSchema(collectionRun)),
  }),
} as const

const there = (verb: string) => `${entityPath(dataInteractive)}/${verb}`
/** So many records at once. */
export const interactiveMax = 100
const ids = z.object({ ids: z.array(id).min(1).max(interactiveMax) })
export const interactiveCalls = {
  payload: get(there('payload'), {
    title: ['交互内容', 'Content of an exchange record'],
    permission: entityPermission(dataInteractive, 'view'),
    input: z.object({ id }),
    /** `answer`: what the other side said to a message; none of what came in, or before it has gone. */
    output: z.object({ payload: z.string(), answer: z.string().nullable() }),
  }),
  cancel: post(there('cancel'), {
    title: ['作废交互记录', 'Cancel exchange records'],
    permission: entityPermission(dataInteractive, 'cancel'),
    input: ids,
    output: z.object({ count: z.number() }),
  }),
  restart: post(there('restart'), {
    title: ['重新处理交互记录', 'Restart exchange records'],
    permission: entityPermission(dataInteractive, 'restart'),
    input: ids,
    output: z.object({ count: z.number() }),
  }),
} as const
