import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { verifyAudit } from '#db/audit.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createPerson } from '#tests/factories/people.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from './built-server.ts'
import { signedIn } from './sign-in.ts'

const writers = 8
/** Minimum number of acknowledged writes before each kill. */
const atLeast = 20

export type KillReport = { rounds: number; acknowledged: number; problems: string[] }

/**
 * Kills the built server (-9) repeatedly while people post projects, and checks each time that every acknowledged
 * project exists, the file is sound, the audit trail verifies and the ledger balances.
 */
export async function killRounds(rounds: number): Promise<KillReport> {
  const folder = temporaryFolder()
  const acknowledged = new Set<string>()
  const problems: string[] = []
  // Without the limit of projects an hour, because each writer posts as fast as it can.
  const env = { PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'info', RATE_LIMITS: 'off' }
  const start = () => startBuilt({ dataDir: folder.path, env })
  let server: BuiltServer = await start()
  try {
    const cookie = await somebody(folder.path)
    for (let round = 1; round <= rounds; round += 1) {
      const writing = Array.from({ length: writers }, () => write(server, cookie, acknowledged))
      const enough = acknowledged.size + atLeast
      const until = Date.now() + 20_000
      while (acknowledged.size < enough && Date.now() < until) await wait(20)
      await wait(Math.random() * 300)
      server.process.kill('SIGKILL')
      await Promise.all(writing)
      await server.exited
      for (const problem of inspect(folder.path, acknowledged)) problems.push(`round ${round}: ${problem}`)
      server = await start()
      const { status } = await server.ask('/health')
      if (status !== 200) problems.push(`round ${round}: ${status} after the start`)
    }
    return { rounds, acknowledged: acknowledged.size, problems }
  } finally {
    server.process.kill('SIGKILL')
    await server.exited
    folder.remove()
  }
}

async function somebody(dataDir: string): Promise<string> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const { cookie } = await signedIn(createPerson(db, { now: Date.now() }))
  db.$client.close()
  return cookie
}

/** Posts projects one after the other until the server is gone. */
async function write(server: BuiltServer, cookie: string, acknowledged: Set<string>): Promise<void> {
  const deadline = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16)
  for (;;) {
    const form = {
      submissionId: newId(),
      title: 'A project that must not be lost',
      description: 'Described.',
      category: 'kitchen',
      location: 'Espoo',
      bidDeadline: deadline,
      vatTreatment: 'standard',
    }
    const answer = await server.ask('/projects/new', { form, cookie }).catch(() => null)
    if (!answer) return
    const id = /^\/projects\/([0-9a-f-]{36})$/.exec(answer.headers.location ?? '')?.[1]
    if (!id) throw new Error(`a project was refused: ${answer.status} ${answer.text.slice(0, 300)}`)
    acknowledged.add(id)
  }
}

function inspect(dataDir: string, acknowledged: Set<string>): string[] {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const sqlite = db.$client
  const there = new Set(sqlite.prepare<[], string>('SELECT id FROM projects').pluck().all())
  const problems: string[] = []
  const lost = [...acknowledged].filter((id) => !there.has(id))
  if (lost.length > 0) problems.push(`${lost.length} acknowledged projects are gone`)
  const sound = sqlite.pragma('integrity_check', { simple: true })
  if (sound !== 'ok') problems.push(`integrity_check: ${sound}`)
  if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0) problems.push('foreign keys are broken')
  if (verifyAudit(db).brokenAt !== null) problems.push('the audit trail is broken')
  const audited = sqlite.prepare("SELECT count(*) FROM audit_log WHERE action = 'project.create'").pluck().get()
  if (audited !== there.size) problems.push(`${there.size} projects, but ${audited} audit rows`)
  if ((sqlite.prepare('SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries').pluck().get() as number) !== 0)
    problems.push('the ledger does not balance')
  sqlite.close()
  return problems
}
