import type { Text } from '@lading/contract/kernel/text.ts'
import type { ShownOption } from '@lading/contract/sys/options.ts'
import { Button, Input, Select, Switch } from 'antd'
import { useId } from 'react'
import { useText } from '../../client/text.ts'

const texts = {
  initial: ['默认值', 'Default'],
  platform: ['平台默认', "The platform's default"],
  tenant: ['企业设置', 'Set for the enterprise'],
  org: ['{org}的设置', 'Set for {org}'],
  reset: ['恢复默认', 'Reset'],
  willReset: ['保存后恢复为上级或默认值', 'Returns to the value above it when saved'],
  history: ['历史', 'History'],
  secretSet: ['已设置，不显示', 'Set; not shown'],
  range: ['{least} 到 {most}', '{least} to {most}'],
  from: ['{least} 以上', '{least} or more'],
  fixed: ['按企业统一设置', 'Set for the whole enterprise'],
} as const satisfies Record<string, Text>

interface Props {
  readonly of: ShownOption
  /** As it shall be; null: as if it had never been set. */
  readonly value: string | null
  readonly isReset: boolean
  readonly isFixed: boolean
  readonly problem: string | undefined
  readonly onChange: (value: string | null) => void
  readonly onHistory: () => void
}

/** One option: what it is, its value in the control of its type, and where that comes from. */
export function OptionRow(p: Props) {
  const t = useText()
  const { of: o, problem } = p
  const id = useId()
  const from = {
    INITIAL: t(texts.initial),
    PLATFORM: t(texts.platform),
    TENANT: t(texts.tenant),
    ORG: t(texts.org, { org: o.orgName }),
  }[o.source]
  return (
    <li className="option">
      <div className="option-name">
        <label htmlFor={id}>{o.title}</label>
        <small className="muted">{o.description}</small>
        <small className="muted option-key">{o.key}</small>
      </div>
      <div className="option-value">
        <Value {...p} id={id} />
        {problem && (
          <div className="problem" role="alert">
            {problem}
          </div>
        )}
        {!problem && o.type === 'INT' && (
          <div className="hint">
            {t(o.most === undefined ? texts.from : texts.range, { least: o.least ?? 0, most: o.most })}
          </div>
        )}
      </div>
      <div className="option-from">
        <span className="muted">{p.isReset ? t(texts.willReset) : from}</span>
        {p.isFixed && o.level === 'TENANT' && <small className="muted">{t(texts.fixed)}</small>}
        <span>
          {o.isSetHere && !p.isReset && !p.isFixed && (
            <Button type="link" size="small" onClick={() => p.onChange(null)}>
              {t(texts.reset)}
            </Button>
          )}
          <Button type="link" size="small" onClick={p.onHistory}>
            {t(texts.history)}
          </Button>
        </span>
      </div>
    </li>
  )
}

function Value({ of: o, value, isReset, isFixed, problem, onChange, id }: Props & { id: string }) {
  const t = useText()
  const common = { id, disabled: isFixed, 'aria-label': o.title, 'aria-invalid': problem !== undefined }
  const status = problem ? ('error' as const) : ('' as const)
  const shown = isReset ? o.initial : (value ?? '')
  if (o.type === 'BOOL')
    return <Switch {...common} checked={shown === 'true'} onChange={(on) => onChange(String(on))} />
  if (o.choices)
    return (
      <Select
        {...common}
        className="wide"
        status={status}
        value={shown}
        options={o.choices.map((choice) => ({ value: choice, label: choice }))}
        onChange={(chosen: string) => onChange(chosen)}
      />
    )
  if (o.type === 'SECRET')
    return (
      <Input.Password
        {...common}
        status={status}
        autoComplete="new-password"
        value={shown}
        placeholder={o.isSet && value === null ? t(texts.secretSet) : ''}
        onChange={(e) => onChange(e.target.value)}
      />
    )
  if (o.type === 'JSON')
    return (
      <Input.TextArea {...common} status={status} rows={4} value={shown} onChange={(e) => onChange(e.target.value)} />
    )
  return (
    <Input
      {...common}
      status={status}
      className={o.type === 'INT' ? 'figure' : ''}
      inputMode={o.type === 'INT' ? 'numeric' : 'text'}
      autoComplete="off"
      value={shown}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}
