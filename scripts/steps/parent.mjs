/**
 * Stops the server when its parent process ends. npm passes SIGTERM to its shell, and a shell such as Debian's dies
 * without passing it on, so `kill` of `npm start` would leave the server running.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}
