import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { createElement } from 'react'
import type { FormShape } from '../kernel/form/shape.ts'
import type { Load, PageSet } from '../kernel/page.ts'

/** List, form and detail of an entity, all from its declaration. Each part loads when it is first looked at. */
export const entityPage = (of: AnyEntity, shape: FormShape = {}): PageSet => {
  const form: Load = async () => {
    const { EntityForm } = await import('../kernel/form/EntityForm.tsx')
    return { default: () => createElement(EntityForm, { of, shape }) }
  }
  return {
    entity: of,
    views: {
      List: async () => {
        const { SheetList } = await import('./sheet/SheetList.tsx')
        return { default: () => createElement(SheetList, { of }) }
      },
      Dtl: async () => {
        const { EntityDetail } = await import('../kernel/detail/EntityDetail.tsx')
        return { default: () => createElement(EntityDetail, { of }) }
      },
      ...(of.actions.includes('create') && { Add: form }),
      ...(of.actions.includes('update') && { Edit: form }),
    },
  }
}
