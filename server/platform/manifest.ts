import type { OrgType } from '@lading/contract/kernel/org.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { PrintForm } from '@lading/contract/sys/printForm.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Served } from '../kernel/http/serve.ts'
import type { Kernel } from '../kernel/perform.ts'
import type { Computations, Extents, Stories, Walls } from '../kernel/registry.ts'
import type { TableExtra } from '../kernel/tables.ts'
import type { Site } from './demo/site.ts'
import type { Derivation, Refresh } from './document/refresh.ts'
import type { Worker } from './due/worker.ts'
import type { JobHandlers } from './job/run.ts'
import type { Listeners } from './outbox/relay.ts'
import type { ReportModel } from './report/model.ts'
import type { ReportSource } from './report/reports.ts'
import type { Sign, Signing } from './signed/signedPages.ts'

/** A role that an organisation begins with. */
export interface DefaultRole {
  readonly name: string
  /** Beginnings of permissions; `view`: every right to look, but at the administration. */
  readonly grants: readonly string[]
}
/** What a new organisation begins with. */
export interface Beginning {
  readonly prepare?: (ctx: Ctx, orgId: string) => Promise<void>
  readonly roles: readonly DefaultRole[]
}
/** Demo rows of an area, by the kind of organisation in whose name they are made. */
export type Demo = Readonly<Partial<Record<OrgType, (site: Site) => Promise<void>>>>
/** What keeps an organisation open, of one kind how much. */
export interface Holding {
  readonly kind: Text
  readonly count: number
}

/**
 * What an area does, named in one place. All that must know every area is put together from these, in `server/areas.ts`.
 * @template Needs what it asks of other areas
 */
export interface Manifest<Needs> {
  /** Its calls. `sign` makes the addresses of its pages without log-in. */
  readonly served: (needs: Needs, sign: Sign) => Served[]
  /** Its pages without log-in: `signedServed` for each. */
  readonly signed?: (o: Signing) => Served[]
  /** What new organisations begin with, by kind. */
  readonly begins?: Readonly<Partial<Record<OrgType, Beginning>>>
  /** What the demo company has of it, loaded when it is asked for. Masters of the enterprise come before what lies below. */
  readonly demo?: () => Promise<Demo>
  /** Goods and unfinished work of an organisation. */
  readonly holds?: (ctx: Ctx, orgId: string) => Promise<readonly Holding[]>
  /** What it does by the clock. */
  readonly jobs?: (needs: Needs) => JobHandlers
  /** What takes longer than anybody waits, by the topic that tells that there is something to do. */
  readonly background?: Readonly<Record<string, (kernel: Kernel) => Worker>>
  readonly reports?: readonly ReportSource[]
  /** What tenants may make reports of their own of. */
  readonly reportModels?: readonly ReportModel[]
  /** All that it prints, as a tenant may lay it out anew. */
  readonly printForms?: readonly PrintForm[]
  /** How computed fields are worked out, by table: those of its own, and what its views say of others'. */
  readonly computations?: Computations
  /** Whose goods rows hold, where these do not say so themselves, by table. */
  readonly walls?: Walls
  /** Which rows its views show, where no column says so, by their key. */
  readonly extents?: Extents
  /** Which carriers' rows are where these do not say so themselves, by table. */
  readonly carried?: Walls
  /** What the logs of its rows tell of what was done to others, by key. */
  readonly stories?: Stories
  /** How each bill type's state follows from its lines, by the key of its header; run by the outbox after the commit. */
  readonly derivations?: Readonly<Record<string, Derivation | Refresh>>
  /** What it does after commits, by the topic that the outbox brings. */
  readonly listeners?: (kernel: Kernel) => Listeners
  /** What the database itself must refuse or find fast, beside what the declarations say, by key. */
  readonly extras?: Readonly<Record<string, TableExtra>>
}
