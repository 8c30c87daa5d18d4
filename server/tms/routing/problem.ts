// An engine: the routing engine's input and output, which its seven parts and the pages share.
/**
 * A day to plan, as plain data without database or clock. Distances are metres, times seconds from 00:00 of the business
 * day (they may pass 86,400), money fen, demands and capacities whole numbers of any unit, one per dimension. References
 * are places in the arrays.
 */
export interface Problem {
  /** How many places there are. One is where orders are or where vehicles start and end, not both. */
  readonly sites: number
  /** By profile. */
  readonly roads: readonly Roads[]
  /** By site: seconds that a stop costs once, however many orders it has. Left out, none. */
  readonly stopSeconds?: readonly number[]
  readonly orders: readonly Order[]
  readonly vehicles: readonly Vehicle[]
  readonly rules: Rules
  /** Where to start from: by vehicle, its visits in order. Locks hold for these. */
  readonly initial?: readonly (readonly Visit[])[]
}

/** Row-major `sites × sites`; triangle inequality and symmetry are not expected. */
export interface Roads {
  readonly metres: Int32Array
  readonly seconds: Int32Array
}

/** When a stop may be begun, both ends included; it may last longer. */
export type Window = readonly [from: number, to: number]

/** One end of an order. */
export interface Place {
  /** -1: nobody knows where it is. */
  readonly site: number
  readonly service: number
  /** In order, without overlap; none: at any time. */
  readonly windows: readonly Window[]
}

export interface Order extends Place {
  /** From the start of the trip to here; from here to its end; or from `pickup` to here by the same vehicle. */
  readonly kind: 'DELIVER' | 'PICKUP' | 'SHIPMENT'
  readonly pickup?: Place
  readonly demand: readonly number[]
  /** Bits that a vehicle must have. */
  readonly skills?: number
  /** Vehicles that may never serve it, or the only ones that may. */
  readonly banned?: readonly number[]
  readonly only?: readonly number[]
  /** What it costs to leave it out, in fen. */
  readonly penalty: number
  /** Orders of two zones share no trip unless `mixedZones`. */
  readonly zone?: number
  readonly region?: number
  /** Ready at the start of the trip at this time: no vehicle that carries it leaves earlier. */
  readonly release?: number
  /** TRIP: stays with the vehicle of `initial`. POSITION: it and all before it stay where they are. */
  readonly lock?: 'TRIP' | 'POSITION'
}

export interface Vehicle {
  readonly start: number
  /** null: the trip ends at its last stop. */
  readonly end: number | null
  readonly capacity: readonly number[]
  readonly shift: Window
  /** The trip begins by then. */
  readonly departBy?: number
  readonly profile: number
  /** Of the profile's seconds; 1 when left out. */
  readonly slowness?: number
  readonly skills?: number
  readonly fixedCost: number
  readonly costPerKm: number
  readonly costPerHour: number
  readonly costPerStop: number
  readonly maxStops?: number
  readonly maxMetres?: number
  readonly maxSeconds?: number
  /** The same truck's trip before this one, and the seconds between the two. */
  readonly after?: { readonly vehicle: number; readonly reload: number }
  /** Nobody may add to it or take from it. */
  readonly isClosed?: boolean
}

export interface Rules {
  /** Fewer vehicles before less money. */
  readonly vehiclesFirst: boolean
  readonly pickups: 'MIXED' | 'AFTER_DELIVERIES' | 'SEPARATE'
  readonly mixedZones: boolean
  /** Seconds after the end of a window at which a stop may still be begun, and what a second of it costs. */
  readonly lateSeconds: number
  readonly costPerLateSecond: number
  /** Seconds of a trip that cost nothing extra, and what a further one costs. */
  readonly shiftSeconds: number
  readonly costPerOvertimeSecond: number
  /** For each region of a trip after its first. */
  readonly costPerRegion: number
  /** What a kilometre between two stops costs more than one to or from a depot: tours become compact and keep apart. */
  readonly costPerKmBetween: number
  /** Cost of `stops²` of a trip: the higher, the more alike are the trips. */
  readonly costPerSquaredStop: number
  /** The share of the fullest dimension below which a trip costs extra, and what an empty one would cost. */
  readonly minFill: number
  readonly costOfEmptiness: number
  /** A driver rests for `rest` seconds before driving would last longer than `after`. */
  readonly rest?: { readonly after: number; readonly seconds: number }
}

/** Rules of an order book without wishes. */
export const plainRules: Rules = {
  vehiclesFirst: false,
  pickups: 'MIXED',
  mixedZones: true,
  lateSeconds: 0,
  costPerLateSecond: 0,
  shiftSeconds: 2 ** 30,
  costPerOvertimeSecond: 0,
  costPerRegion: 0,
  costPerKmBetween: 0,
  costPerSquaredStop: 0,
  minFill: 0,
  costOfEmptiness: 0,
}

/** One end of an order on a trip; both ends only of a shipment. */
export interface Visit {
  readonly order: number
  readonly isPickup?: boolean
}

/** An answer: by vehicle its visits in order (most are empty), and what is left out. */
export interface Plan {
  readonly trips: readonly (readonly Visit[])[]
  readonly leftOut: readonly LeftOut[]
}
export interface LeftOut {
  readonly order: number
  readonly reason: Reason
  /** For WINDOW: the earliest second of the day at which any vehicle could be there. */
  readonly earliest?: number
}

/** Why an order is left out, tested in this order. Source: vrp.md §5. */
export const reasons = [
  'NO_LOCATION',
  'ZERO_SIZE',
  'OVERSIZE',
  'NO_SKILL_VEHICLE',
  'VEHICLE_BANNED',
  'WINDOW_UNREACHABLE',
  'DURATION',
  'LOCKED',
  'CAPACITY',
  'TIME',
  'COST',
] as const
export type Reason = (typeof reasons)[number]
