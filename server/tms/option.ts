import { options } from '@lading/contract/tms/options.ts'
import { optionReader } from '../platform/option.ts'

/** Of transport's own options. */
export const readOption = optionReader(options)
