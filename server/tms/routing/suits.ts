import type { Order, Vehicle } from './problem.ts'

/** @returns whether this vehicle, empty, may and can take this order: its skills, bans and size */
export function suits(o: Order, vehicle: Vehicle, v: number): boolean {
  return hasSkills(o, vehicle) && !isBanned(o, v) && holds(o, vehicle) && !vehicle.isClosed
}
export const hasSkills = (o: Order, { skills = 0 }: Vehicle): boolean => ((o.skills ?? 0) & ~skills) === 0
export const isBanned = (o: Order, v: number): boolean =>
  (o.banned?.includes(v) ?? false) || (o.only !== undefined && !o.only.includes(v))
export const holds = (o: Order, { capacity }: Vehicle): boolean => o.demand.every((d, i) => d <= (capacity[i] ?? 0))
