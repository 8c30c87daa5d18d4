import { z } from 'zod'
import { bulkAnswer, id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { entity, entityPath } from '../kernel/entity.ts'
import { choice, code, flag, instant, int, note, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'

export const backupLimits = {
  /** More than that is no file of a page any more: the operator's command writes any size. */
  fileBytes: 512 * 1024 * 1024,
  partBytes: 1024 * 1024,
  /** Kept of a tenant at the same moment; the oldest goes first. */
  kept: 10,
  attempts: 3,
  /** Records of what is no longer kept. */
  recordDays: 400,
} as const

export const backupStates = {
  QUEUED: ['排队中', 'Waiting'],
  RUNNING: ['备份中', 'Running'],
  DONE: ['已完成', 'Done'],
  FAILED: ['失败', 'Failed'],
  CANCELLED: ['已取消', 'Cancelled'],
  EXPIRED: ['已过期', 'Expired'],
} as const
export type BackupState = keyof typeof backupStates

/** 备份: everything that is the tenant's, as it was at one moment, in one file. Its record outlives it. */
export const tenantBackup = entity('sys', 'tenantBackup', {
  title: ['备份', 'Backup'],
  module: 'monitor_backup',
  scope: 'tenant',
  fields: {
    fileName: text(['文件名', 'File name'], { required: true, max: 200, filter: true }),
    state: choice(['状态', 'Status'], backupStates, { required: true, initial: 'QUEUED', filter: true }),
    trigger: choice(
      ['触发方式', 'Trigger'],
      { CRON: ['定时', 'Schedule'], MANUAL: ['手动', 'By hand'] },
      { required: true, initial: 'MANUAL', filter: true },
    ),
    /** Nobody: the schedule. */
    userId: ref(['操作人', 'By'], 'sys.user', { loose: true }),
    rowCount: int(['行数', 'Rows']),
    rowsDone: int(['已备份行数', 'Rows done'], { required: true, initial: 0 }),
    size: int(['大小', 'Size'], { most: backupLimits.fileBytes }),
    sha256: code(['校验值', 'SHA-256'], { max: 64 }),
    /** The moment that it shows. */
    takenAt: instant(['备份时点', 'As of']),
    endedAt: instant(['完成时间', 'Ended at']),
    expiresAt: instant(['到期时间', 'Expires at']),
    message: note(['说明', 'Remark'], { max: 500 }),
    /** How often somebody has begun with it. */
    attempt: int(['第几次', 'Attempt'], { required: true, initial: 0 }),
    stopAsked: flag(['要求取消', 'Asked to stop']),
    fileId: ref(['文件', 'File'], 'sys.sheetFile', { loose: true }),
  },
  list: ['takenAt', 'state', 'trigger', 'userId', 'rowCount', 'size', 'sha256', 'expiresAt', 'message'],
  label: { code: 'fileName', name: 'fileName' },
  indexes: [['state']],
  actions: [],
  verbs: {
    take: ['立即备份', 'Back up now'],
    cancel: ['取消', 'Cancel'],
    drop: ['删除', 'Delete'],
    export: ['下载', 'Download'],
    restore: ['恢复', 'Restore'],
  },
  sort: '-id',
  found: false,
})

export const tenantBackupFaults = {
  /** A copy of everything shows everything. */
  notAll: {
    code: 42594,
    text: [
      '备份含有企业的全部数据：需要拥有全部权限，还缺少{count}项，例如[{permission}]',
      "A backup holds all that is the company's: it takes every permission, and {count} are missing, such as [{permission}]",
    ],
  },
  notCentre: {
    code: 42597,
    text: [
      '备份含有企业的全部数据：请切换到企业组织',
      "A backup holds all that is the company's: switch to the enterprise organisation",
    ],
  },
  busy: {
    code: 42595,
    text: ['已有备份在进行，请等待其完成', 'A backup is being taken already: wait until it has ended'],
  },
  tooBig: {
    code: 42596,
    text: [
      '备份超过{max}MB，请由运维人员用命令备份',
      'The backup has more than {max} MB: have the operator take it by the command',
    ],
  },
} as const

const at = (verb: string) => `${entityPath(tenantBackup)}/${verb}`
const may = (action: string) => `${tenantBackup.permit}:${action}`
const ids = z.object({ ids: z.array(id).min(1).max(100) })

/** 备份: what an administrator may do by himself. To restore one is the operator's, by a command. */
export const tenantBackupCalls = {
  query: query(at('query'), {
    title: ['查询备份', 'List backups'],
    permission: may('view'),
    reads: [tenantBackup.key],
    input: listQuery,
    output: pageOf(recordSchema(tenantBackup)),
  }),
  /** Takes one in the background. */
  take: post(at('take'), {
    title: ['立即备份', 'Back up now'],
    permission: may('create'),
    output: z.object({ id: z.string() }),
  }),
  cancel: post(at('cancel'), {
    title: ['取消备份', 'Cancel backups'],
    permission: may('create'),
    input: ids,
    output: bulkAnswer,
  }),
  /** The record goes with the file. */
  drop: post(at('drop'), {
    title: ['删除备份', 'Delete backups'],
    permission: may('remove'),
    input: ids,
    output: bulkAnswer,
  }),
  ticket: post(at('ticket'), {
    title: ['下载备份', 'Download a backup'],
    permission: may('export'),
    input: z.object({ id }),
    /** The address opens the file once. */
    output: z.object({ url: z.string(), expiresIn: z.number() }),
  }),
} as const

/** Whoever holds one of these can take all data of the company with him. */
export const dangerousBackup: ReadonlySet<string> = new Set([may('create'), may('export'), may('remove')])
