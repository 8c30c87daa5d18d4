import { tellEvents } from '@lading/contract/tms/tripCalls.ts'
import { outbox } from '../../platform/station/outbox.ts'

/** What a driver tells, one after the other. Each call tells one thing: an answer that refuses it is a refusal. */
export const events = outbox(tellEvents, ({ events: [one] }) =>
  one?.answer === 'refused' ? { message: one.message ?? '', code: one.code ?? 0 } : undefined,
)
