import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type ComponentType, createElement } from 'react'
import type { BillOptions } from './bill/BillDetail.tsx'

type Load = () => Promise<{ default: ComponentType }>
export type View = 'List' | 'Add' | 'Edit' | 'Dtl'
/** The pages of one menu entry: its list and what belongs to it. */
export interface PageSet {
  /** The entity whose records the pages show: links to it lead here. */
  readonly entity: AnyEntity | undefined
  readonly views: Partial<Record<View, Load>>
}
/** `<sub-system>/<entry>` to its pages. A function loads a single page of one's own, the default export of its file. */
export type Pages = Readonly<Record<string, PageSet | Load>>

/** List, form and detail of an entity, all from its declaration. Each part loads when it is first looked at. */
export const entityPage = (of: AnyEntity): PageSet => {
  const form: Load = async () => {
    const { EntityForm } = await import('./form/EntityForm.tsx')
    return { default: () => createElement(EntityForm, { of }) }
  }
  return {
    entity: of,
    views: {
      List: async () => {
        const { EntityList } = await import('./list/EntityList.tsx')
        return { default: () => createElement(EntityList, { of }) }
      },
      Dtl: async () => {
        const { EntityDetail } = await import('./detail/EntityDetail.tsx')
        return { default: () => createElement(EntityDetail, { of }) }
      },
      ...(of.actions.includes('create') && { Add: form }),
      ...(of.actions.includes('update') && { Edit: form }),
    },
  }
}

/** The quantities of a bill are called what they mean for its type: received, picked, put away. */
function inItsWords(b: AnyBill): AnyBill {
  const { booked, done, sent } = b.words
  const titled = (e: AnyEntity): AnyEntity => {
    const title = (name: string, text: Text) => (e.fields[name] ? { [name]: { ...e.fields[name], title: text } } : {})
    const fields = { ...e.fields, ...title('bookedQty', booked), ...title('doneQty', done), ...title('sentQty', sent) }
    return { ...e, fields }
  }
  return { ...b, header: titled(b.header), line: titled(b.line) }
}

/** List, form and detail of a bill type, with its states and steps. */
export const billPage = (bill: AnyBill, o: BillOptions = {}): PageSet => {
  const of = inItsWords(bill)
  const form: Load = async () => {
    const { EntityForm } = await import('./form/EntityForm.tsx')
    const { LineTable } = await import('./bill/LineTable.tsx')
    const controls = { lines: LineTable }
    return { default: () => createElement(EntityForm, { of: of.header, controls }) }
  }
  return {
    entity: of.header,
    views: {
      List: async () => {
        const { BillList } = await import('./bill/BillList.tsx')
        return { default: () => createElement(BillList, { of }) }
      },
      Dtl: async () => {
        const { BillDetail } = await import('./bill/BillDetail.tsx')
        return { default: () => createElement(BillDetail, { of, ...o }) }
      },
      ...(of.header.actions.includes('create') && { Add: form }),
      ...(of.header.actions.includes('update') && { Edit: form }),
    },
  }
}
