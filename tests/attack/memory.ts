import { readdirSync, readFileSync } from 'node:fs'

/** Watches the largest resident size of a process and each of its children. `end` returns it in MB. */
export function watchMemory(pid: number): { end: () => number } {
  let peak = 0
  const look = () => {
    for (const one of [pid, ...childrenOf(pid)]) peak = Math.max(peak, residentMegabytes(one))
  }
  const timer = setInterval(look, 100)
  return {
    end() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}

/** A process that has just ended has no size. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}
