import { writeFileSync } from 'node:fs'
import { declaredSchema } from '../server/tables.ts'
import { nameOrderSql } from './nameOrder.ts'

/** Writes the declared schema as the first migration. Until the first release that file is generated, not edited. */
const write = (name: string, text: string) => writeFileSync(new URL(`../server/migrate/${name}`, import.meta.url), text)
write(
  '0001_foundation.sql',
  `-- The tables as declared in contract/, made by tools/draftMigration.ts.\n${declaredSchema()}`,
)
write('0002_name_order.sql', nameOrderSql())
