import { relative } from 'node:path'
import { API, type Diagnostic } from 'typescript/unstable/sync'
import { root } from './buildWeb.ts'

const wordsOf = ({ text, messageChain = [] }: Diagnostic): string => [text, ...messageChain.map(wordsOf)].join(' ')

/**
 * What the compiler has against the files that these projects name. What those import is read, and not looked at: it is
 * compiled with the product, and to do so once more for each project takes a minute and a half of processor time.
 */
export function typeErrors(configs: readonly string[]): readonly string[] {
  const api = new API({ cwd: root })
  try {
    return configs.flatMap((config) => {
      const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
      if (!project) throw new Error(`there is no project ${config}`)
      const { program, rootFiles } = project
      const found = [
        ...program.getConfigFileParsingDiagnostics(),
        ...program.getProgramDiagnostics(),
        ...rootFiles.flatMap((file) => [
          ...program.getSyntacticDiagnostics(file),
          ...program.getBindDiagnostics(file),
          ...program.getSemanticDiagnostics(file),
        ]),
      ]
      return found.map((d) => `${relative(root, d.fileName ?? config)}: TS${d.code} ${wordsOf(d)}`)
    })
  } finally {
    api.close()
  }
}
