import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { TestServer } from '../../testing/server.ts'
import {
  confirmByLight,
  handheldsToLight,
  holdLightTask,
  lightContainer,
  lightLinesToHandhelds,
  lightToHandhelds,
  lightWork,
} from '../../wms/light/offers.ts'
import { isTakenBack } from '../../wms/stock/taken.ts'
import { openDriver } from '../driver/open.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import type { SimController } from '../sim/controller.ts'
import type { Warehouse } from '../warehouse/asks.ts'

/** As `server/areas.ts` connects the two. */
export const warehouse: Warehouse = {
  ...{ workOf: lightWork, holdTask: holdLightTask, confirm: confirmByLight },
  ...{
    containerOf: lightContainer,
    toHandhelds: lightToHandhelds,
    toLights: handheldsToLight,
    linesToHandhelds: lightLinesToHandhelds,
  },
}

type Inside = <T>(act: (ctx: Ctx) => Promise<T>) => Promise<T>

/** What somebody in front of a simulated rack sees and does. */
export interface Hands {
  readonly gateway: Gateway
  /** Until nobody has anything more to do: outbox, lights, presses. */
  settle(): Promise<void>
  /** What tags show: `1:12 25:-02`, by node. */
  lit(): string
  press(node: number): Promise<void>
  /** Presses − until the tag shows so much. */
  less(node: number, to: number): void
  short(node: number): Promise<void>
  /** Tasks of the rack in their order: state, store, container, point, lines done of all. */
  tasks(): Promise<string[]>
}

/** A gateway that speaks to it, once it is online. */
export async function connect(server: TestServer, inside: Inside, sim: SimController): Promise<Hands> {
  const gateway = createGateway({
    kernel: server.kernel,
    warehouse,
    open: (c) => openDriver({ driver: c.driver, host: c.host ?? '127.0.0.1', port: c.port, options: {} }),
  })
  await gateway.tick()
  const isOnline = async () =>
    (await inside((ctx) =>
      ctx.tx.maybe(sql`select 1 from dps_link where tenant_id = ${ctx.tenantId} and state = 'ONLINE'`),
    )) !== undefined
  await until(isOnline)
  const settle = settler(server, gateway, inside)
  const heard = async () =>
    (
      await inside((ctx) =>
        ctx.tx.one<{ n: string }>(sql`select count(*) as n from dps_event where tenant_id = ${ctx.tenantId}`),
      )
    ).n
  const textOf = (node: number): string => sim.snapshot()[node - 1]?.text ?? ''
  /** A key that tells something. */
  const act = async (node: number, key: () => void) => {
    await until(async () => textOf(node) !== '')
    const before = await heard()
    key()
    await until(async () => (await heard()) !== before)
    await settle()
  }
  return {
    gateway,
    settle,
    lit: () =>
      sim
        .snapshot()
        .flatMap((t) => (t.text === '' ? [] : [`${t.node}:${t.text}`]))
        .join(' '),
    press: (node) => act(node, () => sim.press({ bus: 1, node })),
    short: (node) => act(node, () => sim.short({ bus: 1, node })),
    less: (node, to) => {
      for (let n = 0; n < 1000 && Number(textOf(node)) > to; n++) sim.minus({ bus: 1, node })
    },
    tasks: () => inside(tasksOf),
  }
}

const tasksOf = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.tx.query<{ text: string }>(sql`
      select concat_ws(' ', t.state, s.code, c.code, j.code, t.done_lines || '/' || t.line_count) as text from dps_task t
      left join wms_store s on s.tenant_id = t.tenant_id and s.id = t.store_id left join wms_container c on c.tenant_id = t.tenant_id and c.id = t.container_id
      left join dps_jobpoint j on j.tenant_id = t.tenant_id and j.id = t.jobpoint_id where t.tenant_id = ${ctx.tenantId} order by t.id`)
  ).map((r) => r.text)

/** Until the outbox is empty, all that was told is booked and nothing waits to be sent. */
const settler = (server: TestServer, gateway: Gateway, inside: Inside) => async (): Promise<void> => {
  await server.relay.drain()
  await new Promise((resolve) => setTimeout(resolve, 15))
  await until(async () => {
    gateway.nudge()
    await gateway.settled()
    const waits = await inside((ctx) =>
      ctx.tx.maybe(sql`
        select 1 from dps_light l join dps_link k on k.tenant_id = l.tenant_id and k.controller_id = l.controller_id and k.state = 'ONLINE'
        where l.tenant_id = ${ctx.tenantId} and l.state = 'QUEUED' limit 1`),
    )
    return waits === undefined
  })
  await new Promise((resolve) => setTimeout(resolve, 15))
  await gateway.settled()
  await server.relay.drain()
}

export async function until(holds: () => Promise<boolean>, tries = 500): Promise<void> {
  for (let i = 0; i < tries; i++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it does not come about')
}

/** Picks whose goods the ledger moved by another quantity than they say, or that are lit and not shown, or the reverse. */
export const rackAgainstBook = (ctx: Ctx): Promise<object[]> =>
  ctx.tx.query(sql`
    select p.id, p.state, p.plan_qty, p.done_qty, p.short_qty, m.moved from dps_pick p cross join lateral (
      select coalesce(sum(g.delta), 0) as moved from wms_posting o join wms_ledger g on g.tenant_id = o.tenant_id and g.posting_id = o.id and g.delta > 0
      where o.tenant_id = p.tenant_id and o.task_line_id = p.task_line_id and o.biz_type in ('PICK', 'SOW') and not ${isTakenBack('o')}) m
    where p.tenant_id = ${ctx.tenantId} and p.state <> 'CANCELLED' and (p.done_qty <> m.moved or p.done_qty + p.short_qty > p.plan_qty
      or (p.state in ('DONE', 'SHORT') and p.done_qty + p.short_qty <> p.plan_qty)
      or (p.state = 'LIT') <> exists (select 1 from dps_light l where l.tenant_id = p.tenant_id and l.pick_id = p.id and l.state in ('QUEUED', 'LIT')))`)

export interface RackRows {
  readonly mode: 'DPS' | 'DAS'
  /** The bins of each job point, in the order of their nodes; each point has its completer behind them. */
  readonly points: readonly (readonly string[])[]
  readonly port: number
  readonly orders?: number | undefined
  readonly hasCompleter?: boolean | undefined
}
/** A controller with a line on it: behind the tags of each point its completer, behind all of them spare tags. @returns the line */
export async function insertRack(ctx: Ctx, o: RackRows): Promise<string> {
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  const [controllerId, lineId] = [ctx.newId(), ctx.newId()]
  await bulkInsert(ctx.tx, 'dps_controller', [
    {
      ...at,
      id: controllerId,
      code: 'K1',
      name: 'rack',
      driver: 'SIM',
      host: '127.0.0.1',
      port: o.port,
      editable: true,
    },
  ])
  await bulkInsert(ctx.tx, 'dps_line', [{ ...at, id: lineId, code: 'L1', name: 'line', mode: o.mode }])
  const firstOf = o.points.map((_, i) => o.points.slice(0, i).flat().length + i)
  const completers = o.points.map((own, i) => (firstOf[i] ?? 0) + own.length)
  const tags = Array.from({ length: o.points.flat().length + o.points.length * 2 }, (_, i) => {
    const isCompleter = completers.includes(i)
    return {
      ...{ ...at, id: ctx.newId(), code: `K1-${i + 1}`, controllerId, bus: 1, node: i + 1, health: 'OK' },
      ...{ kind: isCompleter ? 'COMPLETER' : 'PICK', digits: isCompleter ? 6 : 3, colours: ['RED', 'GREEN', 'ORANGE'] },
    }
  })
  await bulkInsert(ctx.tx, 'dps_tag', tags)
  const points = o.points.map((_, i) => ({
    ...{ ...at, id: ctx.newId(), lineId, seq: i + 1, code: `P${i + 1}`, name: `point ${i + 1}`, orders: o.orders ?? 1 },
    ...{ kind: o.mode === 'DAS' ? 'SOW' : 'PICK', colours: ['GREEN', 'RED', 'ORANGE'] },
    completerTagId: o.hasCompleter === false ? null : (tags[completers[i] ?? 0]?.id ?? null),
  }))
  await bulkInsert(ctx.tx, 'dps_jobpoint', points)
  const slots = o.points.flatMap((own, i) =>
    own.map((binId, k) => ({
      ...{ ...at, id: ctx.newId(), jobpointId: points[i]?.id, seq: k + 1, binId },
      tagId: tags[(firstOf[i] ?? 0) + k]?.id,
    })),
  )
  await bulkInsert(ctx.tx, 'dps_slot', slots)
  return lineId
}
