import { menu, visibleMenu } from '@lading/contract/menu.ts'
import { useText } from '../../client/text.ts'
import { withPages } from '../../kernel/entries.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { useGrants } from './RoleCompare.tsx'

/** The menu that somebody with this role alone finds. It is only drawn: nobody takes a right by looking. */
export function RoleMenu({ row }: { row: Row }) {
  const t = useText()
  const grants = useGrants(row.id)
  if (grants.error) return <NotRead of={grants} />
  if (!grants.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  const subs = visibleMenu(menu, grants.data.held, withPages)
  if (subs.length === 0)
    return (
      <Empty title={t(['看不到任何菜单', 'This role sees no menu'])}>
        {t(['要进入子系统，还需勾选“进入”权限', 'To open a sub-system, its Enter permission is needed as well'])}
      </Empty>
    )
  return (
    <>
      <p className="hint">
        {t([
          '只持有这个角色的用户看到的菜单（按已保存的权限）',
          'The menu seen by a user who has only this role, as saved',
        ])}
      </p>
      {subs.map((sub) => (
        <section key={sub.sub} className="grants-area" aria-label={t(sub.title)}>
          <header>
            <b>{t(sub.title)}</b>
          </header>
          {sub.groups.map((group) => (
            <div key={group.code} className="grants-module">
              <span>{t(group.title)}</span>
              <ul className="grants-actions role-menu">
                {group.entries.map((entry) => (
                  <li key={entry.name}>{t(entry.title)}</li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </>
  )
}
