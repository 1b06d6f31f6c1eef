import { readFileSync } from 'node:fs'
import type { RoleSettings } from '#app/platform/processes/process-role.server.ts'

export type Worker = { pid: number; role: RoleSettings['GROUNDWORK_ROLE'] }

/** The processes that a supervisor has started and that still run, from Linux' /proc. */
export function workersOf(supervisor: number | undefined): Worker[] {
  return read(`/proc/${supervisor}/task/${supervisor}/children`)
    .split(' ')
    .filter(Boolean)
    .flatMap((pid) => {
      const role = /\bGROUNDWORK_ROLE=(\w+)/.exec(read(`/proc/${pid}/environ`))?.[1]
      return role === 'writer' || role === 'renderer' ? [{ pid: Number(pid), role }] : []
    })
}

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
