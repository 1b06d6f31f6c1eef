/**
 * Ends the server when whoever started it is gone. npm hands SIGTERM to its shell, and a shell such as Debian's dies of it
 * without telling the program it runs: `kill` of `npm start` would leave the server behind.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}
