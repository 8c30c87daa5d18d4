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
  root.dataset.font = [12, 16].includes(prefs.fontSize) ? String(prefs.fontSize) : '14'
  root.dataset.palette = prefs.palette === 'weak' ? 'weak' : 'usual'
  root.lang = prefs.language || (/^zh/i.test(navigator.language) ? 'zh-CN' : 'en-US')
})()
