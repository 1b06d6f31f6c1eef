import type { Attach } from '#app/features/notifications/deliver-mails.server.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { callTimeCalendar } from './calendar.server.ts'
import { findCallTime } from './queries.server.ts'

const readerOf = sql(
  { params: { address: users.email }, row: columns(users, 'id') },
  `SELECT id FROM users WHERE lower(email) = lower(:address) AND status = 'active'`,
)

/** What goes with the mail of a call time: the calls for its reader's calendar, if they still read the conversation. */
export const callTimeAttachments: Attach = async (db, { recipient, params }) => {
  if (params.notice !== 'callTimeProposed' && params.notice !== 'callTimeCancelled') return []
  const reader = readerOf.first(db, { address: recipient })
  const id = String(params.link).split('/').at(-1) ?? ''
  const time = reader && findCallTime(db, reader.id, id)
  if (!time) return []
  const content = Buffer.from(callTimeCalendar(time))
  return [{ filename: 'call.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content }]
}
