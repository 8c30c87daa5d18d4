import { worker } from '@lading/contract/wms/worker.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'
import { addUpDays } from '../wms/worker/days.ts'

const skillsOf = {
  picker: ['PICK', 'COLD', 'SOW', 'PICK_COLLECT', 'RPL_DOWN', 'STOCK_TAKE', 'CONTAINER_CHECK'],
  receiver: ['RECEIVE', 'PUTAWAY', 'MOVE', 'STOCK_TAKE'],
} as const
const skills = worker.fields.skills.rows

/** Who works in the first centre, and what has been done there so far. @param users by user name */
export async function seedCrew(ctx: Ctx, users: ReadonlyMap<string, string>): Promise<void> {
  for (const [username, queues] of Object.entries(skillsOf)) {
    const userId = users.get(username)
    if (!userId || !skills) continue
    const isPicker = username === 'picker'
    const { ids } = await insert(ctx, worker, [
      {
        userId,
        team: isPicker ? '拣货一班 Picking 1' : '收货班 Receiving',
        shift: '早班 Early',
        licences: ['FORKLIFT', 'REACH'],
        wage: isPicker ? 'PIECE' : 'HOUR',
        onDuty: true,
        dutyAt: ctx.now(),
        device: isPicker ? 'RF-03' : 'RF-01',
      },
    ])
    const [workerId = ''] = ids
    await insert(
      ctx,
      skills.entity,
      queues.map((queue, i) => ({ workerId, queue, level: i === 0 ? 5 : 3 })),
    )
  }
  await addUpDays(ctx)
}
