import { agent } from '@lading/contract/dps/agent.ts'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { deviceEvent, light } from '@lading/contract/dps/light.ts'
import { jobpoint, line, slot } from '@lading/contract/dps/line.ts'
import { dpsTask, taskPoint } from '@lading/contract/dps/task.ts'
import { systemAt, systemOrigin } from '../kernel/ctx.ts'
import { perform } from '../kernel/perform.ts'
import { documentServed } from '../platform/document/served.ts'
import { unfinishedOf } from '../platform/document/unfinished.ts'
import type { Manifest } from '../platform/manifest.ts'
import { masterServed } from '../platform/masterServed.ts'
import { createAgentHub } from './agent/hub.ts'
import { agentServed } from './agent/served.ts'
import { deviceServed } from './device/served.ts'
import { createGateway } from './gateway/gateway.ts'
import { type AddressOf, openControllers } from './gateway/open.ts'
import { dpsComputed } from './masters/computed.ts'
import { jobpointFiles } from './masters/jobpointFiles.ts'
import { controllerRules, jobpointRules, lineRules, tagRules } from './masters/rules.ts'
import { createFollow, litBins } from './rack/follow.ts'
import { rackServed, taskSteps } from './rack/verbs.ts'
import { sowComputed, sowExtents } from './sow/computed.ts'
import { sowServed } from './sow/dests.ts'
import type { Warehouse } from './warehouse/asks.ts'
import { billsServed } from './warehouse/bills.ts'
import { billExtents, billViewsComputed } from './warehouse/billsComputed.ts'
import { binsServed } from './warehouse/bins.ts'
import { masterExtents, masterViewsComputed } from './warehouse/viewsComputed.ts'

/** What the warehouse is told, and what it may ask. */
export const lightsOver = (warehouse: Warehouse) => ({ litBins, follow: createFollow(warehouse) })

const extras: NonNullable<Manifest<unknown>['extras']> = {
  // A tag shows one thing at a time; what it shows, and what is still to be sent or made dark, is found at once.
  [light.key]: {
    indexes: [
      { columns: 'tag_id', where: "state in ('QUEUED', 'LIT')", unique: true },
      { columns: 'controller_id', where: "state = 'QUEUED' or dark_at is null" },
      { columns: 'org_id, pick_id', where: "state = 'CANCELLED'" },
    ],
  },
  [slot.entity.key]: {
    indexes: [
      { columns: 'org_id, tag_id', where: 'enabled', unique: true },
      { columns: 'org_id, bin_id', where: 'enabled', unique: true },
    ],
  },
  [dpsTask.header.key]: {
    indexes: [
      {
        columns: 'org_id, container_id',
        where: "state in ('BOUND', 'PICKING', 'SUSPENDED', 'PICKED')",
        unique: true,
      },
    ],
  },
  // A position of a cart holds one container.
  [taskPoint.key]: {
    indexes: [{ columns: 'org_id, tag_id', where: "tag_id is not null and state in ('ARRIVED', 'LIT')", unique: true }],
  },
  [deviceEvent.key]: { indexes: [{ columns: 'org_id, rx_at' }] },
}

/**
 * 电子标签
 * @param topic the outbox's word that a task of the warehouse was made or changed
 * @param demandTags refuses one more tag than the tenant may have
 * @param addressOf whom a host stands for, if connections may go there at all
 */
export const dpsOver = (
  warehouse: Warehouse,
  topic: string,
  addressOf: AddressOf,
  demandTags: Parameters<typeof tagRules>[0],
): Manifest<unknown> => ({
  served: () => [
    ...masterServed(controller, controllerRules),
    ...masterServed(tag, tagRules(demandTags)),
    ...masterServed(line, lineRules),
    ...masterServed(jobpoint, jobpointRules),
    ...documentServed(dpsTask, taskSteps(warehouse)),
    ...rackServed(warehouse),
    ...jobpointFiles,
    ...deviceServed,
    ...agentServed,
    ...sowServed(warehouse),
    ...binsServed(),
    ...billsServed(warehouse),
  ],
  begins: {
    DC: {
      roles: [
        {
          name: '电子标签作业员',
          grants: [
            'dps:report.pickDashboard:view',
            'dps:task.task',
            'dps:jobpoint.jobpoint',
            'dps:task.pick',
            'dps:task.container',
            'dps:sowing',
          ],
        },
      ],
    },
  },
  holds: (ctx, orgId) => unfinishedOf(ctx, orgId, [dpsTask]),
  listeners: (kernel) => ({
    [topic]: async (tenantId, events) => {
      const follow = createFollow(warehouse)
      for (const { id, orgId, key } of events.slice(0, 1))
        await perform(
          kernel,
          tenantId,
          systemOrigin(id),
          (tx) => systemAt(tx, tenantId, orgId),
          (ctx) => follow(ctx, [key]),
        )
    },
  }),
  demo: async () => (await import('./demo/demo.ts')).demoOver(warehouse),
  background: {
    [light.key]: (kernel) => createGateway({ kernel, warehouse, open: openControllers(addressOf) }),
    [agent.key]: (kernel) => createAgentHub(kernel, warehouse),
  },
  computations: { ...dpsComputed, ...masterViewsComputed, ...billViewsComputed, ...sowComputed },
  extents: { ...masterExtents, ...billExtents, ...sowExtents },
  extras,
})
