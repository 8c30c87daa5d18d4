import { z } from 'zod'
import { get } from '../kernel/call.ts'
import { calledByOrg } from '../kernel/text.ts'
import { type StockType, stockTypes } from './place.ts'

/**
 * The marks of the design system, by colour and shape: who cannot tell the colours, or has chosen others, tells the shapes.
 */
export const markColours = calledByOrg({
  GREEN: ['绿色，对勾', 'Green, tick'],
  AMBER: ['橙色，叹号', 'Amber, exclamation mark'],
  RED: ['红色，叉', 'Red, cross'],
  BLUE: ['蓝色，时钟', 'Blue, clock'],
  GREY: ['灰色，横线', 'Grey, dash'],
})
export type MarkColour = keyof typeof markColours

/** What marks goods of a type where a centre says nothing else. Good ones are the usual thing, and bear none. */
export const usualColours: Readonly<Record<StockType, MarkColour | null>> = {
  GOOD: null,
  QC: 'BLUE',
  DAMAGE: 'RED',
  NEAR: 'AMBER',
  EXPIRED: 'RED',
  RETURN: 'GREY',
  GIFT: 'GREEN',
}

/** 库存类型的显示: what the working centre calls each type and how it marks it; of a type that it leaves alone there is none. */
export const typeLooks = get('/wms/api/stockTypeScheme/looks', {
  title: ['库存类型的显示', 'How stock types are shown'],
  permission: 'session',
  output: z.array(
    z.object({
      type: z.enum(Object.keys(stockTypes) as [StockType]),
      caption: z.string().nullable(),
      captionEn: z.string().nullable(),
      colour: z.enum(Object.keys(markColours) as [MarkColour]).nullable(),
    }),
  ),
})
export type TypeLook = z.output<typeof typeLooks.output>[number]
