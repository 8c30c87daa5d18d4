import { z } from 'zod'
import { bulkAnswer, get, id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { importAnswer } from '../kernel/crud.ts'
import { childRows, entity, entityPath } from '../kernel/entity.ts'
import { choice, code, flag, instant, int, json, note, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import { signedToken } from '../kernel/signedCalls.ts'
import type { Text } from '../kernel/text.ts'

export const sheetRecordLimits = {
  /** More than that no file holds. */
  fileBytes: 512 * 1024 * 1024,
  /** Files are kept in parts, so that neither server nor database ever has a whole one in hand. */
  partBytes: 1024 * 1024,
  /** Kept per user; the oldest go first. */
  filesPerUser: 20,
  recordDays: 90,
  /** More rows sent by an import are worked off in the background; of an export its tenant says (`export_sync_rows`). */
  rowsAtOnce: 2_000,
  /** Rows of a file that go in at a time, where good rows go in while others do not. */
  chunkRows: 500,
  /** In the background, at the same moment, for all users of a tenant. */
  runningPerTenant: 2,
  queuedPerUser: 5,
  attempts: 3,
  ticketSeconds: 30,
  /** A checked import waits so long for its confirmation, and the same file is asked about for so long. */
  readyHours: 24,
} as const

/** 表格文件: of an export, or of an import. Its record refers to it until it expires. */
export const sheetFile = entity('sys', 'sheetFile', {
  title: ['表格文件', 'Spreadsheet'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true }),
    name: text(['文件名', 'File name'], { required: true, max: 200 }),
    size: int(['字节数', 'Bytes'], { required: true, most: sheetRecordLimits.fileBytes }),
    /** Of what is no spreadsheet: whoever keeps it takes it away by himself, at the latest then. */
    heldUntil: instant(['保留至', 'Kept until']),
  },
  actions: [],
})

/** A piece of a file: they make it up in their order. */
export const sheetPart = childRows('sys', 'sheetPart', 'sys.sheetFile', {
  title: ['文件分段', 'Part of a file'],
  scope: 'tenant',
  fields: {
    fileId: ref(['文件', 'File'], 'sys.sheetFile', { required: true, derived: true }),
    no: int(['序号', 'No.'], { required: true }),
    /** Bytes, whatever a declaration calls them. */
    content: text(['内容', 'Content'], { required: true }),
  },
  unique: [['fileId', 'no']],
})

/** 下载凭证: opens one file once, within moments, without a session's signature: so a browser can save what is too large for a page. */
export const fileTicket = entity('sys', 'fileTicket', {
  title: ['下载凭证', 'Download ticket'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true }),
    fileId: ref(['文件', 'File'], 'sys.sheetFile', { required: true, loose: true }),
    expiresAt: instant(['到期', 'Expires'], { required: true }),
    usedAt: instant(['使用时间', 'Used at']),
  },
  secrets: { hash: code(['摘要', 'Hash'], { required: true, max: 64 }) },
  unique: [['hash']],
  actions: [],
})

const common = {
  userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true }),
  /** The key of what was exported or imported; whoever reads the record is told its title. */
  subject: code(['内容', 'What'], { required: true, max: 48 }),
  fileName: text(['文件名', 'File name'], { required: true, max: 200, filter: true }),
  rowCount: int(['行数', 'Rows']),
  /** What went wrong, in the words the user saw. */
  message: note(['说明', 'Remark'], { max: 500 }),
  endedAt: instant(['完成时间', 'Ended at']),
  fileId: ref(['文件', 'File'], 'sys.sheetFile', { loose: true }),
}

/** Of whatever is worked off in the background: how far it is, and what was asked of which call, to be asked again. */
const worked = {
  startedAt: instant(['开始时间', 'Started at']),
  /** How often somebody has begun with it. */
  attempt: int(['第几次', 'Attempt'], { required: true, initial: 0 }),
  stopAsked: flag(['要求取消', 'Asked to stop']),
  /** What was asked, by whom in which words: to be asked again. */
  route: text(['接口', 'Call'], { max: 100 }),
  input: json<Readonly<Record<string, unknown>>>(['请求', 'Request']),
  language: code(['语言', 'Language'], { max: 8 }),
}

/** 我的导出: who took what out of the system, how far it is, and the file for as long as it is kept. */
export const exportRecord = entity('sys', 'exportRecord', {
  title: ['我的导出', 'My exports'],
  scope: 'tenant',
  fields: {
    ...common,
    /** Where it was asked for: what the user may see there is what it holds. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    state: choice(
      ['状态', 'Status'],
      {
        QUEUED: ['排队中', 'Waiting'],
        RUNNING: ['导出中', 'Running'],
        DONE: ['已完成', 'Done'],
        FAILED: ['失败', 'Failed'],
        CANCELLED: ['已取消', 'Cancelled'],
        EXPIRED: ['已过期', 'Expired'],
      },
      { required: true, filter: true },
    ),
    /** The filter as a person reads it. */
    filters: note(['筛选条件', 'Filters'], { max: 2000 }),
    rowsDone: int(['已导出行数', 'Rows done'], { required: true, initial: 0 }),
    size: int(['大小', 'Size']),
    expiresAt: instant(['到期时间', 'Expires at']),
    sha256: code(['校验值', 'SHA-256'], { max: 64 }),
    ...worked,
  },
  list: ['fileName', 'subject', 'state', 'filters', 'rowCount', 'size', 'message', 'startedAt', 'endedAt', 'expiresAt'],
  indexes: [['userId'], ['state']],
  actions: [],
  verbs: { export: ['导出', 'Export'], cancel: ['取消', 'Cancel'], retry: ['重试', 'Try again'] },
})

/** One thing that is wrong with a file, or odd: in the words of its headings. */
const remark = z.object({ row: z.number(), title: z.string(), message: z.string() })
export type ImportRemark = z.output<typeof remark>

export const importModes = {
  INSERT: ['只新增', 'New only'],
  UPDATE: ['只更新', 'Existing only'],
  UPSERT: ['新增或更新', 'New or existing'],
} as const satisfies Record<string, Text>
/** What becomes of a file in which some rows are wrong. */
export const importRows = {
  ALL: ['全部正确才导入', 'All rows or none'],
  GOOD: ['导入正确的行', 'The good rows'],
} as const satisfies Record<string, Text>

export const importStates = {
  QUEUED: ['排队中', 'Waiting'],
  CHECKING: ['校验中', 'Checking'],
  RUNNING: ['导入中', 'Running'],
  CHECKED: ['校验通过，待确认', 'To be confirmed'],
  DONE: ['已导入', 'Imported'],
  PARTIAL: ['部分导入', 'Imported in part'],
  REFUSED: ['有错误，未导入', 'Not imported'],
  FAILED: ['失败', 'Failed'],
  CANCELLED: ['已取消', 'Cancelled'],
  EXPIRED: ['已过期', 'Expired'],
} as const satisfies Record<string, Text>
/** Somebody works on it, or will. */
export const openImportStates: readonly string[] = ['QUEUED', 'CHECKING', 'RUNNING']

/** 我的导入: who brought what in, and what was wrong with it. */
export const importRecord = entity('sys', 'importRecord', {
  title: ['我的导入', 'My imports'],
  scope: 'tenant',
  fields: {
    ...common,
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    state: choice(['状态', 'Status'], importStates, { required: true, filter: true }),
    trial: flag(['试导入', 'Trial']),
    mode: choice(['方式', 'Mode'], importModes),
    rows: choice(['错误处理', 'With errors'], importRows),
    /** Checked while it is checked, in while it goes in. */
    rowsDone: int(['已处理行数', 'Rows done'], { required: true, initial: 0 }),
    created: int(['新增', 'New']),
    updated: int(['更新', 'Changed']),
    errorCount: int(['错误数', 'Errors']),
    remarks: json<readonly ImportRemark[]>(['错误与提示', 'Errors and warnings']),
    /** The file as it was sent, while it may still be imported. */
    sourceId: ref(['原文件', 'File sent'], 'sys.sheetFile', { loose: true }),
    fileSum: code(['校验值', 'SHA-256'], { max: 64 }),
    expiresAt: instant(['到期时间', 'Expires at']),
    /** Of the request: sent again, it is the same import. */
    requestKey: code(['请求键', 'Request key'], { required: true, max: 100 }),
    /** First and last of the file's rows that are in already, pair by pair: whoever goes on with it leaves them out. */
    rowsIn: json<readonly (readonly [number, number])[]>(['已导入的行', 'Rows that are in']),
    ...worked,
  },
  list: [
    'fileName',
    'subject',
    'state',
    'mode',
    'rowCount',
    'created',
    'updated',
    'errorCount',
    'message',
    'startedAt',
    'endedAt',
    'expiresAt',
  ],
  unique: [['userId', 'requestKey']],
  indexes: [['fileSum'], ['state']],
  actions: [],
  verbs: { confirm: ['确认导入', 'Confirm'], cancel: ['取消', 'Cancel'], retry: ['重试', 'Try again'] },
})

const listOf = (e: typeof exportRecord | typeof importRecord) =>
  query(`${entityPath(e)}/query`, {
    title: e.title,
    permission: 'session',
    input: listQuery,
    output: pageOf(recordSchema(e)),
  })

const ids = z.object({ ids: z.array(id).min(1).max(100) })
const own = (e: typeof exportRecord | typeof importRecord, verb: string, title: Text) =>
  post(`${entityPath(e)}/${verb}`, { title, permission: 'session', input: ids, output: bulkAnswer })
const ticket = (e: typeof exportRecord | typeof importRecord, title: Text) =>
  post(`${entityPath(e)}/ticket`, {
    title,
    permission: 'session',
    input: z.object({ id }),
    /** The address opens the file once. */
    output: z.object({ url: z.string(), expiresIn: z.number() }),
  })

/** Everybody's own records, and nobody else's. */
/** A file of an export, for whoever has its address: signed by the server, for one file, as long as it is kept. */
export const sentFileCall = get('/fw/api/reportFile', {
  title: ['下载收到的报表', 'Download a report that was sent'],
  permission: 'open',
  input: z.object({ token: signedToken }),
  binary: true,
})

export const sheetRecordCalls = {
  exports: listOf(exportRecord),
  imports: listOf(importRecord),
  cancelExport: own(exportRecord, 'cancel', ['取消导出', 'Cancel exports']),
  retryExport: own(exportRecord, 'retry', ['重试导出', 'Try exports again']),
  dropExport: own(exportRecord, 'drop', ['删除导出记录', 'Delete exports']),
  cancelImport: own(importRecord, 'cancel', ['取消导入', 'Cancel imports']),
  retryImport: own(importRecord, 'retry', ['重试导入', 'Try imports again']),
  dropImport: own(importRecord, 'drop', ['删除导入记录', 'Delete imports']),
  /** How an import stands that was left to the background, and in the end what came of it. */
  importTask: get(`${entityPath(importRecord)}/getById`, {
    title: ['查看导入任务', 'State of an import'],
    permission: 'session',
    input: z.object({ id }),
    output: z.object({
      id,
      fileName: z.string(),
      /** QUEUED, CHECKING and RUNNING are not over yet. */
      state: z.enum(Object.keys(importStates) as [keyof typeof importStates]),
      /** It was to be checked only. */
      dryRun: z.boolean(),
      /** Of the file, once they are known. */
      rows: z.number().nullable(),
      /** Of the stage it is in. */
      rowsDone: z.number(),
      created: z.number(),
      updated: z.number(),
      errorCount: z.number(),
      /** What is wrong, and what is odd, row by row: a thousand at most; the marked file has all. */
      errors: z.array(remark),
      warnings: z.array(remark),
      message: z.string().nullable(),
      startedAt: z.string().nullable(),
      endedAt: z.string().nullable(),
      /** Whether it can be fetched: see `errorTicket`. */
      hasErrorFile: z.boolean(),
    }),
  }),
  /** Imports a file that was checked, as it was sent then. */
  confirmImport: post(`${entityPath(importRecord)}/confirm`, {
    title: ['确认导入', 'Confirm an import'],
    permission: 'session',
    /** `again`: also if the same file has been imported of late. */
    input: z.object({ id, again: z.boolean().optional() }),
    output: importAnswer,
  }),
  /** The rows of a file with what was said of each. */
  importedRows: query(`${entityPath(importRecord)}/rows`, {
    title: ['查看导入明细', 'Rows of an import'],
    permission: 'session',
    input: z.object({
      id,
      onlyWrong: z.boolean().default(false),
      page: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({
      columns: z.array(z.string()),
      records: z.array(
        z.object({ row: z.number(), cells: z.array(z.string().nullable()), message: z.string().nullable() }),
      ),
      total: z.number(),
    }),
  }),
  exportTicket: ticket(exportRecord, ['下载导出文件', 'Download an export']),
  errorTicket: ticket(importRecord, ['下载导入错误文件', 'Download the marked file of an import']),
  /** Whoever holds the ticket: it is good once. */
  file: get('/fw/api/file', {
    title: ['凭证下载', 'Download by ticket'],
    permission: 'open',
    input: z.object({ tenant: z.string().max(32), ticket: z.string().max(64) }),
    binary: true,
  }),
} as const
