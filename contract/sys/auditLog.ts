import { z } from 'zod'
import { get, id, listQuery, pageOf, query } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, int, json, note, ref, text } from '../kernel/field.ts'
import { logEntry } from '../kernel/log.ts'
import { recordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { loginEvents } from './userAccess.ts'

export const auditResults = {
  OK: ['成功', 'Done'],
  REFUSED: ['已拒绝', 'Refused'],
} as const satisfies Record<string, Text>

/** 操作日志: who did what to which row, when and from where; rows are only ever added. */
export const auditLog = entity('sys', 'auditLog', {
  title: ['操作日志', 'Audit log'],
  module: 'audit_log',
  scope: 'tenant',
  fields: {
    orgId: ref(['组织', 'Organisation'], 'sys.org', { loose: true, filter: true }),
    username: code(['操作人', 'By'], { max: 64, filter: true }),
    source: code(['来源', 'Source'], { max: 8 }),
    ip: text(['地址', 'Address'], { max: 64 }),
    traceId: code(['跟踪号', 'Trace id'], { max: 32, filter: true }),
    subject: code(['对象', 'Subject'], { required: true, max: 48 }),
    subjectId: ref(['对象ID', 'Subject id'], 'sys.user', { loose: true }),
    subjectNo: code(['编号', 'No.'], { max: 64, filter: true }),
    action: code(['动作', 'Action'], { required: true, max: 32 }),
    /** A call that was refused for want of a right is written down as well: it has changed nothing. */
    result: choice(['结果', 'Result'], auditResults, { required: true, initial: 'OK', filter: true }),
    refusal: int(['拒绝代码', 'Refusal code']),
    message: text(['拒绝原因', 'Reason of the refusal'], { max: 300 }),
    /** Which call was refused, with the record that it named. */
    path: code(['接口', 'Call'], { max: 120 }),
    before: json(['变更前', 'Before']),
    after: json(['变更后', 'After']),
  },
  list: ['subject', 'subjectNo', 'action', 'result', 'username', 'orgId', 'source', 'ip', 'traceId'],
  label: { code: 'subjectNo', name: 'subjectNo' },
  appendOnly: true,
  actions: ['export'],
  indexes: [['subject', 'subjectId'], ['traceId'], ['username'], ['subjectNo']],
  sort: '-id',
  found: false,
})

/** 登录日志: who logged in, tried to, or was thrown out. */
export const loginLog = entity('sys', 'loginLog', {
  title: ['登录日志', 'Login log'],
  module: 'login_log',
  scope: 'tenant',
  fields: {
    username: code(['用户名', 'User name'], { required: true, max: 64, filter: true }),
    userId: ref(['用户', 'User'], 'sys.user', { loose: true }),
    event: choice(['事件', 'Event'], loginEvents, { required: true, filter: true }),
    ip: code(['地址', 'Address'], { max: 64, filter: true }),
    source: code(['来源', 'Source'], { max: 8, filter: true }),
    detail: text(['说明', 'Detail'], { max: 200 }),
  },
  list: ['username', 'event', 'userId', 'ip', 'source', 'detail'],
  label: { code: 'username', name: 'username' },
  appendOnly: true,
  actions: ['export'],
  sort: '-id',
  found: false,
})

/** The chain over the audit log: a block of its rows, or what retention has taken away. Each knows the hash before it. */
export const auditSeal = entity('sys', 'auditSeal', {
  title: ['日志封存', 'Audit seal'],
  scope: 'tenant',
  fields: {
    number: int(['序号', 'No.'], { required: true }),
    kind: choice(['类别', 'Kind'], { ROWS: ['封存', 'Sealed'], CUT: ['到期清理', 'Retention'] }, { required: true }),
    firstId: ref(['起始', 'First'], 'sys.auditLog', { required: true, loose: true }),
    lastId: ref(['截止', 'Last'], 'sys.auditLog', { required: true, loose: true }),
    rowCount: int(['行数', 'Rows'], { required: true }),
    previous: code(['前一摘要', 'Previous hash'], { required: true, max: 64 }),
    digest: code(['摘要', 'Digest'], { required: true, max: 64 }),
    /** Of each row, in order, sixteen signs: to tell which one is not what it was. */
    marks: note(['行摘要', 'Row marks'], { required: true, max: 8_000 }),
  },
  // Two blocks never follow the same one.
  unique: [['previous']],
  indexes: [['number']],
  appendOnly: true,
  actions: [],
})

/** What of a change no field of its entity says, as it was written. */
const rest = z.object({ name: z.string(), before: z.string(), after: z.string() })
const titles = { subjectTitle: z.string(), actionTitle: z.string() }
const detail = z.object({
  ...titles,
  /** In words, as the record's own log has them. */
  entry: logEntry.nullable(),
  rest: z.array(rest),
})
/** What the record of one entry says besides its fields. */
export type AuditDetail = z.output<typeof detail>

const chainAnswer = z.object({
  ok: z.boolean(),
  /** The first row that is not what was sealed, or the last of a block in which one is missing. */
  firstBadId: z.string().nullable(),
  /** Rows that stand as they were sealed. */
  rows: z.number(),
  /** Of the last minutes: sealed soon. */
  unsealed: z.number(),
  /** The end of the chain: who keeps it elsewhere can tell later that nobody has built another. */
  head: z.string(),
})
export type ChainAnswer = z.output<typeof chainAnswer>

const view = (e: typeof auditLog | typeof loginLog) => entityPermission(e, 'view')
/** Written with every call: news of them would be news of everything, so there are none. */
export const auditCalls = {
  query: query(`${entityPath(auditLog)}/query`, {
    title: ['查询操作日志', 'List the audit log'],
    permission: view(auditLog),
    // Written with every call: news of it would be news of everything.
    reads: [],
    /** `filter.action` is the whole word, as the log has it. */
    input: listQuery,
    output: pageOf(recordSchema(auditLog, titles)),
  }),
  getById: get(`${entityPath(auditLog)}/getById`, {
    title: ['查看操作日志', 'Get an entry of the audit log'],
    permission: view(auditLog),
    // Written with every call: news of it would be news of everything.
    reads: [],
    input: z.object({ id }),
    output: recordSchema(auditLog, detail.shape),
  }),
  logins: query(`${entityPath(loginLog)}/query`, {
    title: ['查询登录日志', 'List the login log'],
    permission: view(loginLog),
    // Written with every call: news of it would be news of everything.
    reads: [],
    input: listQuery,
    output: pageOf(recordSchema(loginLog)),
  }),
  verifyChain: get(`${entityPath(auditLog)}/verifyChain`, {
    title: ['校验操作日志', 'Verify the audit log'],
    permission: view(auditLog),
    // Written with every call: news of it would be news of everything.
    reads: [],
    /** Of one day, by the clocks of the working organisation; left out: all. */
    input: z.object({
      day: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d$/)
        .optional(),
    }),
    output: chainAnswer,
  }),
} as const
