import { documentCalls } from '@lading/contract/kernel/crud.ts'
import type { ContainerState } from '@lading/contract/wms/container.ts'
import { containerSteps } from '@lading/contract/wms/masterCalls.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { moveContainer } from '../stock/containers.ts'
import type { PickDesk } from './pickDesk.ts'

/** One container with all the work that may touch it, by the names of its lines. */
export interface Box {
  readonly id: string
  readonly code: string
  /** Of the container's form. */
  row: SeenRow
  /** The shipment that takes it along, as it was last seen. */
  truck?: { readonly id: string; version: number }
  readonly lines: Partial<Record<LineName, string>>
}
type LineName = 'pick' | 'pickOther' | 'receive' | 'receiveOther' | 'putAway' | 'load'
/** How far the work on the container has come. */
export type Stage = 'idle' | 'picking' | 'staged' | 'loaded' | 'received' | 'inHand' | 'stored'
interface Verb {
  /** Where it does something; where nothing is said it is refused, wherever it is tried. */
  readonly from: readonly Stage[]
  /** How far it brings the work. */
  readonly to?: Stage
  /** The line of work that it is done to. */
  readonly line?: LineName
  /** Nothing where there is nothing to do it to. */
  readonly act: (box: Box) => (() => Promise<unknown>) | undefined
}

const ship = documentCalls(shipBill)
const order = documentCalls(orderBill)
const made = { id: '', version: 0 }

export interface OneBox {
  readonly verbs: Readonly<Record<string, Verb>>
  /** @param names of the verbs that are to be tried: work for no others is made; all of them when left out */
  prepare(stage: Stage, kind: 'TOTE' | 'PL', names?: readonly string[]): Promise<Box>
}

type Confirm = (taskLineId: string, qty: string, more: object) => () => Promise<unknown>
const confirms =
  ({ clerk }: PickDesk): Confirm =>
  (taskLineId, qty, more) =>
  () =>
    clerk.call(work.confirmLine, { taskLineId, qty, ...more } as never)
const undoes =
  ({ clerk }: PickDesk) =>
  (taskLineId: string) =>
  () =>
    clerk.call(work.undoLine, { taskLineId })
const onLine = (line: LineName, act: (id: string, box: Box) => () => Promise<unknown>): Pick<Verb, 'line' | 'act'> => ({
  line,
  act: (box) => {
    const id = box.lines[line]
    return id === undefined ? undefined : act(id, box)
  },
})

function inbound(desk: PickDesk): OneBox['verbs'] {
  const [confirm, undo] = [confirms(desk), undoes(desk)]
  const receive = (qty: string, more: object) => (id: string, box: Box) =>
    confirm(id, qty, { toContainer: box.code, productionDate: '2026-11-01', ...more })
  const putBack = (taskLineId: string) => () => desk.clerk.call(work.putBackLine, { taskLineId })
  return {
    receive: { from: ['idle', 'received'], to: 'received', ...onLine('receive', receive('6', { partial: true })) },
    receiveOther: { from: ['idle', 'received'], to: 'received', ...onLine('receiveOther', receive('12', {})) },
    undoReceive: { from: ['received'], to: 'idle', ...onLine('receive', undo) },
    putAway: {
      from: ['received', 'inHand'],
      to: 'stored',
      ...onLine('putAway', (id) => confirm(id, '6', { toBin: 'S-02' })),
    },
    pickUp: { from: ['received'], to: 'inHand', ...onLine('putAway', (id) => confirm(id, '6', { pickUp: true })) },
    putBack: { from: ['inHand'], to: 'received', ...onLine('putAway', putBack) },
    undoPutAway: { from: ['stored'], to: 'received', ...onLine('putAway', undo) },
  }
}

function outbound(desk: PickDesk): OneBox['verbs'] {
  const [confirm, undo] = [confirms(desk), undoes(desk)]
  const pick = (qty: string, more: object) => (id: string, box: Box) =>
    confirm(id, qty, { toContainer: box.code, ...more })
  const load = (id: string) => confirm(id, '1', {})
  const onTruck =
    (call: typeof ship.despatch): Verb['act'] =>
    ({ truck }) =>
      truck && (() => desk.clerk.call(call, { rows: [truck] }))
  /** Taken off the truck that is about to leave, and put on again. */
  const again = (id: string) => async () => {
    await undo(id)()
    await load(id)()
  }
  return {
    pick: { from: ['idle', 'picking'], to: 'picking', ...onLine('pick', pick('2', { partial: true })) },
    pickOther: { from: ['idle', 'picking'], to: 'picking', ...onLine('pickOther', pick('4', {})) },
    undoPick: { from: ['picking', 'staged'], to: 'idle', ...onLine('pick', undo) },
    load: { from: ['staged'], to: 'loaded', ...onLine('load', load) },
    leave: { from: ['staged'], ...onLine('load', (id) => confirm(id, '0', { reason: 'LATER' })) },
    undoLoad: { from: ['loaded'], to: 'staged', ...onLine('load', undo) },
    loadAgain: { from: ['loaded'], ...onLine('load', again) },
    despatch: { from: ['loaded'], act: onTruck(ship.despatch) },
    reopen: { from: ['loaded'], act: onTruck(ship.reopen) },
  }
}

function standing(desk: PickDesk): OneBox['verbs'] {
  const step =
    (call: (typeof containerSteps)[keyof typeof containerSteps]): Verb['act'] =>
    ({ row }) =>
    () =>
      desk.clerk.call(call, { rows: [{ ...row, reason: 'asked' }] } as never)
  /** To another bin, whatever stands in it; its state stays. */
  const move = (box: Box) => () =>
    desk.inside(async (ctx) => {
      const { state } = await ctx.tx.one<{ state: ContainerState }>(
        sql`select state from wms_container where tenant_id = ${ctx.tenantId} and id = ${box.id}`,
      )
      const toBinId = desk.yard.bins.get('S-02') ?? ''
      const change = { from: [state], state }
      await moveContainer(ctx, { bizType: 'MOVE', idemKey: ctx.newId(), containerId: box.id, toBinId, change })
    })
  return {
    move: { from: ['picking', 'staged', 'received', 'stored'], act: move },
    hold: { from: ['idle'], act: step(containerSteps.hold) },
    unhold: { from: ['idle'], act: step(containerSteps.unhold) },
    lose: { from: ['idle'], act: step(containerSteps.lose) },
    clear: { from: [], act: step(containerSteps.clear) },
    recover: { from: [], act: step(containerSteps.recover) },
  }
}

/** Stages of one container, and every verb that touches it. */
export function oneBox(desk: PickDesk): OneBox {
  const verbs = { ...inbound(desk), ...outbound(desk), ...standing(desk) }
  const stages = stagesOf(desk, verbs)
  return {
    verbs,
    prepare: async (stage, kind, names = Object.keys(verbs)) => {
      const lines = names.flatMap((name) => verbs[name]?.line ?? [])
      const { storeId, ...box } = await stages.idle(kind, new Set([...lines, ...(firstLine[stage] ?? [])]))
      await stages.advance(box, stage, storeId)
      const { version } = await desk.inside((ctx) =>
        ctx.tx.one<{ version: number }>(
          sql`select version from wms_container where tenant_id = ${ctx.tenantId} and id = ${box.id}`,
        ),
      )
      return { ...box, row: { id: box.id, version } }
    },
  }
}

/** Where the work begins that brings a container so far. */
const firstLine: Partial<Record<Stage, readonly LineName[]>> = {
  picking: ['pick'],
  staged: ['pick'],
  loaded: ['pick'],
  received: ['receive'],
  inHand: ['receive'],
  stored: ['receive'],
}

function stagesOf(desk: PickDesk, verbs: OneBox['verbs']) {
  const { clerk } = desk
  const confirm = confirms(desk)
  let count = 0
  async function receiptOf(vendorId: string): Promise<string> {
    const bill = await clerk.call<typeof made>(order.create, {
      ownerId: desk.yard.owners.get('O1'),
      vendorId,
      lines: [{ productId: desk.yard.products.get('A')?.id, planQty: '12' }],
    })
    await clerk.call(order.approve, { rows: [bill] })
    await clerk.call(order.createTask, { rows: [{ id: bill.id, version: 1 }] })
    return lineOf('bill_id', bill.id)
  }
  const lineOf = (column: 'bill_id' | 'container_id', id: string): Promise<string> =>
    desk.inside(async (ctx) => {
      const by = column === 'bill_id' ? sql`k.bill_id = ${id}` : sql`k.container_id = ${id}`
      const { lineId } = await ctx.tx.one<{ lineId: string }>(sql`
        select l.id as line_id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
        where l.tenant_id = ${ctx.tenantId} and ${by} order by l.id limit 1`)
      return lineId
    })

  async function idle(kind: 'TOTE' | 'PL', wanted: ReadonlySet<LineName>): Promise<Box & { storeId: string }> {
    count += 1
    const [code, name] = [`BOX${count}`, `${count}`]
    const ids = await desk.inside(async (ctx) => {
      const [id, storeId, vendorId] = [ctx.newId(), ctx.newId(), ctx.newId()]
      const type = await ctx.tx.one<{ id: string }>(
        sql`select id from wms_container_type where tenant_id = ${ctx.tenantId} and code = ${kind}`,
      )
      const { tenantId } = ctx
      await bulkInsert(ctx.tx, 'wms_store', [{ tenantId, id: storeId, code: `ST${count}`, name }])
      await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId, id: vendorId, code: `VE${count}`, name }])
      await bulkInsert(ctx.tx, 'wms_container', [
        { tenantId, orgId: ctx.org.id, id, code, typeId: type.id, state: 'IDLE' },
      ])
      return { id, storeId, vendorId }
    })
    const lines: Box['lines'] = {}
    for (const name of ['pick', 'pickOther'] as const)
      if (wanted.has(name)) lines[name] = (await desk.pick({ A: '4' }, ids.storeId)).lines[0]?.id ?? ''
    for (const name of ['receive', 'receiveOther'] as const)
      if (wanted.has(name)) lines[name] = await receiptOf(ids.vendorId)
    return { id: ids.id, code, row: { id: ids.id, version: 0 }, lines, storeId: ids.storeId }
  }

  async function truckFor(box: Box, storeId: string): Promise<void> {
    const bill = await clerk.call<typeof made>(ship.create, { vehicleNo: box.code, stops: [{ storeId, seq: 1 }] })
    await clerk.call(ship.approve, { rows: [bill] })
    await clerk.call(ship.start, { rows: [{ id: bill.id, version: 1 }] })
    box.truck = { id: bill.id, version: 2 }
    box.lines.load = await lineOf('bill_id', bill.id)
  }

  async function advance(box: Box, stage: Stage, storeId: string): Promise<void> {
    const run = (verb: string) => verbs[verb]?.act(box)?.()
    if (stage === 'picking') await run('pick')
    if (stage === 'staged' || stage === 'loaded') {
      await confirm(box.lines.pick ?? '', '4', { toContainer: box.code })()
      await truckFor(box, storeId)
    }
    if (stage === 'loaded') {
      await run('load')
      await clerk.call(ship.finish, { rows: [box.truck] } as never)
      if (box.truck) box.truck.version += 1
    }
    if (stage === 'received' || stage === 'inHand' || stage === 'stored') {
      await run('receive')
      box.lines.putAway = await lineOf('container_id', box.id)
    }
    if (stage === 'inHand') await run('pickUp')
    if (stage === 'stored') await confirm(box.lines.putAway ?? '', '6', { toBin: 'S-01' })()
  }

  return { idle, advance }
}
