import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

/** Whether a label was ever printed. */
export const labelComputed: Readonly<Record<string, Computed>> = { printed: { value: () => sql`t.print_count > 0` } }
