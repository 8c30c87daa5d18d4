import { writeFileSync } from 'node:fs'
import { declaredSchema } from '../server/tables.ts'

/** Writes the declared schema as the first migration. Until the first release that file is generated, not edited. */
const file = new URL('../server/migrate/0001_foundation.sql', import.meta.url)
writeFileSync(file, `-- The tables as declared in contract/, made by tools/draftMigration.ts.\n${declaredSchema()}`)
