// verb-rule: there is no user before signing up; anybody may
import { eq } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import type { AccountType } from '#db/vocabulary/accounts.ts'
import { createToken } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { countMail, isVariant } from './mail-allowance.server.ts'
import { hashPassword, refusePassword, verifyPassword } from './passwords.server.ts'
import { parseDevice } from './sessions/device-name.ts'
import { type ChosenPlan, startTrial } from './subscriptions/start-trial.server.ts'
import { findUserByEmail } from './user-by-email.server.ts'

export type SignUpInput = {
  submissionId?: string | undefined
  accountType: AccountType
  name: string
  email: string
  organization?: string | undefined
  password: string
  /** The person's language, for their mails. */
  locale: string
  /** What they had chosen on the pricing page. */
  chosenPlan?: ChosenPlan | null
}

/**
 * Creates an account with its company (the individual's own, or the organization) and mails the link that verifies the address.
 * A second submit of the same form with the same password returns the same account.
 * @throws AppError invalid when the password is refused or the email is taken; rate_limited
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<{ userId: string }> {
  const refusal = refusePassword(input.password, 'signup', input)
  if (refusal) throw refusal
  const address = addressKey(ctx.ip)
  await consumePoint(ctx.db.$client, rateLimits.signup, address)
  // A plain address has one account, and so one such mail.
  if (isVariant(input.email)) await countMail(ctx, 'signup', input.email)
  const passwordHash = await hashPassword(input.password)
  const taken = invalid('accounts:signup.taken', { field: 'email' })
  // The password is compared by its hash below, and the language comes from the browser.
  const { submissionId, accountType, name, email, organization } = input
  let made = false
  try {
    const userId = transact(ctx.db, (tx) =>
      withIdempotencyKey(
        tx,
        ctx,
        { verb: 'signUp', input: { submissionId, accountType, name, email, organization } },
        () => {
          if (findUserByEmail(tx, input.email)) throw taken
          made = true
          return createAccount(tx, ctx, input, passwordHash)
        },
      ),
    )
    if (!made && !(await isTheirs(ctx, userId, input))) throw taken
    return { userId }
  } catch (error) {
    if (error === taken) await consumePoint(ctx.db.$client, rateLimits.signupTaken, address)
    throw error
  }
}

/** A form's id alone must not open an account: a second submit must also know the password. */
async function isTheirs(ctx: Context, userId: string, input: SignUpInput): Promise<boolean> {
  const user = ctx.db.select().from(users).where(eq(users.id, userId)).get()
  return (await verifyPassword(user?.passwordHash ?? null, input.password)) && user?.email === input.email
}

function createAccount(tx: Transaction, ctx: Context, input: SignUpInput, passwordHash: string): string {
  const { now } = ctx
  const organization = input.accountType === 'enterprise'
  const user = {
    id: newId(),
    email: input.email,
    name: input.name,
    role: organization ? ('enterprise' as const) : ('user' as const),
    accountType: input.accountType,
    status: 'active' as const,
    locale: input.locale,
    createdAt: now,
    updatedAt: now,
  }
  const company = {
    id: newId(),
    kind: organization ? ('organization' as const) : ('individual' as const),
    name: (organization && input.organization) || input.name,
    createdAt: now,
    updatedAt: now,
  }
  tx.insert(users)
    .values({ ...user, passwordHash, passwordChangedAt: now })
    .run()
  tx.insert(companies).values(company).run()
  tx.insert(companyMembers).values({ companyId: company.id, userId: user.id, role: 'owner', joinedAt: now }).run()
  startTrial(tx, now, company.id, input.chosenPlan)
  const token = createToken(tx, now, { purpose: 'verify_email', userId: user.id, email: user.email })
  enqueueMail(tx, now, {
    to: user.email,
    locale: input.locale,
    template: 'verifyEmail',
    params: { link: `${env.origin}/verify-email?token=${token}` },
    names: { name: user.name },
  })
  const source = { ...ctx, actor: user, company }
  appendAudit(tx, source, {
    action: 'user.sign_up',
    subject: { type: 'user', id: user.id },
    after: { ...user, company },
    detail: { accountType: user.accountType, ...parseDevice(ctx.userAgent) },
  })
  return user.id
}
