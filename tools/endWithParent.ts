const intervalMs = 300

/**
 * npm runs a script through a shell, and a signal sent to npm ends that shell but not what runs in it. So a script that
 * finds itself without its parent ends as if the signal had been its own.
 */
export function endWithParent(): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, intervalMs)
  timer.unref()
}
