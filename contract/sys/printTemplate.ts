import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query, seen } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, code, flag, int, json, note, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { batchStates, printOutput, receiptPapers } from './printerCalls.ts'
import { type PrintLayout, printLayout } from './printForm.ts'

/** 打印模板: how a tenant wants one kind of document, for all, for one organisation, or for the goods of one owner. */
export const printTemplate = entity('sys', 'printTemplate', {
  title: ['打印模板', 'Print template'],
  module: 'print_template',
  scope: 'tenant',
  fields: {
    code: code(['编码', 'Code'], { required: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true }),
    kind: code(['单据类型', 'Document'], { required: true, frozen: true, max: 32 }),
    forOrgId: ref(['适用组织', 'For organisation'], 'sys.org', {
      hint: ['不选表示全部组织', 'If none is selected: all organisations'],
    }),
    forOwnerId: ref(['适用货主', 'For owner'], 'wms.owner', {
      hint: ['不选表示全部货主', 'If none is selected: all owners'],
    }),
    isDefault: flag(['默认', 'In use'], { derived: true }),
    layout: json<PrintLayout>(['版式', 'Layout'], { derived: true }),
    /** Rises with each change of the layout. */
    revision: int(['版次', 'Revision'], { required: true, derived: true, initial: 1 }),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'print'],
  verbs: {
    design: ['设计', 'Design'],
    setDefault: ['设为默认', 'Use as default'],
    unsetDefault: ['取消默认', 'No longer default'],
    restore: ['恢复历史版本', 'Restore a revision'],
  },
  details: { revision: int(['版次', 'Revision']) },
  sort: 'code',
  found: false,
})

/** 模板历史: each layout that a template has had. */
export const printTemplateRevision = entity('sys', 'printTemplateRevision', {
  title: ['模板历史', 'Template revision'],
  module: 'print_template',
  scope: 'tenant',
  fields: {
    templateId: ref(['模板', 'Template'], 'sys.printTemplate', { required: true, loose: true, filter: true }),
    revision: int(['版次', 'Revision'], { required: true }),
    layout: json<PrintLayout>(['版式', 'Layout']),
  },
  unique: [['templateId', 'revision']],
  actions: [],
})

export const printerLanguages = {
  ZPL: ['ZPL（斑马）', 'ZPL (Zebra)'],
  TSPL: ['TSPL（台半等）', 'TSPL (TSC and others)'],
  ESCPOS: ['ESC/POS（小票机）', 'ESC/POS (receipts)'],
} as const satisfies Record<string, Text>
export type PrinterLanguage = keyof typeof printerLanguages
export const printerDots = {
  D203: ['203 dpi', '203 dpi'],
  D300: ['300 dpi', '300 dpi'],
  D600: ['600 dpi', '600 dpi'],
} as const satisfies Record<string, Text>
export type PrinterDots = keyof typeof printerDots

/** 打印机: a label or receipt printer of an organisation that listens on a port of the network. */
export const printer = entity('sys', 'printer', {
  title: ['打印机', 'Printer'],
  module: 'print_template',
  scope: 'org',
  fields: {
    code: code(['编码', 'Code'], { required: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true }),
    language: choice(['指令', 'Language'], printerLanguages, { required: true, initial: 'ZPL' }),
    host: text(['地址', 'Address'], { required: true, max: 253 }),
    port: int(['端口', 'Port'], { required: true, least: 1, most: 65_535, initial: 9100 }),
    dots: choice(['分辨率', 'Resolution'], printerDots, { required: true, initial: 'D203' }),
    font: text(['字体', 'Font'], {
      max: 40,
      hint: [
        '打印机内的中文字体；不填时 ZPL 用 E:SIMSUN.TTF，TSPL 用 TSS24.BF2',
        'A font of the printer that has Chinese; if empty, E:SIMSUN.TTF for ZPL and TSS24.BF2 for TSPL',
      ],
    }),
    paper: choice(['小票纸宽', 'Receipt paper'], receiptPapers, {
      hint: ['小票机填写；不填按80毫米', 'Of receipt printers; if empty, 80 mm'],
    }),
    note: note(['备注', 'Note'], { max: 200 }),
  },
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'print'],
  verbs: { test: ['测试打印', 'Test print'] },
  sort: 'code',
  found: false,
})

/** 打印批次: pages that go to a printer, some at a time. */
export const printBatch = entity('sys', 'printBatch', {
  title: ['打印批次', 'Print batch'],
  module: 'print_template',
  scope: 'org',
  fields: {
    printerId: ref(['打印机', 'Printer'], 'sys.printer', { required: true, filter: true }),
    title: text(['内容', 'What'], { required: true, max: 100 }),
    state: choice(['状态', 'State'], batchStates, { required: true, initial: 'QUEUED', filter: true }),
    pages: int(['页数', 'Pages'], { required: true }),
    done: int(['已打印', 'Printed'], { required: true, initial: 0 }),
    error: text(['错误', 'Error'], { max: 200 }),
  },
  actions: [],
  verbs: { cancel: ['取消', 'Cancel'], restart: ['继续打印', 'Continue'] },
  label: { code: 'title', name: 'title' },
  sort: '-id',
  found: false,
})
export const partStates = {
  WAIT: ['待发送', 'Waiting'],
  SENDING: ['发送中', 'Being sent'],
  SENT: ['已发送', 'Sent'],
} as const satisfies Record<string, Text>
/** 打印批次内容: what goes to the printer at once. */
export const printBatchPart = entity('sys', 'printBatchPart', {
  title: ['打印批次内容', 'Part of a print batch'],
  module: 'print_template',
  scope: 'org',
  fields: {
    batchId: ref(['打印批次', 'Print batch'], 'sys.printBatch', { required: true, filter: true }),
    seq: int(['序号', 'No.'], { required: true }),
    pages: int(['页数', 'Pages'], { required: true }),
    state: choice(['状态', 'State'], partStates, { required: true, initial: 'WAIT' }),
    content: note(['内容', 'Content'], { required: true, max: 2_000_000 }),
  },
  unique: [['batchId', 'seq']],
  actions: [],
})

export const printFaults = {
  noSuchField: {
    code: 42502,
    text: ['[{name}]不是该单据的数据项', '[{name}] is no value of this document'],
  },
  outside: {
    code: 42503,
    text: ['元素[{text}]超出纸张范围', 'The element [{text}] does not lie within the paper'],
  },
  papersDiffer: {
    code: 42504,
    text: [
      '所选单据使用的模板纸张不同，请分开打印',
      'The templates of these documents have papers of different sizes: print them apart',
    ],
  },
  notEncoded: {
    code: 42505,
    text: ['[{text}]不能编码为{kind}', '[{text}] cannot be encoded as {kind}'],
  },
  noImage: {
    code: 42837,
    text: ['请为图片元素选择图片', 'Choose a picture for the image'],
  },
  badImage: {
    code: 42838,
    text: [
      '图片无法读取或过大：须为PNG，边长不超过{side}像素，一个模板的图片合计不超过{kb}KB',
      'An image cannot be read or is too large: PNG, {side} pixels a side at most, all of a template {kb} KB',
    ],
  },
  disabledDefault: {
    code: 42506,
    text: ['模板[{name}]已停用，不能设为默认', 'The template [{name}] is disabled and cannot be the default'],
  },
  tooWide: {
    code: 42560,
    text: [
      '模板纸宽{width}毫米，大于打印机的纸宽{paper}毫米：请改用窄纸模板或换打印机',
      'The template is {width} mm wide, the printer’s paper {paper} mm: use a narrower template, or another printer',
    ],
  },
  printerOff: { code: 42507, text: ['打印机[{name}]已停用', 'The printer [{name}] is disabled'] },
  batchState: {
    code: 42508,
    text: [
      '打印批次[{name}]当前状态为[{state}]，不能执行',
      'The print batch [{name}] is [{state}]: this cannot be done',
    ],
  },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `${entityPath(printTemplate)}/${verb}`
const may = (action: 'view' | 'create' | 'update' | 'print') => entityPermission(printTemplate, action)

const listed = z.object({
  /** Null: the system's. */
  id: z.string().nullable(),
  version: z.number(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  document: z.string(),
  forOrg: z.string().nullable(),
  forOrgId: z.string().nullable(),
  forOwner: z.string().nullable(),
  forOwnerId: z.string().nullable(),
  isDefault: z.boolean(),
  disabled: z.boolean(),
  revision: z.number(),
  width: z.number(),
  height: z.number(),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})
export type ListedTemplate = z.output<typeof listed>
const field = z.object({ name: z.string(), title: z.string(), sample: z.string() })
export type DesignField = z.output<typeof field>

export const printTemplateCalls = {
  list: query(at('list'), {
    title: ['查询打印模板', 'List print templates'],
    permission: may('view'),
    output: z.array(listed),
  }),
  design: get(at('design'), {
    title: ['查看模板版式', 'Layout of a print template'],
    permission: may('view'),
    /** A tenant's own by its id, the system's by its kind. */
    input: z.object({ id: id.optional(), kind: z.string().max(32).optional() }),
    output: z.object({
      id: z.string().nullable(),
      version: z.number(),
      name: z.string(),
      kind: z.string(),
      document: z.string(),
      revision: z.number(),
      layout: printLayout,
      fields: z.array(field),
      columns: z.array(field),
      revisions: z.array(z.object({ revision: z.number(), by: z.string().nullable(), at: z.string() })),
    }),
  }),
  copy: post(at('copy'), {
    title: ['复制打印模板', 'Copy a print template'],
    permission: may('create'),
    input: z.object({
      fromId: id.optional(),
      kind: z.string().max(32),
      code: z
        .string()
        .trim()
        .min(1)
        .max(30)
        .regex(/^[\w./-]+$/),
      name: z.string().trim().min(1).max(64),
      forOrgId: id.nullable().default(null),
      forOwnerId: id.nullable().default(null),
    }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  save: post(at('save'), {
    title: ['保存模板版式', 'Save the layout of a print template'],
    permission: may('update'),
    input: seen.extend({ layout: printLayout }),
    output: z.object({ id: z.string(), version: z.number(), revision: z.number() }),
  }),
  restore: post(at('restore'), {
    title: ['恢复模板历史版本', 'Restore a revision of a print template'],
    permission: may('update'),
    input: seen.extend({ revision: z.number().int().min(1) }),
    output: z.object({ id: z.string(), version: z.number(), revision: z.number() }),
  }),
  setDefault: post(at('setDefault'), {
    title: ['设为默认模板', 'Use a print template as the default'],
    permission: may('update'),
    input: seen.extend({ isDefault: z.boolean().default(true) }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  /** With samples, marked as a preview: a PDF, or what a label printer would be sent. */
  preview: query(at('preview'), {
    title: ['预览打印模板', 'Preview a print template'],
    permission: may('view'),
    // Of what was sent, not of rows.
    reads: [],
    input: z.object({
      kind: z.string().max(32),
      layout: printLayout,
      output: printOutput.default('PDF'),
      dots: z.enum(['D203', 'D300', 'D600']).default('D203'),
      paper: z.enum(['W58', 'W80']).default('W80'),
    }),
    binary: true,
  }),
  /** Prints it with samples, marked as a preview, on a printer of the caller's organisation, as that is set up. */
  testPrint: post(at('testPrint'), {
    title: ['试打模板', 'Print a sample of a template'],
    permission: may('print'),
    input: z.object({ kind: z.string().max(32), layout: printLayout, printerId: id }),
    output: z.object({ batchId: z.string() }),
  }),
  batches: query(at('batches'), {
    title: ['查询打印批次', 'List print batches'],
    permission: may('view'),
    reads: [printBatch.key],
    input: listQuery,
    output: pageOf(recordSchema(printBatch)),
  }),
} as const
