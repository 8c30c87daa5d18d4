import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, date, flag, instant, int, money, rows } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { depositModes, party } from './rti.ts'
import { common, final, own, reverse, states, typeId } from './rtiBills.ts'

// density: one paper for money, terms and statements
export const depositKinds = {
  IN: ['收押金', 'Deposit received'],
  OUT: ['退押金', 'Deposit paid back'],
  STATEMENT: ['对账单', 'Statement'],
  TERMS: ['押金方式', 'Terms'],
} as const satisfies Record<string, Text>
const statementLine = childRows('wms', 'rtiStatementLine', 'wms.rtiDeposit', {
  title: ['对账明细', 'Statement line'],
  scope: 'org',
  fields: {
    billId: own('rtiDeposit'),
    typeId: { ...typeId, derived: true },
    openQty: int(['期初数量', 'Opening'], { least: -2_000_000_000, derived: true }),
    outQty: int(['发出', 'Given out'], { derived: true }),
    inQty: int(['收回', 'Came back'], { derived: true }),
    bookQty: int(['期末数量', 'Closing'], { least: -2_000_000_000, derived: true }),
    deposit: money(['押金余额', 'Deposit'], { derived: true, least: -1e12 }),
    /** By his own count; empty: as the account says. */
    theirQty: int(['对方数量', 'Their count'], { least: -2_000_000_000, derived: true }),
  },
  unique: [['billId', 'typeId']],
})
/** 容器押金: money that comes and goes, when it is charged, and statements that are answered. */
export const rtiDeposit = document('wms', 'rtiDeposit', {
  ...common,
  title: ['容器押金', 'Container deposit'],
  module: 'container.deposit',
  prefix: 'YJ',
  flow: flow({
    states: { ...states, SENT: ['已发出', 'Sent'], DISPUTED: ['有异议', 'Disputed'] },
    initial: 'SAVED',
    final,
    steps: {
      pay: {
        title: ['收/付', 'Receive or pay'],
        from: ['SAVED'],
        to: 'FINISHED',
        verb: 'pay',
        bulk: true,
        stamp: 'finishedAt',
      },
      apply: {
        title: ['生效', 'Put into effect'],
        from: ['SAVED'],
        to: 'FINISHED',
        verb: 'approve',
        bulk: true,
        stamp: 'finishedAt',
      },
      send: {
        title: ['发出对账单', 'Send the statement'],
        from: ['SAVED'],
        to: 'SENT',
        verb: 'bill',
        bulk: true,
        stamp: 'startedAt',
      },
      agree: {
        title: ['对方确认', 'Agreed'],
        from: ['SENT'],
        to: 'FINISHED',
        verb: 'bill',
        bulk: true,
        stamp: 'finishedAt',
      },
      reverse: { ...reverse, verb: 'pay' },
    },
  }),
  fields: {
    kind: choice(['类型', 'Kind'], depositKinds, { required: true, filter: true, initial: 'IN' }),
    ...party,
    amount: money(['金额', 'Amount'], { hint: ['收、退押金时填', 'Of money that is received or paid back'] }),
    depositMode: choice(['收取方式', 'Deposit charged'], depositModes, {
      hint: ['押金方式单据填，生效后按此收取', 'Of terms: how deposits are charged from then on'],
    }),
    since: date(['对账起始日', 'From'], {
      hint: ['对账单填，不填为本月1日', 'Of a statement; left empty: the first of the month'],
    }),
    answerBy: date(['答复期限', 'Answer by'], {
      filter: true,
      hint: ['对账单填，到期无异议视为确认', 'Of a statement: whoever says nothing until then agrees'],
    }),
    /** All his deposits: at the beginning, charged, given back, paid in less paid out, and at the end. */
    opening: money(['期初押金', 'Opening'], { derived: true, least: -1e12 }),
    charged: money(['收取', 'Charged'], { derived: true }),
    refunded: money(['退还', 'Given back'], { derived: true }),
    paid: money(['已收付', 'Paid'], { derived: true, least: -1e12 }),
    balance: money(['押金余额', 'Balance'], { derived: true, least: -1e12 }),
    silent: flag(['无异议视为确认', 'Agreed by silence'], { derived: true, filter: true }),
    sentAt: instant(['发出时间', 'Sent at'], { derived: true }),
    lines: rows(['对账明细', 'Statement'], statementLine, { derived: true }),
  },
  list: [
    ...([
      'billNo',
      'state',
      'kind',
      'storeId',
      'vendorId',
      'carrierId',
      'amount',
      'balance',
      'opening',
      'charged',
    ] as const),
    ...(['refunded', 'paid', 'depositMode', 'answerBy', 'silent', 'bizDate', 'finishedAt', 'note'] as const),
  ],
  form: ['kind', 'storeId', 'vendorId', 'carrierId', 'amount', 'depositMode', 'since', 'answerBy', 'bizDate', 'note'],
  actions: ['create', 'update', 'remove', 'approve', 'pay', 'bill', 'export'],
  verbs: { dispute: ['对方有异议', 'Disputed'] },
})
export const rtiStatementLine = statementLine.entity
