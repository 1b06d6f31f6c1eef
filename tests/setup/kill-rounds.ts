import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from './built-server.ts'
import { signedIn } from './sign-in.ts'

const writers = { projects: 6, transfers: 2 }
/** Minimum number of acknowledged writes before each kill. */
const atLeast = 20

export type KillReport = { rounds: number; acknowledged: number; problems: string[] }

/** What the server has answered for: the ids of projects and the archive ids of bank transfers. */
type Acknowledged = { projects: Set<string>; transfers: Set<string> }

/**
 * Kills the built server (-9) repeatedly while people post projects and an admin records money that arrived, and checks each time that
 * everything acknowledged exists, the file is sound, the audit trail verifies and the ledger proves.
 */
export async function killRounds(rounds: number): Promise<KillReport> {
  const folder = temporaryFolder()
  const acknowledged: Acknowledged = { projects: new Set(), transfers: new Set() }
  const total = () => acknowledged.projects.size + acknowledged.transfers.size
  const problems: string[] = []
  // Without the limit of projects an hour, because each writer posts as fast as it can.
  const env = { PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'info', RATE_LIMITS: 'off' }
  const start = () => startBuilt({ dataDir: folder.path, env })
  let server: BuiltServer = await start()
  try {
    const { owner, admin } = await people(folder.path)
    for (let round = 1; round <= rounds; round += 1) {
      const writing = [
        ...Array.from({ length: writers.projects }, () => postProjects(server, owner, acknowledged.projects)),
        ...Array.from({ length: writers.transfers }, () => recordTransfers(server, admin, acknowledged.transfers)),
      ]
      const enough = total() + atLeast
      const until = Date.now() + 20_000
      while (total() < enough && Date.now() < until) await wait(20)
      await wait(Math.random() * 300)
      server.process.kill('SIGKILL')
      await Promise.all(writing)
      await server.exited
      for (const problem of inspect(folder.path, acknowledged)) problems.push(`round ${round}: ${problem}`)
      server = await start()
      const { status } = await server.ask('/health')
      if (status !== 200) problems.push(`round ${round}: ${status} after the start`)
    }
    return { rounds, acknowledged: total(), problems }
  } finally {
    server.process.kill('SIGKILL')
    await server.exited
    folder.remove()
  }
}

async function people(dataDir: string): Promise<{ owner: string; admin: string }> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const now = Date.now()
  const owner = await signedIn(createPerson(db, { now }))
  const admin = await signedIn(createAdmin(db, 'admin', now))
  db.$client.close()
  return { owner: owner.cookie, admin: admin.cookie }
}

/** Posts projects one after the other until the server is gone. */
async function postProjects(server: BuiltServer, cookie: string, acknowledged: Set<string>): Promise<void> {
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

/** Records payments without a reference one after the other until the server is gone. */
async function recordTransfers(server: BuiltServer, cookie: string, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    const archiveId = newId()
    const paid = { amount: '12.34', currency: 'EUR', payerName: 'A client', paidOn: businessDay(Date.now()) }
    const answer = await server.ask('/escrow/transfers', { form: { ...paid, archiveId }, cookie }).catch(() => null)
    if (!answer) return
    if (!answer.headers.location?.startsWith('/escrow/suspense/'))
      throw new Error(`a transfer was refused: ${answer.status} ${answer.text.slice(0, 300)}`)
    acknowledged.add(archiveId)
  }
}

function inspect(dataDir: string, { projects, transfers }: Acknowledged): string[] {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const sqlite = db.$client
  const there = new Set(sqlite.prepare<[], string>('SELECT id FROM projects').pluck().all())
  const problems: string[] = []
  const lost = [...projects].filter((id) => !there.has(id))
  if (lost.length > 0) problems.push(`${lost.length} acknowledged projects are gone`)
  const recorded = sqlite
    .prepare<[], string>(
      'SELECT archive_id FROM bank_transfers t WHERE EXISTS (SELECT 1 FROM ledger_postings WHERE transfer_id = t.id)',
    )
    .pluck()
    .all()
  if (sqlite.prepare('SELECT count(*) FROM bank_transfers').pluck().get() !== recorded.length)
    problems.push('a transfer has no posting')
  const unpaid = [...transfers].filter((archiveId) => !recorded.includes(archiveId))
  if (unpaid.length > 0) problems.push(`${unpaid.length} acknowledged transfers are gone`)
  const sound = sqlite.pragma('integrity_check', { simple: true })
  if (sound !== 'ok') problems.push(`integrity_check: ${sound}`)
  if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0) problems.push('foreign keys are broken')
  if (verifyAudit(db).brokenAt !== null) problems.push('the audit trail is broken')
  const audited = sqlite.prepare("SELECT count(*) FROM audit_log WHERE action = 'project.create'").pluck().get()
  if (audited !== there.size) problems.push(`${there.size} projects, but ${audited} audit rows`)
  for (const { what } of checkLedger(db).findings) problems.push(`the ledger: ${what}`)
  sqlite.close()
  return problems
}
