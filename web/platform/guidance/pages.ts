import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type ComponentType, createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'

type Views = typeof import('./views.tsx')
/** The pages of an area over what is written for people. */
export function guidancePages(of: AnyEntity): PageSet {
  const page =
    (which: (views: Views) => ComponentType<{ of: AnyEntity }>): Load =>
    async () => {
      const Page = which(await import('./views.tsx'))
      return { default: () => createElement(Page, { of }) }
    }
  const form = page((v) => v.GuidanceForm)
  return {
    entity: of,
    views: { List: page((v) => v.GuidanceList), Dtl: page((v) => v.GuidanceDetail), Add: form, Edit: form },
  }
}
