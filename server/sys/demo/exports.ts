import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { store, vendor } from '@lading/contract/mdm/partner.ts'
import type { Site } from '../../platform/demo/site.ts'

/** Lists that the administrator has taken out, as the pages do it. */
export async function seedExports({ ask }: Site): Promise<void> {
  for (const e of [store, vendor]) {
    // What the call answers: the file is kept once it has been read to its end.
    const { data } = (await ask(crudCalls(e).export?.path, { format: 'csv' })) as { data: unknown }
    if (data instanceof Readable) await buffer(data)
  }
}
