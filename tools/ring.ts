/**
 * What a landing run (`npm test`) proves: the core always; everything else when what it stands on has changed since the
 * last landing, and by turns when not. The full run proves all of it. docs/testing.md tells what each ring costs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Changed, changedFiles } from './base.ts'
import { isTurn } from './round.ts'
import { importsOf } from './tidy.ts'

const root = join(import.meta.dirname, '..')

/** What all areas stand on: its change runs the core of every area. */
const kernel: readonly string[] = [
  ...['contract', 'server', 'web'].flatMap((side) => [`${side}/kernel/`, `${side}/platform/`]),
  'server/migrate/',
  'web/client/',
  'web/shell/',
  'web/ui/',
  'package-lock.json',
]

interface Area {
  /** Its files begin so. */
  readonly folders: readonly string[]
  /** Browser days without which it is not worth looking at: run when the area changes, or the kernel. */
  readonly core: readonly string[]
}
const sides = (area: string): readonly string[] => [`contract/${area}/`, `server/${area}/`, `web/${area}/`]

/** Each file of the product belongs to one of these. */
export const areas: Readonly<Record<string, Area>> = {
  kernel: { folders: kernel, core: [] },
  door: { folders: ['web/door/'], core: ['login'] },
  sys: { folders: sides('sys'), core: ['session', 'shell', 'live', 'firstDay'] },
  mdm: { folders: sides('mdm'), core: [] },
  wms: { folders: sides('wms'), core: ['picker', 'receiver', 'shiftLeader', 'clerk', 'offline'] },
  tms: { folders: sides('tms'), core: [] },
  dps: { folders: sides('dps'), core: [] },
  rpt: { folders: sides('rpt'), core: [] },
  saas: { folders: sides('saas'), core: [] },
  /** The composition of all areas, and the means of tests: as kernel for whoever asks. */
  whole: { folders: ['contract/', 'server/', 'web/'], core: [] },
  tools: { folders: ['tools/', 'e2e/', 'bench/'], core: [] },
  papers: { folders: ['docs/', '.ci/', ''], core: [] },
}

/** These run whatever has changed: without them nobody works. */
const always: readonly string[] = ['door', 'sys', 'wms'].flatMap((area) => areas[area]?.core ?? [])

/** Generated SQL is that of the area whose declarations it was made of. */
const areaSql = /^server\/migrate\/.*\d_([a-z]+)_(?:tables|ties)\.sql$/

/** The first that its path fits. */
export const areaOf = (path: string): string | undefined =>
  areaSql.exec(path)?.[1] ??
  Object.entries(areas).find(([, { folders }]) =>
    folders.some((folder) => (folder === '' ? !path.includes('/') : path.startsWith(folder))),
  )?.[0]

/**
 * Browser days beyond the cores, and what each stands on: beginnings of paths. `wms/sow` is that of every side:
 * `contract/wms/sowFaults.ts`, `server/wms/sow/make.ts`, `web/wms/sow/Wall.tsx`.
 */
export const days: Readonly<Record<string, readonly string[]>> = {
  accountant: ['tms/fee', 'tms/settle', 'web/tms/fee'],
  account: ['sys/session', 'sys/user', 'web/sys/account', 'web/shell/Password', 'web/client/errors'],
  admin: ['sys/role', 'sys/user', 'server/sys/rights'],
  appearance: ['sys/preference', 'web/client/prefs', 'web/client/accent', 'web/shell/Preferences', 'web/shell/Theme'],
  arrive: ['web/client/guard', 'web/client/directUrl', 'web/client/location', 'web/shell/enter', 'web/Workspace'],
  backups: ['server/platform/backup', 'sys/tenantBackup', 'sys/backup'],
  bins: ['wms/place', 'wms/scheme', 'server/wms/masters', 'web/wms/area', 'web/ui'],
  board: ['wms/board', 'wms/dashboard', 'contract/kernel/board', 'server/platform/board', 'web/platform/Board'],
  brand: ['sys/brand', 'web/door/branding'],
  checker: ['wms/check', 'wms/containerCheck', 'wms/weigh', 'sys/scale', 'web/platform/station/useScale'],
  controller: [
    'tms/abnormal',
    'tms/watch',
    'tms/gps',
    'server/tms/fee/deduct',
    'web/platform/map/',
    'web/platform/bill/StepDialog',
  ],
  counter: ['wms/stockTake'],
  gate: [
    'wms/yard',
    'wms/previewBill',
    'wms/warehouseRegister',
    'wms/dockSlot',
    'wms/dashboardAppointment',
    'wms/supplierSlot',
  ],
  gatekeeper: ['wms/yard', 'wms/warehouseRegister'],
  returnsClerk: ['wms/reverse', 'wms/storeReturn', 'wms/taskTypes/rtnReceive', 'web/wms/station'],
  despatcher: ['wms/ship', 'wms/operate', 'web/platform/print'],
  routeGenerate: ['tms/routePlan', 'tms/planning', 'tms/routing', 'web/tms/generate'],
  quickPlan: ['tms/quick', 'tms/planHold', 'tms/planning', 'tms/wayBill/hold', 'web/tms/plan'],
  routeScheme: ['tms/routeScheme', 'tms/scheme', 'web/tms/scheme'],
  routePlan: ['tms/routePlan', 'tms/planning', 'web/tms/plan', 'web/platform/map'],
  handShake: ['tms/warehouse', 'tms/trip', 'tms/wayBill', 'wms/transport', 'wms/ship', 'wms/operate'],
  dispatchDay: [
    'tms/wayBill',
    'tms/routePlan',
    'tms/planning',
    'tms/trip',
    'web/tms/plan',
    'web/tms/generate',
    'web/tms/driver',
  ],
  dispatcher: ['tms/wayBill', 'web/tms', 'web/platform/bill/StepDialog', 'web/platform/bill/SplitDialog'],
  dialogs: ['web/shell/Dialogs', 'web/shell/dialogs', 'web/kernel/overlay', 'web/kernel/TabDrawer', 'web/shell/Lock'],
  door: ['web/door', 'sys/session', 'server/sys/open'],
  drafts: ['web/client/drafts', 'web/kernel/form'],
  duty: ['wms/worker'],
  foreman: ['wms/task', 'wms/worker', 'wms/dashboardTaskView'],
  frame: ['web/shell/Frame', 'web/shell/framePart', 'web/shell/TabHost', 'web/client/retry', 'web/client/client'],
  handedOn: ['e2e/profiles'],
  imports: ['server/platform/sheet', 'web/platform/sheet', 'sys/importTemplate', 'sys/sheet'],
  inspector: ['wms/quality'],
  install: ['web/sw.js', 'web/serviceWorker', 'web/public', 'web/index.html'],
  kept: ['web/client/stored', 'web/client/session', 'web/kernel/dict'],
  keys: ['web/kernel/grid', 'web/shell/Shortcuts', 'web/shell/focus', 'web/client/keys'],
  lights: ['server/dps', 'contract/dps', 'web/dps', 'wms/light', 'wms/task'],
  lines: ['web/kernel/grid', 'web/platform/bill/LineTable', 'web/platform/bill/RefPicker'],
  listViews: ['sys/listView', 'web/kernel/list'],
  lock: ['web/client/lock', 'web/client/idle', 'web/shell/Lock', 'web/shell/Gate'],
  mail: ['sys/mail', 'sys/email', 'sys/platformMail', 'sys/subscription', 'server/platform/outbox'],
  map: ['tms/map', 'tms/region', 'web/platform/map/', 'tms/masters/regions'],
  merger: ['wms/merge', 'contract/wms/catchWeight'],
  messages: ['sys/message', 'web/shell/MessageBell'],
  mover: ['wms/move'],
  newTenant: ['saas/', 'sys/tenant', 'sys/entitlement', 'sys/support', 'server/tenantBackup'],
  customReport: ['sys/customReport', 'sys/report', 'platform/report'],
  newcomer: ['web/shell/Tour', 'web/shell/loadPage', 'web/client/password'],
  offer: ['server/kernel/labels', 'web/kernel/field', 'server/platform/search'],
  office: ['wms/operate', 'wms/order', 'web/platform/bill'],
  oneSocket: ['web/platform/line', 'web/platform/leader', 'web/platform/news', 'server/platform/push'],
  packs: ['mdm/product', 'wms/pack', 'mdm/barcode', 'mdm/gs1', 'mdm/goodsCode', 'wms/product'],
  permit: ['wms/receive', 'web/platform/station'],
  pickOrder: ['wms/pickOrder', 'contract/wms/place'],
  policy: ['server/kernel/http', 'web/index.html'],
  printView: ['server/platform/print', 'web/platform/print', 'wms/print'],
  reports: ['server/platform/report', 'wms/report', 'contract/sys/report'],
  rules: ['wms/taskRule', 'wms/auto', 'server/platform/ruleTable', 'web/platform/ruleTable', 'wms/qualityScheme'],
  search: ['server/platform/search', 'sys/search', 'web/shell/MenuSearch', 'web/shell/menuSearch'],
  secondFactor: ['sys/secondFactor', 'web/door/LoginCode'],
  sower: ['wms/sow', 'wms/collect', 'wms/wave'],
  steady: ['web/shell/framePart', 'web/shell/loadPage', 'web/kernel/overlay'],
  stockBill: ['wms/stockBill', 'wms/attrChangeBill', 'wms/typeChangeBill', 'contract/wms/bill'],
  tabs: ['web/shell/Tab', 'web/shell/tabMenu', 'web/client/tab'],
  weight: ['tools/buildWeb', 'tools/webStages', 'web/known', 'web/plain', 'web/pages', 'package-lock.json'],
  zoom: ['web/kernel/kit.css', 'web/shell/frame.css', 'web/shell/media.css', 'web/kernel/list/ListCards'],
}

const seams = ['server/kernel/database', 'server/kernel/pglite', 'server/kernel/journey', 'server/kernel/wire']
const demo = ['server/demo/', 'server/platform/demo/', 'sys/demo/', 'wms/demo/', 'tms/demo/']

/** Database tests beyond those of the areas, on PostgreSQL. */
export const weighty: Readonly<Record<string, readonly string[]>> = {
  'tools/db': ['tools/db', 'server/migrate/', 'server/platform/backup', ...seams],
  'tools/dayLights': [
    'tools/day/files',
    'tools/day/wave',
    'contract/dps',
    'server/dps',
    'wms/light',
    'wms/task',
    'wms/wave',
  ],
  'tools/seed': ['tools/seed', 'tools/demoSeed', 'server/migrate/', ...demo],
  'tools/tenant': ['tools/tenant', 'server/platform/backup', 'server/tenantBackup'],
  'tools/backupLoad': ['tools/db', 'server/platform/backup'],
  'server/proof/crash': ['server/kernel/tx', 'server/kernel/outbox', 'wms/stock', 'wms/task', ...seams],
  'server/proof/adminDay': [
    'sys/session',
    'sys/job',
    'sys/user',
    'sys/sheet',
    'server/platform/job',
    'server/platform/sheet',
  ],
  'server/platform/sheet/importTasks': [
    'server/platform/sheet',
    'server/platform/due',
    'server/platform/job',
    ...seams,
  ],
  'server/platform/sheet/exportTasks': [
    'server/platform/sheet',
    'server/platform/due',
    'server/platform/job',
    ...seams,
  ],
  'server/sys/outbound/outage': ['sys/outbound', 'server/platform/outbox', 'server/kernel/outbox', ...seams],
  'server/wms/putAway/search': ['wms/putAway', 'wms/place', 'wms/scheme', 'wms/strategy'],
  'server/wms/sow/walk': ['wms/sow', 'wms/wave', 'wms/stock', 'wms/task'],
  'server/wms/stock/reconcileMany': ['wms/stock', ...seams],
  'server/wms/wave/comingRace': ['wms/wave', 'wms/strategy', 'wms/receive', 'wms/stock'],
}

const stockBook = ['wms/stock', ...seams]
/**
 * Where it can matter that the embedded database is another PostgreSQL, with one connection and no network. Everything
 * else runs there in the full run, and where there is no PostgreSQL.
 */
export const embedded: Readonly<Record<string, readonly string[]>> = {
  'server/main': ['server/main', 'server/migrate/', ...seams],
  'server/schema': ['server/migrate/', 'server/kernel/tables', ...seams],
  'server/slot': ['server/slot', ...seams],
  'server/demo/seed': [...demo, ...seams],
  'server/kernel/tx': ['server/kernel/tx', ...seams],
  'server/platform/push/push': ['server/platform/push', ...seams],
  'server/proof/catalogue': ['server/migrate/', ...seams],
  'server/proof/crash': stockBook,
  'server/proof/once': ['server/kernel/http', ...seams],
  'server/proof/pool': ['server/kernel/turns', ...seams],
  'server/wms/day': stockBook,
  'server/wms/flow': stockBook,
  'server/wms/stock/post': stockBook,
  'server/wms/stock/race': stockBook,
  'server/wms/stock/walk': stockBook,
  'tools/db': ['tools/db', 'server/platform/backup', ...seams],
  'tools/seed': ['tools/seed', ...demo, ...seams],
}

/** Runners of their own. */
export const runners: Readonly<Record<string, readonly string[]>> = {
  'tools/dayReal': ['tools/day', 'wms/stock', 'wms/task', 'wms/wave', 'wms/strategy', 'wms/putAway'],
}

/** What is left out of a run has its turn after so many landings. */
export const every = 4

/** Whether a file that changed is one of what something stands on. */
export const isOn = (path: string, stand: string): boolean =>
  /^(contract|server|web|tools|e2e)\b/.test(stand) || !stand.includes('/')
    ? path.startsWith(stand)
    : /^(contract|server|web)\//.test(path) && path.slice(path.indexOf('/') + 1).startsWith(stand)

const hasChanged = (changed: Changed, stands: readonly string[]): boolean =>
  changed === 'all' || changed.some((path) => stands.some((stand) => isOn(path, stand)))

export interface Choice {
  readonly taken: readonly string[]
  /** Waits for its turn. */
  readonly left: readonly string[]
}

/** Of proofs by name those that stand on what has changed, and those whose turn it is. */
export function choose(proofs: Readonly<Record<string, readonly string[]>>, changed: Changed = changedFiles()): Choice {
  const { taken = [], left = [] } = Object.groupBy(Object.keys(proofs), (name) =>
    hasChanged(changed, proofs[name] ?? []) || isTurn(name, every) ? 'taken' : 'left',
  )
  return { taken, left }
}

/** The files of `e2e/` that a day imports, itself included. */
function ownFiles(day: string): readonly string[] {
  const all = new Set([`e2e/${day}.e2e.ts`])
  for (const path of all)
    for (const { to } of importsOf(path, readFileSync(join(root, path), 'utf8')))
      if (to.startsWith('e2e/') && !shared.has(to)) all.add(to)
  return [...all]
}
/** What nearly every day uses: the days of the core tell whether it still works. */
const shared = new Set(['support', 'profiles', 'pages', 'look', 'server', 'persons'].map((name) => `e2e/${name}.ts`))

/** The browser days of a run: of the areas' cores, of what has changed, and of the turn. */
export function chooseDays(changed: Changed = changedFiles()): Choice {
  const touched = changed === 'all' ? 'all' : new Set(changed.map(areaOf))
  const isCore = ([name, { core }]: readonly [string, Area]) =>
    core.length > 0 && (touched === 'all' || touched.has('kernel') || touched.has(name))
  const cores = Object.entries(areas)
    .filter(isCore)
    .flatMap(([, { core }]) => core)
  const own = Object.fromEntries(Object.entries(days).map(([day, stands]) => [day, [...stands, ...ownFiles(day)]]))
  const others = Object.values(areas)
    .flatMap(({ core }) => core)
    .filter((day) => !always.includes(day))
  const { taken, left } = choose({ ...own, ...Object.fromEntries(others.map((day) => [day, []])) }, changed)
  const all = new Set([...always, ...cores, ...taken])
  return { taken: [...all], left: left.filter((day) => !all.has(day)) }
}

/** What a browser test is called in the tables above. */
export const dayOf = (path: string): string => path.replace(/^e2e\/|(\.full)?\.e2e\.ts$/g, '')
