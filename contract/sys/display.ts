import { z } from 'zod'
import { languages } from '../kernel/text.ts'

export const themes = ['light', 'dark', 'system'] as const
export const densities = ['comfortable', 'compact'] as const
/** Pixels of running text. */
export const fontSizes = [12, 14, 16] as const
/** Colours of states: the usual ones, or those that weak colour vision tells apart. */
export const palettes = ['usual', 'weak'] as const

const whole = z.object({
  language: z.enum(languages),
  theme: z.enum(themes),
  density: z.enum(densities),
  fontSize: z.literal(fontSizes),
  palette: z.enum(palettes),
  /** Whether he is still to be shown around: from his first log-in of all until he has been. */
  isNew: z.boolean(),
})
/** How the product meets a person. */
export type Prefs = Readonly<z.output<typeof whole>>
/** What of it a person has chosen; on the rest his browser decides. */
export const display = whole.partial()
export type Display = z.output<typeof display>
