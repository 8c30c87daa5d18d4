import { join } from 'node:path'
import { type build, type InlineConfig, mergeConfig, type Rolldown } from 'vite'

type Piece = Rolldown.OutputChunk

/** What is fetched in one piece: what the files reach at once, and no stage before them. In the order of coming by it. */
const stages: Readonly<Record<string, readonly string[]>> = {
  door: ['index.html'],
  Workspace: ['Workspace.tsx'],
  list: ['platform/sheet/SheetList.tsx'],
  goods: ['../contract/mdm/product.ts', '../contract/wms/place.ts'],
  work: ['../contract/wms/trail.ts', '../contract/wms/taskCalls.ts', 'wms/printings.ts'],
  bills: ['platform/bill/BillList.tsx'],
  tasks: ['wms/task/TaskList.tsx', 'wms/task/BillTasks.tsx'],
  form: ['kernel/form/EntityForm.tsx', 'kernel/field/RowsInput.tsx'],
  lines: ['platform/bill/LineTable.tsx'],
  detail: ['kernel/detail/EntityDetail.tsx'],
  bill: ['platform/bill/BillDetail.tsx'],
  day: ['kernel/field/DayPicker.tsx'],
}

/** What a build has made. */
export interface Pieces {
  /** The piece that holds a file, named from `web/`, and every other that comes with it. */
  readonly with: (file: string) => ReadonlySet<Piece>
}

export function piecesOf(built: Awaited<ReturnType<typeof build>>, web: string): Pieces {
  if (!('output' in built)) throw new Error('the build has not one output')
  const pieces = built.output.filter((part) => part.type === 'chunk')
  const byName = new Map(pieces.map((piece) => [piece.fileName, piece]))
  const holding = (path: string): Piece => {
    const one = pieces.find((p) => p.facadeModuleId === path) ?? pieces.find((p) => p.moduleIds.includes(path))
    if (!one) throw new Error(`no piece of the client holds ${path}`)
    return one
  }
  return {
    with: (file) => {
      const all = new Set([holding(join(web, file))])
      for (const { imports } of all) for (const name of imports) add(all, byName.get(name))
      return all
    },
  }
}
const add = (all: Set<Piece>, piece: Piece | undefined): void => void (piece && all.add(piece))

/**
 * The stage of each module, as a build without stages tells it: that one cuts wherever what is reached from somewhere
 * differs, into hundreds of pieces.
 */
export function stagesOf(pieces: Pieces): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [stage, files] of Object.entries(stages))
    for (const { moduleIds } of files.flatMap((file) => [...pieces.with(file)]))
      for (const id of moduleIds) if (!found.has(id)) found.set(id, stage)
  return found
}

/** The build that puts together what the other one, of the same sources, tells to belong together. */
export function inStages(config: InlineConfig, stageOf: ReadonlyMap<string, string>): InlineConfig {
  const groups = Object.keys(stages).map((name, i, all) => ({
    name,
    test: (id: string) => stageOf.get(id) === name,
    priority: all.length - i,
  }))
  return mergeConfig(config, { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } })
}
