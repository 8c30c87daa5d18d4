import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type ComponentType, createElement } from 'react'
import type { InputProps } from '../kernel/field/inputs.tsx'
import type { FormShape } from '../kernel/form/shape.ts'
import type { Load, PageSet } from '../kernel/page.ts'

type Controls = () => Promise<Readonly<Record<string, ComponentType<InputProps>>>>

/**
 * List, form and detail of an entity, all from its declaration. Each part loads when it is first looked at.
 * @param own controls of the form that are drawn otherwise than their kind; they come with it
 */
export const entityPage = (of: AnyEntity, usual: FormShape = {}, own?: Controls): PageSet => {
  const form: Load = async () => {
    const shape = own ? { ...usual, controls: await own() } : usual
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
