import { ApartmentOutlined } from '@ant-design/icons'
import type { LoginUser } from '@lading/contract/sys/session.ts'
import { Button } from 'antd'
import { useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import { openDialog } from './dialogs.ts'

type Org = LoginUser['availableWorkingOrgs'][number]

export const enabledOrgs = (user: LoginUser): readonly Org[] => user.availableWorkingOrgs.filter((o) => !o.disabled)

/** The current organisation; a button only for who may work in several. */
export function OrgButton() {
  const user = useUser()
  const t = useText()
  const name = user.workingOrg.name
  if (enabledOrgs(user).length <= 1) return <span className="head-org">{name}</span>
  return (
    <Button
      type="text"
      icon={<ApartmentOutlined aria-hidden />}
      className="head-org"
      title={`${t(['切换组织', 'Switch organisation'])}: ${name}`}
      onClick={() => openDialog('organisation')}
    >
      <span className="head-org-name">{name}</span>
    </Button>
  )
}
