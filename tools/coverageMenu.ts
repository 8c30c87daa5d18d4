/** `npm run coverage:menu`: which menu entries have a page and which have not; `-- --json` prints it as JSON. */
import { built } from '../contract/built.ts'
import { entriesOf, entryKey, menu } from '../contract/menu.ts'

const done = new Set(built)
const keys = menu.flatMap(entriesOf).map(entryKey)
const report = { built: keys.filter((key) => done.has(key)), missing: keys.filter((key) => !done.has(key)) }

if (process.argv.includes('--json')) console.log(JSON.stringify(report))
else {
  for (const sub of menu) {
    const entries = entriesOf(sub)
    const count = entries.filter((e) => done.has(entryKey(e))).length
    console.log(`\n${sub.sub.toUpperCase()} ${sub.title[0]} / ${sub.title[1]}: ${count} of ${entries.length}`)
    for (const group of sub.groups)
      for (const e of group.entries)
        console.log(`  ${done.has(entryKey(e)) ? '✓' : '·'} ${e.name.padEnd(40)} ${e.title[0]} / ${e.title[1]}`)
  }
  console.log(`\n${report.built.length} of ${keys.length} menu entries have a page.`)
}
