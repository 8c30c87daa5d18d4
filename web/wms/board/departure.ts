import { danger } from '@lading/contract/wms/dashboardOut.ts'
import type { Tone } from '../../ui/Mark.tsx'

interface Stop {
  readonly departAt: string
  readonly containers: number
  readonly ready: number
  readonly pickedPct: number | null
}

/** Whole minutes until the truck is to leave; below zero when it should have. */
export const minutesLeft = (departAt: string, at: string): number =>
  Math.floor((Date.parse(departAt) - Date.parse(at)) / 60_000)

/** How much of what the stop is to get stands ready, in per cent: of its goods picked, of its containers at their place. */
export function readyPct({ containers, ready, pickedPct }: Stop): number {
  const boxes = containers > 0 ? (ready / containers) * 100 : pickedPct === null ? 100 : 0
  return Math.min(boxes, pickedPct ?? 100)
}

/** Late is red; so is who leaves soon with too little ready. */
export function toneOf(stop: Stop, at: string): Tone {
  const left = minutesLeft(stop.departAt, at)
  if (left < 0) return 'bad'
  if (readyPct(stop) >= danger.readyPct) return 'good'
  return left < danger.minutes ? 'bad' : 'busy'
}
