import { z } from 'zod'
import { get, post, query } from '../kernel/call.ts'
import { fileFormat, importAnswer, importInput } from '../kernel/crud.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { jobpoint } from './line.ts'

const path = entityPath(jobpoint)
const file = { permission: entityPermission(jobpoint, 'export'), binary: true } as const
const input = z.object({ format: fileFormat.default('xlsx') })

/** All job points as a file, for who has no body to send: the export of the list answers the other method. */
export const exportPoints = get(`${path}/export`, { ...file, title: ['导出作业点', 'Export job points'], input })
const slotsTitle = ['导出作业点配置', 'Export the slots of job points'] as const
/** Which tag stands at which bin, a line each: what the import takes. */
export const exportSlots = get(`${path}/config/export`, { ...file, title: slotsTitle, input })
export const exportSlotsAsked = query(`${path}/config/export`, { ...file, title: slotsTitle, input })

/** Slots of job points that are there: a line for each, known again by tag and bin; what a file leaves out stays. */
export const importSlots = post(`${path}/config/import`, {
  title: ['导入配置', 'Import the slots'],
  permission: entityPermission(jobpoint, 'import'),
  input: importInput.omit({ mode: true, lines: true }),
  output: importAnswer,
  upload: true,
})
