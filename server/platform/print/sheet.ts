import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import type { Filled, FilledCopy, PrintField, PrintForm, PrintLayout } from '@lading/contract/sys/printForm.ts'
import { place } from '@lading/contract/sys/printLayout.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { inAskedOrder } from './order.ts'
import { sampleOf } from './samples.ts'

/** Of one document: its number and what it is for. */
export interface Head {
  id: string
  no: string
  orgName: string
  /** Whose goods it is about, where that is one owner: his template counts first. */
  ownerId?: string | null
}
export interface Line {
  headId: string
  cells: readonly string[]
}

/** A kind of document: what its columns and its head say, and what is signed below. */
export interface Paper<H> {
  /** How its templates are found. */
  readonly kind: string
  readonly title: Text
  /** What the file calls itself. */
  readonly name: string
  readonly columns: readonly (readonly [title: Text, width: number, align?: 'left' | 'center' | 'right'])[]
  readonly party: (head: H) => string
  readonly facts: (head: H, ctx: Ctx) => readonly (readonly [title: Text, value: string | null | undefined])[]
  readonly foot: Text
  /** Read by phones too: its number stands there as a square code as well. */
  readonly hasQr?: true
}

const columnName = (i: number): string => `c${i + 1}`
const factName = (i: number): string => `fact${i + 1}`
const headFields: readonly PrintField[] = [
  { name: 'title', title: ['单据名称', 'Document'], sample: '' },
  { name: 'no', title: ['单号', 'Number'], sample: 'CK26112500001' },
  { name: 'orgName', title: ['物流中心', 'Logistics centre'], sample: '华东物流中心' },
  { name: 'party', title: ['对象', 'Concerns'], sample: 'S001 南京西路旗舰店' },
  { name: 'foot', title: ['签收栏', 'Signatures'], sample: '' },
]

/** What a kind of A4 document knows, and how it looks where nobody has changed it. */
export function paperForm<H>(p: Paper<H>): PrintForm {
  // Of a head without anything only the titles are looked at.
  const facts = p.facts({} as H, { language: 'zh-CN' } as Ctx).map(([title]) => title)
  const own = { title: p.title[0], foot: p.foot[0] }
  return {
    kind: p.kind,
    title: p.title,
    fields: [
      ...headFields.map((f) => ({ ...f, sample: f.name in own ? own[f.name as keyof typeof own] : f.sample })),
      ...facts.map((title, i) => ({ name: factName(i), title, sample: sampleOf(title) })),
    ],
    columns: p.columns.map(([title], i) => ({ name: columnName(i), title, sample: sampleOf(title) })),
    layout: (language) => sheetLayout(p, facts, language),
  }
}

/** A4: title, number as a barcode, who it is for, its lines and what is signed below. */
const sheetLayout = <H>(p: Paper<H>, facts: readonly Text[], language: Language): PrintLayout => ({
  width: 210,
  height: 297,
  marks: [
    place.text('{title}', [10, 8, 90, 12], 22),
    place.text('{orgName}', [10, 21, 90, 7], 11),
    ...(p.hasQr ? [place.qrcode('{no}', [178, 8, 22])] : []),
    place.code128('{no}', [p.hasQr ? 105 : 120, 9, p.hasQr ? 68 : 80, 14]),
    place.text('{no}', [p.hasQr ? 105 : 120, 24, p.hasQr ? 68 : 80, 6], 11, { align: 'center' }),
    place.text('{party}', [10, 30, 190, 10], 18),
    ...facts.map((title, i) =>
      place.text(`${say(title, language)} {${factName(i)}}`, [10 + (i % 3) * 64, 42 + Math.floor(i / 3) * 5, 62, 5], 9),
    ),
    place.text('{foot}', [10, 6, 190, 7], 11, { after: true }),
    place.rule(10, 283, 190),
    place.text('{printedAt}  {printedBy}', [10, 285, 120, 5], 8),
    place.text('{page} / {pages}', [160, 285, 40, 5], 8, { align: 'right' }),
  ],
  table: {
    x: 10,
    top: facts.length > 6 ? 59 : 52,
    bottom: 260,
    rowHeight: 8,
    size: 9,
    columns: p.columns.map(([title, width, align = 'left'], i) => ({
      field: columnName(i),
      title: say(title, language),
      width,
      align,
    })),
  },
})

/** One document for each head; `title` and `foot` where they are not always the same. */
export const filledSheet = <H extends Head>(
  ctx: Ctx,
  p: Paper<H>,
  h: H,
  lines: readonly (readonly string[])[],
  own: { title?: Text | undefined; foot?: string } = {},
): FilledCopy => ({
  ownerId: h.ownerId,
  values: {
    title: say(own.title ?? p.title, ctx.language),
    no: h.no,
    orgName: h.orgName,
    party: p.party(h),
    foot: own.foot ?? say(p.foot, ctx.language),
    ...Object.fromEntries(p.facts(h, ctx).map(([, value], i) => [factName(i), value ?? ''])),
  },
  lines: lines.map((cells) => Object.fromEntries(cells.map((cell, i) => [columnName(i), cell]))),
})

/** One document for each id, in the order asked for. */
export const papers = <H extends Head>(
  ctx: Ctx,
  p: Paper<H>,
  ids: readonly string[],
  heads: readonly H[],
  lines: readonly Line[],
  title?: Text,
): Filled => ({
  name: p.name,
  form: paperForm(p),
  copies: inAskedOrder(ids, heads).map((h) =>
    filledSheet(
      ctx,
      p,
      h,
      lines.filter((l) => l.headId === h.id).map((l) => l.cells),
      { title },
    ),
  ),
})

/** Code and name on one line. */
export const called = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' ')

export const deliverySigned: Text = [
  '送货人：____________  收货人：____________  日期：____________',
  'Delivered by: ____________  Received by: ____________  Date: ____________',
]
