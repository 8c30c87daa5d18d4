import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { declaredFiles } from '../server/tables.ts'
import { nameOrderSql } from './nameOrder.ts'

/** Writes the declared schema as the first migration. Until the first release its files are generated, not edited. */
const migrate = new URL('../server/migrate/', import.meta.url)
const foundation = new URL('0001_foundation/', migrate)
rmSync(foundation, { recursive: true, force: true })
mkdirSync(foundation)
for (const [name, text] of declaredFiles())
  writeFileSync(
    new URL(name, foundation),
    `-- As declared in contract/ and server/, made by tools/draftMigration.ts.\n${text}`,
  )
writeFileSync(new URL('0002_name_order.sql', migrate), nameOrderSql())
