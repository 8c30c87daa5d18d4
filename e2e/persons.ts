import { logIn } from '../tools/day/client.ts'
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
  const { initialPassword } = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/create', {
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
/** The same person without a browser. */
export const person = (lading: Running, username: string) =>
  logIn(new URL(lading.url), 'demo', username, ownPassword, 'DC01')
