import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { type Action, actions, type Permission } from '@lading/contract/kernel/permission.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { Served } from './kernel/http/serve.ts'

/** The seven sub-systems by the permission that opens each. */
const subSystems: Readonly<Record<string, Text>> = {
  wms: ['仓储', 'Warehouse'],
  tms: ['运输', 'Transport'],
  dps: ['电子标签', 'Pick-to-light'],
  mdm: ['主数据', 'Master data'],
  rpt: ['报表', 'Reports'],
  sys: ['系统管理', 'Administration'],
  saas: ['渠道专区', 'Channel'],
}

/**
 * Which of all permissions some grants mean.
 * @param grants beginnings of permissions; `*`: all; `view`: every right to look, but at the administration
 */
export function grantedBy(all: readonly string[], grants: readonly string[]): string[] {
  if (grants.includes('*')) return [...all]
  const given = all.filter((code) =>
    grants.some((g) => code.startsWith(g) || (g === 'view' && code.endsWith(':view') && !code.startsWith('sys:'))),
  )
  const areas = new Set(given.map((code) => code.split(':')[0] ?? ''))
  return [...new Set([...given, ...all.filter((code) => areas.has(code))])]
}

const isAction = (word: string): word is Action => Object.hasOwn(actions, word)

/** Every permission there is: what the registered calls ask for and what the declared entities offer. */
export function permissionRegistry(served: readonly Served[], entities: readonly AnyEntity[]): Permission[] {
  const found = new Map<string, Permission>()
  // A sub-system shows only to those who hold its own permission, one word without action.
  for (const [area, title] of Object.entries(subSystems))
    found.set(area, { code: area, area, subject: title, action: 'view' })
  for (const e of entities)
    if (e.actions.length > 1)
      for (const action of e.actions) {
        const code = entityPermission(e, action)
        if (!found.has(code)) found.set(code, { code, area: e.area, subject: e.title, action })
      }
  for (const { call } of served) {
    const [area, , action] = call.permission.split(':')
    if (area === undefined || action === undefined || found.has(call.permission)) continue
    if (!isAction(action)) throw new Error(`${call.path} asks for ${call.permission}, whose action is not in the list`)
    found.set(call.permission, { code: call.permission, area, subject: call.title, action })
  }
  return [...found.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}
