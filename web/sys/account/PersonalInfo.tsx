import type { Text } from '@lading/contract/kernel/text.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { useDict } from '../../kernel/dict.ts'
import { words } from '../../kernel/words.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { OwnLogins } from '../user/UserLogins.tsx'
import { OverridePin } from './OverridePin.tsx'
import { OwnEmail } from './OwnEmail.tsx'
import { OwnMessages } from './OwnMessages.tsx'
import { OwnRoles } from './OwnRoles.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import '../../kernel/kit.css'
import './account.css'

/** Who is logged in. */
export function PersonalInfo() {
  const t = useText()
  const user = useUser()
  const position = useDict('WORK_POSITION').find((e) => e.queryKey === user.position)?.infoValue
  const facts: readonly [Text, string | null][] = [
    [['用户名', 'User name'], user.username],
    [['姓名', 'Name'], user.realName],
    [['工号', 'Staff no.'], user.workNumber],
    [['手机', 'Mobile'], user.mobile],
    [['职位', 'Position'], position ?? user.position],
    [['企业', 'Enterprise'], user.tenant.name],
    [['所属组织', 'Home organisation'], user.orgName],
    [['当前组织', 'Current organisation'], user.workingOrg.name],
    [['上次登录', 'Last login'], user.lastLoginTime && shownTime(user.lastLoginTime)],
  ]
  return (
    <Page title={t(['个人信息', 'Personal information'])}>
      <Card>
        <dl className="facts">
          {facts.map(([title, value]) => (
            <div key={title[1]} className="fact">
              <dt>{t(title)}</dt>
              <dd>{value || <span className="muted">–</span>}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <OwnEmail />
      <OwnRoles />
      <Card title={t(['我的可用组织', 'My working organisations'])}>
        <p className="own-orgs">
          {user.availableWorkingOrgs.map((o) => (
            <span key={o.id} className={o.disabled ? 'muted' : undefined}>
              {o.code} {o.name}
              {o.id === user.workingOrg.id && ` (${t(['当前', 'current'])})`}
              {o.disabled && ` (${t(words.disabled)})`}
            </span>
          ))}
        </p>
      </Card>
      <SecondFactor />
      <OverridePin />
      <OwnMessages />
      <OwnSessions />
      <Card title={t(['我的登录记录', 'My logins'])}>
        <OwnLogins />
      </Card>
    </Page>
  )
}
