import type { Kind } from '@lading/contract/kernel/field.ts'

/** How wide a column of each kind is, in pixels. */
export const widths: Record<Kind, number> = {
  code: 150,
  text: 180,
  note: 240,
  int: 110,
  decimal: 120,
  qty: 120,
  money: 130,
  flag: 100,
  choice: 140,
  choices: 160,
  dict: 130,
  ref: 236,
  refs: 220,
  date: 120,
  time: 90,
  instant: 178,
  json: 200,
  rows: 90,
}
