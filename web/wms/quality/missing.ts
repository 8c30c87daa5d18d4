import type { Text } from '@lading/contract/kernel/text.ts'
import { type Checked, isMissing } from '@lading/contract/wms/qualityFinding.ts'

type Row = Readonly<Record<string, unknown>>

/** A check as it stands on a page, where what was typed is no value yet. */
export function checkedOf(row: Row, photos: number): Checked {
  const text = (name: string): string | null =>
    row[name] === null || row[name] === undefined || row[name] === '' ? null : String(row[name])
  return {
    lineNo: Number(row.lineNo),
    item: String(row.item),
    // Both choices: one of their words.
    kind: row.kind as Checked['kind'],
    finding: text('finding') as Checked['finding'],
    least: text('least'),
    most: text('most'),
    amount: text('amount'),
    said: text('said'),
    needed: row.needed === true,
    photos,
  }
}

/** What a check still lacks before a verdict, or nothing. */
export function lackOf(check: Checked): Text | undefined {
  return isMissing(check) ? lacks[check.kind] : undefined
}
const open: Text = ['未填写', 'not filled in']
const lacks: Readonly<Record<Checked['kind'], Text>> = {
  BOOL: open,
  NUMBER: open,
  RANGE: open,
  DOC: ['缺证件', 'document missing'],
  PHOTO: ['缺照片', 'photo missing'],
}
