import type { CellStyle } from '@lading/contract/sys/reportTemplate.ts'
import { escaped, xmlHead } from './xml.ts'

/** Before the report's own there is the style of cells that have none. */
export const styleNumber = (s: number): number => s + 1
/** Formats below are those that a workbook knows by itself. */
const firstFormat = 164
const line = '<color rgb="FF8C8C8C"/>'

const rgb = (color: string): string => `rgb="FF${color.slice(1).toUpperCase()}"`
const font = (s: CellStyle): string =>
  `<font>${s.bold ? '<b/>' : ''}${s.italic ? '<i/>' : ''}${s.color ? `<color ${rgb(s.color)}/>` : ''}<sz val="${s.size ?? 10}"/><name val="Microsoft YaHei"/></font>`
const fill = (s: CellStyle): string =>
  s.fill
    ? `<fill><patternFill patternType="solid"><fgColor ${rgb(s.fill)}/></patternFill></fill>`
    : '<fill><patternFill patternType="none"/></fill>'
const border = ({ border: of }: CellStyle): string => {
  const side = (name: string, has: boolean) => (has ? `<${name} style="thin">${line}</${name}>` : `<${name}/>`)
  const [all, top, bottom] = [of === 'all', of === 'all' || of === 'top', of === 'all' || of === 'bottom']
  return `<border>${side('left', all)}${side('right', all)}${side('top', top)}${side('bottom', bottom)}<diagonal/></border>`
}
const alignment = (s: CellStyle): string =>
  `<alignment${s.align ? ` horizontal="${s.align}"` : ''} vertical="${s.valign === 'top' || s.valign === 'bottom' ? s.valign : 'center'}"${s.wrap ? ' wrapText="1"' : ''}/>`

const list = (name: string, all: readonly string[]): string =>
  `<${name} count="${all.length}">${all.join('')}</${name}>`

/** The styles of a report: each has a font, a fill and a border of its own. */
export function stylesXml(styles: readonly CellStyle[]): string {
  const formats = styles.flatMap(({ format }, i) =>
    format ? [`<numFmt numFmtId="${firstFormat + i}" formatCode="${escaped(format)}"/>`] : [],
  )
  const bare: CellStyle = {}
  const all = [bare, ...styles]
  const kinds = styles.map((s, i) => {
    const format = s.format ? `numFmtId="${firstFormat + i}" applyNumberFormat="1"` : 'numFmtId="0"'
    const own = styleNumber(i)
    return `<xf ${format} fontId="${own}" fillId="${own + 1}" borderId="${own}" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment(s)}</xf>`
  })
  const none = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
  // The first two fills are the workbook's own, whatever is written there.
  const fills = [fill(bare), '<fill><patternFill patternType="gray125"/></fill>', ...styles.map(fill)]
  return `${xmlHead}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
    formats.length > 0 ? list('numFmts', formats) : ''
  }${list('fonts', all.map(font))}${list('fills', fills)}${list('borders', all.map(border))}${list('cellStyleXfs', [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
  ])}${list('cellXfs', [none, ...kinds])}${list('cellStyles', [
    '<cellStyle name="Normal" xfId="0" builtinId="0"/>',
  ])}</styleSheet>`
}
