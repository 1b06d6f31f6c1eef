import { TOTP } from 'otpauth'
import type { UserContext } from '#app/features/accounts/context.ts'
import { sealSecret } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { newSecret } from '#app/features/accounts/two-factor/totp.server.ts'
import { authenticatorApps } from '#db/schema/accounts.ts'
import { TestPasskey } from './passkey.ts'

/** What an authenticator app shows for a secret at a time (UTC ms). */
export const codeOf = (secret: string, at: number): string => new TOTP({ secret }).generate({ timestamp: at })

/** Gives a person an authenticator app without recovery codes; returns its secret. */
export function giveApp({ db, actor, now }: UserContext): string {
  const secret = newSecret()
  db.insert(authenticatorApps)
    .values({ userId: actor.id, secret: sealSecret(actor.id, secret), confirmedAt: now })
    .run()
  return secret
}

/** Gives a person a passkey that nobody holds; returns its id. */
export const givePasskey = (ctx: UserContext): string => new TestPasskey(ctx.actor.id).give(ctx)
