import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches, hacked, opened } from './smuggle.ts'
import { type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

describe('T45 what is smuggled in does not run', () => {
  test.each([
    ['a script in a line', '<script>window.hacked = "line"</script>', 'script-src-elem'],
    [
      'a script with the nonce of the styles',
      '<script nonce="NONCE">window.hacked = "nonce"</script>',
      'script-src-elem',
    ],
    ['a handler', '<img src="/none.png" onerror="window.hacked = `handler`">', 'script-src-attr'],
    ['a script of data', '<script src="data:text/javascript,window.hacked=1"></script>', 'script-src-elem'],
    ['a style', '<style>#root { display: none }</style>', 'style-src-elem'],
    ['a style in a line', '<p style="position: fixed; inset: 0">x</p>', 'style-src-attr'],
    ['another base', '<base href="https://evil.example/">', 'base-uri'],
    ['a frame', '<iframe src="https://evil.example/"></iframe>', 'frame-src'],
    ['a form', '<form id="f" action="https://evil.example/"></form>', undefined],
    ['an image of another site', '<img src="https://evil.example/a.png">', 'img-src'],
  ])('T45 %s in the document', async (_, inject, directive) => {
    const page = await opened(lading, inject)
    await page.waitForTimeout(200)
    expect(await hacked(page)).toBeUndefined()
    expect(await page.locator('#root').isVisible()).toBe(true)
    if (directive !== undefined) expect(await breaches(page)).toContain(directive)
    await page.context().close()
  })

  test('T45 text that a script would take for markup or for a script', async () => {
    const page = await opened(lading)
    const tried = await page.evaluate(() => {
      const attempts: Record<string, () => void> = {
        innerHTML: () => {
          document.body.appendChild(document.createElement('div')).innerHTML =
            '<img src="/none.png" onerror="window.hacked = 1">'
        },
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b onclick="hacked = 1">x</b>'),
        write: () => document.write('<script>window.hacked = 1</script>'),
        srcdoc: () => {
          document.createElement('iframe').srcdoc = '<script>parent.hacked = 1</script>'
        },
        script: () => {
          const script = document.createElement('script')
          script.text = 'window.hacked = 1'
          document.body.append(script)
        },
        source: () => {
          document.createElement('script').src = 'https://evil.example/a.js'
        },
        Function: () => new Function('window.hacked = 1')(),
        timer: () => setTimeout('window.hacked = 1' as unknown as () => void),
        policy: () => {
          const types = (window as unknown as { trustedTypes: { createPolicy(n: string, o: object): unknown } })
            .trustedTypes
          types.createPolicy('mine', { createHTML: (s: string) => s })
        },
      }
      const attempt = (name: string, go: () => void): string => {
        try {
          go()
          return `${name} went through`
        } catch {
          return name
        }
      }
      // Later, as the page itself would: what a test runs at once is not held to the policy.
      return new Promise<string[]>((resolve) =>
        setTimeout(() => resolve(Object.entries(attempts).map(([name, go]) => attempt(name, go)))),
      )
    })
    expect(tried).toEqual([
      'innerHTML',
      'insertAdjacentHTML',
      'write',
      'srcdoc',
      'script',
      'source',
      'Function',
      'timer',
      'policy',
    ])
    await page.waitForTimeout(200)
    expect(await hacked(page)).toBeUndefined()
    await page.context().close()
  })

  test('T45 no other site can hold the page in a frame', async () => {
    const context = await lading.browser.newContext()
    const page = await context.newPage()
    await page.route('http://other.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${lading.url}/"></iframe>` }),
    )
    await page.goto('http://other.example/')
    await page.waitForTimeout(500)
    const frame = page.frames()[1]
    expect(await frame?.locator('#root').count()).toBe(0)
    await context.close()
  })
})
