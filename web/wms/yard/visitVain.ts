import type { Text } from '@lading/contract/kernel/text.ts'
import type { Row } from '../../kernel/records.ts'

const filled = (v: unknown): boolean => v !== null && v !== undefined

/** Why a step makes no sense with a visit though its state allows it. */
export const visitVain = (row: Row): Readonly<Record<string, Text | undefined>> => ({
  ...((row.visitType !== 'DELIVER' || filled(row.previewId)) && {
    admit: ['只有未预约的送货车辆需要确认', 'Only deliveries without an appointment are admitted'] as const,
  }),
  ...(filled(row.admittedAt) && { admit: ['主管已确认', 'Admitted already'] as const }),
  ...(row.state === 'PERMITTED' &&
    filled(row.dockId) && { release: ['请先靠台', 'It has to be at the dock first'] as const }),
})
