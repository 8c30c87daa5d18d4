import { computed, decimal, flag, instant, int, qty, text } from '../kernel/field.ts'
import { view } from '../kernel/view.ts'
import { owner } from '../mdm/owner.ts'
import { store } from '../mdm/partner.ts'
import { product } from '../mdm/product.ts'

const openTasks = computed(int(['未完成任务', 'Open light tasks']))
const openLines = computed(int(['待拣行', 'Lines to pick']))

/** 货主: who is served here, with what of his goods is picked by light now. */
const { code: ownerCode, name: ownerName, shortName, kind } = owner.fields
export const warehouseOwner = view(owner, 'dps', 'warehouseOwner', {
  title: ['货主', 'Owner'],
  module: 'warehouse.owner',
  fields: {
    ...{ code: ownerCode, name: ownerName, initials: owner.fields.initials, shortName, kind },
    ...{ openTasks, openLines, doneToday: computed(int(['今日已拣行', 'Lines picked today'])) },
  },
  list: ['code', 'name', 'shortName', 'openTasks', 'openLines', 'doneToday', 'kind'],
  form: [],
  found: false,
  actions: ['export'],
})

const { code, name, initials, nameEn, barcode, packs, categoryId, baseUnit, isWeigh, weightKg, volumeM3, owners } =
  product.fields
/** 商品, as lights show them. */
export const warehouseProduct = view(product, 'dps', 'warehouseProduct', {
  title: ['商品', 'Product'],
  module: 'warehouse.product',
  fields: {
    ...{ code, name, initials, nameEn },
    hasLight: computed(flag(['有标签货位', 'Has bins with a tag'], { filter: true })),
    packQty: computed(decimal(['装箱数', 'Pack quantity'])),
    /** A tag shows whole numbers. */
    byLight: computed(flag(['可用电子标签', 'Can be picked by light'], { filter: true })),
    litFaces: computed(int(['标签货位', 'Bins with a tag'])),
    largestPick: computed(qty(['最大待拣', 'Largest open pick'])),
    digitsShort: computed(
      flag(['位数不足', 'Too few digits'], {
        filter: true,
        hint: ['最大待拣数量的位数多于其标签的位数', 'An open pick has more digits than its tag'],
      }),
    ),
    ...{ barcode, packs, categoryId, baseUnit, isWeigh, weightKg, volumeM3, owners },
  },
  list: ['code', 'name', 'byLight', 'litFaces', 'digitsShort', 'largestPick', 'packQty', 'packs', 'baseUnit', 'volumeM3', 'weightKg', 'barcode', 'categoryId'],
  form: [],
  found: false,
  actions: ['export'],
}) // biome-ignore format: columns of a kind a line

const places = computed(
  text(['播种位', 'Sorting positions'], {
    hint: ['播种方案中固定给该门店的播种位', 'Positions that sorting schemes keep for the store'],
  }),
)
const { kind: storeKind, route, region, priority, deliveryDays, windowFrom, windowTo } = store.fields
const calledStore = { code: store.fields.code, name: store.fields.name, initials: store.fields.initials }
/** 门店, with what is picked and sorted for them by light. */
export const warehouseStore = view(store, 'dps', 'warehouseStore', {
  title: ['门店', 'Store'],
  module: 'warehouse.store',
  fields: { ...calledStore, kind: storeKind, region, route, priority, openTasks, openLines, places },
  list: ['code', 'name', 'openTasks', 'openLines', 'places', 'route', 'priority', 'region', 'kind'],
  form: [],
  found: false,
  actions: ['export'],
})

/**
 * 线路方案: the stores that the warehouse has on its routes, route by route. The schemes of a transport centre are its own:
 * no other centre sees them.
 */
export const warehouseRouteScheme = view(store, 'dps', 'warehouseRouteScheme', {
  title: ['线路门店', 'Store on a route'],
  module: 'warehouse.routeScheme',
  fields: {
    ...{ ...calledStore, route, priority, deliveryDays, windowFrom, windowTo, openTasks, places },
    routeStores: computed(int(['线路门店数', 'Stores on the route'])),
    routeTasks: computed(int(['线路未完成任务', 'Open tasks of the route'])),
    routeDue: computed(instant(['线路最早要求', 'Earliest due on the route'])),
  },
  list: ['code', 'name', 'route', 'places', 'openTasks', 'routeTasks', 'routeDue', 'routeStores', 'deliveryDays', 'windowFrom', 'windowTo', 'priority'],
  form: [],
  sort: 'route,priority,code',
  found: false,
  actions: ['export'],
}) // biome-ignore format: columns of a kind a line
