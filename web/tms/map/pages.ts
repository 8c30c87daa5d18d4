import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { region } from '@lading/contract/tms/region.ts'
import { createElement } from 'react'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

const siteShape: FormShape = {
  sections: [
    {
      title: ['位置', 'Position'],
      fields: ['province', 'city', 'district', 'address', 'lng', 'lat', 'fenceM', 'fenceRing', 'regionId', 'route'],
    },
    {
      title: ['交接', 'Hand-over'],
      fields: ['contact', 'phone', 'serviceMin', 'serviceMinPerM3', 'priority', 'unattended'],
    },
    { title: ['限制', 'Limits'], fields: ['maxLengthM', 'maxGrossKg', 'typeIds', 'skills'] },
  ],
}
const sitePages = (of: AnyEntity): PageSet => ({
  entity: of,
  views: {
    ...entityPage(of, siteShape, async () => ({
      lng: (await import('./PlaceInput.tsx')).PlaceInput,
      fenceRing: (await import('./FenceInput.tsx')).FenceInput,
    })).views,
    List: async () => {
      const { SiteList } = await import('./SiteList.tsx')
      return { default: () => createElement(SiteList, { of }) }
    },
  },
})
export const shipmentPages = sitePages(clientShipment)
export const storePages = sitePages(clientStore)

export const regionPages: PageSet = {
  entity: region,
  views: {
    ...entityPage(region, {}, async () => {
      const { RingInput, ColourInput } = await import('./RegionInputs.tsx')
      return { ring: RingInput, colour: ColourInput }
    }).views,
    List: async () => ({ default: (await import('./RegionList.tsx')).RegionList }),
  },
}
