import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'
import { printView } from '../print/printPage.ts'
import type { BillOptions, Paper } from './BillDetail.tsx'

/** The quantities of a bill are called what they mean for its type: received, picked, put away. */
function inItsWords(b: Paper): Paper {
  if (!b.words) return b
  const { booked, done, sent } = b.words
  const titled = (e: AnyEntity): AnyEntity => {
    const title = (name: string, text: Text) => (e.fields[name] ? { [name]: { ...e.fields[name], title: text } } : {})
    const fields = { ...e.fields, ...title('bookedQty', booked), ...title('doneQty', done), ...title('sentQty', sent) }
    return { ...e, fields }
  }
  return { ...b, header: titled(b.header), ...(b.line && { line: titled(b.line) }) }
}

/** List, form and detail of a kind of paper, with its states and steps. */
export const billPage = (bill: Paper, o: BillOptions = {}): PageSet => {
  const of = inItsWords(bill)
  const { tasks: _, tabs: __, next: ___, controls: own, ...listOptions } = o
  const form: Load = async () => {
    const { EntityForm } = await import('../../kernel/form/EntityForm.tsx')
    const controls = { lines: (await import('./LineTable.tsx')).LineTable, ...(await own?.()) }
    return { default: () => createElement(EntityForm, { of: of.header, shape: { controls } }) }
  }
  return {
    ...(o.print && { printView: printView(of.header, o.print) }),
    entity: of.header,
    views: {
      List: async () => {
        const { BillList } = await import('./BillList.tsx')
        return { default: () => createElement(BillList, { of, ...listOptions }) }
      },
      Dtl: async () => {
        const { BillDetail } = await import('./BillDetail.tsx')
        return { default: () => createElement(BillDetail, { of, ...o }) }
      },
      ...(of.header.actions.includes('create') && { Add: form }),
      ...(of.header.actions.includes('update') && { Edit: form }),
    },
  }
}
