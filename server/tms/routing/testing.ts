import { type Order, type Problem, plainRules, type Rules, type Vehicle, type Window } from './problem.ts'
import { Random } from './random.ts'

/** Small days with every kind of wish and limit, by seed; sites lie on a plane, times on one day. */
export function richProblem(seed: number, mostOrders: number, mostVehicles: number): Problem {
  const r = new Random(seed)
  const any = (p: number) => r.next() < p
  const between = (a: number, b: number) => a + r.below(b - a + 1)
  const sites = 3 + between(1, mostOrders)
  const at = Array.from({ length: sites }, () => [r.below(20_000), r.below(20_000)] as const)
  const crooked = any(0.2)
  const metres = new Int32Array(sites * sites)
  for (let i = 0; i < sites; i++)
    for (let j = 0; j < sites; j++) {
      const [a, b] = [at[i] as readonly [number, number], at[j] as readonly [number, number]]
      metres[i * sites + j] =
        i === j ? 0 : Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) * (crooked ? 1 + r.next() : 1))
    }
  const dims = between(1, 2)
  const vehicleCount = between(1, mostVehicles)
  const windows = (): Window[] => {
    if (any(0.3)) return []
    const from = between(0, 20) * 1000
    const first: Window = [from, from + between(1, 10) * 1000]
    return any(0.3) ? [first, [first[1] + 2000, first[1] + 6000]] : [first]
  }
  const kinds = any(0.4) ? (['DELIVER', 'PICKUP'] as const) : (['DELIVER'] as const)
  const pairs = any(0.2)
  /** Trucks with further trips; a ban would be about the truck. */
  const twice = any(0.2)
  const orders = Array.from({ length: between(1, mostOrders) }, (): Order => {
    const place = () => ({ site: 2 + r.below(sites - 2), service: between(0, 10) * 60, windows: windows() })
    return {
      ...place(),
      ...(pairs && any(0.6)
        ? { kind: 'SHIPMENT' as const, pickup: place() }
        : { kind: kinds[r.below(kinds.length)] ?? 'DELIVER' }),
      demand: Array.from({ length: dims }, () => between(1, 6)),
      penalty: 100_000 * between(1, 9),
      ...(any(0.2) && { skills: 1 << r.below(2) }),
      ...(!twice && any(0.1) && { banned: [0] }),
      ...(!twice && any(0.1) && { only: [vehicleCount - 1] }),
      zone: r.below(2),
      region: r.below(3),
      ...(any(0.1) && { release: between(0, 10) * 1000 }),
    }
  })
  const vehicles = fleet(r, vehicleCount, dims, twice)
  return {
    sites,
    roads: [{ metres, seconds: metres.map((m) => Math.round(m / 8)) }],
    stopSeconds: Array.from({ length: sites }, () => r.below(3) * 120),
    orders,
    vehicles,
    rules: rulesOf(r),
  }
}

function fleet(r: Random, count: number, dims: number, twice: boolean): Vehicle[] {
  const any = (p: number) => r.next() < p
  const between = (a: number, b: number) => a + r.below(b - a + 1)
  const same = any(0.4)
  const vehicle = (): Vehicle => ({
    start: 0,
    end: any(0.15) ? null : any(0.1) ? 1 : 0,
    capacity: Array.from({ length: dims }, () => between(5, 14)),
    shift: [any(0.3) ? 3000 : 0, any(0.3) ? 20_000 : 60_000],
    profile: 0,
    ...(any(0.2) && { slowness: 1.3 }),
    skills: r.below(4),
    fixedCost: between(0, 5) * 1000,
    costPerKm: between(1, 5) * 100,
    costPerHour: any(0.5) ? between(1, 5) * 500 : 0,
    costPerStop: any(0.3) ? 200 : 0,
    ...(any(0.15) && { departBy: between(3, 12) * 1000 }),
    ...(any(0.15) && { maxStops: between(1, 4) }),
    ...(any(0.15) && { maxMetres: between(20, 60) * 1000 }),
    ...(any(0.15) && { maxSeconds: between(10, 40) * 600 }),
  })
  const one = vehicle()
  const vehicles: Vehicle[] = []
  for (let v = 0; v < count; v++) {
    const before = vehicles[v - 1]
    const mine = same ? one : vehicle()
    vehicles.push(before && twice ? { ...before, fixedCost: 0, after: { vehicle: v - 1, reload: 1800 } } : mine)
  }
  return vehicles
}

function rulesOf(r: Random): Rules {
  const any = (p: number) => r.next() < p
  return {
    ...plainRules,
    pickups: any(0.2) ? 'AFTER_DELIVERIES' : any(0.2) ? 'SEPARATE' : 'MIXED',
    mixedZones: any(0.7),
    ...(any(0.2) && { lateSeconds: 1800, costPerLateSecond: 1 }),
    ...(any(0.2) && { shiftSeconds: 9000, costPerOvertimeSecond: 1 }),
    ...(any(0.2) && { costPerRegion: 3000 }),
    ...(any(0.2) && { costPerKmBetween: 150 }),
    ...(any(0.2) && { costPerSquaredStop: 100 }),
    ...(any(0.2) && { minFill: 0.5, costOfEmptiness: 5000 }),
    ...(any(0.15) && { rest: { after: 3600, seconds: 1200 } }),
  }
}
