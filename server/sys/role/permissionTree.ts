import { actions, type Permission } from '@lading/contract/kernel/permission.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { menu, pagesIn } from '@lading/contract/menu.ts'
import type { PermissionNode } from '@lading/contract/sys/roleCalls.ts'

/** Area → what the permission is on → action, in the order of the menu. */
export function permissionTree(registry: readonly Permission[], language: Language): PermissionNode[] {
  return menu.flatMap((sub): PermissionNode[] => {
    const own = registry.filter((p) => p.area === sub.sub)
    if (own.length === 0) return []
    const modules = Map.groupBy(own, (p) => p.code.split(':')[1] ?? '')
    const titles = new Map(pagesIn(sub).map((entry) => [entry.permission.split(':')[1] ?? '', entry.title]))
    const children = [...modules].map(([module, permissions]): PermissionNode => {
      const title =
        titles.get(module) ?? permissions.find((p) => p.action === 'view')?.subject ?? permissions[0]?.subject
      return {
        key: `${sub.sub}:${module}`,
        title: title ? say(title, language) : module,
        children: inOrder(permissions).map((p) => ({ key: p.code, title: say(actions[p.action], language) })),
      }
    })
    return [{ key: sub.sub, title: say(sub.title, language), children }]
  })
}

/** Looking first, as the list of actions has it. */
const order = Object.keys(actions)
const inOrder = (permissions: readonly Permission[]): readonly Permission[] =>
  permissions.toSorted((a, b) => order.indexOf(a.action) - order.indexOf(b.action))
