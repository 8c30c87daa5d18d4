import { sysFaults } from '@lading/contract/sys/faults.ts'
import { logIn, type Person, Refused } from '../tools/day/client.ts'
import type { Running } from './support.ts'

/** The demo's own would hold the tenant's name. */
export const ownPassword = 'Kite5moon'

/**
 * A picker of DC01 for one test alone: what he changes of himself disturbs no other test. He has come before and has his
 * own password, unless he is to be somebody who has not. @returns his initial password
 */
export async function newPerson(
  lading: Running,
  username: string,
  realName: string,
  more = {},
  { hasCome = true } = {},
): Promise<string> {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const roles = await desk.query<{ id: string; name: string }>('/fw/api/sys/role/query', { pageSize: 50 })
  const roleIds = roles.records.filter((r) => r.name === '拣货员').map((r) => r.id)
  const initialPassword = await makeUser(desk, {
    username,
    realName,
    orgId,
    workingOrgIds: [orgId],
    roleIds,
    ...more,
  })
  if (!hasCome) return initialPassword
  const person = await logIn(new URL(lading.url), 'demo', username, initialPassword, 'DC01')
  await person.post('/fw/api/sys/user/modifyPassword', { oldPassword: initialPassword, newPassword: ownPassword })
  return initialPassword
}
/** Makes a user; one whom the test's first try has made begins anew. @returns his initial password */
async function makeUser(
  desk: Person,
  input: { readonly username: string } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const asFirst = async () => {
    const { records } = await desk.query<{ id: string; version: number; username: string }>('/fw/api/sys/user/query', {
      usernameLike: input.username,
    })
    const known = records.find((u) => u.username === input.username)
    return { id: known?.id, version: known?.version }
  }
  try {
    return (await desk.post<{ initialPassword: string }>('/fw/api/sys/user/create', input)).initialPassword
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== sysFaults.userNameTaken.code) throw error
    // It may have been off.
    await desk.post('/fw/api/sys/user/resetSecondFactor', await asFirst()).catch(() => undefined)
    const reset = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/resetPassword', await asFirst())
    return reset.initialPassword
  }
}

/** The same person without a browser. */
export const person = (lading: Running, username: string) =>
  logIn(new URL(lading.url), 'demo', username, ownPassword, 'DC01')
