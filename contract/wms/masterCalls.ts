import { z } from 'zod'
import { bulkAnswer, id, post, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { container, type containerFlow } from './container.ts'
import { bin, binUsages, dock } from './place.ts'

export const generateMax = 5_000

const path = entityPath(bin)
/** One part of a bin's code: from a number to a number, written with so many digits. */
const segment = z
  .object({
    from: z.number().int().min(0).max(9_999),
    to: z.number().int().min(0).max(9_999),
    digits: z.number().int().min(1).max(4),
  })
  .refine((s) => s.from <= s.to && String(s.to).length <= s.digits)
export type Segment = z.infer<typeof segment>

const generated = z.object({
  count: z.number(),
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** Codes that are there already; with any, nothing is made. */
  existing: z.array(z.string()),
  dryRun: z.boolean(),
})
export type Generated = z.infer<typeof generated>

export const generateBins = post(`${path}/generate`, {
  title: ['批量生成货位', 'Generate bins'],
  permission: entityPermission(bin, 'create'),
  input: z.object({
    areaId: id,
    storageAreaId: id.nullish(),
    pickAreaId: id.nullish(),
    binTypeId: id.nullish(),
    usage: z.enum(Object.keys(binUsages) as [keyof typeof binUsages]).exclude(['VIRTUAL']),
    /** What every code begins with, such as `A`. */
    prefix: z.string().regex(/^[A-Za-z0-9]{1,8}$/),
    aisle: segment,
    bay: segment,
    level: segment,
    pos: segment.optional(),
    /** Sequences begin here and follow the aisles to and fro. */
    firstSeq: z.number().int().min(0).max(1_000_000_000).default(1),
    mixProduct: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  output: generated,
})

const stops = (verb: string, title: readonly [string, string], action: 'stop' | 'release') =>
  post(`${path}/${verb}`, { title, permission: entityPermission(bin, action), input: seenMany, output: bulkAnswer })

/** Locked both ways, only against goods in, only against goods out; unlocked again. */
export const binLocks = {
  lock: stops('lock', ['锁定货位', 'Lock'], 'stop'),
  lockIn: stops('lockIn', ['货位禁入', 'Block putting in'], 'stop'),
  lockOut: stops('lockOut', ['货位禁出', 'Block taking out'], 'stop'),
  unlock: stops('unlock', ['解锁货位', 'Unlock'], 'release'),
} as const

/** A dock that is closed takes no new work until it opens. */
export const dockSteps = {
  close: post(`${entityPath(dock)}/close`, {
    title: ['关闭月台', 'Close dock'],
    permission: entityPermission(dock, 'stop'),
    input: seenMany,
    output: bulkAnswer,
  }),
  open: post(`${entityPath(dock)}/open`, {
    title: ['开放月台', 'Open dock'],
    permission: entityPermission(dock, 'release'),
    input: seenMany,
    output: bulkAnswer,
  }),
} as const

const at = entityPath(container)
export const createContainers = post(`${at}/createBatch`, {
  title: ['批量新增容器', 'Create containers'],
  permission: entityPermission(container, 'create'),
  input: z.object({ typeId: id, count: z.number().int().min(1).max(generateMax) }),
  output: z.object({ first: z.string(), last: z.string(), count: z.number() }),
})

const step = (
  verb: keyof typeof containerFlow.steps | 'unhold',
  title: readonly [string, string],
  action: 'update' | 'finish',
) =>
  post(`${at}/${verb}`, { title, permission: entityPermission(container, action), input: seenMany, output: bulkAnswer })

export const containerSteps = {
  hold: step('hold', ['冻结容器', 'Put containers on hold'], 'update'),
  unhold: step('unhold', ['解冻容器', 'Release container holds'], 'update'),
  clear: step('clear', ['强制置空', 'Mark containers empty'], 'finish'),
  lose: step('lose', ['标记丢失', 'Mark containers lost'], 'finish'),
  recover: step('recover', ['找回容器', 'Mark containers found'], 'update'),
} as const
