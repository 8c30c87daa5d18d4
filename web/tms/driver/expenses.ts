import { tellExpense } from '@lading/contract/tms/driverExpense.ts'
import { outbox, together } from '../../platform/station/outbox.ts'
import { events } from './events.ts'

/** What a driver claims, each with its photo. */
export const expenses = outbox(tellExpense)
/** All that his phone has to tell. */
export const sends = together(events, expenses)
