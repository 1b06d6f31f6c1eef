import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import type { MandateHolder } from '#app/features/team/mandate-holders.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { users } from '#db/schema/accounts.ts'
import type { ApprovalStatus } from '#db/vocabulary/approvals.ts'
import type { ApprovalRow } from './subject.ts'

// What is asked stands on the page alone, for those who may see it: a mail names no contract and no amount.

/** Mails those who can approve a request. */
export function mailApprovers(
  tx: Transaction,
  ctx: Context,
  row: ApprovalRow,
  asker: string,
  to: readonly MandateHolder[],
): void {
  for (const { name, email, locale, timeZone } of to) {
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'approvalAsked',
      toStranger: 'never',
      params: { link: linkTo(row), expiresAt: row.expiresAt, timeZone: timeZoneOf({ timeZone }) },
      names: { name, asker },
    })
  }
}

const results: Partial<Record<ApprovalStatus, { template: string }>> = {
  approved: { template: 'approvalApproved' },
  refused: { template: 'approvalRefused' },
  expired: { template: 'approvalExpired' },
  voided: { template: 'approvalVoided' },
}

/** Mails who asked what has become of it, while they still belong to the company. */
export function mailResult(tx: Transaction, ctx: Context, row: ApprovalRow, by: string): void {
  const result = results[row.status]
  if (!result || row.voidGround === 'asker') return
  const asker = tx
    .select(columns(users, 'name', 'email', 'locale', 'status'))
    .from(users)
    .where(eq(users.id, row.askedBy))
    .get()
  if (asker?.status !== 'active') return
  enqueueMail(tx, ctx.now, {
    to: asker.email,
    locale: asker.locale ?? 'en',
    ...result,
    toStranger: 'never',
    params: { link: linkTo(row) },
    names: { name: asker.name, by },
  })
}

const linkTo = (row: ApprovalRow): string => `${env.origin}/approvals/${row.id}`
