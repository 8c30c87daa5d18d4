import { z } from 'zod'
import { bulkAnswer, get, id, listQuery, pageOf, post, query, seen, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { createSchema, recordSchema, updateSchema, valueSchema } from '../kernel/schema.ts'
import { app, appVersion, appVersionRecord } from './app.ts'

const at = (verb: string) => `${entityPath(app)}/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(app, action)
const changed = z.object({ id: z.string(), version: z.number() })
const appName = valueSchema(app.fields.appName) as z.ZodType<string>
const versionCode = z.number().int().min(0).max(2_000_000_000)
/** Opened by devices and by the client's QR code: an address of the web, or a path of this server. */
const downloadUrl = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)$/)
  .nullish()
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
const written = { downloadUrl, sha256 }

/** What a version belongs to is said once, by the app's name. */
const shapeOf = (schema: z.ZodType): z.ZodRawShape => {
  // Where it is offered first is said on its page.
  const { appId: _, grayOrgIds: _orgs, ...shape } = (schema as z.ZodObject).shape
  return shape
}
const newVersion = z.object({ ...shapeOf(createSchema(appVersion)), ...written, appName })
const changedVersion = z.object({ ...shapeOf(updateSchema(appVersion)), ...written })
const versionRecord = recordSchema(appVersion)

const newest = z.object({
  appName: z.string(),
  versionName: z.string(),
  versionCode: z.number(),
  introduce: z.string().nullable(),
  add: z.string().nullable(),
  update: z.string().nullable(),
  fix: z.string().nullable(),
  downloadUrl: z.string().nullable(),
  force: z.boolean(),
  sha256: z.string().nullable(),
  size: z.number().nullable(),
})
export type NewestVersion = z.output<typeof newest>

const log = z.object({
  id: z.string(),
  device: z.string().nullable(),
  name: z.string(),
  size: z.number(),
  createTime: z.string(),
  userName: z.string().nullable(),
})
export type AppLogRow = z.output<typeof log>

export const appFaults = {
  notNewer: { code: 42802, text: ['版本号必须大于当前最新版本{newest}', 'The version code must be above {newest}'] },
  published: {
    code: 42803,
    text: ['版本已发布过，不能删除，可以停用', 'The version has been published: withdraw it instead of deleting it'],
  },
  off: {
    code: 42599,
    text: ['应用[{app}]已停用', 'The app [{app}] is disabled'],
  },
  noFile: { code: 42804, text: ['请选择日志文件', 'Choose a log file'] },
  minTooHigh: {
    code: 42809,
    text: ['最低可用版本号不能高于本版本号', 'The oldest version allowed cannot be above this one'],
  },
  wrongType: { code: 42805, text: ['日志必须是gz文件', 'The log must be a gz file'] },
} as const

/** 应用: an app is known by its name; list, switch and removal are of its versions, as the page shows them. */
export const appCalls = {
  getAllApp: get(at('getAllApp'), {
    title: ['全部应用', 'All apps'],
    permission: 'session',
    output: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        appName: z.string(),
        title: z.string(),
        platform: z.string(),
        disabled: z.boolean(),
      }),
    ),
  }),
  create: post(at('create'), {
    title: ['新增应用', 'Create an app'],
    permission: may('create'),
    input: createSchema(app),
    output: changed,
  }),
  update: post(at('update'), {
    title: ['编辑应用', 'Edit an app'],
    permission: may('update'),
    input: updateSchema(app),
    output: changed,
  }),
  /** While it is off no device is offered a version of it, and none is made or published. */
  turnOn: post(at('turnOn'), {
    title: ['启用应用', 'Enable an app'],
    permission: may('enable_disable'),
    input: seen,
    output: changed,
  }),
  turnOff: post(at('turnOff'), {
    title: ['停用应用', 'Disable an app'],
    permission: may('enable_disable'),
    input: seen,
    output: changed,
  }),
  query: query(at('query'), {
    title: ['查询应用版本', 'List app versions'],
    permission: may('view'),
    input: listQuery,
    output: pageOf(versionRecord),
  }),
  get: get(at('get'), {
    title: ['查看应用版本', 'Get an app version'],
    permission: may('view'),
    input: z.object({ id }),
    output: versionRecord,
  }),
  createVersion: post(at('version/create'), {
    title: ['新增应用版本', 'Create an app version'],
    permission: may('create'),
    input: newVersion,
    output: changed,
  }),
  updateVersion: post(at('version/update'), {
    title: ['编辑应用版本', 'Edit an app version'],
    permission: may('update'),
    input: changedVersion,
    output: changed,
  }),
  enable: post(at('enable'), {
    title: ['发布应用版本', 'Publish app versions'],
    permission: may('enable_disable'),
    input: z.union([seen, seenMany]),
    output: z.union([changed, bulkAnswer]),
  }),
  disable: post(at('disable'), {
    title: ['撤回应用版本', 'Withdraw app versions'],
    permission: may('enable_disable'),
    input: z.union([seen, seenMany]),
    output: z.union([changed, bulkAnswer]),
  }),
  remove: post(at('remove'), {
    title: ['删除应用版本', 'Delete an app version'],
    permission: may('remove'),
    input: seen,
    output: z.null(),
  }),
  getNewest: query(at('version/getNewest'), {
    title: ['最新应用版本', 'Newest app version'],
    permission: 'session',
    /** The device tells apart who is offered a version that is not yet for all; without it the user does. */
    input: z.object({ appName, versionCode: versionCode.default(0), device: z.string().max(64).optional() }),
    output: newest.nullable(),
  }),
  createRecord: post(at('version/record/create'), {
    title: ['登记安装', 'Record an installation'],
    permission: 'session',
    input: z.object({
      appName,
      device: valueSchema(appVersionRecord.fields.device) as z.ZodType<string>,
      fromVersionCode: versionCode.nullish(),
      toVersionCode: versionCode,
      versionName: valueSchema(appVersionRecord.fields.versionName).optional() as z.ZodType<string | null | undefined>,
    }),
    output: z.object({ id: z.string() }),
  }),
  queryRecords: query(at('query/records'), {
    title: ['查询安装记录', 'List installations'],
    permission: may('view'),
    input: listQuery,
    output: pageOf(recordSchema(appVersionRecord)),
  }),
  queryLogs: query(at('query/logs'), {
    title: ['查询应用日志', 'List app logs'],
    permission: may('view'),
    reads: ['sys.app'],
    input: z.object({
      appName,
      page: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(200).default(20),
    }),
    output: pageOf(log),
  }),
  downloadLog: get(at('log/download'), {
    title: ['下载应用日志', 'Download an app log'],
    permission: may('view'),
    input: z.object({ id }),
    binary: true,
  }),
  getSysTime: get(at('getSysTime'), {
    title: ['系统时间', 'Server time'],
    permission: 'session',
    output: z.object({ time: z.string(), zone: z.string() }),
  }),
  uploadAppLog: post(at('uploadAppLog'), {
    title: ['上传应用日志', 'Upload an app log'],
    permission: 'session',
    input: z.object({
      appName,
      device: (valueSchema(appVersionRecord.fields.device) as z.ZodType<string>).optional(),
    }),
    output: z.object({ id: z.string() }),
    upload: true,
  }),
} as const
