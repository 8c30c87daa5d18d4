import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { declaredOnce } from './declaredOnce.ts'
import { serviceWorker } from './serviceWorker.ts'
import { versionFiles } from './versionFiles.ts'

/** Where `vite` finds the server during development; the built client always calls its own origin. */
const server = process.env.LADING_API ?? 'http://127.0.0.1:4008'
const version = process.env.npm_package_version ?? '0.1.0'
const areas = ['fw', 'wms', 'tms', 'dps', 'mdm', 'rpt', 'saas']

/** antd's table brings a tree of 22 kB for a kind of filter that no list here has. */
const tableWithoutTree: Plugin = {
  name: 'table-without-tree',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /^[./]+\/tree$/.test(source) && /antd[\\/]es[\\/]table[\\/]/.test(importer ?? '') ? '\0no-tree' : undefined,
  load: (id) => (id === '\0no-tree' ? 'export default () => null' : undefined),
}

/**
 * To tell black writing from white on something solid, antd's buttons and tags bring the colour picker, with presets in
 * collapsing panels. The question itself is one line: no theme here has a solid colour that one sees through.
 */
const buttonWithoutPicker: Plugin = {
  name: 'button-without-picker',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer = '') {
    if (/color-picker\/components\/ColorPresets$/.test(source) && /antd[\\/]es[\\/](button|tag)[\\/]/.test(importer))
      return '\0is-bright'
    return source === '@rc-component/color-picker' &&
      /antd[\\/]es[\\/]color-picker[\\/](color|util)\.js$/.test(importer)
      ? this.resolve('@rc-component/color-picker/es/color.js', importer)
      : undefined
  },
  load: (id) =>
    id === '\0is-bright'
      ? 'export const isBright = (color) => { const { r, g, b } = color.toRgb(); return 0.299 * r + 0.587 * g + 0.114 * b > 192 }'
      : undefined,
}

/**
 * Leaflet asks once, by writing markup, whether the browser knows SVG: the policy of the page refuses that, and every browser
 * does. Where the question has changed the build fails.
 */
const leafletWithoutMarkup: Plugin = {
  name: 'leaflet-without-markup',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]leaflet[\\/]dist[\\/]leaflet-src(\.esm)?\.js$/.test(id)) return undefined
    const asked = "div.innerHTML = '<svg/>';"
    if (!code.includes(asked)) throw new Error('leaflet asks for SVG in another way')
    return {
      code: code.replace(asked, "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));"),
      map: null,
    }
  },
}

/**
 * zod can tell its schemas as JSON schemas. The server does, for the description of the calls; here it is dead weight.
 * A name that is missing here fails the build.
 */
const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/.test(id)
      ? [
          'createStandardJSONSchemaMethod',
          'createToJSONSchemaMethod',
          'extractDefs',
          'finalize',
          'handleUnrepresentable',
          'initializeContext',
          'processSchema',
        ]
          .map((name) => `export const ${name} = () => undefined`)
          .join('\n')
      : undefined,
}

/** A part of the program that does not come is asked for again: `client/again.ts`. Done last, when names are final. */
const importsAgain: Plugin = {
  name: 'imports-again',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      let count = 0
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        part.code = part.code.replace(/\bimport\((["'`])(\.\/[^"'`$]+\.js)\1\)/g, (_all, quote, path) => {
          count += 1
          return `__again(${quote}${path}${quote},u=>import(u))`
        })
      }
      if (count === 0) this.error('no import() was found that could be asked for again')
    },
  },
}

/** Browsers ask for an icon anew with each place of the program that they come to; one that stands in the page is there. */
const iconWithin: Plugin = {
  name: 'icon-within',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const named = './favicon.svg'
      if (!html.includes(named)) throw new Error(`${named} is not the icon any more`)
      const mark = readFileSync(join(import.meta.dirname, 'public/favicon.svg'), 'utf8').replace(/\n\s*/g, '')
      return html.replace(named, `data:image/svg+xml,${encodeURIComponent(mark)}`)
    },
  },
}

const isAlwaysThere = (file: string): boolean => /\b(index|react|rolldown-runtime|Workspace)-[^/]+$/.test(file)
/** Pieces of the program that come with styles. */
const styled = new Set<string>()
const notesStyles: Plugin = {
  name: 'notes-styles',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.viteMetadata?.importedCss.size) styled.add(part.fileName)
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [
    react(),
    declaredOnce,
    versionFiles(version),
    tableWithoutTree,
    buttonWithoutPicker,
    zodWithoutJsonSchema,
    leafletWithoutMarkup,
    notesStyles,
    importsAgain,
    iconWithin,
    serviceWorker(),
  ],
  // The server puts a fresh one in its place with every answer.
  html: { cspNonce: '__NONCE__' },
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: '../out/web',
    emptyOutDir: true,
    target: 'es2022',
    // Whatever imports a page stands on these already, and `import()` asks for the page itself: named once more with each page
    // they would cost every first list. A page with styles of its own waits for these, and is fetched beside them.
    modulePreload: {
      resolveDependencies: (page, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => (file === page ? styled.has(file) : !isAlwaysThere(file))),
    },
    // One warning line for a chunk that would break the budget of the first list.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]/, priority: 20 }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(areas.map((area) => [`/${area}/`, { target: server, ws: true }])),
  },
})
