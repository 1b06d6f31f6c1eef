import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'

/**
 * Commits a reminder (its mail in the same transaction, its notification through an event) and dies before delivery.
 */
async function killBetweenCommitAndDelivery(dataDir: string): Promise<NodeJS.Signals | null> {
  const program = spawn(process.execPath, ['--import', 'tsx', 'tests/setup/remind-and-die.ts'], {
    env: { ...process.env, GROUNDWORK_TEST_DATA: dataDir },
    stdio: 'inherit',
  })
  const [, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

function reminders(dataDir: string) {
  const { $client } = openDatabase(join(dataDir, 'groundwork.db'))
  const count = (query: string) => $client.prepare(query).pluck().get() as number
  const counted = {
    events: count("SELECT count(*) FROM milestone_events WHERE action LIKE 'remind_%'"),
    notifications: count("SELECT count(*) FROM notifications WHERE text_key = 'milestoneApprovalReminder'"),
    mails: count("SELECT count(*) FROM mails WHERE template = 'approvalReminder'"),
  }
  $client.close()
  return counted
}

it('delivers an event once, after the next start, that was committed but not delivered before a kill', async () => {
  const { path: dataDir, remove } = temporaryFolder()
  const start = () => startBuilt({ dataDir, env: { PUBLIC_URL: 'http://localhost:3000' } })
  try {
    expect(await (await start()).stop()).toBe(0)
    expect(await killBetweenCommitAndDelivery(dataDir)).toBe('SIGKILL')
    expect(reminders(dataDir)).toEqual({ events: 1, notifications: 0, mails: 1 })
    for (let round = 1; round <= 2; round += 1) {
      const server = await start()
      server.process.kill('SIGKILL')
      await server.exited
      expect(reminders(dataDir), `after start ${round}`).toEqual({ events: 1, notifications: 1, mails: 1 })
    }
  } finally {
    remove()
  }
}, 120_000)
