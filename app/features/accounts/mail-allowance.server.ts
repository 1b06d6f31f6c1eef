// verb-rule: a part of the verbs that mail an account
import { AppError } from '#app/platform/errors.ts'
import { rateLimits, takePoint } from '#app/platform/rate-limit.server.ts'
import type { Context } from './context.ts'
import { mailboxOf } from './mailbox.ts'

/** What somebody may have us mail to an address that they type, each counted for itself. */
type Purpose = 'reset' | 'verify' | 'signup' | 'quote'

/**
 * Counts a mail to an address: three in an hour and ten in a day. All variants of a mailbox's address count together, because they
 * can be made up without end; the plain one counts for itself, so that nobody uses it up with the others. With Gmail a variant may
 * be how its owner writes the address: without a tag and with two dots at most, it has its first mail of the day in any case.
 * @throws AppError rate_limited
 */
export async function countMail(ctx: Context, purpose: Purpose, email: string): Promise<void> {
  const sqlite = ctx.db.$client
  const key = `${purpose}|${isVariant(email) ? `${mailboxOf(email)}+` : email}`
  const isFirst =
    isVariant(email) &&
    /^[^+.@]+(?:\.[^+.@]+){0,2}@/.test(email) &&
    (await takePoint(sqlite, rateLimits.mailAccountDay, `${purpose}|${email}`)).used === 1
  for (const limit of [rateLimits.mailAccount, rateLimits.mailAccountDay]) {
    const { refusal } = await takePoint(sqlite, limit, key)
    if (refusal && !isFirst) throw refusal
  }
}

/** Whether an address is one of many that a mailbox has, by a `+tag` or by Gmail's dots. */
export const isVariant = (email: string): boolean => mailboxOf(email) !== email.toLowerCase()

/** `countMail` where a refusal would reveal the account: whether the mail may be sent. */
export async function mayMail(ctx: Context, purpose: Purpose, email: string): Promise<boolean> {
  try {
    await countMail(ctx, purpose, email)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
