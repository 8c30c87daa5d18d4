import { tables } from '@lading/contract/tables.ts'
import { extras } from './areas.ts'
import { ddl } from './kernel/tables.ts'

/** The whole database as the declarations have it. */
export const declaredSchema = (): string => ddl(tables, extras)
