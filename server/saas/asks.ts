import type { OrgType } from '@lading/contract/kernel/org.ts'
import type { Language, Text } from '@lading/contract/kernel/text.ts'
import type { entitlement } from '@lading/contract/sys/entitlement.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { OutsideRequest } from '../kernel/http/serve.ts'
import type { Kernel } from '../kernel/perform.ts'
import type { NewRow } from '../kernel/rowOf.ts'
import type { TenantPlan } from '../platform/tenantPlan.ts'

type Make = (kernel: Kernel, plan: TenantPlan) => Promise<void>

/** What the channel asks of the administration. */
export interface Administration {
  /** A new organisation, ready for work. @returns its id */
  readonly newOrg: (
    ctx: Ctx,
    of: { readonly code: string; readonly name: string; readonly type: OrgType; readonly upperOrgId: string },
  ) => Promise<string>
  /** Whoever works only in a disabled organisation does not log in. */
  readonly switchOrg: (ctx: Ctx, id: string, disabled: boolean) => Promise<void>
  /** A new initial password, told once. @param work gets its hash */
  readonly withPassword: <T extends object>(
    request: OutsideRequest,
    path: string,
    input: object,
    work: (ctx: Ctx, hash: string) => Promise<T>,
  ) => Promise<T & { initialPassword: string | null }>
  /** What a tenant may and has, in his own tenant; what is older than what stands there is dropped. */
  readonly putPlan: (ctx: Ctx, plan: NewRow<typeof entitlement.fields> & { readonly seq: number }) => Promise<void>
  /** Until when a tenant lets its provider look in; null: it does not. */
  readonly supportUntil: (ctx: Ctx) => Promise<string | null>
  readonly supportTopic: string
  /** Whom an address of the net stands for. */
  readonly networkOf: (ip: string) => string
  /** Whether letters to people without an account can be sent, with an address of the product in them. */
  readonly canWrite: (ctx: Ctx) => Promise<boolean>
  /** Sends one after the commit. */
  readonly write: (
    ctx: Ctx,
    letter: {
      readonly to: string
      readonly title: Text
      readonly body: Text
      /** Of a signed page. */
      readonly path: string
      readonly language: Language
    },
  ) => void
  /** What a tenant is made of, each step harmless to repeat. */
  readonly make: {
    readonly tenant: Make
    readonly orgs: Make
    readonly options: Make
    readonly prepare: Make
    readonly roles: Make
    readonly admin: (kernel: Kernel, plan: TenantPlan, who: { realName: string; email: string }) => Promise<void>
    /** @throws Error what the administrator could not do */
    readonly tried: Make
  }
}
