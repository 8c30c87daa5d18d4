import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { worker } from '@lading/contract/wms/worker.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { as } from '../../platform/demo/site.ts'

interface Member {
  readonly team: string
  readonly shift: string
  readonly wage: 'PIECE' | 'HOUR'
  readonly device: string
  /** What he knows best comes first. */
  readonly queues: readonly (TaskType | 'COLD')[]
}
const early = '早班 Early'
/** Whoever picks may be sent to any goods; the rest is shared out. */
const picking = (n: number, ...more: Member['queues']): Member => ({
  team: n < 4 ? '拣货一班 Picking 1' : '拣货二班 Picking 2',
  shift: early,
  wage: 'PIECE',
  device: `RF-0${n + 2}`,
  queues: ['PICK', 'COLD', 'SOW', 'PICK_COLLECT', 'STOCK_TAKE', ...more],
})
const receiving: Member = {
  team: '收货班 Receiving',
  shift: early,
  wage: 'HOUR',
  device: 'RF-01',
  queues: [
    'RECEIVE',
    'PUTAWAY',
    'MOVE',
    'RPL_DOWN',
    'RPL_UP',
    'STOCK_TAKE',
    'STOCK_INC',
    'STOCK_DEC',
    'STORE_RTN_RECEIVE',
    'RETURN_PICK',
    'RETURN_HANDOVER',
    'OPERATE_DIFF',
    'PROC_MOVE_IN',
  ],
}
const despatching: Member = {
  team: '发运班 Despatch',
  shift: '中班 Late',
  wage: 'HOUR',
  device: 'RF-02',
  queues: ['ENTER_TRUCK', 'ABOLISH_TRUCK', 'DESPATCH', 'STORE_COLLECT_CHECK', 'CONTAINER_CHECK', 'CONTAINER_MERGE'],
}
const members = {
  receiver: receiving,
  shipper: despatching,
  picker: picking(1, 'RPL_DOWN', 'CONTAINER_CHECK'),
  picker2: picking(2),
  picker3: picking(3),
  picker4: picking(4),
  picker5: picking(5),
} satisfies Readonly<Record<string, Member>>
const skills = worker.fields.skills.rows
/** Who pick in the first centre. */
export const pickers = ['picker', 'picker2', 'picker3', 'picker4', 'picker5'] as const

/** Who works in a centre: made before its first task, so that nobody is given what he may not do. */
export async function seedCrew(ctx: Ctx, who: readonly (keyof typeof members)[]): Promise<void> {
  const rows = []
  for (const name of who) rows.push({ id: ctx.newId(), userId: (await as(ctx, name)).userId, ...members[name] })
  await insert(
    ctx,
    worker,
    rows.map(({ queues: _, ...row }) => ({
      ...row,
      licences: ['FORKLIFT', 'REACH'],
      onDuty: true,
      dutyAt: ctx.now(),
    })),
  )
  if (skills)
    await insert(
      ctx,
      skills.entity,
      rows.flatMap(({ id, queues }) => queues.map((queue, i) => ({ workerId: id, queue, level: i === 0 ? 5 : 3 }))),
    )
}

/** Which of the pickers does the so manieth piece of work. */
export const pickerFor = (i: number): string => pickers[i % pickers.length] ?? pickers[0]
