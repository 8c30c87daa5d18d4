import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import { json, ref, text } from '../kernel/field.ts'
import { reportPermissions } from './report.ts'

/** Of one report and person. */
export const presetsMax = 20

/** 参数方案: what somebody asks of a report again and again, under a name of his own. */
export const reportPreset = entity('sys', 'reportPreset', {
  title: ['参数方案', 'Report preset'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true }),
    reportId: ref(['报表', 'Report'], 'sys.customReport', { required: true }),
    name: text(['名称', 'Name'], { required: true, max: 40 }),
    /** As they were chosen: days may be told from the day on which it is asked. */
    params: json<Readonly<Record<string, string>>>(['参数', 'Parameters']),
  },
  unique: [['userId', 'reportId', 'name']],
  actions: [],
  verbs: { rename: ['改名', 'Rename'], forget: ['删除', 'Delete'] },
})

const path = z.string().max(100)
const name = z.string().trim().min(1).max(40)
const params = z.record(z.string().max(32), z.string().max(64))
const shown = z.object({ id: z.string(), name: z.string(), params })
export type ReportPreset = z.output<typeof shown>

/** Each works on the caller's own only. */
export const reportPresetCalls = {
  mine: get('/fw/api/sys/reportPreset/mine', {
    title: ['查询参数方案', 'Presets of a report'],
    permission: reportPermissions.view,
    reads: [reportPreset.key],
    input: z.object({ path }),
    output: z.object({ presets: z.array(shown) }),
  }),
  /** Under a name that there is already, it takes the place of what was there. */
  save: post('/fw/api/sys/reportPreset/save', {
    title: ['保存参数方案', 'Save a preset of a report'],
    permission: reportPermissions.view,
    input: z.object({ path, name, params }),
    output: z.object({ id: z.string() }),
  }),
  rename: post('/fw/api/sys/reportPreset/rename', {
    title: ['参数方案改名', 'Rename a preset of a report'],
    permission: reportPermissions.view,
    input: z.object({ id, name }),
    output: z.object({ id: z.string() }),
  }),
  forget: post('/fw/api/sys/reportPreset/forget', {
    title: ['删除参数方案', 'Delete a preset of a report'],
    permission: reportPermissions.view,
    input: z.object({ id }),
    output: z.object({ removed: z.number() }),
  }),
} as const
