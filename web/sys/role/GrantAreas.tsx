import type { PermissionNode } from '@lading/contract/sys/roleCalls.ts'
import type { ReactNode } from 'react'
import { useText } from '../../client/text.ts'
import '../sys.css'

/** Permissions to read, by sub-system and module; the page says of each module what it has to say. */
export function GrantAreas({
  tree,
  children,
}: {
  tree: readonly PermissionNode[]
  children: (leaves: readonly PermissionNode[]) => ReactNode
}) {
  const t = useText()
  return tree.map((area) => (
    <section key={area.key} className="grants-area" aria-label={area.title}>
      <header>
        <b>{area.title}</b>
      </header>
      {area.children?.map((module) => {
        const leaves = module.children ?? []
        // The sub-system's own permission is one word: the way in.
        const isEntry = leaves.some((leaf) => leaf.key === area.key)
        return (
          <div key={module.key} className="grants-module">
            <span>{isEntry ? t(['进入子系统', 'Enter the sub-system']) : module.title}</span>
            <div>{children(leaves)}</div>
          </div>
        )
      })}
    </section>
  ))
}
