import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest, Served } from '../../kernel/http/serve.ts'
import { serveOutside } from '../../kernel/http/serve.ts'
import type { Input } from '../../kernel/rules.ts'
import { importServed } from '../../platform/sheet/importRows.ts'
import { templateServed } from '../../platform/sheet/template.ts'
import { createUser, resetPassword, withPassword } from './users.ts'

const idsOf = (rows: unknown, name: string): unknown[] =>
  // A rows field holds rows.
  ((rows ?? []) as readonly Input[]).flatMap((row) => row[name] ?? [])

/** A row of a file is a user as the form makes one; without a password, since none would be safe in a file. */
async function bring(ctx: Ctx, { orgs, roles, owners, carriers, ...facts }: Input): Promise<void> {
  const { data, error } = userCalls.create.input.safeParse({
    ...facts,
    workingOrgIds: idsOf(orgs, 'orgId'),
    roleIds: idsOf(roles, 'roleId'),
    ownerIds: idsOf(owners, 'ownerId'),
    carrierIds: idsOf(carriers, 'carrierId'),
  })
  if (data) await createUser(ctx, data, null)
  else {
    const [first] = error.issues
    const at = { field: String(first?.path[0] ?? ''), rule: first?.code ?? '', message: first?.message ?? '' }
    throw new Fault(faults.invalid, {}, [at])
  }
}

/** Each in a transaction of its own: one that is refused keeps no other from his password. */
async function handOut(request: OutsideRequest, { rows }: { rows: readonly { id: string; version: number }[] }) {
  const passwords: { id: string; username: string; realName: string; initialPassword: string | null }[] = []
  const failed: { id: string; code: number; message: string }[] = []
  for (const row of rows)
    try {
      const path = `${userCalls.resetPasswords.path}/${row.id}`
      const { id, username, realName, initialPassword } = await withPassword(request, path, row, (ctx, hash) =>
        resetPassword(ctx, row, hash),
      )
      passwords.push({ id, username, realName, initialPassword })
    } catch (error) {
      // Whoever may no longer do it is told so as a whole.
      if (!(error instanceof Fault) || error.refusal === faults.forbidden) throw error
      failed.push({ id: row.id, code: error.refusal.code, message: error.in(request.origin.language) })
    }
  return { ok: passwords.length, failed, passwords }
}

/** Users by file, and the passwords of those who came so. */
export const userFiles = (): Served[] => [
  ...templateServed(userView),
  ...importServed(userView, { make: bring }),
  serveOutside(userCalls.resetPasswords, handOut),
]
