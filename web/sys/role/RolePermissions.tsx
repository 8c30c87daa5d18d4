import { heldTogether } from '@lading/contract/kernel/duty.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { type DutyWords, type PermissionNode, roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useSession } from '../../client/session.ts'
import { useDirty } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useReach } from '../org/orgTree.ts'
import { Duties } from './Duties.tsx'
import { type Codes, isSame, rebased } from './grants.ts'
import { PermissionTree } from './PermissionTree.tsx'
import { useGrants } from './RoleCompare.tsx'

/** What a role allows: to read, and for who may change it to change. */
export function RolePermissions({ row }: { row: Row }) {
  const t = useText()
  const grants = useGrants(row.id)
  if (grants.error) {
    return <NotRead of={grants} />
  }
  if (!grants.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return <Editor row={row} grants={grants.data} reload={async () => (await grants.refetch()).data} />
}

interface Grants {
  readonly tree: readonly PermissionNode[]
  readonly held: readonly string[]
  readonly version: number
  readonly duties: readonly DutyWords[]
}
interface EditorProps {
  readonly row: Row
  readonly grants: Grants
  readonly reload: () => Promise<Grants | undefined>
}

/** Ticks on the way to be saved: what they began with, what the server said to them. */
function useTicks({ row, grants, reload }: EditorProps) {
  const t = useText()
  // What the ticks began with, and by which version; a later read changes neither until it is asked for.
  const [base, setBase] = useState({ codes: new Set(grants.held) as Codes, version: grants.version })
  const [chosen, setChosen] = useState<Codes>(base.codes)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ message: string; isStale: boolean }>()
  const isDirty = !isSame(chosen, base.codes)
  useDirty(isDirty)
  const begin = (fresh: Grants, codes: Codes) => {
    setBase({ codes: new Set(fresh.held), version: fresh.version })
    setChosen(codes)
    setProblem(undefined)
  }
  const save = async () => {
    setBusy(true)
    setProblem(undefined)
    const permissions = [...chosen]
    try {
      const answer = await call(roleCalls.updatePermission, { id: row.id, version: base.version, permissions })
      notify(
        'good',
        t(['已保存：增加{added}项，减少{removed}项', 'Saved: {added} granted, {removed} withdrawn'], answer),
      )
      const fresh = await reload()
      if (fresh) begin(fresh, new Set(fresh.held))
      await changed(role)
    } catch (error) {
      const { message, code } = asRefused(error)
      setProblem({ message, isStale: code === faults.stale.code })
    }
    setBusy(false)
  }
  const rebase = async () => {
    setBusy(true)
    const fresh = await reload()
    if (fresh) begin(fresh, rebased(base.codes, chosen, new Set(fresh.held)))
    setBusy(false)
  }
  const undo = () => setChosen(base.codes)
  return { chosen, setChosen, isDirty, isBusy, problem, save, rebase, undo }
}

function Editor(p: EditorProps) {
  const t = useText()
  const held = useSession((s) => s.user?.permissions)
  const own = useMemo(() => (held ? new Set(held) : null), [held])
  const outOfReach = useReach()(p.row.orgId)
  const refused = outOfReach ?? (p.row.isBeyond === true ? t(sysFaults.roleBeyond.text) : undefined)
  const { can } = useVerbs(role)
  const ticks = useTicks(p)
  const mayChange = can(role, 'update')
  return (
    <>
      {mayChange && (
        <div className="grants-save">
          <Button
            type="primary"
            loading={ticks.isBusy}
            disabled={!ticks.isDirty || refused !== undefined}
            onClick={() => void ticks.save()}
          >
            {t(words.save)}
          </Button>
          <Button disabled={!ticks.isDirty || ticks.isBusy} onClick={ticks.undo}>
            {t(['撤销修改', 'Undo changes'])}
          </Button>
          <span className="hint">
            {refused ?? t(['只能授予本人拥有的权限', 'Only what you hold yourself can be granted'])}
          </span>
        </div>
      )}
      {ticks.problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={ticks.problem.message}
          action={
            ticks.problem.isStale && (
              <Button size="small" onClick={() => void ticks.rebase()}>
                {t(['读取最新数据，保留我的修改', 'Load the latest, keep my changes'])}
              </Button>
            )
          }
        />
      )}
      <Duties of={heldTogether(p.grants.duties, (code) => ticks.chosen.has(code))} />
      <PermissionTree
        tree={p.grants.tree}
        chosen={ticks.chosen}
        onChange={ticks.setChosen}
        mayGrant={(code) => own === null || own.has(code)}
        isDisabled={!mayChange || refused !== undefined || ticks.isBusy}
      />
    </>
  )
}
