import type { CellStyle } from '@lading/contract/sys/reportTemplate.ts'
import { stylesXml } from './styles.ts'
import { escaped, xmlHead } from './xml.ts'
import { type ZipEntry, zipped } from './zip.ts'

export interface BookSheet {
  readonly name: string
  /** Rows at the head of each page of paper, from one. */
  readonly titles: readonly [number, number] | undefined
  readonly parts: ZipEntry['parts']
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const typeOf = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`

/** As a workbook takes names of sheets: short, without some signs, each once. */
function namesOf(sheets: readonly BookSheet[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }) => {
    const plain = name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet'
    let own = plain
    for (let n = 2; taken.has(own.toLowerCase()); n++) own = `${plain.slice(0, 28)}_${n}`
    taken.add(own.toLowerCase())
    return own
  })
}

function workbookXml(sheets: readonly BookSheet[]): string {
  const names = namesOf(sheets)
  const list = names.map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  const titles = sheets.flatMap(({ titles: rows }, i) =>
    rows
      ? [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${escaped(names[i] ?? '')}'!$${rows[0]}:$${rows[1]}</definedName>`,
        ]
      : [],
  )
  const defined = titles.length > 0 ? `<definedNames>${titles.join('')}</definedNames>` : ''
  return `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list.join('')}</sheets>${defined}</workbook>`
}
const relationsXml = (all: readonly (readonly [type: string, target: string])[]): string =>
  `${xmlHead}<Relationships xmlns="${relations}">${all
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
const typesXml = (sheets: number): string =>
  `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/>${Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${typeOf('worksheet')}"/>`,
  ).join('')}</Types>`

/**
 * A workbook as its rows come. A library's writer compares what every cell looks like with all that it has seen; of a report
 * the few looks are known by their numbers.
 * @param styles are read when the last row is written: by then all are there
 */
export function bookOf(sheets: readonly BookSheet[], styles: readonly CellStyle[]): AsyncGenerator<Buffer> {
  const each = sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const)
  const late = (name: string, xml: () => string): ZipEntry => ({
    name,
    parts: (function* () {
      yield xml()
    })(),
  })
  return zipped([
    ...sheets.map(({ parts }, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, parts })),
    late('xl/styles.xml', () => stylesXml(styles)),
    late('xl/workbook.xml', () => workbookXml(sheets)),
    late('xl/_rels/workbook.xml.rels', () => relationsXml([...each, ['styles', 'styles.xml']])),
    late('_rels/.rels', () => relationsXml([['officeDocument', 'xl/workbook.xml']])),
    late('[Content_Types].xml', () => typesXml(sheets.length)),
  ])
}
