import type { MessageKind } from '@lading/contract/sys/message.ts'
import type { Ctx } from '../kernel/ctx.ts'

/** To whom something is told: named people, or whoever may do something about it in the organisation it happened in. */
export interface Notice {
  readonly kind: MessageKind
  /** What it is about; the same thing is told once, however often it is delivered. */
  readonly about: string
  readonly args: Readonly<Record<string, string>>
  /** Where it is settled, by entity: `wms.operateBill?id=12` one record, any other query the list that it finds. */
  readonly link: string
  /** Whose people; left out: those of where it happened. */
  readonly orgId?: string
  readonly to:
    | { readonly userIds: readonly string[] }
    | { readonly permission: string; readonly ownerId: string | null }
}
export const noticeTopic = 'message'

/** Tells people, once this has been committed, what they have to do; not who has brought it about. */
export function tellWho(ctx: Ctx, { orgId, ...notice }: Notice): void {
  ctx.emit({
    ...(orgId !== undefined && { orgId }),
    topic: noticeTopic,
    key: `sys.message:${notice.kind}:${notice.about}`,
    payload: { ...notice, by: ctx.userId },
  })
}
