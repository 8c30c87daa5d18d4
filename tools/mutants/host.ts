import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Mutant } from './find.ts'
import { instrument, withMutant } from './instrument.ts'

/** What a host is asked: to say which mutants test files come by, or whether one of the files finds a mutant. */
export type Asked =
  | { readonly kind: 'meet'; readonly mutants: readonly Mutant[]; readonly files: readonly string[] }
  | { readonly kind: 'try'; readonly mutant: Mutant; readonly files: readonly string[] }
export interface Answered {
  /** Test files that failed. */
  readonly red: readonly string[]
  readonly why: string
  readonly ms: Readonly<Record<string, number>>
}

const root = join(import.meta.dirname, '..', '..')
let asked: Asked | undefined

/** What a file of the product is in this run. */
function changed(text: string, file: string): string | undefined {
  if (asked?.kind === 'try') return asked.mutant.file === file ? withMutant(text, asked.mutant) : undefined
  const here = asked?.mutants.map((m, i) => [i, m] as const).filter(([, m]) => m.file === file) ?? []
  return here.length > 0 ? instrument(text, here) : undefined
}

const open = (kind: Asked['kind']) =>
  createVitest(
    {
      root,
      config: false,
      watch: false,
      // A file is another one in each run.
      fsModuleCache: false,
      reporters: [{}],
      silent: true,
      environment: 'node',
      restoreMocks: true,
      unstubEnvs: true,
      include: ['server/**/*.test.ts'],
      pool: 'forks',
      maxWorkers: 1,
      fileParallelism: false,
      // What is come by while a module loads must be told of each file.
      isolate: kind === 'meet',
      bail: kind === 'meet' ? 0 : 1,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      setupFiles: kind === 'meet' ? [join(import.meta.dirname, 'met.ts')] : [],
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform: (text: string, id: string) => changed(text, id.slice(root.length + 1)),
        },
      ],
    },
  )

const opened = new Map<Asked['kind'], ReturnType<typeof open>>()
let before: string | undefined

async function answer(question: Asked): Promise<Answered> {
  const vitest = await (opened.get(question.kind) ?? opened.set(question.kind, open(question.kind)).get(question.kind))
  if (!vitest) throw new Error('no vitest')
  asked = question
  if (question.kind === 'try') {
    for (const file of [before, question.mutant.file]) if (file) vitest.invalidateFile(join(root, file))
    before = question.mutant.file
  }
  const project = vitest.getRootProject()
  const specifications = question.files.map((file) => project.createSpecification(join(root, file)))
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Vitest remembers how those of earlier runs ended.
  const testModules = known.filter((m) => question.files.includes(m.relativeModuleId))
  if (testModules.length === 0) throw new Error(`no tests in ${question.files.join(', ')}`)
  const failed = testModules.filter((m) => m.state() === 'failed')
  const errors = failed.flatMap((m) => [
    ...m.errors(),
    ...[...m.children.allTests('failed')].flatMap((t) => t.result().errors ?? []),
  ])
  const [first] = [...errors, ...(unhandledErrors as { message?: string }[])]
  return {
    red: [
      ...failed.map((m) => m.relativeModuleId),
      ...(unhandledErrors.length > 0 ? ['an error that nobody caught'] : []),
    ],
    why: String(first?.message ?? '').slice(0, 200),
    ms: Object.fromEntries(
      testModules.map((m) => [m.relativeModuleId, m.diagnostic().duration + m.diagnostic().collectDuration]),
    ),
  }
}

process.on('message', (question: Asked) => {
  answer(question).then(
    (answered) => process.send?.(answered),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
