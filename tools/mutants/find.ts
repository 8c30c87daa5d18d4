import { type Node, parseSync } from 'oxc-parser'
import { sqlEdits } from './sqlText.ts'

/** One small mistake in one place of a source file. */
export interface Mutant {
  readonly file: string
  readonly line: number
  /** What it replaces, from `start` to `end` of the file's text. */
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
  /** The expression or statement around it that is run when the mistake can show. */
  readonly around: { readonly start: number; readonly end: number; readonly isStatement: boolean }
}

const comparisons: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
const sums: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
const assignments: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=' }
const names: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  minQty: 'maxQty',
  maxQty: 'minQty',
}
const isState = (text: string): boolean => /^[A-Z][A-Z_]+$/.test(text) && text !== 'LOOSE'

type Place = Mutant['around']
interface Walk {
  readonly text: string
  /** Those that were come by, by where they begin. */
  readonly statements: Map<number, Place>
  readonly add: (at: Place, start: number, end: number, to: string) => void
}

/** Every mutant of a file, in the order of its text. */
export function findMutants(file: string, text: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const found: Mutant[] = []
  const statements = new Map<number, Place>()
  const add: Walk['add'] = (at, start, end, to) => {
    const line = text.slice(0, start).split('\n').length
    // What begins a statement is not put in brackets: those would call what stands before.
    const around = statements.get(at.start) ?? at
    found.push({ file, line, start, end, from: text.slice(start, end), to, around })
  }
  visit(program, { text, statements, add })
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Types are gone at run time; what an assertion demands holds anyway, so that a weaker one changes nothing. */
const isSkipped = (node: Node): boolean =>
  (node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)) ||
  node.type === 'ImportDeclaration' ||
  (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'assert')

function visit(node: Node, walk: Walk): void {
  if (isSkipped(node)) return
  mutate(node, walk)
  const isPlainKey = 'computed' in node && !node.computed && 'key' in node
  for (const [name, child] of Object.entries(node)) {
    if (isPlainKey && name === 'key') continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, walk)
  }
}

const place = ({ start, end }: Node): Place => ({ start, end, isStatement: false })

function mutate(node: Node, walk: Walk): void {
  switch (node.type) {
    case 'BinaryExpression':
      between(
        node,
        node.left,
        node.right,
        isText(node.left) || isText(node.right) ? comparisons : { ...comparisons, ...sums },
        walk,
      )
      return
    case 'LogicalExpression':
      between(node, node.left, node.right, { '&&': '||', '||': '&&' }, walk)
      if (node.operator === '??') zero(node.right, walk)
      return
    case 'AssignmentExpression':
      between(node, node.left, node.right, assignments, walk)
      return
    case 'IfStatement':
    case 'ConditionalExpression':
      negate(node.test, walk)
      return
    case 'Literal':
      if (typeof node.value === 'boolean') walk.add(place(node), node.start, node.end, String(!node.value))
      if (typeof node.value === 'string' && isState(node.value)) walk.add(place(node), node.start, node.end, "'MUTANT'")
      return
    case 'CallExpression':
      call(node, walk)
      return
    case 'ExpressionStatement':
      remove(node, walk)
      return
    case 'TaggedTemplateExpression':
      template(node, walk)
      return
  }
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** Swaps the operator that stands between two nodes. */
function between(
  node: Node & { operator: string },
  left: Node,
  right: Node,
  pairs: Readonly<Record<string, string>>,
  walk: Walk,
): void {
  const to = pairs[node.operator]
  const at = walk.text.indexOf(node.operator, left.end)
  if (to !== undefined && at < right.start) walk.add(place(node), at, at + node.operator.length, to)
}

function zero(right: Node, walk: Walk): void {
  if (right.type !== 'Literal' || (right.value !== 0 && right.value !== 0n)) return
  walk.add(place(right), right.start, right.end, right.value === 0 ? '1' : '1n')
}

/** An equality that is turned around, or a `!` that is dropped, is the negation already. */
function negate(test: Node, walk: Walk): void {
  if (test.type === 'BinaryExpression' && /^[!=]==?$/.test(test.operator)) return
  const text = walk.text.slice(test.start, test.end)
  const to = test.type === 'UnaryExpression' && test.operator === '!' ? text.slice(1) : `!(${text})`
  walk.add(place(test), test.start, test.end, to)
}

function call(node: Node & { type: 'CallExpression' }, walk: Walk): void {
  const { callee } = node
  const name = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee
  const to = name.type === 'Identifier' ? names[name.name] : undefined
  if (to !== undefined) walk.add(place(node), name.start, name.end, to)
}

/** A call of which nobody uses the answer, left out. */
function remove(node: Node & { type: 'ExpressionStatement' }, walk: Walk): void {
  const { expression } = node
  walk.statements.set(node.start, { start: node.start, end: node.end, isStatement: true })
  const done = expression.type === 'AwaitExpression' ? expression.argument : expression
  if (done.type !== 'CallExpression' || isSkipped(done)) return
  walk.add(place(node), node.start, node.end, ';')
}

function template(node: Node & { type: 'TaggedTemplateExpression' }, walk: Walk): void {
  if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql') return
  for (const part of node.quasi.quasis) {
    const start =
      walk.text.startsWith('`', part.start) || walk.text.startsWith('}', part.start) ? part.start + 1 : part.start
    for (const edit of sqlEdits(part.value.raw, part.tail))
      walk.add(place(node), start + edit.at, start + edit.at + edit.from.length, edit.to)
  }
}
