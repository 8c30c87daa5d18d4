import { z } from 'zod'
import { get, id } from '../kernel/call.ts'

/** Goods that nothing of left for so many days move slowly. */
export const slowDays = 60
/** Turnover and the accuracy of counts are those of so many days. */
export const monthDays = 30
/** Picks of so many days make the heat of the map. */
export const heatDays = 7
/** So many rows the lists of the board show; the lists that they lead to have them all. */
export const nearMax = 20
/** Bins on the map; a centre with more of them is drawn without its last ones. */
export const mapBinsMax = 20_000

/** Days in stock, each class up to and including its last. */
export const ageClasses = [
  { from: 0, to: 30 },
  { from: 31, to: 60 },
  { from: 61, to: 90 },
  { from: 91, to: null },
] as const

const permission = 'wms:data.warehouse:view'
const amount = z.object({ text: z.string(), cases: z.string() })
const place = { id: z.string(), code: z.string(), name: z.string(), bins: z.number(), occupied: z.number() }
const goods = { productId: z.string(), code: z.string(), name: z.string() }

/** 库内看板: how full the warehouse is, of what, and what in it wants somebody's attention. */
export const dashboardWarehouse = get('/wms/api/dashboard/warehouse', {
  title: ['库内看板', 'Warehouse board'],
  permission,
  reads: ['wms.stock', 'wms.bin', 'wms.task', 'wms.productBin'],
  input: z.object({ ownerId: id.optional() }),
  output: z.object({
    day: z.string(),
    /** Enabled bins; whether they are empty is the same for every owner. */
    bins: z.object({ total: z.number(), occupied: z.number(), lockedIn: z.number(), lockedOut: z.number() }),
    /** `volumePct`: of what measured bins take; null where none is measured. */
    areas: z.array(z.object({ ...place, volumePct: z.number().nullable() })),
    binTypes: z.array(z.object(place)),
    types: z.array(
      z.object({ stockType: z.string(), products: z.number(), qty: amount, amount: z.string().nullable() }),
    ),
    /** Lots by how long the oldest of their goods have been here, in the order of `ageClasses`. */
    ages: z.array(z.object({ lots: z.number(), qty: amount, amount: z.string().nullable() })),
    near: z.array(
      z.object({
        ...goods,
        lotNo: z.string(),
        expireDate: z.string(),
        productionDate: z.string().nullable(),
        qty: amount,
      }),
    ),
    putAwayNoBin: z.number(),
    belowMin: z.number(),
  }),
})

/** What only a month of movements tells: read when the board is opened, and then every quarter of an hour. */
export const warehouseMonth = get('/wms/api/dashboard/warehouseMonth', {
  title: ['库存周转与盘点准确率', 'Turnover and count accuracy'],
  permission,
  // With counts that end; what moves goods all day changes a month too little to be read again.
  reads: ['wms.stockTakeBin'],
  input: z.object({ ownerId: id.optional() }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    /** By price: what lay here on an average day, and what left on one. Days: null where nothing left. */
    turnover: z.object({ stock: z.string(), out: z.string(), days: z.string().nullable() }),
    /** Null where nothing was counted. */
    counts: z.object({ takes: z.number(), accuracyPct: z.string().nullable() }),
    slow: z.object({
      products: z.number(),
      amount: z.string().nullable(),
      top: z.array(z.object({ ...goods, qty: amount, amount: z.string().nullable() })),
    }),
  }),
})

/** Every bin by area, aisle, bay and level; column by column, since there are thousands. */
export const warehouseMap = get('/wms/api/dashboard/warehouseMap', {
  title: ['库位图', 'Map of the warehouse'],
  permission,
  // Stock changes nothing of it.
  reads: ['wms.area'],
  output: z.object({
    areas: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    id: z.array(z.string()),
    code: z.array(z.string()),
    /** Its place among the areas. */
    area: z.array(z.number()),
    aisle: z.array(z.string().nullable()),
    bay: z.array(z.number().nullable()),
    level: z.array(z.number().nullable()),
    pos: z.array(z.number().nullable()),
    /** 1: nothing may be put in, 2: nothing may be taken out, 3: neither. */
    lock: z.array(z.number()),
    isCut: z.boolean(),
  }),
})

export const mapLayers = {
  FILL: ['库存', 'Stock'],
  HEAT: ['拣货热度', 'Picks'],
  WORK: ['在途作业', 'Open work'],
  EMPTY: ['空货位', 'Empty bins'],
} as const
export type MapLayer = keyof typeof mapLayers
/** Something lies there, and how full that makes the bin is not known. */
export const unmeasured = -1

/** What a layer of the map says of the bins: of those that it leaves out there is nothing to say. */
export const warehouseLayer = get('/wms/api/dashboard/warehouseLayer', {
  title: ['库位图层', 'Layer of the map'],
  permission,
  reads: ['wms.stock', 'wms.task'],
  // Empty bins are those that the layer of stock leaves out.
  input: z.object({ layer: z.enum(['FILL', 'HEAT', 'WORK']) }),
  output: z.object({ id: z.array(z.string()), value: z.array(z.number()) }),
})
