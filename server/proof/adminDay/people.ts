import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type PermissionNode, roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { modifyPassword, refreshToken, switchWorkingOrg, wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, clientOf, type LoggedIn } from '../../testing/client.ts'
import type { ClockedServer } from '../../testing/clocked.ts'
import {
  type Company,
  enter,
  initialPassword,
  listOf,
  oClock,
  ownPassword,
  type Row,
  refusalOf,
  settleIn,
  tabAt,
} from './company.ts'

const users = crudCalls(userView)
const orgs = crudCalls(org)
const tasks = crudCalls(task)

/** 08:05. @returns the administrator, logged in with a password of his own */
export async function firstLogIn({ a }: Company): Promise<LoggedIn> {
  const first = await enter(a, 'admin', { password: initialPassword })
  expect(first.login).toMatchObject({ firstLogin: true, user: { originalPassword: true } })
  const change = (newPassword: string) =>
    refusalOf(first.call(modifyPassword, { oldPassword: initialPassword, newPassword }))
  expect(await change('KiteMoons')).toBe('42852 密码至少包含大小写字母和数字')
  expect(await change(ownPassword)).toBe('done')
  expect(await refusalOf(first.call(userCalls.query, {}))).toMatch(/^40101 /)
  const admin = await enter(a, 'admin')
  expect(admin.login.user.originalPassword).toBe(false)
  return admin
}

export interface Places {
  readonly group: string
  readonly dc1: string
  readonly dc2: string
  /** 拣货主管 of either centre. */
  readonly leads: readonly string[]
}

const permissionsOfLead = 37

/** 08:15: two centres, no third, and a role for both at once. */
export async function buildUp({ a }: Company, admin: Client): Promise<Places> {
  const [root] = await listOf<Row>(admin, orgs, { code: 'SM' })
  const group = root?.id ?? ''
  const make = (code: string, type: string) =>
    admin.call<Row>(orgs.create, { code, name: code, type, upperOrgId: group, timeZone: 'Asia/Shanghai' })
  const [dc1, dc2] = [(await make('DC1', 'DC')).id, (await make('DC2', 'DC')).id]
  expect(await refusalOf(make('DC3', 'DC'))).toMatch(/已超出授权的中心数量/)
  const fc = await make('FC1', 'FC')
  // A session works where it was opened; who made a centre may go there.
  const all = await enter(a, 'admin', { workingOrgId: group })
  const { tree } = await all.call(roleCalls.getPermission, { id: (await anyRole(all)).id })
  const codes = (nodes: readonly PermissionNode[]): string[] =>
    nodes.flatMap(({ key, children = [] }) => (children.length > 0 ? codes(children) : [key]))
  const wms = codes(tree).filter((code) => /^wms:.*:/.test(code) && code !== 'wms:task.center:view')
  const permissions = ['wms:task.center:view', ...wms].slice(0, permissionsOfLead)
  const made = await admin.call(roleCalls.batchCreate, { name: '拣货主管', orgIds: [dc1, dc2], permissions })
  expect(made).toEqual({ ok: 2, failed: [] })
  await admin.call(roleCalls.create, { name: '财务', orgId: fc.id })
  const leads = (await admin.call(roleCalls.query, { filter: { name: '拣货主管' } })).records.map((r) => String(r.id))
  for (const id of leads) {
    const { held } = await admin.call(roleCalls.getPermission, { id })
    expect(held).toHaveLength(permissionsOfLead)
  }
  return { group, dc1, dc2, leads }
}
const anyRole = async (who: Client): Promise<Row> =>
  (await who.call(roleCalls.query, { pageSize: 1 })).records[0] as unknown as Row

const head = '用户名,姓名,岗位,工号,所属组织,可用组织.组织,角色.角色'
const people = Array.from(
  { length: 48 },
  (_, i) => `u${i + 1},员工${i + 1},拣货员,G${100 + i},DC${(i % 2) + 1},,DC${(i % 2) + 1}/拣货主管`,
)

/** 08:30: 48 people by a file, all or none; no more than the plan allows. @returns `zl`, logged in at DC1 */
export async function bringPeople({ a, b }: Company, admin: Client, { dc1, dc2, leads }: Places): Promise<LoggedIn> {
  const send = (rows: readonly string[]) =>
    admin.call<{ created: number; errors: { row: number; message: string }[] }>(
      users.import,
      { dryRun: 'false', mode: 'INSERT' },
      { file: { name: 'users.csv', data: [head, ...rows].join('\r\n') } },
    )
  const count = async () => (await admin.call(userCalls.query, { pageSize: 1 })).total
  const wrong = people
    .with(6, people[6]?.replace(/^u7,/, 'admin,') ?? '')
    .with(18, people[18]?.replace('拣货员', '没有的岗位') ?? '')
  const refused = await send(wrong)
  // The heading is the first row of the file.
  expect(refused.errors.map((e) => e.row)).toEqual([8, 20])
  expect(refused.created).toBe(0)
  expect(await count()).toBe(1)
  expect(await send(people)).toMatchObject({ created: 48, errors: [] })
  const hand = (username: string, more: object = {}) =>
    admin.call(userCalls.create, {
      username,
      realName: username,
      orgId: dc1,
      workingOrgIds: [dc1, dc2],
      roleIds: leads,
      ...more,
    })
  const made = await hand('zl', { realName: '张磊' })
  expect(await count()).toBe(50)
  expect(await refusalOf(hand('one-more'))).toMatch(/已超出授权的用户数量/)
  return settleIn(Math.random() < 0.5 ? a : b, 'zl', made.initialPassword ?? '')
}

/** Tasks of a centre, as many as one wants, with notes that no file makes shorter. */
export async function makeTasks(
  { db, tenantId }: Company,
  orgId: string,
  from: number,
  many: number,
  state = 'READY',
): Promise<void> {
  await db.owner.query(
    `insert into wms_task (tenant_id, org_id, id, task_no, task_type, state, queue, line_count, plan_qty, note)
     select $1, $2, g, 'RW' || lpad(g::text, 9, '0'), 'PICK', $5, 'PICK', 1, 12,
       (select string_agg(md5(g::text || i), '') from generate_series(1, 6) i)
     from generate_series($3::bigint, $4::bigint) g`,
    [tenantId, orgId, from, from + many - 1, state],
  )
}
export const firstOfDc1 = 1_001
const firstOfDc2 = 2_001

/** 09:00: whoever may work in two centres sees the one that he works in. */
export async function lookAround(of: Company, zl: LoggedIn, { dc1, dc2 }: Places): Promise<LoggedIn> {
  await makeTasks(of, dc1, firstOfDc1, 5)
  await makeTasks(of, dc2, firstOfDc2, 3)
  const seen = async (who: Client) => (await listOf<{ taskNo: string } & Row>(who, tasks, {})).map((t) => Number(t.id))
  // Three tabs of one browser, at either process.
  for (const tab of [zl, tabAt(of.a, zl), tabAt(of.b, zl)])
    expect((await seen(tab)).toSorted()).toEqual([1001, 1002, 1003, 1004, 1005])
  const moved = await zl.call(switchWorkingOrg, { workingOrgId: dc2 })
  const there: LoggedIn = {
    ...zl,
    ...clientOf(of.b, 'sunmart', moved.accessToken, zl.signKey),
    login: { ...moved, user: moved.user },
  }
  expect((await seen(there)).toSorted()).toEqual([2001, 2002, 2003])
  expect(await refusalOf(there.call(tasks.getById, { id: String(firstOfDc1) }))).toMatch(/^40400 /)
  // The tab that has not noticed has the same session, and so the same organisation.
  expect((await seen(tabAt(of.a, zl))).toSorted()).toEqual([2001, 2002, 2003])
  return there
}

/** What a socket of somebody hears. */
async function listen(at: ClockedServer, who: Client): Promise<{ heard: string[]; close(): void }> {
  const { ticket } = await who.call(wsTicket)
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}${wsPath}?tenant=sunmart&ticket=${ticket}`)
  const heard: string[] = []
  socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { type: string }).type))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { heard, close: () => socket.terminate() }
}

/** 09:10: a right that is taken away is gone at the next call, and he is told; he stays logged in. */
export async function takeAway(of: Company, admin: Client, zl: LoggedIn, { leads }: Places): Promise<void> {
  const ear = await listen(of.b, zl)
  const set = async (change: (held: readonly string[]) => readonly string[]) => {
    for (const id of leads) {
      const { held, version } = await admin.call(roleCalls.getPermission, { id })
      await admin.call(roleCalls.updatePermission, { id, version, permissions: change(held) })
    }
  }
  await set((held) => held.filter((code) => !code.startsWith('wms:task.center:')))
  expect(await refusalOf(zl.call(tasks.query, {}))).toMatch(/^40301 /)
  await expect.poll(() => ear.heard, { timeout: 120_000 }).toContain('rights')
  expect((await zl.envelope(userCalls.getOwnerOrgFilter)).code).toBe(0)
  await set((held) => [...held, 'wms:task.center:view'])
  expect(await refusalOf(zl.call(tasks.query, {}))).toBe('done')
  ear.close()
}

const tabsEach = 2
const tokenSeconds = 60

/** 10:00: three people with two tabs each, whose tokens live a minute; a tab renews at half of it. Nobody is thrown out. */
export async function renewAll(of: Company, admin: Client, { group }: Places): Promise<void> {
  await admin.call(optionCalls.update, {
    key: 'security_session_access_seconds',
    value: String(tokenSeconds),
    version: 0,
  })
  // What another process remembers of options is seconds old at most.
  await of.clock.moveTo(oClock(10))
  const keeper = await enter(of.a, 'admin', { workingOrgId: group })
  const who = await Promise.all(
    ['u1', 'u2', 'u3'].map(async (username) => {
      const [row] = await listOf<Row>(keeper, userCalls, { username })
      const given = await keeper.call(userCalls.resetPassword, { id: row?.id ?? '', version: row?.version ?? 0 })
      return settleIn(of.a, username, given.initialPassword ?? '')
    }),
  )
  expect(who.map((w) => w.login.expiresIn)).toEqual([60, 60, 60])
  const servers = [of.a, of.b]
  let rotations = 0
  for (let halfMinute = 1; halfMinute <= 20; halfMinute++) {
    await of.clock.moveTo(new Date(oClock(10).getTime() + halfMinute * 30_000))
    for (const [i, person] of who.entries()) {
      const { refreshToken: spent } = person.login
      const renew = (tab: number) =>
        clientOf(servers[tab % 2] ?? of.a, 'sunmart', spent, person.signKey).call(refreshToken, { refreshToken: spent })
      const answers = await Promise.all(Array.from({ length: tabsEach }, (_, tab) => renew(tab)))
      // Both tabs are given the same: of two that ask at once one has renewed, and the other is told of it.
      expect(new Set(answers.map((answer) => answer.accessToken)).size).toBe(1)
      const [pair] = answers
      if (!pair) throw new Error('nothing was answered')
      rotations += 1
      who[i] = {
        ...person,
        ...clientOf(of.a, 'sunmart', pair.accessToken, person.signKey),
        login: { ...person.login, ...pair },
      }
      expect((await who[i]?.envelope(userCalls.getOwnerOrgFilter))?.code).toBe(0)
    }
  }
  const { rows } = await of.db.owner.query<{ sessions: number; used: number }>(
    `select count(distinct s.id)::int as sessions, count(*)::int as used from sys_session s
     join sys_session_token k on k.tenant_id = s.tenant_id and k.session_id = s.id and k.kind = 'REFRESH' and k.used_at is not null
     join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where u.username in ('u1', 'u2', 'u3') and s.revoked_at is null`,
  )
  const usual = await enter(of.a, 'admin', { workingOrgId: group })
  await usual.call(optionCalls.update, { key: 'security_session_access_seconds', value: null, version: 1 })
  expect(rotations).toBe(60)
  expect(rows[0]).toEqual({ sessions: 3, used: 60 })
}
