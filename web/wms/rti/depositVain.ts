import type { Text } from '@lading/contract/kernel/text.ts'
import type { Row } from '../../kernel/records.ts'

const money: Text = ['只有收、退押金可收付', 'Only deposits are received or paid back']
const terms: Text = ['只有押金方式需要生效', 'Only terms are put into effect']
const statement: Text = ['只有对账单可发出', 'Only statements are sent']

/** Why a step makes no sense with a paper of another kind. */
export const depositVain = ({ kind }: Row): Readonly<Record<string, Text | undefined>> => ({
  ...(kind !== 'IN' && kind !== 'OUT' && { pay: money, reverse: money }),
  ...(kind !== 'TERMS' && { apply: terms }),
  ...(kind !== 'STATEMENT' && { send: statement }),
})
