import type { DefaultRole } from '../../platform/manifest.ts'

const agreements = ['clientAgreement', 'carrierAgreement', 'employeeAgreement']
const settlements = ['clientReceivable', 'carrierPayable', 'employeePayable']
const rights = (nouns: readonly string[], verbs: string): string[] =>
  nouns.flatMap((noun) => verbs.split(' ').map((verb) => `tms:fee.${noun}:${verb}`))

/** Who types, collects and pays; he approves nothing. */
const clerk: DefaultRole = {
  name: '运费会计',
  grants: [
    ...rights(agreements, 'view create update import export'),
    ...rights(['carrierFee'], 'view create update cancel export run'),
    ...rights(settlements, 'view create update finish bill pay print export'),
    ...[
      'tms:carrier.carrier:view',
      'tms:client.client:view',
      'tms:basic.staff:view',
      'tms:transportation.shipPlan:view',
    ],
  ],
}
/** Who approves, and lets go. */
const head: DefaultRole = { name: '财务主管', grants: ['tms:fee', ...clerk.grants] }
export const carrierRole = '承运商'
/** Somebody of a carrier's: limited to it by his carriers, he answers what he is sent. */
const carrier: DefaultRole = {
  name: carrierRole,
  grants: [
    'tms:transportation.shipPlan:view',
    'tms:transportation.wayBill:view',
    'tms:fee.carrierFee:view',
    ...rights(['carrierPayable'], 'view finish print export'),
  ],
}
export const feeRoles = { TC: [clerk, head, carrier], FC: [clerk, head] } as const
