// Runs before the first paint, outside the bundle: the page must never flash in the wrong theme or language.
;(() => {
  let prefs = {}
  try {
    prefs = JSON.parse(localStorage.getItem('wl.state.v1') || '{}').prefs || {}
  } catch {
    // Unreadable state counts as none.
  }
  const root = document.documentElement
  const dark = prefs.theme === 'dark' || (prefs.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.density = prefs.density === 'compact' ? 'compact' : 'comfortable'
  root.lang = prefs.language === 'en-US' ? 'en-US' : 'zh-CN'
})()
