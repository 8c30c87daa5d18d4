/**
 * `npm run bench:routing [-- <family or instance> …]`: every instance of the literature with the engine of the pages, the median
 * of three seeds, beside the best value that is known. 400 and more customers have 30 seconds, all others 10.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { solve } from '@lading/server/tms/routing/solve.ts'
import { costOf } from '../tools/routing/costOf.ts'
import { readInstance } from '../tools/routing/instances.ts'

const root = join(import.meta.dirname, '..')
const place = join(root, '..', 'shared', 'vrp-data')
const wanted = process.argv.slice(2)
const known = readFileSync(join(place, 'best-known.csv'), 'utf8').trim().split('\n').slice(1)
const rows = ['| family | instance | best known | found | gap | iterations/s |', '|---|---|---|---|---|---|']
for (const line of known) {
  const [family = '', name = '', customers = '', vehicles = '', cost = ''] = line.split(',')
  if (wanted.length > 0 && !wanted.some((w) => family.startsWith(w) || name === w)) continue
  const file = readdirSync(join(place, family)).find((f) => f.startsWith(`${name}.`)) ?? ''
  const instance = readInstance(join(place, family, file))
  const seconds = Number(customers) >= 400 && family !== 'uchoa-x' ? 30 : 10
  const tries = [1, 2, 3].map((seed) => {
    const solution = solve(instance.problem, { seed, seconds })
    return { ...costOf(instance, solution.plan), speed: solution.iterations / solution.seconds }
  })
  const [, middle] = tries.sort((a, b) => a.vehicles - b.vehicles || a.cost - b.cost)
  if (!middle) continue
  const gap = `${((middle.cost / Number(cost) - 1) * 100).toFixed(2)} %${middle.feasible ? '' : ' not feasible'}`
  const row = `| ${family} | ${name} | ${vehicles} / ${cost} | ${middle.vehicles} / ${middle.cost} | ${gap} | ${Math.round(middle.speed)} |`
  rows.push(row)
  process.stdout.write(`${row}\n`)
}
if (wanted.length === 0)
  writeFileSync(
    join(root, 'bench', 'results', `routing-${new Date().toISOString().slice(0, 10)}.md`),
    `${rows.join('\n')}\n`,
  )
