// Runs before the first paint and before all other scripts, outside the bundle.
;(() => {
  // Text becomes markup in one way only: without any, as the rules of a style element are.
  // Nor is any address a script but that of our own service worker.
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (url === '/sw.js' ? url : null),
  })

  // Style elements carry the nonce of this answer, also those of libraries that do not hand it on. Markup that somebody
  // smuggles in does not come this way.
  const { nonce } = document.currentScript
  const create = document.createElement.bind(document)
  document.createElement = (name, options) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }

  // Checks are not compiled at run time; even the question whether they could be would break the policy.
  globalThis.__zod_globalConfig = { jitless: true }

  // The page must never flash in the wrong theme or language.
  let prefs = {}
  try {
    prefs = JSON.parse(localStorage.getItem('wl.state.v1') || '{}').prefs || {}
  } catch {
    // Unreadable state counts as none.
  }
  const root = document.documentElement
  const dark = prefs.theme === 'dark' || (prefs.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  const isDesk = matchMedia('(pointer: fine) and (min-width: 1024px)').matches
  root.dataset.density = prefs.density || (isDesk ? 'compact' : 'comfortable')
  root.dataset.font = [12, 16].includes(prefs.fontSize) ? String(prefs.fontSize) : '14'
  root.dataset.palette = prefs.palette === 'weak' ? 'weak' : 'usual'
  root.lang = prefs.language || (/^zh/i.test(navigator.language) ? 'zh-CN' : 'en-US')
})()
