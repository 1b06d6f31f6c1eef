import type { UserContext } from '#app/features/accounts/context.ts'
import { listPasskeys } from '#app/features/accounts/passkeys/queries.server.ts'
import { countRecoveryCodes } from './recovery-codes.server.ts'
import { findApp, hasSecondFactor, openSecret } from './second-factor.server.ts'
import { isPending } from './start-app.server.ts'
import { appAddress } from './totp.server.ts'

/**
 * The actor's second factors: whether there is any, since when the app is on (UTC ms, or null), how many passkeys there are, how many recovery codes are left, and the app that waits for
 * its first code, with the secret to show.
 */
export function getTwoFactor(ctx: UserContext) {
  const { id, email } = ctx.actor
  const found = findApp(ctx.db, id)
  const secret = isPending(found, ctx.now) && found?.pendingSecret ? openSecret(id, found.pendingSecret) : null
  return {
    isOn: hasSecondFactor(ctx.db, id),
    passkeys: listPasskeys(ctx).length,
    since: found?.confirmedAt ?? null,
    codesLeft: countRecoveryCodes(ctx.db, id),
    app: secret === null ? null : { secret, address: appAddress(secret, email) },
  }
}
