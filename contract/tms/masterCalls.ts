import { z } from 'zod'
import { bulkAnswer, id, post, seen, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { person, userCalls } from '../sys/userCalls.ts'
import { carrier } from './carrier.ts'
import { client } from './client.ts'
import { sysTruckType } from './sysTruckType.ts'

/** 引用到车型: a type of the tenant's own, with the measures of one that is sold. */
export const adoptTypes = post(`${entityPath(sysTruckType)}/adopt`, {
  title: ['引用到车型', 'Adopt'],
  permission: entityPermission(sysTruckType, 'run'),
  input: seenMany,
  output: bulkAnswer,
})
/** 从货主同步: a client for each cargo owner that has none. */
export const takeOwners = post(`${entityPath(client)}/takeOwners`, {
  title: ['从货主同步', 'Take over cargo owners'],
  permission: entityPermission(client, 'run'),
  input: z.object({}),
  output: z.object({ count: z.number() }),
})

/** 生成账号: a log-in of the carrier's own, who sees its papers alone; its initial password is told once. */
export const makeAccount = post(`${entityPath(carrier)}/makeAccount`, {
  title: ['生成账号', 'Make a log-in'],
  permission: entityPermission(carrier, 'update'),
  /** Without a centre it works at the one where it is made. */
  input: seen.extend({ ...person, centreId: id.nullish() }),
  output: userCalls.create.output,
})
