import { z } from 'zod'
import { get } from '../kernel/call.ts'
import { taskTypeNames } from './taskTypes.ts'

/** So many tasks a board shows to hand out; the list that it leads to has them all. */
export const boardTasksMax = 30

const ofTask = { id: z.string(), taskNo: z.string(), taskType: z.enum(taskTypeNames) }
/** 作业任务看板: what is still to be done of each kind, who does it, and when it will be done. */
export const dashboardTaskView = get('/wms/api/dashboard/taskView', {
  title: ['作业任务看板', 'Task board'],
  permission: 'wms:data.task:view',
  reads: ['wms.task', 'wms.worker'],
  output: z.object({
    at: z.string(),
    day: z.string(),
    types: z.array(
      z.object({
        taskType: z.enum(taskTypeNames),
        /** What the type is called here. */
        name: z.string(),
        nameEn: z.string().nullable(),
        /** Not released, waiting for other work, or suspended. */
        held: z.number(),
        ready: z.number(),
        assigned: z.number(),
        running: z.number(),
        overdue: z.number(),
        /** Seconds that the rest should take by the type's standards; null: it has none. */
        remainingS: z.number().nullable(),
        /** Who has work of it in hand. */
        people: z.number(),
        /** Standard as a share of the time taken, of today's work of the type, in per cent; null: none was measured. */
        efficiency: z.number().nullable(),
        /** Null while nobody works on it, or nothing says how long it takes. */
        finishAt: z.string().nullable(),
      }),
    ),
    people: z.array(
      z.object({
        id: z.string(),
        userId: z.string(),
        name: z.string(),
        onDuty: z.boolean(),
        /** Whether he has work in hand, be it of goods that the asker does not see. */
        isBusy: z.boolean(),
        current: z.object(ofTask).nullable(),
        linesPerHour: z.string().nullable(),
        casesPerHour: z.string().nullable(),
        efficiency: z.string().nullable(),
        /** Since he came or confirmed a line last, of who is here without work; null: of others. */
        idleMin: z.number().nullable(),
      }),
    ),
    /** Lines picked today, by area and hour of the centre's clocks. */
    heat: z.array(
      z.object({ pickAreaId: z.string(), code: z.string(), name: z.string(), hour: z.number(), lines: z.number() }),
    ),
    /** What is next, the late ones first. */
    tasks: z.array(
      z.object({
        ...ofTask,
        state: z.string(),
        priority: z.number(),
        dueAt: z.string().nullable(),
        isLate: z.boolean(),
        lines: z.number(),
        doneLines: z.number(),
        assigneeId: z.string().nullable(),
        assignee: z.string().nullable(),
      }),
    ),
  }),
})
