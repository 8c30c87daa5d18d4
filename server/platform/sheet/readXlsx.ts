import { streamXlsxRows } from 'hucre/xlsx'
import { cellStyles, type StyledRow } from './cellStyles.ts'
import { collect, SheetRefusal, type SheetRow, type Shown } from './rows.ts'
import { type ReadSheet, sheetToRead } from './workbook.ts'
import { guardZip, unpack } from './zipGuard.ts'

/** The rows of the first sheet that is seen, its cells with what they show beside what they hold. */
export async function readXlsx(file: Buffer): Promise<SheetRow[]> {
  const parts = await guardZip(file)
  const sheet = await sheetToRead(file, parts)
  const entry = parts.byName.get(sheet.part)
  // Most workbooks of other programs show everything as it is.
  const isPlain = sheet.looks.every((look) => look === undefined)
  const styled = isPlain || !entry ? undefined : cellStyles(unpack(file, entry))
  const rows: SheetRow[] = []
  try {
    for await (const { index, values } of streamXlsxRows(file, { sheet: sheet.index })) {
      const styles = styled ? await stylesOf(styled, index) : []
      collect(rows, index + 1, ...shownOf(values, styles, sheet))
    }
  } finally {
    await styled?.return(undefined)
  }
  return rows
}

async function stylesOf(rows: AsyncIterator<StyledRow>, index: number): Promise<StyledRow['styles']> {
  for (let row = await rows.next(); !row.done; row = await rows.next())
    if (row.value.index === index) return row.value.styles
  throw new SheetRefusal('wrongType')
}

/** A number that is shown as so many of a hundred is that text; whatever else is shown is told beside its value. */
function shownOf(
  values: readonly unknown[],
  styles: StyledRow['styles'],
  { looks }: ReadSheet,
): [values: readonly unknown[], shown?: Shown] {
  const cells = [...values]
  const shown: Record<number, string | null> = {}
  let isShown = false
  for (const [column, style] of styles) {
    const look = looks[style]
    const value = values[column]
    if (!look || !(typeof value === 'number' || value instanceof Date)) continue
    const seen = look.of(value)
    if (typeof value === 'number' && look.isPercent) cells[column] = `${Number((value * 100).toPrecision(15))}%`
    else if (seen === String(value)) continue
    shown[column] = seen
    isShown = true
  }
  return isShown ? [cells, shown] : [cells]
}
