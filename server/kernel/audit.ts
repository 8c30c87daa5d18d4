import { bulkInsert } from './bulk.ts'
import type { Audit, Ctx } from './ctx.ts'
import { isSecretField } from './registry.ts'

const secret = /password|secret|token|hash/i
const isSecret = (name: string): boolean => secret.test(name) || isSecretField(name)
const masked = (values: Audit['before']): object | null =>
  values ? Object.fromEntries(Object.entries(values).map(([k, v]) => [k, isSecret(k) ? '***' : v])) : null

/** Writes who did what, when and from where, in the transaction that did it. */
export async function writeAudit(ctx: Ctx, entries: readonly (Audit & { readonly id: string })[]): Promise<void> {
  await bulkInsert(
    ctx.tx,
    'sys_audit_log',
    entries.map((entry) => ({
      tenantId: ctx.tenantId,
      id: entry.id,
      createdAt: ctx.now(),
      createdBy: ctx.userId,
      orgId: ctx.org.id,
      username: ctx.username,
      source: ctx.source,
      ip: ctx.ip,
      traceId: ctx.traceId,
      subject: entry.subject,
      subjectId: entry.subjectId,
      subjectNo: entry.subjectNo?.slice(0, 64) ?? null,
      action: entry.action,
      result: entry.refused ? 'REFUSED' : 'OK',
      refusal: entry.refused?.code ?? null,
      message: entry.refused?.message.slice(0, 300) ?? null,
      path: entry.refused?.path.slice(0, 120) ?? null,
      before: masked(entry.before ?? null),
      after: masked(entry.after ?? null),
    })),
  )
}
