import type { Text } from './kernel/text.ts'
import {
  type Beside,
  dps,
  type GroupRows,
  type Icon,
  mdm,
  type Row,
  rpt,
  type SubIcon,
  saas,
  sys,
  sysBeside,
  tms,
  tmsBeside,
  wms,
  wmsBeside,
} from './menuEntries.ts'

export const subSystems = ['wms', 'tms', 'dps', 'mdm', 'rpt', 'sys', 'saas'] as const
export type SubSystem = (typeof subSystems)[number]

export interface MenuEntry {
  readonly sub: SubSystem
  /** The specification's own name, also the page's: unique within its sub-system only. */
  readonly name: string
  readonly group: string
  readonly title: Text
  readonly icon: Icon
  /** What a user must hold to see the entry; empty means everybody. */
  readonly permission: string
}
export interface MenuGroup {
  readonly code: string
  readonly title: Text
  readonly icon: Icon
  readonly entries: readonly MenuEntry[]
}
export interface MenuSub {
  readonly sub: SubSystem
  readonly title: Text
  readonly icon: SubIcon
  /** The sub-system's own permission, beside that of its entries. */
  readonly permission: string
  /** Where its button leads; the first entry the user sees when this one is not permitted. */
  readonly landing: string
  readonly groups: readonly MenuGroup[]
  /** Pages that stand in no menu: the product's own, beside the specification's. */
  readonly beside: readonly MenuEntry[]
}
export type Menu = readonly MenuSub[]

/** Report entries show when any permission of the user contains this token, whatever its area. */
export const reportToken = 'report_application'

const entryIn = (sub: SubSystem, g: GroupRows, [name, zh, en, subject]: Row): MenuEntry => ({
  sub,
  name,
  group: g.code,
  title: [zh, en],
  icon: g.icon,
  permission: sub === 'rpt' ? reportToken : `${sub}:${subject}:view`,
})

const subSystem = (
  sub: SubSystem,
  title: Text,
  icon: SubIcon,
  landing: string,
  groups: readonly GroupRows[],
  beside: Beside = [],
): MenuSub => ({
  sub,
  title,
  icon,
  permission: sub,
  landing,
  groups: groups.map((g) => ({
    code: g.code,
    title: g.title,
    icon: g.icon,
    entries: g.rows.map((row) => entryIn(sub, g, row)),
  })),
  beside: groups.flatMap((g) => beside.flatMap(([code, row]) => (code === g.code ? [entryIn(sub, g, row)] : []))),
})

/** All entries of the product, in the order of the sub-system buttons. */
export const menu: Menu = [
  subSystem('wms', ['仓储管理', 'Warehouse'], 'InboxOutlined', 'dashboardCurrent', wms, wmsBeside),
  subSystem('tms', ['运输管理', 'Transport'], 'TruckOutlined', 'truckWorkDashboard', tms, tmsBeside),
  subSystem('dps', ['电子标签', 'Pick to light'], 'TagsOutlined', 'pickDashboard', dps),
  subSystem('mdm', ['主数据', 'Master data'], 'ProfileOutlined', 'productQpcList', mdm),
  subSystem('rpt', ['报表应用', 'Reports'], 'BarChartOutlined', 'customReportApplication', rpt),
  subSystem('sys', ['系统管理', 'System'], 'ControlOutlined', 'sysUserList', sys, sysBeside),
  subSystem('saas', ['渠道专区', 'Channel'], 'CloudOutlined', 'sysAgentList', saas),
]

export const entryKey = (entry: Pick<MenuEntry, 'sub' | 'name'>): string => `${entry.sub}/${entry.name}`

export const entriesOf = (sub: MenuSub): readonly MenuEntry[] => sub.groups.flatMap((g) => g.entries)
/** All that has a page of its own: what stands in the menu, and what does not. */
export const pagesIn = (sub: MenuSub): readonly MenuEntry[] => [...entriesOf(sub), ...sub.beside]

/**
 * The part of the menu that a user sees: entries whose page exists and whose permission the user holds, groups and
 * sub-systems in which such an entry is left. A user without a list of permissions (`null`) is allowed everything.
 */
export function visibleMenu(all: Menu, permissions: readonly string[] | null, built: ReadonlySet<string>): Menu {
  const held = permissions === null ? null : new Set(permissions)
  const readsReports = permissions === null || permissions.some((p) => p.includes(reportToken))
  const isAllowed = (permission: string): boolean =>
    permission === '' || held === null || (permission === reportToken ? readsReports : held.has(permission))
  const shown = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
    entries.filter((e) => built.has(entryKey(e)) && isAllowed(e.permission))
  const groupsOf = (sub: MenuSub): readonly MenuGroup[] =>
    sub.groups.map((g) => ({ ...g, entries: shown(g.entries) })).filter((g) => g.entries.length > 0)
  return all
    .filter((sub) => isAllowed(sub.permission))
    .map((sub) => ({ ...sub, groups: groupsOf(sub), beside: shown(sub.beside) }))
    .filter((sub) => pagesIn(sub).length > 0)
}

/** The entry that a sub-system's button opens for this user, out of what `visibleMenu` left. */
export function landingOf(visible: MenuSub): MenuEntry | undefined {
  const entries = pagesIn(visible)
  return entries.find((e) => e.name === visible.landing) ?? entries[0]
}
