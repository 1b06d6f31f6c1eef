import { setTimeout as wait } from 'node:timers/promises'
import type { World } from './world.ts'

/** What an attack works with: the server's port on this machine, the seeded world, and when to give up. */
export type Arena = World & {
  port: number
  /** The attacker's address: a loopback address of its own where the system has them. */
  from: string | undefined
  /** Aborts when the attack's time is over. */
  signal: AbortSignal
  /** Says that the attack begins now: what it has prepared cost this machine time, but not because of the server. */
  begin: () => void
}

export type Attack = {
  name: string
  /** Attacks until it is done or its time is over, closes everything it opened, and says what it met. */
  run: (arena: Arena) => Promise<string>
}

/** The only host that anything here connects to. */
export const host = '127.0.0.1'

/** Linux has all of 127.0.0.0/8; elsewhere attackers and visitors share an address, and with it the address's limits. */
export const loopback = (net: 'attackers' | 'visitors', last: number): string | undefined =>
  process.platform === 'linux' ? `127.0.${net === 'attackers' ? 1 : 2}.${last}` : undefined

/** Waits; returns early when the attack's time is over. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined)

/** Repeats `work` until the time is over. */
export async function repeat({ signal }: Arena, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) await work()
}
