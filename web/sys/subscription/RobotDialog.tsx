import type { Text } from '@lading/contract/kernel/text.ts'
import {
  robotCalls as calls,
  messageRobot,
  type RobotKind,
  type RobotMessage,
  type RobotRecord,
  robotKinds,
  robotMessages,
  signs,
} from '@lading/contract/sys/robot.ts'
import { Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { useOrgs, useRefusedOrg } from '../org/orgTree.ts'

const texts = {
  add: ['新增消息机器人', 'Add a message robot'],
  change: ['修改消息机器人', 'Change a message robot'],
  name: ['名称', 'Name'],
  kind: ['类型', 'Kind'],
  address: ['地址', 'Address'],
  addressKept: ['不填则保持不变：{host}', 'Leave it empty to keep it: {host}'],
  addressHint: ['加密保存，之后只显示主机名。', 'It is kept sealed: only the name of its host is shown afterwards.'],
  secret: ['签名密钥', 'Signing secret'],
  secretKept: ['不填则保持不变', 'Leave it empty to keep it'],
  secretHint: ['机器人的安全设置中启用了签名时填写。', 'Where the robot asks for signatures in its security settings.'],
  genericHint: [
    '有密钥时，请求带 X-Timestamp、X-Delivery、X-Signature，与开放账号的消息推送相同。',
    'With a secret, requests carry X-Timestamp, X-Delivery and X-Signature, as webhook messages of API accounts do.',
  ],
  org: ['组织', 'Organisation'],
  orgHint: [
    '发给该组织发生的消息；选择集团则为全部组织。',
    'It hears of what happens there; at the group: everywhere.',
  ],
  owner: ['货主', 'Owner'],
  ownerHint: ['不选则不限；选择后只发该货主的消息。', 'None: of all. With one, only of what concerns its goods.'],
  kinds: ['消息类型', 'Kinds of messages'],
  language: ['语言', 'Language'],
  zh: ['中文', 'Chinese'],
  en: ['英文', 'English'],
} as const satisfies Record<string, Text>
const samples: Readonly<Record<RobotKind, string>> = {
  WECOM: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  DINGTALK: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  FEISHU: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
  GENERIC: 'https://…',
}
// The keys of the declarations.
const kinds = Object.keys(robotKinds) as RobotKind[]
const messages = Object.keys(robotMessages) as RobotMessage[]

interface Typed {
  readonly name: string
  readonly kind: RobotKind
  readonly orgId: string | undefined
  readonly ownerId: string | null
  readonly kinds: RobotMessage[]
  readonly language: 'zh-CN' | 'en-US'
  readonly address: string
  readonly secret: string
}

/** Makes a robot, or changes one. Address and secret are typed, and shown to nobody again. */
export function RobotDialog({ robot, onClose }: { robot: RobotRecord | undefined; onClose: () => void }) {
  const t = useText()
  const { workingOrg } = useUser()
  const add = useAct(messageRobot, calls.add, onClose)
  const change = useAct(messageRobot, calls.change, onClose)
  const [typed, setTyped] = useState<Typed>(() =>
    robot
      ? { ...robot, kinds: [...robot.kinds], address: '', secret: '' }
      : {
          ...{ name: '', kind: 'WECOM', orgId: workingOrg.id, ownerId: null, kinds: [] },
          ...{ language: 'zh-CN', address: '', secret: '' },
        },
  )
  const set = (some: Partial<Typed>) => setTyped({ ...typed, ...some })
  const { orgId, address, secret, ...rest } = typed
  const isReady = typed.name.trim() !== '' && orgId !== undefined && (robot !== undefined || address.trim() !== '')
  const save = () => {
    if (orgId === undefined) return
    const said = { ...rest, orgId, ...(secret !== '' && { secret }) }
    const told = () => t(words.saved)
    if (!robot) return void add.run({ ...said, address }, told)
    const seen = { id: robot.id, version: robot.version }
    void change.run({ ...seen, ...said, ...(address.trim() !== '' && { address }) }, told)
  }
  return (
    <ActDialog
      act={robot ? change : add}
      width={560}
      title={t(robot ? texts.change : texts.add)}
      okText={t(words.save)}
      isReady={isReady}
      onOk={save}
      onClose={onClose}
    >
      <Reach typed={typed} set={set} />
      <Field title={t(texts.address)} hint={t(texts.addressHint)}>
        <Input
          value={address}
          aria-label={t(texts.address)}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          placeholder={robot ? t(texts.addressKept, { host: robot.host }) : samples[typed.kind]}
          onChange={(e) => set({ address: e.target.value })}
        />
      </Field>
      {signs[typed.kind] && (
        <Field title={t(texts.secret)} hint={t(typed.kind === 'GENERIC' ? texts.genericHint : texts.secretHint)}>
          <Input.Password
            value={secret}
            aria-label={t(texts.secret)}
            maxLength={200}
            autoComplete="new-password"
            {...(robot?.isSigned && { placeholder: t(texts.secretKept) })}
            onChange={(e) => set({ secret: e.target.value })}
          />
        </Field>
      )}
    </ActDialog>
  )
}

/** What it is called, and of what it hears. */
function Reach({ typed, set }: { typed: Typed; set: (some: Partial<Typed>) => void }) {
  const t = useText()
  const { orgs } = useOrgs()
  const refused = useRefusedOrg()
  return (
    <>
      <Field title={t(texts.name)}>
        <Input
          value={typed.name}
          aria-label={t(texts.name)}
          maxLength={64}
          onChange={(e) => set({ name: e.target.value })}
        />
      </Field>
      <Field title={t(texts.kind)}>
        <Select
          value={typed.kind}
          aria-label={t(texts.kind)}
          options={kinds.map((value) => ({ value, label: t(robotKinds[value]) }))}
          onChange={(kind: RobotKind) => set({ kind, secret: '' })}
        />
      </Field>
      <Field title={t(texts.kinds)}>
        <Select
          mode="multiple"
          value={typed.kinds}
          aria-label={t(texts.kinds)}
          optionFilterProp="label"
          options={messages.map((value) => ({ value, label: t(robotMessages[value]) }))}
          onChange={(chosen: RobotMessage[]) => set({ kinds: chosen })}
        />
      </Field>
      <Field title={t(texts.org)} hint={t(texts.orgHint)}>
        <Select
          value={typed.orgId ?? null}
          aria-label={t(texts.org)}
          optionFilterProp="label"
          options={orgs.map(({ node }) => ({
            value: node.id,
            label: node.name,
            disabled: refused(node) !== undefined,
          }))}
          onChange={(orgId) => set({ orgId: orgId ?? undefined })}
        />
      </Field>
      <Field title={t(texts.owner)} hint={t(texts.ownerHint)}>
        <RefSelect
          to="wms.owner"
          title={t(texts.owner)}
          value={typed.ownerId ?? undefined}
          onChange={(ownerId) => set({ ownerId: ownerId ? String(ownerId) : null })}
        />
      </Field>
      <Field title={t(texts.language)}>
        <Select
          value={typed.language}
          aria-label={t(texts.language)}
          options={[
            { value: 'zh-CN', label: t(texts.zh) },
            { value: 'en-US', label: t(texts.en) },
          ]}
          onChange={(language: Typed['language']) => set({ language })}
        />
      </Field>
    </>
  )
}

function Field({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="dialog-field">
      <span>{title}</span>
      {children}
      {hint && <span className="hint">{hint}</span>}
    </div>
  )
}
