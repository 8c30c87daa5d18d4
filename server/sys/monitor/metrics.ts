import { gauge } from '../../kernel/http/metrics.ts'
import { slowStatements } from '../../kernel/slow.ts'
import { allWatched } from '../../platform/caches.ts'
import { groupedErrors } from './errors.ts'
import type { MonitorNeeds } from './served.ts'

/** The figures of the monitor as Prometheus collects them, of all tenants together. */
export function watchProcess(needs: MonitorNeeds): MonitorNeeds {
  const { sockets } = needs
  gauge('lading_sockets', 'Open sockets.', [], () => [{ value: sockets() }])
  gauge('lading_cache_entries', 'Entries of a cache.', ['cache'], () =>
    allWatched().map((c) => ({ cache: c.name, value: c.size() })),
  )
  gauge('lading_cache_hits', 'How often a cache had what was asked.', ['cache'], () =>
    allWatched().map((c) => ({ cache: c.name, value: c.counts.hits })),
  )
  gauge('lading_cache_misses', 'How often a cache had not what was asked.', ['cache'], () =>
    allWatched().map((c) => ({ cache: c.name, value: c.counts.misses })),
  )
  gauge('lading_slow_statements', 'How often statements were slow.', [], () => [
    { value: slowStatements().reduce((n, s) => n + s.count, 0) },
  ])
  gauge('lading_errors', 'Lines of the log that told of an error, by its group.', ['fingerprint', 'level'], () =>
    groupedErrors().map((g) => ({ fingerprint: g.fingerprint, level: g.level, value: g.count })),
  )
  return needs
}
