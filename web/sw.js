// The client as one build of it, kept on a handheld, so that it opens without network. Filled in by `serviceWorker.ts`.
const build = '__BUILD__'
const files = JSON.parse('__FILES__')
/** Stands in the document of this build and of no other. */
const entry = '__ENTRY__'
const keep = `lading-${build}`
const patienceMs = 3_000

/** All of it or nothing: what is missing would be missed where nobody can fetch it. */
async function fill() {
  const cache = await caches.open(keep)
  for (const file of files) {
    // Names of assets change with what they hold: an earlier build may have the same.
    const known = file.startsWith('/assets/') ? await caches.match(file) : undefined
    const answer = known ?? (await fetch(file, { cache: 'no-cache' }))
    if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
    await cache.put(file, answer)
  }
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name.startsWith('lading-') && name !== keep) await caches.delete(name)
  await self.clients.claim()
}

/** The server's document as long as it is of this build: another one waits until it is let in. */
async function open(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok || (await answer.clone().text()).includes(entry)) return answer
  } catch {
    // No network, or one that is too slow to wait for.
  }
  return (await caches.match('/', { cacheName: keep })) ?? fetch(request)
}
const read = async (request, path) => (await caches.match(path, { cacheName: keep })) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
self.addEventListener('message', ({ data }) => data === 'letIn' && self.skipWaiting())
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === '/' || pathname === '/index.html') event.respondWith(open(request))
  } else if (files.includes(pathname)) event.respondWith(read(request, pathname))
})
