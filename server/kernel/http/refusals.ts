import type { Call } from '@lading/contract/kernel/call.ts'
import { Fault, faults, type Refusal } from '@lading/contract/kernel/fault.ts'
import { writeAudit } from '../audit.ts'
import type { Identity, Origin } from '../ctx.ts'
import { type Kernel, perform } from '../perform.ts'

/** Works in another type of organisation than the call is for: a matter of where one stands, not of what one may do. */
const notAboutRights: readonly Refusal[] = [faults.notDc, faults.notGroup, faults.notHere]
/** Whether it was refused for want of a right: none, one of another organisation, or more than his own handed out. */
const isAboutRights = ({ refusal }: Fault): boolean =>
  Math.trunc(refusal.code / 100) === 403 && !notAboutRights.includes(refusal)

const minuteMs = 60_000
/** Of one user in a minute, by each process: whoever tries all calls there are fills no table. */
const perUserMax = 30

interface Minute {
  readonly number: number
  /** By user: the calls that are written down already. */
  readonly calls: Map<string, Set<string>>
}
const minutes = new WeakMap<Kernel, Minute>()

/** Whether it is the first of this user, call and minute, and of not too many. */
function isFirst(kernel: Kernel, user: string, path: string): boolean {
  const number = Math.floor(kernel.now().getTime() / minuteMs)
  let minute = minutes.get(kernel)
  if (minute?.number !== number) {
    minute = { number, calls: new Map() }
    minutes.set(kernel, minute)
  }
  const calls = minute.calls.get(user) ?? new Set()
  minute.calls.set(user, calls)
  if (calls.has(path) || calls.size >= perUserMax) return false
  calls.add(path)
  return true
}

/** `/fw/api/sys/user/updateRoles` and `/wms/api/task/confirmLine`: what it is about, and the verb. */
function partsOf(path: string): { subject: string; action: string } {
  const [area = '', noun = '', ...verb] = path.split('/').filter((part) => !['', 'fw', 'api'].includes(part))
  return { subject: `${area}.${noun}`.slice(0, 48), action: (verb.join('/') || 'call').slice(0, 32) }
}

/** What was asked, by whom, and who had been recognised. */
export interface Attempt {
  readonly call: Pick<Call, 'path'>
  readonly tenantId: string
  readonly origin: Origin
  readonly identity: Identity | undefined
  /** Of the record that the call named. */
  readonly id: string | undefined
}

/**
 * Writes down that a call was refused for want of a right, in a transaction of its own, since that of the call left
 * nothing behind: once for each user, call and minute. Names no record as its subject, so that no record's own log tells
 * of what never happened to it. What goes wrong here hides no refusal.
 */
export async function noteRefusal(kernel: Kernel, error: unknown, asked: Attempt): Promise<void> {
  const { identity, call, tenantId, origin, id } = asked
  if (!(error instanceof Fault) || !isAboutRights(error) || !identity?.userId) return
  if (!isFirst(kernel, `${tenantId}:${identity.userId}`, call.path)) return
  const refused = {
    code: error.refusal.code,
    message: error.in(origin.language),
    path: id ? `${call.path}?id=${id}` : call.path,
  }
  const entry = { ...partsOf(call.path), id: kernel.newId(), subjectId: null, refused }
  try {
    await perform(kernel, tenantId, origin, identity, (ctx) => writeAudit(ctx, [entry]))
  } catch (err) {
    kernel.log.warn({ err, traceId: origin.traceId }, 'a refused attempt could not be written down')
  }
}
