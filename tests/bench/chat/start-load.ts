import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from '#tests/bench/measure.ts'
import type { LoadResult, Plan } from './load.ts'
import type { Room } from './seed-rooms.ts'
import { seedRooms } from './seed-rooms.ts'

const origin = 'http://localhost:3000'

/** Seeds rooms for `serve`. */
export const roomsOf = (people: number, perRoom: number) => async (dataDir: string) => ({
  rooms: await seedRooms(dataDir, people, perRoom),
})

/**
 * Loads a server with chat, from a process of its own.
 * @throws Error when the load ends with an error
 */
export async function startLoad(
  folder: string,
  { server, rooms }: { server: Server; rooms: Room[] },
  { rate, seconds }: Pick<Plan, 'rate' | 'seconds'>,
): Promise<LoadResult> {
  const plan: Plan = { port: server.port, origin, rooms, seconds, rate, pid: server.process.pid ?? 0 }
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/chat/load.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const code = await new Promise((done) => child.once('exit', done))
  process.off('exit', endWithUs)
  if (code !== 0) throw new Error(`the load ended with ${code}`)
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as LoadResult
}
