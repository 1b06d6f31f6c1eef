// verb-rule: a part of the verbs that send mails for a company, which check the right and write the audit row
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { enqueueMail, isStranger, type MailOrder } from '#db/mails.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import type { CompanyContext } from './context.ts'
import { mailboxOf } from './mailbox.ts'

const day = 24 * 3_600_000

/** The company whose mail it is; a job has no person. */
type Sender = { company: Pick<CompanyContext['company'], 'id'>; now: number }

/**
 * How many mails within 24 hours: of one company; of one company to one mailbox; of all companies to a stranger's mailbox, after
 * which each company has one more; and of all companies to any mailbox, after which only mails of a signed contract pass.
 */
const mailLimits = { company: 100, recipient: 10, mailbox: 20, ceiling: 100 }

const sent = sql(
  {
    params: { companyId: mails.companyId, mailbox: mails.mailbox, since: mails.createdAt },
    row: { company: integer, recipient: integer, mailbox: integer },
  },
  `SELECT (SELECT count(*) FROM mails WHERE company_id = :companyId AND created_at > :since) AS company,
          (SELECT count(*) FROM mails WHERE mailbox = :mailbox AND created_at > :since AND company_id = :companyId) AS recipient,
          (SELECT count(*) FROM mails WHERE mailbox = :mailbox AND created_at > :since) AS mailbox`,
)

/**
 * Queues a mail that a company has us send to an address outside (an invitation, an invoice), within the limits. The mails
 * themselves are counted, in the transaction that adds one, so that parallel calls cannot exceed a limit and a refused one
 * leaves nothing behind. Others' mails count only at a stranger's mailbox, where they leave each company its first one of the day,
 * and at the ceiling of a mailbox, so that many companies cannot flood it.
 * @param ofContract whether the mail belongs to a signed contract
 * @throws AppError rate_limited, at the field `email`, with what was reached
 */
export function mailOutside(tx: Transaction, ctx: Sender, mail: MailOrder, ofContract = false): void {
  const sentBy = { companyId: ctx.company.id, mailbox: mailboxOf(mail.to) }
  const counts = sent.one(tx, { ...sentBy, since: ctx.now - day })
  const flooded = counts.mailbox >= mailLimits.mailbox && isStranger(tx, mail.to)
  const closed = counts.mailbox >= mailLimits.ceiling && !ofContract
  const limits = { company: mailLimits.company, recipient: closed ? 0 : flooded ? 1 : mailLimits.recipient }
  const full = (['company', 'recipient'] as const).find((limit) => counts[limit] >= limits[limit])
  if (full && env.RATE_LIMITS) {
    throw new AppError('rate_limited', `errors:mails.${full}`, {
      field: 'email',
      params: { count: limits[full], email: mail.to },
      retryAfterSeconds: day / 1000,
    })
  }
  enqueueMail(tx, ctx.now, mail, sentBy)
}
