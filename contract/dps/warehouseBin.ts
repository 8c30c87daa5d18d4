import { z } from 'zod'
import { bulkAnswer, get, id, post, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { computed, flag, qty, ref, text } from '../kernel/field.ts'
import { view } from '../kernel/view.ts'
import { bin } from '../wms/place.ts'

const { code, areaId, pickAreaId, pickSeq, usage, ownerId, products } = bin.fields
// density: a tag is bound behind the locks of both, and what DPS says of masters is worked out in one file with it
/** 货位: bins of the areas that are picked by light, and others at which a tag stands. */
export const warehouseBin = view(bin, 'dps', 'warehouseBin', {
  title: ['货位', 'Bin'],
  module: 'warehouse.bin',
  fields: {
    code,
    isUntagged: computed(flag(['未绑标签', 'Untagged'], { filter: true })),
    jobpointId: computed(ref(['作业点', 'Job point'], 'dps.jobpoint', { filter: true })),
    ...{ products, areaId, pickAreaId, pickSeq, usage, ownerId },
    onHand: computed(qty(['现有量', 'On hand'])),
    tagId: computed(ref(['标签', 'Tag'], 'dps.tag', { filter: true })),
    /** What its tag shows now. */
    litQty: computed(qty(['亮灯数量', 'Lit now'])),
    openPicks: computed(qty(['待拣数量', 'To pick'])),
  },
  list: ['code', 'tagId', 'jobpointId', 'products', 'onHand', 'litQty', 'openPicks', 'areaId', 'pickAreaId', 'pickSeq', 'usage'],
  form: [],
  // A bin that is nobody's own serves everybody.
  ownerThrough: 'ownerId',
  sort: 'pickSeq,code',
  found: false,
  actions: ['run', 'export'],
  verbs: { ...bin.verbs, bind: ['绑定标签', 'Bind a tag'], unbind: ['解绑标签', 'Unbind the tag'] },
  details: { tag: text(['标签', 'Tag']) },
}) // biome-ignore format: columns of a kind a line

const path = entityPath(warehouseBin)
const permission = entityPermission(warehouseBin, 'run')
const named = z.array(z.object({ id, code: z.string(), name: z.string() }))
/** What a bin may be bound to: tags that stand nowhere, and job points. */
export const freeTags = get(`${path}/freeTags`, {
  title: ['空闲标签', 'Free tags'],
  permission,
  output: z.object({ tags: named, points: named }),
  reads: [warehouseBin.key, 'dps.tag', 'dps.jobpoint'],
})
/** 绑定标签. Told again of the same it changes nothing. @throws Fault tagTaken, binTaken, wrongKind */
export const bindTag = post(`${path}/bind`, {
  title: ['绑定标签', 'Bind a tag'],
  permission,
  input: z.object({ binId: id, tagId: id, jobpointId: id }),
  output: z.object({ id }),
})
/** 解绑标签: of bins that have none nothing changes. @throws Fault binBusy */
export const unbindTags = post(`${path}/unbind`, {
  title: ['解绑标签', 'Unbind the tag'],
  permission,
  input: seenMany,
  output: bulkAnswer,
})
