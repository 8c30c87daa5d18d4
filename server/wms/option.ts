import { options } from '@lading/contract/wms/options.ts'
import { optionReader } from '../platform/option.ts'

/** Of the warehouse's own options. */
export const readOption = optionReader(options)
