import { openTestServer } from '../server/testing/server.ts'
import { startTestPostgres } from '../tools/testPostgres.ts'
import type { CallWork } from './calls.ts'
import { asInstalled, postgresBackEnd } from './databases.ts'
import { pickWork } from './picks.ts'
import { receiveWork } from './receipts.ts'
import { isEnd, recording } from './recorder.ts'

/** Calls before the one that is shown, while plans and memory warm up. */
const before = 8

const short = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\d{9,}/g, '…')
    .trim()
    .slice(0, 150)

/** Every statement of one confirm, with the journey that it went with, when it left and how long its answer took. */
async function show(work: CallWork, url: string): Promise<void> {
  const { db, transactions } = recording(await postgresBackEnd(url).open())
  const server = await openTestServer({ db })
  try {
    const { client, lists } = await work.prepare(server)
    const call = server.served.find((s) => s.call.path === work.path)?.call
    const [first = []] = lists
    for (const body of first.slice(0, before)) await client.call(call, JSON.parse(body))
    const from = transactions.length
    await client.call(call, JSON.parse(first[before] ?? '{}'))
    for (const sent of transactions.slice(from)) {
      const journeys = sent.at(-1)?.journey ?? 0
      console.log(`\n${work.title}: ${sent.filter((s) => !isEnd(s)).length} statements in ${journeys} journeys`)
      for (const s of sent)
        console.log(
          [
            s.journey.toString().padStart(3),
            s.sentAt.toFixed(1).padStart(6),
            (s.answeredAt - s.sentAt).toFixed(1).padStart(6),
            short(s.text),
          ].join(' '),
        )
    }
  } finally {
    await server.close()
  }
}

const postgres = await startTestPostgres(asInstalled)
try {
  await show(pickWork('pick', { products: 40, orders: 2, lines: 16 }), postgres.url)
  await show(receiveWork('receipt', { orders: 2, lines: 16 }), postgres.url)
} finally {
  await postgres.stop()
}
