import { z } from 'zod'
import { bulkAnswer, get, id, post, seenMany } from '../kernel/call.ts'
import { childRows, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import {
  choice,
  choices,
  code,
  computed,
  date,
  decimal,
  flag,
  instant,
  int,
  qty,
  ref,
  refs,
  rows,
  text,
} from '../kernel/field.ts'
import { equipment } from './place.ts'
import { taskTitles } from './taskTypes.ts'

/** 技能: a queue that somebody can work in, and how well. */
const skill = childRows('wms', 'workerSkill', 'wms.worker', {
  title: ['技能', 'Skill'],
  scope: 'org',
  fields: {
    workerId: ref(['人员', 'Worker'], 'wms.worker', { required: true, derived: true }),
    queue: code(['队列', 'Queue'], {
      required: true,
      max: 32,
      known: taskTitles,
      hint: ['任务类型或任务规则中的队列', 'A type of work, or a queue of the task rules'],
    }),
    level: int(['等级', 'Level'], {
      required: true,
      initial: 3,
      least: 1,
      most: 5,
      hint: [
        '1生疏，5熟练；自动派工时高者优先',
        '1 new, 5 expert; work that is assigned automatically prefers the higher',
      ],
    }),
  },
  unique: [['workerId', 'queue']],
})
const { HAND: _, ...licensed } = equipment
const ofToday = ['当天，每15分钟统计', 'Of today, added up every quarter of an hour'] as const

/** 人员作业: somebody who does tasks in this centre, with what he can, where he works, and whether he is here. */
export const worker = entity('wms', 'worker', {
  title: ['作业人员', 'Worker'],
  module: 'workforce.worker',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, filter: true, frozen: true }),
    team: text(['班组', 'Team'], { max: 32, filter: true }),
    shift: text(['班次', 'Shift'], { max: 32, filter: true }),
    skills: rows(['技能', 'Skills'], skill, {
      hint: ['一条也没有时可做所有队列', 'Without any he may work in all queues'],
    }),
    pickAreaIds: refs(['拣货分区', 'Pick areas'], 'wms.pickArea', {
      hint: ['留空为所有分区', 'All of them if blank'],
    }),
    licences: choices(['设备资质', 'Equipment licences'], licensed),
    maxOpen: int(['同时任务上限', 'Max open tasks'], { required: true, initial: 20, least: 1, most: 200 }),
    efficiency: int(['效率%', 'Efficiency %'], {
      required: true,
      initial: 100,
      least: 10,
      most: 300,
      hint: [
        '自动派工按它折算手中工作量',
        'What he has in hand counts for so much less when work is assigned automatically',
      ],
    }),
    wage: choice(
      ['计薪方式', 'Wage'],
      { HOUR: ['计时', 'By the hour'], PIECE: ['计件', 'Piece rate'] },
      {
        required: true,
        filter: true,
        initial: 'HOUR',
        hint: ['计件人员列入计件报表', 'Piece-rate workers are in the piece-rate report'],
      },
    ),
    onDuty: flag(['在岗', 'On duty'], { derived: true, filter: true }),
    dutyAt: instant(['签到/签退时间', 'Since'], { derived: true }),
    device: text(['终端', 'Device'], { derived: true, max: 64 }),
    name: computed(text(['姓名', 'Name'])),
    queues: computed(code(['队列', 'Queues'], { filter: true, max: 200 })),
    openTasks: computed(int(['未完成任务', 'Open tasks'])),
    current: computed(code(['当前任务', 'Current task'])),
    linesToday: computed(int(['今日行数', 'Lines today'], { hint: ofToday })),
    casesToday: computed(int(['今日件数', 'Cases today'], { hint: ofToday })),
    linesPerHour: computed(decimal(['行/小时', 'Lines per hour'], { scale: 1, hint: ofToday })),
    casesPerHour: computed(decimal(['件/小时', 'Cases per hour'], { scale: 1, hint: ofToday })),
    efficiencyToday: computed(
      decimal(['今日效率%', 'Efficiency today %'], {
        scale: 1,
        hint: [
          '标准用时与实际用时之比，每15分钟统计',
          'Standard time as a share of the time taken, every quarter of an hour',
        ],
      }),
    ),
  },
  list: [
    'name',
    'userId',
    'team',
    'shift',
    'onDuty',
    'queues',
    'licences',
    'current',
    'openTasks',
    'linesToday',
    'casesToday',
    'linesPerHour',
    'casesPerHour',
    'efficiencyToday',
    'wage',
  ],
  unique: [['userId']],
  label: { code: 'userId', name: 'userId' },
  actions: ['create', 'update', 'enable_disable', 'import', 'export', 'start', 'stop'],
  verbs: { checkIn: ['签到', 'Check in'], checkOut: ['签退', 'Check out'] },
  sort: '-id',
  found: false,
})

/** 人员日绩效: what somebody did of one type of work on one day, added up from the task log. */
export const workerDay = entity('wms', 'workerDay', {
  title: ['人员日绩效', 'Work of a day'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    day: date(['日期', 'Day'], { required: true }),
    taskType: choice(['任务类型', 'Task type'], taskTitles, { required: true }),
    tasks: int(['任务数', 'Tasks'], { required: true }),
    lines: int(['行数', 'Lines'], { required: true }),
    cases: int(['整件数', 'Full cases'], { required: true }),
    qty: qty(['数量', 'Quantity'], { required: true }),
    standardS: int(['标准秒', 'Standard (s)'], { required: true }),
    actualS: int(['实际秒', 'Taken (s)'], { required: true }),
  },
  unique: [['day', 'userId', 'taskType']],
  actions: [],
  sort: '-day',
  found: false,
})

const at = (verb: string): string => `${entityPath(worker)}/${verb}`
export const dutySteps = {
  checkIn: post(at('start'), {
    title: ['签到', 'Check in'],
    permission: entityPermission(worker, 'start'),
    input: seenMany,
    output: bulkAnswer,
  }),
  checkOut: post(at('stop'), {
    title: ['签退', 'Check out'],
    permission: entityPermission(worker, 'stop'),
    input: seenMany,
    output: bulkAnswer,
  }),
} as const
/** One's own duty, from a handheld: nobody needs a right to come to work. */
export const setOwnDuty = post(at('ownDuty'), {
  title: ['本人签到签退', 'Own check-in'],
  permission: 'session',
  input: z.object({ onDuty: z.boolean(), device: z.string().max(64).optional() }),
  output: z.object({ onDuty: z.boolean() }),
})
/** Whether the user is one of the workers here, and on duty. */
export const ownDuty = get(at('own'), {
  title: ['本人在岗状态', 'Own duty'],
  permission: 'session',
  output: z.object({ isWorker: z.boolean(), onDuty: z.boolean() }),
})
/** 绩效: what somebody did, by day and type of work, the last days first. */
export const workerPerformance = get(at('performance'), {
  title: ['人员绩效', 'Performance'],
  permission: entityPermission(worker, 'view'),
  input: z.object({ id }),
  output: z.object({
    rows: z.array(
      z.object({
        day: z.string(),
        taskType: z.string(),
        tasks: z.number(),
        lines: z.number(),
        cases: z.number(),
        standardS: z.number(),
        actualS: z.number(),
      }),
    ),
  }),
})
/** So many days are told of. */
export const performanceDays = 31

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
export const workerFaults = {
  noSkill: refusal(42436, '您没有[{queue}]作业资质', 'You are not qualified for queue [{queue}]'),
  offDuty: refusal(42437, '请先签到', 'Check in first'),
  noLicence: refusal(42438, '您没有[{what}]设备资质', 'You hold no licence for: {what}'),
  otherArea: refusal(42439, '拣货分区[{area}]不在您的作业范围', 'Pick area [{area}] is not one of yours'),
  hasOpen: refusal(42440, '该人员有未完成任务[{task}]', 'This worker has an open task [{task}]'),
  notWorker: refusal(42441, '您不是本物流中心的作业人员', 'You are not one of the workers of this centre'),
  unfit: refusal(42442, '[{user}]不能做该任务：{why}', '[{user}] cannot do this task: {why}'),
  isDisabled: refusal(42443, '您的作业资格已停用，请联系主管', 'You are no longer a worker here: ask your supervisor'),
} as const satisfies Record<string, Refusal>
