import { database } from '#db/handle.server.ts'
import { deleteOldIdempotencyKeys } from '#db/idempotency-keys.server.ts'
import { deleteExpiredSessions } from './features/accounts/session.server.ts'
import { openDueBids } from './features/bids/open-due-bids.server.ts'
import { expireContracts } from './features/contracts/expire-contracts.server.ts'
import { approveOverdue } from './features/escrow/approve-overdue.server.ts'
import { lastLedgerCheck, recordLedgerCheck } from './features/escrow/record-ledger-check.server.ts'
import { remindApprovers } from './features/escrow/remind-approvers.server.ts'
import { systemContext } from './features/escrow/system-context.server.ts'
import { forgetChatFiles } from './features/messages/forget-chat-files.server.ts'
import { forgetOldPreviews } from './features/messages/link-preview.server.ts'
import { deliverMails } from './features/notifications/deliver-mails.server.ts'
import { logger } from './platform/logger.server.ts'
import { forgetExpiredPoints } from './platform/rate-limit.server.ts'
import { forgetBrokenUploads } from './platform/receive-upload.server.ts'

type Job = { name: string; every: number; run: (now: number) => unknown }

const minute = 60_000

/** What the product does by itself, and how often (ms). Each job can be repeated, and interrupted, without harm. */
const jobs: Job[] = [
  { name: 'open due bids', every: 15_000, run: (now) => openDueBids(database(), now) },
  { name: 'expire contracts', every: 5 * minute, run: (now) => expireContracts(systemContext(database(), now)) },
  { name: 'approve overdue work', every: 5 * minute, run: (now) => approveOverdue(systemContext(database(), now)) },
  { name: 'remind approvers', every: 30 * minute, run: (now) => remindApprovers(systemContext(database(), now)) },
  { name: 'check the ledger', every: 60 * minute, run: checkLedgerNightly },
  { name: 'deliver mails', every: 3000, run: deliverMails },
  { name: 'delete expired sessions', every: 60 * minute, run: deleteExpiredSessions },
  {
    name: 'forget expired rate limits',
    every: 60 * minute,
    run: (now) => forgetExpiredPoints(database().$client, now),
  },
  { name: 'delete old idempotency keys', every: 60 * minute, run: (now) => deleteOldIdempotencyKeys(database(), now) },
  { name: 'forget unsent files', every: 60 * minute, run: (now) => forgetChatFiles(database(), now) },
  { name: 'forget broken uploads', every: 24 * 60 * minute, run: forgetBrokenUploads },
  { name: 'forget old link previews', every: 60 * minute, run: (now) => forgetOldPreviews(database(), now) },
]

/** Once a day, at the first turn after 02:00 UTC. */
function checkLedgerNightly(now: number): void {
  const night = new Date(now).setUTCHours(2, 0, 0, 0)
  const last = lastLedgerCheck(database())
  if (now >= night && (last === null || last.at < night)) recordLedgerCheck(systemContext(database(), now))
}

/**
 * Starts the jobs; gives the way to stop them. A failing job is logged and tried again at its next turn; one that is not
 * finished by then misses it.
 */
export function startJobs(list: readonly Job[] = jobs): () => void {
  const timers = list.map((job) => {
    let running = false
    const turn = async () => {
      if (running) return
      running = true
      try {
        await job.run(Date.now())
      } catch (error) {
        logger.error({ err: error, job: job.name }, 'job failed')
      } finally {
        running = false
      }
    }
    void turn()
    return setInterval(turn, job.every)
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
