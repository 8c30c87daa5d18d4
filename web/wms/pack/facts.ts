import { type EachFacts, type PackFacts, suggestGtin14 } from '@lading/contract/wms/pack.ts'
import type { Row } from '../../kernel/records.ts'

const codesOf = (product: Row): readonly string[] => String(product.barcode ?? '').split(' ')
/** The piece of a product as the rules of packs want it, with its first barcode. */
export const eachOf = (product: Row): EachFacts => ({ ...(product as EachFacts), gtin: codesOf(product)[0] || null })
/** The barcode from which those of the packs around the piece follow. */
export const baseGtin = (product: Row): string | undefined => codesOf(product).find((code) => suggestGtin14(code, 1))

/** A record or a draft holds the fields of a pack under their own names. */
export const packOf = (values: Readonly<Record<string, unknown>>): PackFacts => values
