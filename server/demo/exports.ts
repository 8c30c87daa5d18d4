import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { systemIdentity, systemOrigin } from '../kernel/ctx.ts'
import { askServed, type OutsideRequest } from '../kernel/http/serve.ts'
import { perform } from '../kernel/perform.ts'
import type { Server } from '../server.ts'
import type { MadeTenant } from './tenant.ts'

/** Lists that the administrator has taken out, as the pages do it. */
export async function seedExports({ kernel, served }: Server, demo: MadeTenant): Promise<void> {
  const group = demo.orgs.get('LADING')
  if (!group) return
  const origin = systemOrigin(randomUUID())
  const admin = { ...systemIdentity(demo.tenantId, group), userId: demo.users.get('admin') ?? null, username: 'admin' }
  for (const e of [store, vendor]) {
    const path = crudCalls(e).export?.path
    const one = served.find(({ call }) => call.path === path)
    if (path === undefined || one?.kind !== 'outside') continue
    const input = one.call.input.parse({ format: 'csv' })
    const request: Pick<OutsideRequest, 'origin' | 'asked' | 'perform'> = {
      origin,
      asked: { path, input },
      perform: (work, o) => perform(kernel, demo.tenantId, origin, admin, work, o),
    }
    // What the call answers: the file is kept once it has been read to its end.
    const { data } = (await askServed(one, request as OutsideRequest, input)) as { data: unknown }
    if (data instanceof Readable) await buffer(data)
  }
}
