import { z } from 'zod'
import { get, id, listQuery, pageOf, query } from '../kernel/call.ts'
import { entity, entityPath } from '../kernel/entity.ts'
import { choice, code, flag, instant, int, note, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'

export const sheetRecordLimits = {
  /** A larger file reaches who asked for it, and is not kept. */
  fileBytes: 16 * 1024 * 1024,
  /** Kept per user and kind; the oldest go first. */
  filesPerUser: 20,
  fileDays: 7,
  recordDays: 90,
} as const

/** 表格文件: bytes of an export, or of an import with its errors marked. Its record refers to it until it expires. */
export const sheetFile = entity('sys', 'sheetFile', {
  title: ['表格文件', 'Spreadsheet'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true }),
    name: text(['文件名', 'File name'], { required: true, max: 200 }),
    size: int(['字节数', 'Bytes'], { required: true, most: sheetRecordLimits.fileBytes }),
    /** Bytes, whatever a declaration calls them. */
    content: text(['内容', 'Content'], { required: true }),
  },
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

/** 我的导出: who took what out of the system, how much of it, and the file for as long as it is kept. */
export const exportRecord = entity('sys', 'exportRecord', {
  title: ['我的导出', 'My exports'],
  scope: 'tenant',
  fields: {
    ...common,
    state: choice(
      ['状态', 'Status'],
      {
        RUNNING: ['导出中', 'Running'],
        DONE: ['已完成', 'Done'],
        FAILED: ['失败', 'Failed'],
      },
      { required: true, filter: true },
    ),
    /** The filter as a person reads it. */
    filters: note(['筛选条件', 'Filters'], { max: 2000 }),
    size: int(['字节数', 'Bytes']),
  },
  list: ['fileName', 'subject', 'state', 'filters', 'rowCount', 'size', 'message', 'endedAt'],
  indexes: [['userId']],
  actions: [],
})

/** 我的导入: who brought what in, and what was wrong with it. */
export const importRecord = entity('sys', 'importRecord', {
  title: ['我的导入', 'My imports'],
  scope: 'tenant',
  fields: {
    ...common,
    state: choice(
      ['状态', 'Status'],
      {
        RUNNING: ['导入中', 'Running'],
        CHECKED: ['校验通过', 'Checked'],
        DONE: ['已导入', 'Imported'],
        REFUSED: ['有错误，未导入', 'Errors, not imported'],
        FAILED: ['失败', 'Failed'],
      },
      { required: true, filter: true },
    ),
    trial: flag(['试导入', 'Trial']),
    created: int(['新增', 'New']),
    updated: int(['更新', 'Changed']),
    errorCount: int(['错误数', 'Errors']),
    /** Of the request: sent again, it is the same import. */
    requestKey: code(['请求键', 'Request key'], { required: true, max: 100 }),
  },
  list: ['fileName', 'subject', 'state', 'trial', 'rowCount', 'created', 'updated', 'errorCount', 'message', 'endedAt'],
  unique: [['userId', 'requestKey']],
  actions: [],
})

const listOf = (e: typeof exportRecord | typeof importRecord) =>
  query(`${entityPath(e)}/query`, {
    title: e.title,
    permission: 'session',
    input: listQuery,
    output: pageOf(recordSchema(e)),
  })

/** Everybody's own records, and nobody else's. */
export const sheetRecordCalls = {
  exports: listOf(exportRecord),
  imports: listOf(importRecord),
  exportFile: get(`${entityPath(exportRecord)}/file`, {
    title: ['下载导出文件', 'Download an export again'],
    permission: 'session',
    input: z.object({ id }),
    binary: true,
  }),
  errorFile: get(`${entityPath(importRecord)}/errorFile`, {
    title: ['下载导入错误文件', 'Download the marked file of an import'],
    permission: 'session',
    input: z.object({ id }),
    binary: true,
  }),
} as const
