import type { Language } from '@lading/contract/kernel/text.ts'
import type { Display } from '@lading/contract/sys/display.ts'
import type { org } from '@lading/contract/sys/org.ts'
import type { LoginUser } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Tx } from '../../kernel/tx.ts'
import { readBrand } from '../brand.ts'
import { readRights } from './identify.ts'

interface UserRow {
  id: string
  username: string
  realName: string
  disabled: boolean
  orgId: string
  orgName: string
  mobile: string | null
  email: string | null
  workNumber: string | null
  position: string | null
  lastLoginTime: Date | null
  originalPassword: boolean
  language: Language | null
  display: Omit<Display, 'language'> | null
  listViews: Readonly<Record<string, string>>
  tenantCode: string
}
type OrgRow = RowOf<typeof org, 'id' | 'code' | 'name' | 'type' | 'disabled' | 'path' | 'timeZone'>

/** The organisations a user may work in: his own and those given to him, enabled ones first. */
export const availableOrgs = (tx: Tx, tenantId: string, userId: string): Promise<OrgRow[]> =>
  tx.query<OrgRow>(sql`
    select o.id, o.code, o.name, o.type, o.disabled, o.path, o.time_zone from sys_org o
    where o.tenant_id = ${tenantId} and (o.id in (select uo.org_id from sys_user_org uo where uo.tenant_id = ${tenantId} and uo.user_id = ${userId})
      or o.id = (select u.org_id from sys_user u where u.tenant_id = ${tenantId} and u.id = ${userId}))
    order by o.disabled, o.level, o.code`)

/** Everything the client needs to know about who is logged in, in one answer. */
export async function readLoginUser(
  tx: Tx,
  tenantId: string,
  userId: string,
  workingOrgId: string,
): Promise<LoginUser> {
  const u = await tx.one<UserRow>(sql`
    select u.id, u.username, u.real_name, u.disabled, u.org_id, o.name as org_name, u.mobile, u.email, u.work_number, u.position,
      u.last_login_time, u.original_password, p.language, p.display, t.code as tenant_code,
      coalesce((select jsonb_object_agg(d.list, d.view_id::text) from sys_list_default d where d.tenant_id = u.tenant_id and d.user_id = u.id), '{}') as list_views
    from sys_user u join sys_org o on o.tenant_id = u.tenant_id and o.id = u.org_id join sys_tenant t on t.id = u.tenant_id
      left join sys_user_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.tenant_id = ${tenantId} and u.id = ${userId}`)
  const orgs = await availableOrgs(tx, tenantId, userId)
  const working = orgs.find((o) => o.id === workingOrgId)
  if (!working) throw new Error(`user ${userId} works in ${workingOrgId}, which is not available to him`)
  const { permissions, mustSetUp } = await readRights(tx, tenantId, userId, working)
  const { tenantCode, language, display, ...user } = u
  const { companyName, slogan, color, images } = await readBrand(tx, tenantId)
  const brief = ({ id, code, name, type }: OrgRow) => ({ id, code, name, type })
  return {
    ...user,
    locale: language ?? 'zh-CN',
    preferences: { ...display, ...(language && { language }) },
    lastLoginTime: user.lastLoginTime?.toISOString() ?? null,
    tenant: {
      code: tenantCode,
      name: companyName,
      slogan,
      color,
      loginBackgroundUrl: images.loginBackground,
      loginLogoUrl: images.loginLogo,
      colorLogoUrl: images.colorLogo,
      sloganImageUrl: images.sloganImage,
    },
    workingOrg: brief(working),
    timeZone: working.timeZone,
    availableWorkingOrgs: orgs.map((o) => ({ ...brief(o), disabled: o.disabled })),
    permissions: [...permissions].sort(),
    mustSetUpSecondFactor: mustSetUp,
  }
}
