import { Cron } from 'croner'
import { database } from '#db/handle.server.ts'
import { deleteOldIdempotencyKeys } from '#db/idempotency-keys.server.ts'
import { deleteOldEvents } from '#db/outbox.server.ts'
import { deleteOldInvitations } from './features/accounts/delete-old-invitations.server.ts'
import { deleteOldChallenges } from './features/accounts/passkeys/challenges.server.ts'
import { deleteExpiredSessions } from './features/accounts/sessions/session.server.ts'
import { deleteOldUnsentForms } from './features/accounts/sessions/unsent-form.server.ts'
import { lapseRequests } from './features/approvals/lapse-requests.server.ts'
import { workOnImports } from './features/bank-statements/work-on-imports.server.ts'
import { openDueBids } from './features/bids/open-due-bids.server.ts'
import { removeOldBroadcasts } from './features/calls/broadcasts/remove-broadcast.server.ts'
import { removeOldRecordings } from './features/calls/recordings/remove-recording.server.ts'
import { callTimeAttachments } from './features/calls/times/call-time-attachments.server.ts'
import { linkInvoices } from './features/clients/link-invoices.server.ts'
import { expireContracts } from './features/contracts/expire-contracts.server.ts'
import { remindSigners } from './features/contracts/remind-signers.server.ts'
import { invoiceAttachments } from './features/einvoices/invoice-attachments.server.ts'
import { approveOverdue } from './features/escrow/approve-overdue.server.ts'
import { lastLedgerCheck, recordLedgerCheck } from './features/escrow/record-ledger-check.server.ts'
import { releaseOverdue, remindReleases } from './features/escrow/release-overdue.server.ts'
import { remindApprovers } from './features/escrow/remind-approvers.server.ts'
import { systemContext } from './features/escrow/system-context.server.ts'
import { removeOrphans } from './features/files/remove-orphans.server.ts'
import { remindWarranties } from './features/handover/remind-warranties.server.ts'
import { closeAnsweredTenders } from './features/invitations/close-answered-tenders.server.ts'
import { payReleasedRetention } from './features/invoicing/pay-released-retention.server.ts'
import { issueFeeInvoices } from './features/invoicing/platform-fee/issue-fee-invoices.server.ts'
import { deleteUnreadableFiles } from './features/messages/delete-chat-files.server.ts'
import { deleteExpiredPreviews } from './features/messages/link-preview.server.ts'
import { closeDuePolls } from './features/messages/polls/close-poll.server.ts'
import { sendDueMessages } from './features/messages/scheduled/send-due-messages.server.ts'
import { type Attach, deliverMails } from './features/notifications/deliver-mails.server.ts'
import { sendPushes } from './features/notifications/push/send-pushes.server.ts'
import { advanceSubscriptions } from './features/plans/advance-subscriptions.server.ts'
import { planWords } from './features/plans/plan-words.server.ts'
import { connectionOf } from './features/presence/connections.server.ts'
import { getOwnStatus } from './features/presence/presence.server.ts'
import { remindCertificates } from './features/qualifications/remind-certificates.server.ts'
import { deleteOldQuoteRequests } from './features/quote-requests/delete-quote-request.server.ts'
import { remindQuoteRequests } from './features/quote-requests/remind-quote-requests.server.ts'
import { quoteAttachments } from './features/quotes/quote-attachments.server.ts'
import { recordReconciliation } from './features/reconciliation/record-reconciliation.server.ts'
import { runSchedules } from './features/recurring-invoices/run-schedules.server.ts'
import { sendReminders } from './features/reminders/send-reminders.server.ts'
import { watchSealCertificate } from './features/seals/watch-certificate.server.ts'
import { remindSecurities } from './features/securities/remind-securities.server.ts'
import { sendDigests } from './features/site/send-digests.server.ts'
import { applyDueBankAccounts } from './features/team/apply-due-bank-accounts.server.ts'
import { tellFinds } from './features/tender-pages/tell-finds.server.ts'
import { remindFollowers } from './features/tenders/remind-followers.server.ts'
import { remindTerminations } from './features/terminations/remind-terminations.server.ts'
import { remindCertifiers } from './features/valuations/remind-certifiers.server.ts'
import { listeners } from './listeners.server.ts'
import { deletePartialUploads } from './platform/files/receive-upload.server.ts'
import { logger } from './platform/logger.server.ts'
import { countJob } from './platform/metrics.server.ts'
import { deleteExpiredPoints } from './platform/rate-limit.server.ts'

type Job = {
  name: string
  /** A cron pattern in UTC, with seconds. */
  schedule: string
  run: (now: number) => unknown
}

const listenerNames = listeners.map(({ name }) => name)

/** The files of mails, by what they bring. */
const attachments: Attach = async (...mail) => [
  ...(await invoiceAttachments(...mail)),
  ...(await quoteAttachments(...mail)),
  ...(await callTimeAttachments(...mail)),
]

/** The product's background jobs. Each can be repeated or interrupted without harm. */
const jobs: Job[] = [
  { name: 'deliver mails', schedule: '*/3 * * * * *', run: (now) => deliverMails(now, attachments) },
  {
    name: 'send push messages',
    schedule: '1-59/3 * * * * *',
    run: (now) =>
      sendPushes(
        database(),
        now,
        (ctx) => connectionOf(ctx.actor.id) === 'active' || getOwnStatus(ctx).chosen === 'dnd',
      ),
  },
  {
    name: 'send scheduled messages',
    schedule: '2-59/5 * * * * *',
    run: (now) => sendDueMessages(systemContext(database(), now)),
  },
  {
    name: 'close due polls',
    schedule: '4-59/10 * * * * *',
    run: (now) => closeDuePolls(systemContext(database(), now)),
  },
  { name: 'open due bids', schedule: '*/15 * * * * *', run: (now) => openDueBids(database(), now) },
  {
    name: 'close answered tenders',
    schedule: '5-59/15 * * * * *',
    run: (now) => closeAnsweredTenders(database(), now),
  },
  {
    name: 'advance subscriptions',
    schedule: '40 * * * * *',
    run: (now) => advanceSubscriptions(systemContext(database(), now), planWords),
  },
  {
    name: 'expire contracts',
    schedule: '0 */5 * * * *',
    run: (now) => expireContracts(systemContext(database(), now)),
  },
  {
    name: 'remind signers',
    schedule: '10 */5 * * * *',
    run: (now) => remindSigners(systemContext(database(), now)),
  },
  {
    name: 'approve overdue work',
    schedule: '0 */5 * * * *',
    run: (now) => approveOverdue(systemContext(database(), now)),
  },
  {
    name: 'release unanswered work',
    schedule: '25 */5 * * * *',
    run: (now) => releaseOverdue(systemContext(database(), now)),
  },
  {
    name: 'remind of releases',
    schedule: '30 */30 * * * *',
    run: (now) => remindReleases(systemContext(database(), now)),
  },
  {
    name: 'remind approvers',
    schedule: '0 */30 * * * *',
    run: (now) => remindApprovers(systemContext(database(), now)),
  },
  {
    name: 'remind certifiers',
    schedule: '10 */30 * * * *',
    run: (now) => remindCertifiers(systemContext(database(), now)),
  },
  {
    name: 'remind of terminations',
    schedule: '20 */5 * * * *',
    run: (now) => remindTerminations(systemContext(database(), now)),
  },
  {
    name: 'remind of securities',
    schedule: '40 */10 * * * *',
    run: (now) => remindSecurities(systemContext(database(), now)),
  },
  {
    name: 'remind of warranties',
    schedule: '45 */10 * * * *',
    run: (now) => remindWarranties(systemContext(database(), now)),
  },
  {
    name: 'send mails of the day',
    schedule: '50 * * * * *',
    run: (now) => sendDigests(systemContext(database(), now)),
  },
  {
    name: 'tell what saved searches found',
    schedule: '55 * * * * *',
    run: (now) => tellFinds(systemContext(database(), now)),
  },
  {
    name: 'link invoices to clients',
    schedule: '*/10 * * * * *',
    run: (now) => linkInvoices(systemContext(database(), now)),
  },
  {
    name: 'remind of unpaid invoices',
    schedule: '20 */10 * * * *',
    run: (now) => sendReminders(systemContext(database(), now)),
  },
  {
    name: 'make recurring invoices',
    schedule: '15 */5 * * * *',
    run: (now) => runSchedules(systemContext(database(), now)),
  },
  {
    name: 'invoice the platform fee',
    schedule: '40 * * * * *',
    run: (now) => issueFeeInvoices(systemContext(database(), now)),
  },
  {
    name: 'pay released retention',
    schedule: '30 * * * * *',
    run: (now) => payReleasedRetention(systemContext(database(), now)),
  },
  {
    name: 'apply bank accounts',
    schedule: '45 * * * * *',
    run: (now) => applyDueBankAccounts(systemContext(database(), now)),
  },
  {
    name: 'remind of certificates',
    schedule: '0 50 * * * *',
    run: (now) => remindCertificates(systemContext(database(), now)),
  },
  {
    name: 'remind of quote requests',
    schedule: '35 * * * * *',
    run: (now) => remindQuoteRequests(systemContext(database(), now)),
  },
  {
    name: 'remind followers of deadlines',
    schedule: '50 */10 * * * *',
    run: (now) => remindFollowers(systemContext(database(), now)),
  },
  {
    name: 'lapse requests for approval',
    schedule: '15 * * * * *',
    run: (now) => lapseRequests(systemContext(database(), now)),
  },
  {
    name: 'work on bank statements',
    schedule: '* * * * * *',
    run: (now) => workOnImports(systemContext(database(), now)),
  },
  { name: 'check the ledger', schedule: '0 0 2 * * *', run: checkLedgerNightly },
  {
    name: 'reconcile the bank',
    schedule: '0 20 * * * *',
    run: (now) => recordReconciliation(systemContext(database(), now)),
  },
  { name: 'watch the certificate of the seal', schedule: '0 0 6 * * *', run: watchSealCertificate },
  { name: 'delete expired sessions', schedule: '0 5 * * * *', run: deleteExpiredSessions },
  { name: 'delete old challenges', schedule: '0 55 * * * *', run: (now) => deleteOldChallenges(database(), now) },
  { name: 'delete old invitations', schedule: '0 45 3 * * *', run: (now) => deleteOldInvitations(database(), now) },
  {
    name: 'delete old quote requests',
    schedule: '0 50 3 * * *',
    run: (now) => deleteOldQuoteRequests(database(), now),
  },
  { name: 'delete unsent forms', schedule: '0 */10 * * * *', run: (now) => deleteOldUnsentForms(database(), now) },
  {
    name: 'delete expired rate limits',
    schedule: '0 10 * * * *',
    run: (now) => deleteExpiredPoints(database().$client, now),
  },
  {
    name: 'delete old idempotency keys',
    schedule: '0 15 * * * *',
    run: (now) => deleteOldIdempotencyKeys(database(), now),
  },
  { name: 'delete unsent files', schedule: '0 20 * * * *', run: (now) => deleteUnreadableFiles(database(), now) },
  { name: 'delete old link previews', schedule: '0 25 * * * *', run: (now) => deleteExpiredPreviews(database(), now) },
  { name: 'delete files without a row', schedule: '0 40 3 * * *', run: (now) => removeOrphans(database(), now) },
  {
    name: 'delete old recordings',
    schedule: '0 15 4 * * *',
    async run(now) {
      await removeOldRecordings(systemContext(database(), now))
      await removeOldBroadcasts(systemContext(database(), now))
    },
  },
  { name: 'delete broken uploads', schedule: '0 30 3 * * *', run: deletePartialUploads },
  {
    name: 'delete old events',
    schedule: '0 35 * * * *',
    run: (now) => deleteOldEvents(database(), listenerNames, now),
  },
]

/** Verifies the ledger unless it was verified since the last 02:00 UTC: at 02:00, or at the first start after it. */
async function checkLedgerNightly(now: number): Promise<void> {
  const night = new Date(now).setUTCHours(2, 0, 0, 0)
  const last = lastLedgerCheck(database())
  if (now >= night && (last === null || last.at < night)) await recordLedgerCheck(systemContext(database(), now))
}

/**
 * Runs every job once and then on its schedule. Returns the function that stops them. A failed job is logged and runs
 * again at its next time; a job that is still running skips that time.
 */
export function startJobs(list: readonly Job[] = jobs): () => void {
  const started = list.map(({ name, schedule, run }) => {
    const failed = (error: unknown) => {
      countJob(name, 'failed')
      logger.error({ err: error, job: name }, 'job failed')
    }
    const job = new Cron(schedule, { timezone: 'UTC', protect: true, catch: failed }, async () => {
      await run(Date.now())
      countJob(name, 'done')
    })
    void job.trigger()
    return job
  })
  return () => {
    for (const job of started) job.stop()
  }
}
