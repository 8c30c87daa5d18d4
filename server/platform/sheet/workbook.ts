import { type Look, lookBy } from './looks.ts'
import { SheetRefusal } from './rows.ts'
import { type Parts, unpack } from './zipGuard.ts'

/** The sheet of a workbook that is read, and how its cells are shown. */
export interface ReadSheet {
  /** Which of the workbook's sheets it is. */
  readonly index: number
  readonly part: string
  /** How each style shows a number; nothing of those that show it as it is. */
  readonly looks: readonly (Look | undefined)[]
}

const attributes = `(?:"[^"]*"|'[^']*'|[^>"'])*`
/** The attributes of every element of a name, whatever prefix it has. */
const elements = (xml: string, name: string): ReadonlyMap<string, string>[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])(${attributes})>`, 'g'))].map((m) =>
    attributesOf(m[1] ?? ''),
  )

const signs: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    return hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (signs[name ?? ''] ?? all)
  })

/** What an element says of itself, by name. */
const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((m) => [
      m[1] ?? '',
      decoded(m[2] ?? m[3] ?? ''),
    ]),
  )

async function textOf(file: Buffer, parts: Parts, name: string): Promise<string> {
  const entry = parts.byName.get(name)
  if (!entry) return ''
  const chunks: Buffer[] = []
  for await (const bytes of unpack(file, entry)) chunks.push(bytes)
  return Buffer.concat(chunks).toString('utf8')
}

/** The part that a relation of another one names. */
function resolved(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const path = from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  }
  return path.join('/')
}

interface Relation {
  readonly id: string
  /** The last word of its type. */
  readonly kind: string
  readonly part: string
}
async function relationsOf(file: Buffer, parts: Parts, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1
  const xml = await textOf(file, parts, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
  return elements(xml, 'Relationship').map((a) => ({
    id: a.get('Id') ?? '',
    kind: (a.get('Type') ?? '').split('/').at(-1) ?? '',
    part: resolved(part, a.get('Target') ?? ''),
  }))
}

/** The formats that every workbook has without saying them, as far as they show more than the number itself. */
const builtIn: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  48: '##0.0E+0',
}
/** Dates and times that each machine shows by its own country's custom. */
const byCustom = (id: number): boolean => (id >= 14 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49)

function looksOf(xml: string): (Look | undefined)[] {
  const own = new Map(elements(xml, 'numFmt').map((a) => [a.get('numFmtId') ?? '', a.get('formatCode') ?? '']))
  const styles = /<(?:[\w.-]+:)?cellXfs[\s>][\s\S]*?<\/(?:[\w.-]+:)?cellXfs>/.exec(xml)?.[0] ?? ''
  return elements(styles, 'xf').map((a) => {
    const id = a.get('numFmtId') ?? '0'
    const format = own.get(id) ?? builtIn[id] ?? (byCustom(Number(id)) ? '[custom]' : undefined)
    return format === undefined || /^(general|@)?$/i.test(format.trim()) ? undefined : lookBy(format)
  })
}

/** The first sheet that somebody who opens the workbook sees; one with merged cells is refused. */
export async function sheetToRead(file: Buffer, parts: Parts): Promise<ReadSheet> {
  const root = await relationsOf(file, parts, '')
  const book = root.find((r) => r.kind === 'officeDocument')?.part ?? 'xl/workbook.xml'
  const relations = await relationsOf(file, parts, book)
  const sheets = elements(await textOf(file, parts, book), 'sheet')
    .map((a) => ({
      name: a.get('name'),
      state: a.get('state'),
      id: [...a].find(([name]) => name.endsWith(':id'))?.[1],
    }))
    // As the library counts them.
    .filter((s) => s.name && s.id)
    .map((s, index) => ({ ...s, index, part: relations.find((r) => r.id === s.id && r.kind === 'worksheet')?.part }))
  const seen = sheets.find((s) => s.part && !/hidden$/i.test(s.state ?? '')) ?? sheets.find((s) => s.part)
  if (!seen?.part) throw new SheetRefusal('wrongType')
  if (parts.merged.has(seen.part)) throw new SheetRefusal('merged')
  const styles = relations.find((r) => r.kind === 'styles')?.part
  return { index: seen.index, part: seen.part, looks: styles ? looksOf(await textOf(file, parts, styles)) : [] }
}
