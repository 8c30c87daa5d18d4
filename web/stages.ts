import { join } from 'node:path'
import { type InlineConfig, mergeConfig, type Rolldown } from 'vite'

type Output = Rolldown.RolldownOutput['output']
type Chunk = Rolldown.OutputChunk

/** What is fetched in one piece: what the files reach at once, and no stage before them. In the order of coming by it. */
const stages: Readonly<Record<string, readonly string[]>> = {
  door: ['index.html'],
  frame: ['Workspace.tsx'],
  list: ['platform/sheet/SheetList.tsx'],
  form: ['kernel/form/EntityForm.tsx', 'kernel/field/RowsInput.tsx'],
  detail: ['kernel/detail/EntityDetail.tsx'],
  bill: ['platform/bill/BillList.tsx', 'platform/bill/BillDetail.tsx', 'platform/bill/LineTable.tsx'],
}

/** Every piece that comes with one, itself among them. */
function withImports(first: Chunk, chunks: ReadonlyMap<string, Chunk>): ReadonlySet<Chunk> {
  const all = new Set([first])
  for (const chunk of all)
    for (const name of chunk.imports) {
      const next = chunks.get(name)
      if (next) all.add(next)
    }
  return all
}

/**
 * The stage of each module, as a build without stages tells it: that one cuts exactly where what is reached from somewhere
 * differs, into hundreds of pieces.
 */
export function stagesOf(output: Output, root: string): ReadonlyMap<string, string> {
  const list = output.filter((part) => part.type === 'chunk')
  const chunks = new Map(list.map((chunk) => [chunk.fileName, chunk]))
  const found = new Map<string, string>()
  for (const [stage, files] of Object.entries(stages))
    for (const file of files) {
      const path = join(root, file)
      const first = list.find((chunk) => chunk.facadeModuleId === path) ?? list.find((c) => c.moduleIds.includes(path))
      if (!first) throw new Error(`${path} is in no piece: web/stages.ts names it`)
      for (const { moduleIds } of withImports(first, chunks))
        for (const id of moduleIds) if (!found.has(id)) found.set(id, stage)
    }
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
