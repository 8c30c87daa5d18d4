import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { actions } from '@lading/contract/kernel/permission.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import type { PermissionNode } from '@lading/contract/sys/roleCalls.ts'
import { dangerousBackup } from '@lading/contract/sys/tenantBackup.ts'
import { Button, Checkbox, Empty, Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { type Codes, codesOf, found, markOf, onlyChosen, tick } from './grants.ts'

interface Props {
  readonly tree: readonly PermissionNode[]
  readonly chosen: Codes
  readonly onChange: (chosen: Codes) => void
  readonly mayGrant: (code: string) => boolean
  readonly isDisabled: boolean
}
/** Rights that harm when they are in the wrong hands stand out. */
const dangerous: readonly (keyof typeof actions)[] = [
  'remove',
  'cancel',
  'stop',
  'give_up',
  'reset_pwd',
  'edit_role',
  'update_org',
]
const isDangerous = (code: string): boolean =>
  dangerousBackup.has(code) || dangerous.some((a) => code.endsWith(`:${a}`))

/** Permissions by sub-system and module, each action a box to tick. */
export function PermissionTree(p: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isShort, setShort] = useState(p.isDisabled && p.chosen.size > 0)
  const [closed, setClosed] = useState<Codes>(new Set())
  const every = p.tree.flatMap(codesOf)
  const all = new Set(every)
  const shown = found(isShort ? onlyChosen(p.tree, p.chosen) : p.tree, typed)
  const set = (codes: readonly string[], on: boolean) =>
    p.onChange(tick(p.chosen, codes, on, { all, mayGrant: p.mayGrant }))
  const toggle = (key: string) =>
    setClosed(closed.has(key) ? new Set([...closed].filter((k) => k !== key)) : new Set([...closed, key]))
  const box = { ...p, set }
  return (
    <div className="grants">
      <div className="grants-tools">
        <Input
          allowClear
          value={typed}
          aria-label={t(['查找权限', 'Find a permission'])}
          placeholder={t(['查找模块或操作', 'Find a module or an action'])}
          onChange={(e) => setTyped(e.target.value)}
        />
        <Branch {...box} codes={every} title={t(['全选', 'Select all'])} />
        <Checkbox checked={isShort} onChange={(e) => setShort(e.target.checked)}>
          {t(['只看已选', 'Selected only'])}
        </Checkbox>
        <span className="muted num">
          {t(['已选 {n} / {all}', '{n} of {all} selected'], { n: p.chosen.size, all: every.length })}
        </span>
      </div>
      {shown.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(['没有符合的权限', 'No permission matches'])} />
      )}
      {shown.map((area) => {
        const isOpen = typed.trim() !== '' || !closed.has(area.key)
        const own = codesOf(area)
        return (
          <section key={area.key} className="grants-area" aria-label={area.title}>
            <header>
              <Button
                type="text"
                size="small"
                icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
                aria-label={isOpen ? t(['收起', 'Fold']) : t(['展开', 'Unfold'])}
                aria-expanded={isOpen}
                onClick={() => toggle(area.key)}
              />
              <Branch {...box} codes={own} title={area.title} isStrong />
              <span className="muted num">
                {own.filter((c) => p.chosen.has(c)).length} / {own.length}
              </span>
            </header>
            {isOpen && area.children?.map((module) => <Module key={module.key} {...box} module={module} area={area} />)}
          </section>
        )
      })}
    </div>
  )
}

type Box = Props & { readonly set: (codes: readonly string[], on: boolean) => void }

/** One box for all below it: half ticked when only some are. */
function Branch({
  codes,
  title,
  isStrong = false,
  ...p
}: Box & { codes: readonly string[]; title: string; isStrong?: boolean }) {
  const mark = markOf(codes, p.chosen)
  const isFull = codes.filter(p.mayGrant).every((c) => p.chosen.has(c))
  const canTick = codes.some((c) => p.mayGrant(c) || p.chosen.has(c))
  return (
    <Checkbox
      checked={mark === 'all'}
      indeterminate={mark === 'some'}
      disabled={p.isDisabled || !canTick}
      onChange={() => p.set(codes, !isFull || mark === 'none')}
    >
      {isStrong ? <b>{title}</b> : title}
    </Checkbox>
  )
}

function Module({ module, area, ...p }: Box & { module: PermissionNode; area: PermissionNode }) {
  const t = useText()
  const leaves = module.children ?? []
  // The sub-system's own permission is one word: the way in.
  const isEntry = leaves.some((leaf) => leaf.key === area.key)
  if (isEntry) {
    return (
      <div className="grants-module">
        <Leaf {...p} code={area.key} title={t(['进入{area}', 'Enter {area}'], { area: [area.title, area.title] })} />
        <span className="hint">
          {t(['没有它，菜单中不出现该子系统', 'Without it, the sub-system does not appear in the menu'])}
        </span>
      </div>
    )
  }
  return (
    <div className="grants-module">
      <Branch {...p} codes={codesOf(module)} title={module.title} />
      <div className="grants-actions">
        {leaves.map((leaf) => (
          <Leaf key={leaf.key} {...p} code={leaf.key} title={leaf.title} />
        ))}
      </div>
    </div>
  )
}

function Leaf({ code, title, ...p }: Box & { code: string; title: string }) {
  const t = useText()
  const isOn = p.chosen.has(code)
  const isBeyond = !p.mayGrant(code) && !isOn
  return (
    <Tooltip title={isBeyond && !p.isDisabled ? t(sysFaults.beyondOwn.text) : undefined}>
      <Checkbox
        checked={isOn}
        disabled={p.isDisabled || isBeyond}
        className={isDangerous(code) ? 'grants-danger' : ''}
        onChange={(e) => p.set([code], e.target.checked)}
      >
        {title}
      </Checkbox>
    </Tooltip>
  )
}
