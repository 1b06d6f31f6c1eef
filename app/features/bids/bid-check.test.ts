import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { bidSeals, bids } from '#db/schema/bids.ts'
import { bidInput, createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { checkBid } from './bid-check.server.ts'
import { bidParts } from './bid-document.server.ts'
import { updateBid } from './update-bid.server.ts'

let db: Database
let bidId: string
beforeEach(() => {
  db = testDatabase()
  const [owner, bidder] = [createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner)
  bidId = createSubmittedBid(bidder, projectId).id
  updateBid(bidder, { ...bidInput(bidder, projectId, 90), bidId })
})

const check = (seals = db.select().from(bidSeals).all()) => {
  const bid = db.select().from(bids).all().at(0)
  return bid && checkBid(bid, bidParts(db, bidId), seals)
}
const run = (sql: string) => db.$client.prepare(sql).run()

it('finds nothing in a bid that is as it was sealed, whatever the order of its seals', () => {
  expect(check()).toEqual([])
  expect(check(db.select().from(bidSeals).all().reverse())).toEqual([])
})

it.each([
  ['UPDATE bid_lines SET unit_price_e4 = 910000 WHERE position = 1', ['lines 2: unit price', 'lines 2: net']],
  [`UPDATE bid_lines SET description = 'Other' WHERE position = 0`, ['lines 1: description']],
  ['UPDATE bids SET net_cents = net_cents + 1', ['net']],
  [`UPDATE bids SET approach = 'By hand.', timeline_weeks = 1`, ['approach', 'timeline in weeks']],
])('names what is not as it was sealed last: %s', (sql, fields) => {
  run(sql)
  expect(check()).toEqual([{ kind: 'rows', revision: 2, fields }])
})

it('names a line that is gone by everything that it said', () => {
  run('DELETE FROM bid_lines WHERE position = 1')
  const [found] = check() ?? []
  expect(found).toMatchObject({ kind: 'rows', fields: expect.arrayContaining(['lines 2: description']) })
})

it('finds a kept text that is not the one that was sealed, of an earlier revision too', () => {
  const forged = db.select().from(bidSeals).all()
  const seals = forged.map((seal) => (seal.revision === 1 ? { ...seal, text: `${seal.text} ` } : seal))
  expect(check(seals)).toEqual([{ kind: 'text', revision: 1 }])
})

it('says of a bid whose text was not kept only that it differs', () => {
  run('UPDATE bids SET timeline_weeks = 1')
  const seals = db.select().from(bidSeals).all()
  expect(check(seals.map((seal) => ({ ...seal, text: null })))).toEqual([{ kind: 'rows', revision: 2, fields: [] }])
})
