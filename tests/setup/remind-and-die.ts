// A program that is killed between a commit and its delivery, on the database in GROUNDWORK_TEST_DATA.
import '#tests/setup/environment.ts'
import { remindApprovers } from '#app/features/escrow/remind-approvers.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { database } from '#db/handle.server.ts'
import { signedDeal, submitted, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'

const db = database()
const now = Date.now() - 8 * 86_400_000
const client = await withPassword(createPerson(db, { now }))
const provider = await withPassword(createPerson(db, { now }))
const deal = await signedDeal(db, { client, provider, admin: createAdmin(db, 'admin', now) })
submitted(deal, deal.milestoneIds[0] ?? '')
startDispatcher(db, listeners).deliver()
remindApprovers(systemContext(db, Date.now()))
process.kill(process.pid, 'SIGKILL')
