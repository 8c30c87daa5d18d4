import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** What a sheet may hold at most. */
export const sheetLimits = {
  fileBytes: 20 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  /** A part that unpacks to more than this many times its size is no table. */
  ratio: 300,
  rows: 20_000,
  columns: 200,
  exportRows: 1_000_000,
  errors: 1_000,
} as const

/** Why a file is refused as a whole. What is wrong with single rows is told row by row. */
export const sheetFaults = {
  noFile: refusal(42810, '请选择文件', 'Choose a file'),
  wrongType: refusal(
    42811,
    '文件不是有效的xlsx或csv，请另存为xlsx或csv后重试',
    'This is not a valid xlsx or csv file: save it as xlsx or csv and try again',
  ),
  tooBig: refusal(42812, '文件超过20MB', 'The file is larger than 20 MB'),
  unpacksTooBig: refusal(
    42813,
    '文件解压后过大或内容异常，不能导入',
    'The file is too large when unpacked, or is not a plain workbook: it cannot be imported',
  ),
  tooManyRows: refusal(42814, '数据超过20000行', 'The file has more than 20,000 rows'),
  tooManyColumns: refusal(42815, '数据超过200列', 'The file has more than 200 columns'),
  tooManyForIt: refusal(
    42583,
    '数据有{n}行，最多允许{max}行，请分成多个文件',
    'The file has {n} rows and {max} are allowed: split it',
  ),
  modeOfTemplate: refusal(
    42584,
    '导入模板只允许“{mode}”，请改选后重试',
    'The template allows “{mode}” alone: choose that and try again',
  ),
  formatOfDefinition: refusal(
    42585,
    '导出定义只允许{format}格式，请改选后重试',
    'The export definition allows {format} alone: choose that and try again',
  ),
  empty: refusal(42816, '文件没有数据', 'The file has no data'),
  macros: refusal(42817, '文件含有宏，请另存为不含宏的xlsx', 'The file has macros: save it as xlsx without them'),
  merged: refusal(
    42818,
    '文件含有合并单元格，请取消合并后重试',
    'The file has merged cells: unmerge them and try again',
  ),
  header: refusal(
    42819,
    '模板版本不正确，请重新下载：表头没有可识别的列',
    'The header has no column of this template: download the template again',
  ),
  headerTwice: refusal(42820, '表头[{title}]重复', 'The header [{title}] appears twice'),
  headerMissing: refusal(42823, '缺少列[{title}]', 'The column [{title}] is missing'),
  exportTooLarge: refusal(
    42822,
    '数据超过导出上限，最多{max}行，请缩小查询范围',
    'Too many rows to export (maximum {max}): narrow the filters',
  ),
  tooManyTasks: refusal(42825, '导出任务过多，请稍后再试', 'You have too many exports waiting: try again later'),
  tooManyImports: refusal(42582, '导入任务过多，请稍后再试', 'You have too many imports waiting: try again later'),
  importedBefore: refusal(42826, '该文件已导入过，是否继续?', 'This file has been imported before. Go on?'),
  notWaiting: refusal(42827, '[{name}]当前为[{state}]，不能{action}', '[{name}] is [{state}]: it cannot be {action}'),
  outputTooBig: refusal(
    42828,
    '导出文件超过{max}MB，请缩小查询范围或减少列',
    'The file would have more than {max} MB: narrow the filters or take fewer columns',
  ),
  ticketUsed: refusal(41010, '下载链接已使用或已过期，请重新下载', 'This link was used or has expired: download again'),
  notKept: refusal(42824, '文件未保留或已过期', 'The file was not kept, or has expired'),
  noSuchColumn: refusal(42821, '没有列[{name}]', 'There is no column [{name}]'),
} as const satisfies Record<string, Refusal>
export type SheetFault = keyof typeof sheetFaults
