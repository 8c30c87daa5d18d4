import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Order, type Problem, plainRules, type Vehicle, type Window } from '@lading/server/tms/routing/problem.ts'

/** An instance of the literature as a problem, and the true distance of a pair of its sites. */
export interface Instance {
  readonly name: string
  readonly problem: Problem
  /** As the literature counts it: not rounded, unless the family says so. */
  readonly distance: (from: number, to: number) => number
  /** What a trip costs as the literature counts it. */
  readonly cost: (vehicle: number, distance: number) => number
}
interface Point {
  readonly x: number
  readonly y: number
}
/** Whole numbers in a unit of distance, so that rounding stays below what a table shows. */
const unit = 10_000

/** Reads every format of the benchmark families: told apart by what is in the file. */
export function readInstance(path: string): Instance {
  const text = readFileSync(path, 'utf8')
  const name = basename(path).replace(/\.\w+$/, '')
  if (text.includes('EDGE_WEIGHT_TYPE')) return tsplib(name, text)
  if (/^\s*CUSTOMER/m.test(text)) return solomon(name, text)
  const rows = numbers(text)
  if (text.includes('//Line')) return mixedFleet(name, rows)
  return rows[0]?.length === 4 ? depots(name, rows) : pairs(name, rows)
}

const numbers = (text: string): number[][] =>
  text
    .split('\n')
    .map((l) => l.trim())
    .filter((l) => /^[-\d]/.test(l))
    .map((l) => l.split(/\s+/).map(Number))

interface Parts {
  readonly name: string
  readonly points: readonly Point[]
  readonly orders: readonly Omit<Order, 'penalty'>[]
  readonly vehicles: readonly Partial<Vehicle>[]
  readonly vehiclesFirst: boolean
  readonly isRounded?: boolean
}

function instance({ name, points, orders, vehicles, vehiclesFirst, isRounded }: Parts): Instance {
  const n = points.length
  const distance = (i: number, j: number): number => {
    const [a, b] = [points[i] as Point, points[j] as Point]
    const d = Math.hypot(a.x - b.x, a.y - b.y)
    return isRounded ? Math.round(d) : d
  }
  const metres = Int32Array.from({ length: n * n }, (_, k) =>
    Math.round(distance(Math.floor(k / n), k % n) * (isRounded ? 1 : unit)),
  )
  const penalty = 1e9
  const all = vehicles.map((v) => ({ ...plainVehicle, ...v }))
  return {
    name,
    distance,
    cost: (v, d) => (all[v]?.fixedCost ?? 0) / unit + (d * (all[v]?.costPerKm ?? 0)) / 1000,
    problem: {
      sites: n,
      roads: [{ metres, seconds: metres }],
      orders: orders.map((o) => ({ ...o, penalty })),
      vehicles: all,
      rules: { ...plainRules, vehiclesFirst },
    },
  }
}

const plainVehicle: Vehicle = {
  start: 0,
  end: 0,
  capacity: [],
  shift: [0, 2 ** 30],
  profile: 0,
  fixedCost: 0,
  costPerKm: 1000,
  costPerHour: 0,
  costPerStop: 0,
}
const many = (count: number, v: Partial<Vehicle>): Partial<Vehicle>[] => Array.from({ length: count }, () => v)
const between = (from: number, to: number): Window[] => [[Math.round(from * unit), Math.round(to * unit)]]

function solomon(name: string, text: string): Instance {
  const rows = numbers(text)
  const [count = 0, capacity = 0] = rows[0] ?? []
  const sites = rows.slice(1)
  return instance({
    name,
    vehiclesFirst: true,
    points: sites.map(([, x = 0, y = 0]) => ({ x, y })),
    orders: sites.slice(1).map(([, , , q = 0, from = 0, to = 0, service = 0], i) => ({
      kind: 'DELIVER',
      site: i + 1,
      service: service * unit,
      windows: between(from, to),
      demand: [q],
    })),
    vehicles: many(count, { capacity: [capacity], shift: [0, (sites[0]?.[5] ?? 0) * unit] }),
  })
}

/** Uchoa and others: no times, as many vehicles as one likes. */
function tsplib(name: string, text: string): Instance {
  const section = (head: string): number[][] => numbers(text.slice(text.indexOf(head)).split(/\n(?=[A-Z])/)[0] ?? '')
  const capacity = Number(/CAPACITY\s*:\s*(\d+)/.exec(text)?.[1])
  const points = section('NODE_COORD_SECTION').map(([, x = 0, y = 0]) => ({ x, y }))
  const demands = section('DEMAND_SECTION').map(([, q = 0]) => q)
  const least = Math.ceil(demands.reduce((a, b) => a + b, 0) / capacity)
  return instance({
    name,
    vehiclesFirst: false,
    isRounded: true,
    points,
    orders: demands.slice(1).map((q, i) => ({ kind: 'DELIVER', site: i + 1, service: 0, windows: [], demand: [q] })),
    vehicles: many(Math.ceil(least * 1.3) + 3, { capacity: [capacity] }),
  })
}

/** Cordeau and others: several depots, limited length with the times of service counted. */
function depots(name: string, rows: readonly number[][]): Instance {
  const [, perDepot = 0, customers = 0, count = 0] = rows[0] ?? []
  const limits = rows.slice(1, 1 + count)
  const sites = rows.slice(1 + count)
  return instance({
    name,
    vehiclesFirst: false,
    points: sites.map(([, x = 0, y = 0]) => ({ x, y })),
    orders: sites.slice(0, customers).map(([, , , service = 0, q = 0], i) => ({
      kind: 'DELIVER',
      site: i,
      service: service * unit,
      windows: [],
      demand: [q],
    })),
    vehicles: limits.flatMap(([longest = 0, capacity = 0], k) =>
      many(perDepot, {
        start: customers + k,
        end: customers + k,
        capacity: [capacity],
        ...(longest > 0 && { shift: [0, longest * unit] }),
      }),
    ),
  })
}

function mixedFleet(name: string, rows: readonly number[][]): Instance {
  const [count = 0, types = 0] = rows[0] ?? []
  const points = rows.slice(1 + types, 2 + types + count)
  return instance({
    name,
    vehiclesFirst: false,
    points: points.map(([x = 0, y = 0]) => ({ x, y })),
    orders: points
      .slice(1)
      .map(([, , q = 0], i) => ({ kind: 'DELIVER', site: i + 1, service: 0, windows: [], demand: [q] })),
    vehicles: rows
      .slice(1, 1 + types)
      .flatMap(([n = 0, capacity = 0, fixed = 0, perUnit = 0]) =>
        many(n, { capacity: [capacity], fixedCost: fixed * unit, costPerKm: perUnit * 1000 }),
      ),
  })
}

/** Li and Lim: what is fetched at one place is delivered at another by the same vehicle. */
function pairs(name: string, rows: readonly number[][]): Instance {
  const [count = 0, capacity = 0] = rows[0] ?? []
  const sites = rows.slice(1)
  const place = (i: number) => {
    const [, , , , from = 0, to = 0, service = 0] = sites[i] ?? []
    return { site: i, service: service * unit, windows: between(from, to) }
  }
  return instance({
    name,
    vehiclesFirst: true,
    points: sites.map(([, x = 0, y = 0]) => ({ x, y })),
    orders: sites.flatMap(([, , , q = 0, , , , , to = 0], i) =>
      to > 0 ? [{ kind: 'SHIPMENT' as const, ...place(to), pickup: place(i), demand: [q] }] : [],
    ),
    vehicles: many(count, { capacity: [capacity], shift: [0, (sites[0]?.[5] ?? 0) * unit] }),
  })
}
