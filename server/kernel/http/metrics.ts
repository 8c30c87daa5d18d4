import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const duration = new Histogram({
  name: 'lading_http_seconds',
  help: 'Duration of calls by route and status.',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})
const events = new Counter({
  name: 'lading_events_total',
  help: 'Things worth counting.',
  labelNames: ['event'],
  registers: [registry],
})

const jobs = new Gauge({
  name: 'lading_job_seconds',
  help: 'How long the last run of a job took in this process, of whichever tenant.',
  labelNames: ['job'],
  registers: [registry],
})

export const observeJob = (job: string, elapsedMs: number): void => jobs.set({ job }, elapsedMs / 1000)
export const observe = (route: string, status: number, elapsedMs: number): void =>
  duration.observe({ route, status: String(status) }, elapsedMs / 1000)
export const count = (event: string): void => events.inc({ event })
/** A figure that is looked up whenever somebody collects. What it tells of replaces what it was told of before. */
export function gauge(name: string, help: string, labels: readonly string[], read: () => readonly Reading[]): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect() {
      this.reset()
      for (const { value, ...of } of read()) this.set(of as Record<string, string>, value)
    },
  })
}
/** A value with its labels. */
export type Reading = { readonly value: number } & Readonly<Record<string, string | number>>
export const metricsText = (): Promise<string> => registry.metrics()
