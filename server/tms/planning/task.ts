import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { Drawn } from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { type Arrangement, type Asked, type PlannedTrip, routePlan } from '@lading/contract/tms/routePlan.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { fromHere } from '../../kernel/scope.ts'
import { type BillRow, setBill } from '../../platform/document/steps.ts'
import { createWorker, type Worker } from '../../platform/due/worker.ts'
import type { Problem } from '../routing/problem.ts'
import { type Solution, solve } from '../routing/solve.ts'
import { validate } from '../routing/validate.ts'
import { type Day, readDay, tripsOut, withLocks } from './day.ts'
import { draw } from './draw.ts'
import { solveAside } from './solveAside.ts'
import type { Told } from './solveWorker.ts'

type Row = BillRow<typeof routePlan>

const interrupted: Text = ['服务中断，请重新计算', 'The service was interrupted: compute it again']
const broken: Text = [
  '锁定的车次本身违反限制，请先调整或解锁',
  'Locked trips break a limit themselves: change or unlock them',
]
const lookMs = 300

export const planKey = (orgId: string, id: string): string => `route:${orgId}:${id}`

/** What a plan's columns say of its arrangement. */
export function figures(trips: readonly PlannedTrip[], { kpi }: Pick<Drawn, 'kpi'>) {
  return {
    arrangement: JSON.stringify({ trips } satisfies Arrangement),
    tripCount: kpi.trips,
    orderCount: kpi.orders,
    leftCount: kpi.left,
    distanceM: kpi.metres,
    durationS: kpi.seconds,
    cost: kpi.cost,
    weightRate: kpi.weightRate,
    volumeRate: kpi.volumeRate,
    lateCount: kpi.late,
    faultCount: kpi.faults,
  }
}

/** Somebody who sees only some of its goods would change a plan without the others: they would fall out of it. */
export async function wholeDayOf(ctx: Ctx, plan: Row): Promise<Day> {
  const day = await dayOfPlan(ctx, plan)
  if (day.orders.length < (plan.asked as Asked).wayBillIds.length) refuse(planFaults.notWhole)
  return day
}

export const dayOfPlan = (ctx: Ctx, plan: Row): Promise<Day> => readDay(ctx, { ...plan, ...(plan.asked as Asked) })

/** Computes plans in the background, one at a time in a process; a thread of its own does the searching. */
export const createPlanner = (kernel: Kernel): Worker =>
  createWorker(kernel, {
    kind: 'sheet',
    keys: ['route'],
    failed: 'routes could not be computed',
    handle: async ({ tenantId, key }, isStopped) => {
      const [, orgId = '0', id = '0'] = key.split(':')
      const within = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
        perform(kernel, tenantId, systemOrigin(kernel.newId()), (tx) => systemAt(tx, tenantId, orgId), work)
      const begun = await within((ctx) => begin(ctx, id))
      if (!begun) return undefined
      try {
        await search(within, begun, isStopped)
      } catch (error) {
        kernel.log.error({ err: error }, 'a plan of routes failed')
        await within((ctx) => fail(ctx, begun.plan, interrupted))
      }
      return undefined
    },
  })

type Within = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
interface Begun {
  readonly plan: Row
  readonly day: Day
  readonly before: readonly PlannedTrip[]
}

/** Takes a plan that waits. One that somebody began and did not end has lost its process: it is over. */
async function begin(ctx: Ctx, id: string): Promise<Begun | undefined> {
  const plan = await ctx.tx.maybe<Row>(sql`
    select t.* from ${fromHere(ctx, routePlan.header, 't')} where t.id = ${id} and t.state = 'COMPUTING' for no key update of t`)
  if (!plan) return undefined
  if (plan.startedAt) {
    await fail(ctx, plan, interrupted)
    return undefined
  }
  await setBill(ctx, routePlan, plan, 'COMPUTING', { startedAt: ctx.now() })
  const { trips } = plan.arrangement as Arrangement
  return { plan, day: await dayOfPlan(ctx, plan), before: trips }
}

const fail = (ctx: Ctx, plan: Row, why: Text): Promise<void> =>
  setBill(ctx, routePlan, plan, 'FAILED', { message: say(why, ctx.language) })

async function search(within: Within, { plan, day, before }: Begun, isStopped: () => boolean): Promise<void> {
  const problem = withLocks(day, before)
  const { seconds } = plan.asked as Asked
  const { maxIter, seed } = day.config
  let told: Told | undefined
  let shown: Told | undefined
  const solving = solveAside(
    problem,
    { seed, ...(maxIter === null ? { seconds } : { iterations: maxIter }) },
    (part) => {
      told = part
    },
  )
  const look = async (): Promise<void> => {
    if (isStopped()) solving.stop()
    const news = told === shown ? undefined : told
    shown = told
    if (await within((ctx) => note(ctx, plan.id, news))) solving.stop()
  }
  let isLooking: Promise<void> | undefined
  const timer = setInterval(() => {
    isLooking ??= look().finally(() => {
      isLooking = undefined
    })
  }, lookMs)
  try {
    const solution = await solving.answer
    clearInterval(timer)
    await isLooking
    await within(async (ctx) => {
      const now = await ctx.tx.maybe<Row>(sql`
        select t.* from ${fromHere(ctx, routePlan.header, 't')} where t.id = ${plan.id} and t.state = 'COMPUTING' for no key update of t`)
      if (now) await end(ctx, { plan: now, day, before }, problem, solution)
    })
  } finally {
    clearInterval(timer)
  }
}

/** What a search found is the plan's; where its locks break a limit themselves, it says so. */
async function end(ctx: Ctx, { plan, day, before }: Begun, problem: Problem, solution: Solution): Promise<void> {
  if (validate(problem, solution.plan).length > 0) return fail(ctx, plan, broken)
  const found = tripsOut(day, solution.plan.trips, before)
  await setBill(ctx, routePlan, plan, 'COMPUTED', {
    ...figures(found, draw(day, found)),
    seconds: Math.round(solution.seconds),
    iterations: solution.iterations,
    seed: day.config.seed,
  })
}

/** A plan that waits is computed in one's own transaction, the same on every machine: for what is made beforehand. */
export async function computeHere(ctx: Ctx, id: string, iterations: number): Promise<void> {
  const begun = await begin(ctx, id)
  if (!begun) return
  const problem = withLocks(begun.day, begun.before)
  await end(ctx, begun, problem, solve(problem, { seed: begun.day.config.seed, iterations }))
}

/** Writes how far the search is. @returns whether somebody asked it to end */
async function note(ctx: Ctx, id: string, told: Told | undefined): Promise<boolean> {
  const progress = told && {
    seconds: told.seconds,
    iterations: told.iterations,
    cost: (told.cost / 100).toFixed(2),
    trips: told.trips,
    left: told.leftOut,
  }
  const row = await ctx.tx.maybe<{ stopAsked: boolean }>(sql`
    update tms_route_plan set progress = coalesce(${progress ? JSON.stringify(progress) : null}::jsonb, progress), updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id} and state = 'COMPUTING' returning stop_asked`)
  return row?.stopAsked ?? true
}
