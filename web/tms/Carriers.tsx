import { code, text } from '@lading/contract/kernel/field.ts'
import { user } from '@lading/contract/sys/user.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { centreField } from '@lading/contract/tms/feeTerms.ts'
import { makeAccount } from '@lading/contract/tms/masterCalls.ts'
import { useState } from 'react'
import { useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import { FieldRow } from '../kernel/form/FieldRow.tsx'
import { useMay } from '../kernel/permission.ts'
import type { Row } from '../kernel/records.ts'
import { useVerbs } from '../kernel/verbs.tsx'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'
import { InitialPassword, type Told } from '../platform/InitialPassword.tsx'
import { ExpiringList } from './Expiring.tsx'

const { hint: _hint, ...centre } = centreField
const fields = {
  username: code(['用户名', 'User name'], { required: true, max: 64 }),
  realName: text(['姓名', 'Name'], { required: true, max: 64 }),
  mobile: text(['手机', 'Mobile'], { max: 20 }),
  centreId: { ...centre, required: true },
}
const off = ['已停用', 'Disabled'] as const

/** Who drives; who may make users gives a carrier a log-in of its own. */
export function Carriers() {
  const t = useText()
  const may = useMay()
  const { can, refused } = useVerbs(carrier)
  const [of, setOf] = useState<Row>()
  if (!can(carrier, 'update') || !may(user, 'create')) return <ExpiringList of={carrier} />
  return (
    <>
      <ExpiringList
        of={carrier}
        rowActions={(row, standard) => [
          ...standard,
          {
            key: 'makeAccount',
            title: makeAccount.title,
            refused: refused ?? (row.disabled === true ? t(off) : undefined),
            isAside: true,
            run: () => setOf(row),
          },
        ]}
      />
      {of && <Account key={String(of.id)} of={of} onClose={() => setOf(undefined)} />}
    </>
  )
}

/** 生成账号. The password is shown once, when it has been made. */
function Account({ of, onClose }: { of: Row; onClose: () => void }) {
  const t = useText()
  const isCentre = useUser().workingOrg.type === 'TC'
  const act = useAct(carrier, makeAccount, () => undefined)
  const [told, setTold] = useState<Told>()
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({
    username: String(of.code).toLowerCase(),
    realName: of.contact ?? of.name,
  })
  const said = (name: keyof typeof fields) => String(values[name] ?? '').trim()
  const names = (['username', 'realName', 'mobile', 'centreId'] as const).filter((n) => n !== 'centreId' || !isCentre)
  const run = () => {
    const [username, realName, mobile, centreId] = [
      said('username'),
      said('realName'),
      said('mobile'),
      said('centreId'),
    ]
    const more = { mobile: mobile || null, ...(centreId && !isCentre && { centreId }) }
    void act.run({ id: of.id, version: of.version, username, realName, ...more }, ({ initialPassword }) => {
      setTold({ username, password: initialPassword })
      return t(['已生成账号【{username}】', 'Log-in made: {username}'], { username })
    })
  }
  if (told) return <InitialPassword told={told} onClose={onClose} />
  return (
    <ActDialog
      act={act}
      width={440}
      title={`${t(makeAccount.title)} ${String(of.code)}`}
      okText={t(makeAccount.title)}
      isReady={names.every((n) => !fields[n].required || said(n) !== '')}
      onOk={run}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '账号只能查看该承运商的派车单、运单、运费和对账单，角色为【承运商】；初始密码只显示一次。',
          "It sees this carrier's trips, way bills, charges and statements alone, by the role for carriers. The password is shown once.",
        ])}
      </p>
      {names.map((name) => (
        <FieldRow
          key={name}
          field={fields[name]}
          value={values[name] ?? null}
          record={values}
          problem={undefined}
          onLeave={() => undefined}
          onChange={(value) => setValues((v) => ({ ...v, [name]: value }))}
        />
      ))}
    </ActDialog>
  )
}
