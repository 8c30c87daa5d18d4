import { formatQty, isQtyText, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { Scan } from '@lading/contract/mdm/barcode.ts'
import { readGoods } from '@lading/contract/mdm/goodsCode.ts'
import { netDeviation } from '@lading/contract/wms/catchWeight.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { ScanKind } from '@lading/contract/wms/scanned.ts'
import type { confirmInput, WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import type { WorkStep } from '@lading/contract/wms/taskType.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import type { z } from 'zod'
import { handOf, isNet, isOpen, nextOf, restOf } from '../task/lineText.ts'
import { missingFor } from '../task/reasons.ts'
import type { Draft } from './draft.ts'
import { isGoodsOf, isPlannedInto, oneMore, productCode, shareOf, told } from './goods.ts'
import { type StationType, stationOf } from './place.ts'

/** One thing to do. */
export type Step = WorkStep | 'target'

export const isLoose = (line: WorkLine): boolean => !line.fromContainer || line.fromContainer.code === 'LOOSE'
const asksAttrs = (line: WorkLine): boolean => (line.product?.lotAttrs.length ?? 0) > 0
const needsDates = (line: WorkLine): boolean => line.product !== null && line.product.shelfMode !== 'NONE'

/** The bin where a line is worked on. None yet where the worker may choose it. */
export const binOf = (type: StationType, line: WorkLine): WorkLine['fromBin'] =>
  taskTypes[type].at === 'to' ? line.toBin : line.fromBin

/** Steps that some lines have no use for. */
const isNeeded: Partial<Record<Step, (line: WorkLine, type: StationType) => boolean>> = {
  bin: (line, type) => taskTypes[type].at === 'to' || line.fromBin !== null,
  dates: needsDates,
  attrs: asksAttrs,
}
/** What a worker does for one line, in this order. */
export const stepsOf = (type: StationType, line: WorkLine): readonly Step[] =>
  handOf(line) > 0n ? ['target'] : stationOf(type).steps.filter((step) => isNeeded[step]?.(line, type) ?? true)

/** Goods are fetched from the bin that the line names, in that order; where none is asked for they come in any. */
const fetches = (type: StationType): boolean => stationOf(type).steps.includes('bin')
/** Whole containers are scanned, nothing is counted. */
const isWhole = (type: StationType): boolean => taskTypes[type].whole === true
const carries = (type: StationType): boolean => taskTypes[type].carries === true
const fillsContainers = (type: StationType): boolean => taskTypes[type].asks === 'toContainer'

export function isDone(step: Step, d: Draft): boolean {
  if (step === 'qty') return d.isQtyDone === true
  if (step === 'attrs') return d.isAttrsDone === true
  if (step === 'dates') return d.productionDate !== undefined || d.expireDate !== undefined
  return d[step] !== undefined
}
export const stepNow = (type: StationType, line: WorkLine, d: Draft): Step | undefined =>
  stepsOf(type, line).find((s) => !isDone(s, d))

/** The next line in walk order. */
export const firstOpen = (lines: readonly WorkLine[]): WorkLine | undefined => lines.find(isOpen)

export type Heard =
  | { readonly kind: 'took'; readonly draft: Draft; readonly lineId: string; readonly confirm: boolean }
  | {
      readonly kind: 'wrong'
      readonly text: Text
      readonly args: Readonly<Record<string, string>>
      /** What is to be scanned here, where the code may be something else. */
      readonly asked?: ScanKind
    }
  /** Another bin than the instructed one: the worker must say that he means it. */
  | { readonly kind: 'other'; readonly bin: string }
  /** Another container than the goods are planned for. */
  | { readonly kind: 'otherBox'; readonly box: string }

interface Place {
  readonly type: StationType
  readonly lines: readonly WorkLine[]
  readonly line: WorkLine
  readonly draft: Draft
  readonly today: string
}
const wrong = (text: Text, args: Readonly<Record<string, string>>, asked?: ScanKind): Heard => ({
  kind: 'wrong',
  text,
  args,
  ...(asked && { asked }),
})
const took = (p: Place, draft: Draft, o: { line?: WorkLine; confirm?: boolean } = {}): Heard => ({
  kind: 'took',
  draft: { ...p.draft, ...draft },
  lineId: (o.line ?? p.line).id,
  confirm: o.confirm ?? false,
})

/** Another bin than the instructed one. */
export const wrongBin: Text = ['扫描的是[{scan}]，应为货位[{bin}]', 'You scanned [{scan}]; the bin is [{bin}]']

/** The refusal that the server would give, and what was scanned. */
const notOrdered: Text = [`[{scan}]${wmsFaults.notOrdered.text[0]}`, `[{scan}]: ${wmsFaults.notOrdered.text[1]}`]

/** Digits that stand for a bin on its label; only the server knows them. */
const isCheckDigits = (code: string): boolean => /^\d{1,4}$/.test(code)

/** What a scan means where the worker stands. */
export function hear(text: string, p: Place): Heard {
  const code = text.trim()
  const scan = readGoods(code, p.today)
  const { line, draft } = p
  switch (stepNow(p.type, line, draft)) {
    case 'bin': {
      const expected = binOf(p.type, line)?.code
      // Whole containers are put down where the worker says; whether they may stand there the server knows.
      if (isWhole(p.type)) return took(p, { bin: code, isQtyDone: true }, { confirm: true })
      if (expected === undefined || code === expected || isCheckDigits(code)) return took(p, { bin: code })
      return wrong(wrongBin, { scan: code, bin: expected }, 'BIN')
    }
    case 'goods':
      return hearGoods(code, scan, p)
    case 'qty':
    case 'dates':
      return hearMore(code, scan, p)
    case 'attrs':
      return hearAttr(code, p)
    case 'target':
      return hearTarget(code, scan, p)
    case 'container':
      return hearContainer(code, p)
    case undefined:
      return wrong(['请先确认', 'Confirm first'], {})
  }
}

/** A certificate's code goes into the first attribute that is empty. */
function hearAttr(code: string, p: Place): Heard {
  const { attrs = {} } = p.draft
  const free = p.line.product?.lotAttrs.find(({ name }) => !attrs[name])
  return free
    ? took(p, { attrs: { ...attrs, [free.name]: code.slice(0, 64) } })
    : wrong(['属性已填写，请确认', 'All filled in: please confirm'], {})
}

/** With several lines in hand each bin takes its own; a scan of further goods takes them up too. */
function hearTarget(code: string, scan: Scan, p: Place): Heard {
  const { line, lines } = p
  if (code === line.toBin?.code || isCheckDigits(code)) return took(p, { target: code }, { confirm: true })
  const others = lines.filter((l) => l.id !== line.id && isOpen(l))
  const carried = others.find((l) => handOf(l) > 0n && l.toBin?.code === code)
  if (carried) return took({ ...p, draft: {} }, { target: code }, { line: carried, confirm: true })
  const further = others.find(
    (l) => handOf(l) === 0n && (isGoodsOf(l, scan) || (!isLoose(l) && l.fromContainer?.code === code)),
  )
  if (further) return took({ ...p, draft: {} }, { goods: code, ...told(scan, further) }, { line: further })
  if (isGoodsOf(line, scan) || scan.kind === 'PRODUCT' || scan.kind === 'GS1')
    return wrong(['[{scan}]不是货位条码', '[{scan}] is not a bin'], { scan: code }, 'BIN')
  return { kind: 'other', bin: code }
}

/** At the dock goods come in any order: their own line is worked on next. Elsewhere the line says what they must be. */
function hearGoods(code: string, scan: Scan, p: Place): Heard {
  const { line, lines } = p
  if (code === line.fromContainer?.code) return took(p, { goods: code })
  if (isGoodsOf(line, scan)) {
    const label = told(scan, line)
    return fetches(p.type) && isOtherLot(line, label)
      ? wrong(otherLot, { expireDate: label.expireDate ?? '–', batch: label.batch ?? '–' })
      : took(p, { goods: code, ...label })
  }
  if (!fetches(p.type)) {
    const other = lines.find(
      (l) => isOpen(l) && (isGoodsOf(l, scan) || (!isLoose(l) && l.fromContainer?.code === code)),
    )
    if (other)
      return took({ ...p, draft: sticky(p.type, p.draft) }, { goods: code, ...told(scan, other) }, { line: other })
    if (p.type === 'RECEIVE')
      return lines.some((l) => isGoodsOf(l, scan))
        ? wrong(['[{scan}]已收完', '[{scan}] is fully received'], { scan: code })
        : wrong(notOrdered, { scan: code }, 'PRODUCT')
  }
  const expected = line.product ? `${line.product.code} ${line.product.name}` : (line.fromContainer?.code ?? '')
  const text: Text = ['扫描的是[{scan}]，应为[{expected}]', 'Scanned [{scan}], expected [{expected}]']
  return wrong(text, { scan: code, expected }, isLoose(line) ? 'PRODUCT' : 'CONTAINER')
}

/** The label names another lot than the one that the worker was sent for. */
const isOtherLot = ({ lot }: WorkLine, { expireDate, batch }: Draft): boolean =>
  (expireDate !== undefined && !!lot?.expireDate && expireDate !== lot.expireDate) ||
  (batch !== undefined && !!lot?.batch && batch !== lot.batch)
const otherLot: Text = [
  '标签是另一批次（到期 {expireDate} 批号 {batch}），要用它请先“换批次”',
  'The label is for another lot (exp. {expireDate}, batch {batch}): use Change lot first',
]

/** A further label of the same goods adds its weight, one piece, or what is in the pack; another code is the container that takes them. */
function hearMore(code: string, scan: Scan, p: Place): Heard {
  const { line, draft } = p
  if (!isGoodsOf(line, scan)) {
    if (fillsContainers(p.type) && mayBeContainer(code, scan))
      return isPlannedInto(line, code)
        ? took(p, { ...(draft.qty === undefined && shareOf(line, code)), container: code })
        : { kind: 'otherBox', box: code }
    return wrong(['[{scan}]不是该商品', '[{scan}] is not this product'], { scan: code }, 'PRODUCT')
  }
  const more = told(scan, line)
  const before: Qty = draft.qty !== undefined && isQtyText(draft.qty) ? parseQty(draft.qty) : 0n
  const step = oneMore(scan, line)
  const pieces = (draft.pieces ?? 0) + (more.pieces ?? 0)
  return took(p, {
    ...more,
    ...(step !== undefined && { qty: formatQty(before + step) }),
    ...(pieces > 0 && { pieces }),
  })
}

/** Numbers of goods are no containers, misread ones neither. */
const mayBeContainer = (code: string, scan: Scan): boolean =>
  scan.kind === 'SSCC' || (scan.kind === 'UNKNOWN' && /^[\w-]{3,30}$/.test(code) && !/^\d{12,14}$/.test(code))

const boxTexts = {
  truck: {
    done: ['容器[{scan}]已装车', 'Container [{scan}] is already loaded'],
    foreign: ['容器[{scan}]不属于本车', 'Container [{scan}] does not belong on this truck'],
  },
  store: {
    done: ['容器[{scan}]已复核', 'Container [{scan}] has been checked already'],
    foreign: ['容器[{scan}]不属于本门店', 'Container [{scan}] is not for this store'],
  },
  place: {
    done: ['容器[{scan}]已集货', 'Container [{scan}] is already staged'],
    foreign: ['容器[{scan}]不属于本任务', 'Container [{scan}] is not part of this task'],
  },
} as const satisfies Record<string, Record<string, Text>>
function hearContainer(code: string, p: Place): Heard {
  const own = p.lines.find((l) => isOpen(l) && l.fromContainer?.code === code)
  const isLast = stationOf(p.type).steps.at(-1) === 'container'
  if (own) return took(p, { container: code, isQtyDone: true }, { line: own, confirm: isLast })
  const isDone = p.lines.some((l) => l.fromContainer?.code === code)
  // Whose container it is that should not stand there, only the server knows.
  if (p.type === 'STORE_COLLECT_CHECK' && !isDone)
    return took(p, { container: code, isQtyDone: true }, { confirm: true })
  const texts = p.type === 'STORE_COLLECT_CHECK' ? boxTexts.store : boxTexts[isLast ? 'truck' : 'place']
  return wrong(texts[isDone ? 'done' : 'foreign'], { scan: code }, 'CONTAINER')
}

/** What stays from line to line: the container being filled, or, where each line fills its own, the goods in hand. */
export function sticky(type: StationType, d: Draft, of?: WorkLine, next?: WorkLine): Draft {
  if (taskTypes[type].at === 'to' && fillsContainers(type) && fetches(type))
    return d.goods !== undefined && of && next && isSameGoods(of, next) ? { goods: d.goods } : {}
  if (d.container === undefined || !fillsContainers(type)) return {}
  const stays = !next || isPlannedInto(next, d.container)
  return stays ? { container: d.container, ...(next && shareOf(next, d.container)) } : {}
}
const isSameGoods = (a: WorkLine, b: WorkLine): boolean =>
  a.product?.id === b.product?.id && a.lot?.lotNo === b.lot?.lotNo && a.stockType === b.stockType

/** After a refusal the last step is done again; what came before it stays. */
export function stepBack(type: StationType, d: Draft): Draft {
  const { isQtyDone: _, reason: __, target: ___, onPallets: ____, ...before } = d
  if (!isWhole(type)) return before
  const { bin: _____, ...taken } = before
  return stationOf(type).steps.at(-1) === 'bin' ? taken : {}
}

/** The quantity that is proposed or typed. */
export const qtyOf = (line: WorkLine, d: Draft): string => d.qty ?? formatQty(nextOf(line))

/** What is sent for a line. */
export function inputOf(type: StationType, line: WorkLine, d: Draft, now: Date): z.output<typeof confirmInput> {
  const isTruck = isWhole(type)
  const rest = nextOf(line)
  const qty = isTruck && d.reason === undefined ? formatQty(rest) : qtyOf(line, d)
  const isLess = parseQty(qty) < rest && (d.reason !== undefined || !isNet(type, line, parseQty(qty)))
  const isContainer = d.goods !== undefined && d.goods === line.fromContainer?.code
  return {
    taskLineId: line.id,
    qty,
    ...(carries(type) && handOf(line) === 0n && { pickUp: true }),
    partial: isLess && d.reason === undefined,
    ...(d.permit && { permit: d.permit }),
    scans: {
      ...(fetches(type) && d.bin && d.bin !== manual && { bin: d.bin }),
      ...(d.goods && !isContainer && d.goods !== manual && { product: productCode(d.goods, line) }),
      ...(isTruck && d.container && d.container !== manual && { container: d.container }),
      ...(carries(type) && d.target && d.target !== manual && { bin: d.target }),
    },
    ...(isLess && d.reason !== undefined && missingFor(type, d.reason, rest - parseQty(qty))),
    ...(!isTruck && d.container && { toContainer: d.container }),
    ...(!isTruck && d.container && d.replan && { replan: true }),
    ...(d.onPallets && { onPallets: true }),
    ...(d.productionDate && { productionDate: d.productionDate }),
    ...(d.expireDate && { expireDate: d.expireDate }),
    ...(d.batch && { batch: d.batch }),
    ...(d.attrs && { attrs: d.attrs }),
    ...(d.pieces && { pieces: d.pieces }),
    ...(d.stockType && { stockType: d.stockType }),
    scannedAt: now.toISOString(),
  }
}
/** Stands in a draft for what a person confirmed without a scan. */
export const manual = '(manual)'

/** Where the enterprise wants proof, nobody goes on without a scan. Goods on a pallet are told by it. */
export const mustScan = (step: Step, line: WorkLine, rules: WorkTask['rules']): boolean =>
  ((step === 'bin' || step === 'target') && rules?.scanBin === true) ||
  (step === 'goods' && rules?.scanGoods === true && isLoose(line))

/** The lines as they are after a confirm that has not reached the server yet. */
export function applied(lines: readonly WorkLine[], input: z.output<typeof confirmInput>): readonly WorkLine[] {
  return lines.map((l) => {
    if (l.id !== input.taskLineId || !isOpen(l)) return l
    const qty = parseQty(input.qty)
    const [rest, carried] = [restOf(l), handOf(l)]
    const isDrop = carried > 0n && !input.pickUp
    const asked = isDrop ? carried : rest - carried
    const refused = parseQty(input.refusedQty ?? '0')
    const short = !isDrop && input.reason !== undefined && qty < asked ? asked - qty : refused
    const done = input.pickUp ? 0n : qty
    const inHand = input.pickUp ? carried + qty : isDrop ? carried - qty : 0n
    const said = { qty, isPart: input.partial === true || input.reason !== undefined }
    const isWeight = netDeviation({ ...l, catchPct: l.product?.catchPct }, said) !== 0n
    const isClosed = inHand <= 0n && (isWeight || rest - done - short <= 0n)
    const hasShort = parseQty(l.shortQty) + short > 0n
    return {
      ...l,
      doneQty: formatQty(parseQty(l.doneQty) + done),
      shortQty: formatQty(parseQty(l.shortQty) + short),
      handQty: formatQty(inHand > 0n ? inHand : 0n),
      state: isClosed ? (hasShort ? 'SHORT' : 'DONE') : inHand > 0n ? 'INHAND' : 'OPEN',
    }
  })
}
