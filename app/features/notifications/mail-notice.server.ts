// verb-rule: the verb behind the event checked the right and wrote the audit row
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import type { Notice } from './notify.server.ts'

/** Its words are those of the notice, so it has none among the mails. */
const ofNotice = 'notice'

type Reader = { name: string; email: string; locale: string | null; timeZone: string | null }

/** Mails a notice to its readers, in its own words. What somebody has typed is among its texts, so all of them are names (NOT-3). */
export function mailNotice(
  tx: Transaction,
  { now }: EventSource,
  readers: readonly Reader[],
  { text, params, actionUrl, mailed }: Notice,
  category: NotificationCategory,
): void {
  const entries = Object.entries(params)
  const numbers = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  const names = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  for (const { name, email, locale, timeZone } of readers) {
    enqueueMail(tx, now, {
      to: email,
      locale: locale ?? 'en',
      template: ofNotice,
      toStranger: 'never',
      category,
      ...(mailed === 'unlessStopped' && { byDefault: 'now' as const }),
      params: {
        ...Object.fromEntries(numbers),
        ...{ notice: text, link: `${env.origin}${actionUrl ?? '/notifications'}`, timeZone: timeZoneOf({ timeZone }) },
      },
      // The notice may have a name of its own.
      names: { ...Object.fromEntries(names), recipient: name },
    })
  }
}
