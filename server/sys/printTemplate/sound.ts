import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  type LayoutMark,
  namesIn,
  type PrintForm,
  type PrintLayout,
  pageFields,
  printLimits,
} from '@lading/contract/sys/printForm.ts'
import { printFaults } from '@lading/contract/sys/printTemplate.ts'
import { isEncodable } from '../../platform/print/barcodes.ts'
import { pictureOf } from '../../platform/print/picture.ts'

/** Half a tenth of a millimetre: what comes of adding places up. */
const slack = 0.05

/** Refuses a layout that asks for what its document does not know, or puts something where there is no paper. */
export function demandSound(form: PrintForm, layout: PrintLayout): void {
  const known = new Set([...form.fields, ...pageFields].map(({ name }) => name))
  for (const m of layout.marks) {
    for (const name of namesIn(m.text)) if (!known.has(name)) refuse(printFaults.noSuchField, { name })
    const isWithin = m.x + m.width <= layout.width + slack && (m.after || m.y + m.height <= layout.height + slack)
    if (!isWithin) refuse(printFaults.outside, { text: m.text || '—' })
    demandEncodable(m)
  }
  demandImages(layout)
  const { table } = layout
  if (!table) return
  const columns = new Set(form.columns.map(({ name }) => name))
  for (const { field } of table.columns) if (!columns.has(field)) refuse(printFaults.noSuchField, { name: field })
  const width = table.columns.reduce((sum, c) => sum + c.width, 0)
  const isWithin =
    table.x + width <= layout.width + slack &&
    table.bottom <= layout.height + slack &&
    table.top + 2 * table.rowHeight <= table.bottom + slack
  if (!isWithin) refuse(printFaults.outside, { text: ['表格', 'Table'] })
}

/** What stands there whatever the document says is looked at now; the rest when it is printed. */
function demandEncodable(m: LayoutMark): void {
  if (m.kind === 'text' || m.kind === 'line' || m.kind === 'image' || m.text === '' || namesIn(m.text).length > 0)
    return
  if (!isEncodable(m.kind, m.text)) refuse(printFaults.notEncoded, { text: m.text, kind: m.kind })
}

/** Each can be drawn, and all of them together are no burden for whoever reads the template. */
function demandImages({ marks }: PrintLayout): void {
  let letters = 0
  for (const m of marks) {
    if (m.kind !== 'image') continue
    const image = m.image ?? refuse(printFaults.noImage)
    letters += image.length
    const picture = pictureOf(image)
    const isSmall = picture && Math.max(picture.width, picture.height) <= printLimits.side
    if (!isSmall || letters > printLimits.images)
      refuse(printFaults.badImage, {
        side: String(printLimits.side),
        kb: String(Math.floor((printLimits.images * 3) / 4 / 1024)),
      })
  }
}
