import { hash } from '@node-rs/argon2'
import { eq, or } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { testNow } from './people.ts'

export const testPassword = 'a quiet river at noon'

const cheap = hash(testPassword, { memoryCost: 1024, timeCost: 1 })

/**
 * Gives a person a password to sign in with. Its hash is cheap on purpose (the cost of a check is read from the hash), except
 * for `passwordHash`.
 */
export async function givePassword(ctx: UserContext, passwordHash?: string): Promise<void> {
  ctx.db
    .update(users)
    .set({ passwordHash: passwordHash ?? (await cheap) })
    .where(eq(users.id, ctx.actor.id))
    .run()
}

/** Somebody who is not signed in. */
export function createVisitor(db: Database, options: { ip?: string; now?: number } = {}): Context {
  const { ip = '127.0.0.1', now = testNow } = options
  return {
    db,
    actor: null,
    company: null,
    now,
    requestId: newId(),
    ip,
    userAgent: 'test',
    sessionHash: null,
    via: 'page',
  }
}

/** The token in the latest mail of a template, from its link. */
export function mailedToken(db: Database, template: string): string {
  const ofTemplate = or(eq(mails.template, template), eq(mails.template, `${template}.stranger`))
  const mail = db.select().from(mails).where(ofTemplate).all().at(-1)
  return new URL(String(mail?.params.link)).searchParams.get('token') ?? ''
}

/** A request as a browser sends it: a posted form, or a page request when there is no form. */
export function browserRequest(
  path: string,
  options: { form?: Record<string, string>; cookie?: string } = {},
): Request {
  const headers = new Headers(options.cookie ? { Cookie: options.cookie } : {})
  const body = options.form ? new URLSearchParams(options.form) : undefined
  return new Request(new URL(path, env.origin), { method: body ? 'POST' : 'GET', headers, body })
}

/** Normalizes what a Remix loader or action returned or threw. */
export async function answerOf(run: () => unknown): Promise<{ status: number; headers: Headers; data: unknown }> {
  let answer: unknown
  try {
    answer = await run()
  } catch (thrown) {
    answer = thrown
  }
  if (answer instanceof Response) return { status: answer.status, headers: answer.headers, data: null }
  if (answer instanceof Error) throw answer
  const { data, init } = answer as { data?: unknown; init?: ResponseInit | null; type?: string }
  const isData = (answer as { type?: string } | null)?.type === 'DataWithResponseInit'
  return isData
    ? { status: init?.status ?? 200, headers: new Headers(init?.headers), data }
    : { status: 200, headers: new Headers(), data: answer }
}
