import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, computed, decimal, flag, int, money, ref, text } from '../kernel/field.ts'

/** Which trucks a way holds for. */
export const roadProfiles = {
  TRUCK_SMALL: ['小型车', 'Small trucks'],
  TRUCK_LARGE: ['大型车', 'Large trucks'],
} as const
export type RoadProfile = keyof typeof roadProfiles

/** By what a way is known, the better last. An estimate is never kept: it is worked out whenever it is asked for. */
export const roadSources = {
  ESTIMATE: ['估算', 'Estimate'],
  MAP: ['地图', 'Map'],
  LEARNED: ['轨迹', 'Tracks'],
  MANUAL: ['人工', 'Hand'],
} as const

// density: what is known of ways is a list, and beside it all ways of a site on a map, estimated and corrected
/** 路段: how far and how long it is from one site to another, where that is known better than by an estimate. */
export const roadNet = entity('tms', 'roadNet', {
  title: ['路段', 'Road leg'],
  module: 'basic.roadNet',
  ownerThrough: 'fromId',
  fields: {
    /** DC01→S001 */
    way: text(['路段', 'Leg'], { derived: true, max: 64 }),
    fromId: ref(['起点', 'From'], 'tms.clientSite', { required: true, filter: true, frozen: true }),
    toId: ref(['终点', 'To'], 'tms.clientSite', { required: true, filter: true, frozen: true }),
    profile: choice(['车型档', 'Profile'], roadProfiles, {
      required: true,
      filter: true,
      frozen: true,
      initial: 'TRUCK_SMALL',
    }),
    distanceM: int(['距离m', 'Distance m'], { required: true, filter: true, most: 5_000_000 }),
    durationS: int(['时长s', 'Duration s'], { required: true, most: 1_000_000 }),
    toll: money(['通行费', 'Toll'], {}),
    source: choice(['来源', 'Source'], roadSources, { derived: true, filter: true }),
    /** How often the straight line goes into the way. */
    detour: computed(decimal(['绕行系数', 'Detour'], { scale: 2 })),
    isSuspicious: computed(flag(['可疑', 'Suspicious'], { filter: true })),
  },
  list: ['way', 'fromId', 'toId', 'profile', 'distanceM', 'durationS', 'toll', 'source', 'detour', 'isSuspicious'],
  unique: [['fromId', 'toId', 'profile']],
  label: { code: 'way', name: 'way' },
  sort: '-id',
  found: false,
  actions: ['create', 'update', 'remove', 'import', 'export'],
  verbs: { remove: ['恢复自动', 'Back to the estimate'] },
})

const path = entityPath(roadNet)
const profile = z.enum(['TRUCK_SMALL', 'TRUCK_LARGE'])
/** 覆盖率: of how many pairs of sites the way is known, and how many sites nobody has put on the map. */
export const roadCoverage = get(`${path}/coverage`, {
  title: ['路网覆盖率', 'Coverage of the road network'],
  permission: entityPermission(roadNet, 'view'),
  reads: [roadNet.key, 'tms.clientSite'],
  input: z.object({ profile }),
  output: z.object({
    sites: z.number(),
    unlocated: z.number(),
    pairs: z.number(),
    /** Of the pairs, those of a way that is known better than by an estimate. */
    known: z.number(),
  }),
})
/** All ways from one site, known or estimated. */
export const roadPairs = get(`${path}/pairs`, {
  title: ['站点间路程', 'Ways of a site'],
  permission: entityPermission(roadNet, 'view'),
  reads: [roadNet.key, 'tms.clientSite'],
  input: z.object({ siteId: id, profile }),
  output: z.array(
    z.object({
      toId: z.string(),
      code: z.string(),
      name: z.string(),
      /** Metres and seconds. */
      distanceM: z.number(),
      durationS: z.number(),
      source: z.enum(['ESTIMATE', 'MAP', 'LEARNED', 'MANUAL']),
      lng: z.number(),
      lat: z.number(),
    }),
  ),
})
/** 手工修正: what somebody knows better of the way between two sites. */
export const correctLeg = post(`${path}/correct`, {
  title: ['手工修正', 'Correct'],
  permission: entityPermission(roadNet, 'update'),
  input: z.object({
    fromId: id,
    toId: id,
    profile,
    distanceM: z.number().int().min(0).max(5_000_000),
    durationS: z.number().int().min(0).max(1_000_000),
    /** Of the way back as well. */
    both: z.boolean(),
  }),
  output: z.object({ count: z.number() }),
})
