import type { Sources } from './tidy.ts'

const chinese = /[\u4e00-\u9fff]/
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const templates = /`(?:[^`\\]|\\.)*`/g

/** What is no text of the product: names of languages in themselves, a date as it is formatted, the calendar's own signs, words of other servers. */
const names = ["'中文'", '"语言 Language"', "'Switch language 中文'", "'yyyy年M月d日'"]
const apart = ['web/wms/board/lunar.ts', 'web/client/client.ts']

const isScreen = (path: string): boolean =>
  /^web\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !apart.includes(path)

/**
 * Chinese that a screen would show in every language: a text stands first of a pair, `[中文, English]`, or as the first of
 * two arguments that make one.
 */
export function chineseFaults(sources: Sources): readonly string[] {
  return [...sources].filter(([path]) => isScreen(path)).flatMap(([path, text]) => alone(path, text))
}

function alone(path: string, source: string): readonly string[] {
  let text = names.reduce((all, name) => all.replaceAll(name, '""'), source.replace(comments, ''))
  const found: string[] = []
  for (const literals of [quoted, templates]) {
    for (const m of text.matchAll(literals)) {
      const isPair =
        /\[\s*$/.test(text.slice(0, m.index)) || /^,\s*['"`]/.test(text.slice(m.index + m[0].length).trimStart())
      if (chinese.test(m[0]) && !isPair) found.push(m[0])
    }
    // Words that were looked at are gone, so that a template is judged by its own.
    text = text.replace(literals, (literal) => (chinese.test(literal) ? "''" : literal))
  }
  const bare = text.split('\n').filter((line) => chinese.test(line) && line.trim() !== '中文')
  return [...found, ...bare.map((line) => line.trim())].map((what) => `${path} shows ${what} in every language`)
}

/** Texts of a catalogue that nobody says: `words.total` and `catalogue.upgrade` are named where they are used. */
export function unusedTexts(sources: Sources, file: string, name: string): readonly string[] {
  const body = new RegExp(`export const ${name} = \\{([\\s\\S]*?)\\n\\} as const`).exec(sources.get(file) ?? '')?.[1]
  const keys = [...(body ?? '').matchAll(/^ {2}(\w+):/gm)].map((m) => m[1] ?? '')
  if (keys.length === 0) throw new Error(`${file} has no catalogue ${name}`)
  const rest = [...sources].filter(([path]) => path.startsWith('web/') && path !== file && !/\.test\./.test(path))
  return keys
    .filter((key) => !rest.some(([, text]) => new RegExp(`\\b${name}(\\.${key}\\b|\\[)`).test(text)))
    .map((key) => `${file}: nobody says ${name}.${key}`)
}

/** Refusals that nobody gives: of every object of them in the contract those keys that no code names. */
export function unusedFaults(sources: Sources): readonly string[] {
  const code = [...sources].filter(([path]) => !/\.test\./.test(path)).map(([path, text]) => ({ path, text }))
  const all = code.flatMap(({ path, text }) =>
    [...text.matchAll(/export const (\w*[fF]aults) = \{([\s\S]*?)\n\} as const/g)].flatMap(([, name, body]) =>
      [...(body ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, key]) => ({ path, name, key })),
    ),
  )
  return all
    .filter(({ name, key }) => !code.some(({ text }) => new RegExp(`\\b${name}(\\.${key}\\b|\\[)`).test(text)))
    .map(({ path, name, key }) => `${path}: nobody refuses with ${name}.${key}`)
}
