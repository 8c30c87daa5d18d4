import { minQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { ReservationKind } from '@lading/contract/wms/stock.ts'

export const faces: ReadonlySet<string> = new Set(['F1', 'F2'])

/** `tote` says whether it stands in the sequence's tote; a tote's place is the model's. */
export interface Row {
  bin: string
  readonly tote: boolean
  readonly date: string | null
  qty: Qty
  /** None where nobody counted. */
  pieces: number | null
}
export interface Promised {
  readonly kind: ReservationKind
  readonly demand: number
  /** None while it waits on `bin`. */
  row: Row | undefined
  readonly bin: string
  readonly minExpire: string | null
  open: Qty
  pieces: number
}
/** The model refuses with the number of the fault that the engine gives. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number) {
    super(String(code))
    this.code = code
  }
}

const part = (pieces: number, qty: Qty, of: Qty): number => (qty >= of ? pieces : Number((BigInt(pieces) * qty) / of))

/** The whole engine, as far as numbers go. */
export function newModel() {
  const rows: Row[] = []
  const promises: Promised[] = []
  const at = (row: Row): Promised[] => promises.filter((p) => p.row === row)
  const model = {
    rows,
    promises,
    toteBin: 'SYS-PICK' as string,
    at: (bin: string, tote: boolean, date: string | null): Row => {
      const known = rows.find((r) => r.bin === bin && r.tote === tote && r.date === date)
      if (known) return known
      const row: Row = { bin, tote, date, qty: 0n, pieces: null }
      rows.push(row)
      return row
    },
    reserved: (row: Row): Qty => at(row).reduce((sum, p) => sum + p.open, 0n),
    reservedPieces: (row: Row): number => at(row).reduce((sum, p) => sum + p.pieces, 0),
    free: (row: Row): Qty => row.qty - model.reserved(row),
    freePieces: (row: Row): number => (row.pieces ?? 0) - model.reservedPieces(row),
    /** Promises free goods, as far as they go. */
    grant: (row: Row, qty: Qty, told: number | null, p: Omit<Promised, 'row' | 'open' | 'pieces'>): Qty => {
      const open = minQty(qty, model.free(row))
      if (open <= 0n) return 0n
      const share = part(model.freePieces(row), open, model.free(row))
      promises.push({ ...p, row, open, pieces: Math.min(told ?? share, model.freePieces(row)) })
      return open
    },
    /** Frees a promise, or a part of it. @returns its pieces */
    freePart: (p: Promised, qty: Qty): number => {
      const pieces = part(p.pieces, qty, p.open)
      p.open -= qty
      p.pieces -= pieces
      return pieces
    },
    /** Takes goods: out of a promise, or what is free. @returns the pieces that go along */
    take: (row: Row, qty: Qty, told?: number | null, own?: Promised): number | null => {
      if ((own ? own.open : model.free(row)) < qty) throw new Refused(42230)
      const share = own ? part(own.pieces, qty, own.open) : part(model.freePieces(row), qty, model.free(row))
      const pieces = row.pieces === null ? null : qty === row.qty ? row.pieces : told === undefined ? share : told
      if (pieces !== null && pieces > (row.pieces ?? 0)) throw new Refused(42235)
      if (own) model.freePart(own, qty)
      row.qty -= qty
      if (pieces !== null) row.pieces = (row.pieces ?? 0) - pieces
      model.giveWay(row, own)
      return pieces
    },
    /** Nobody is promised what is gone: the taker's own rest goes first, then the latest. */
    giveWay: (row: Row, own: Promised | undefined): void => {
      const latest = at(row)
        .filter((p) => p !== own)
        .reverse()
      for (const p of own ? [own, ...latest] : latest)
        p.pieces -= Math.min(p.pieces, Math.max(0, -model.freePieces(row)))
    },
    put: (row: Row, qty: Qty, pieces: number | null): void => {
      if (pieces !== null) row.pieces = (row.pieces ?? 0) + pieces
      else if (row.qty === 0n) row.pieces = null
      row.qty += qty
      if (faces.has(row.bin)) model.harden(row.bin)
    },
    /** Who waits longest is served first, from what expires first. */
    harden: (bin: string): void => {
      const waiting = promises.filter((p) => p.row === undefined && p.bin === bin)
      const order = rows.filter((r) => r.bin === bin).sort((a, b) => ((a.date ?? '9') < (b.date ?? '9') ? -1 : 1))
      for (const p of waiting)
        for (const row of order) {
          if (p.minExpire !== null && row.date !== null && row.date < p.minExpire) continue
          p.open -= model.grant(row, p.open, null, p)
        }
    },
  }
  return model
}
export type Model = ReturnType<typeof newModel>

/** Balances and promises, one a line. */
export const textOf = (model: Model): string[] => [
  ...model.rows
    .filter((r) => r.qty > 0n || model.reserved(r) > 0n)
    .map(
      (r) =>
        `${r.bin} ${r.tote} ${r.date} ${r.qty} ${model.reserved(r)} ${r.pieces ?? 'uncounted'} ${model.reservedPieces(r)}`,
    )
    .sort(),
  ...model.promises
    .filter((p) => p.open > 0n)
    .map(
      (p) =>
        `${p.kind} ${p.demand} ${p.row ? `${p.row.bin} ${p.row.tote} ${p.row.date}` : `${p.bin} waits`} ${p.open} ${p.pieces}`,
    )
    .sort(),
]

/** The first of the promises that nothing tells apart, as the engine finds it. */
export const firstLike = ({ promises }: Model, p: Promised): Promised =>
  promises.find(
    (o) => o.kind === p.kind && o.demand === p.demand && o.row === p.row && o.open === p.open && o.pieces === p.pieces,
  ) ?? p
