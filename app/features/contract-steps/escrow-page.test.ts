import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import {
  createParties,
  type Deal,
  fund,
  released,
  signedDeal,
  submitted,
  terminateContract,
} from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db, await createParties(db, Date.now()))
})
afterAll(() => server.stop())

/** The text of the escrow page and of its part above the first figure. */
async function escrowPage(by: UserContext): Promise<{ text: string; top: string }> {
  const { cookie } = await signedIn(by)
  const html = (await server.ask(`/escrow/${deal.contractId}`, { cookie })).text
  const main = html.slice(html.indexOf('<main'))
  return {
    text: main,
    top: main
      .slice(0, main.indexOf('<dl'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  }
}

it('begins with what waits for whom and how much, keeps the note beside the files, and folds what is closed', async () => {
  const { client, provider, admin } = deal
  const [first = '', second = ''] = deal.milestoneIds
  expect((await escrowPage(client)).top).toMatch(
    /What you have to do next Pay the milestone in 1\. Demolition · €6,275\.00/,
  )
  submitted(deal, first)
  const { top, text } = await escrowPage(client)
  expect(top).toMatch(
    /Review the work 1\. Demolition · €6,275\.00 Review the work Pay the milestone in 2\. Installation/,
  )
  expect(text).toContain(`href="/milestones/${first}/approve"`)
  expect(text.indexOf('Done.</p>')).toBeLessThan(text.indexOf('plan.pdf'))
  expect(text).not.toContain('<summary class="flex cursor-pointer')
  const waiting = `Waiting for ${client.company.name} Review the work 1. Demolition · €6,275.00`
  expect((await escrowPage(provider)).top).toContain(`Nothing waits for you now ${waiting}`)
  expect((await escrowPage(admin)).top).toContain(waiting)

  await released(deal, second)
  const after = (await escrowPage(client)).text
  const folded = after.slice(after.indexOf('<details class="group rounded-lg'))
  expect(folded.slice(0, folded.indexOf('</summary>'))).toContain('2. Installation')
  expect(folded.slice(folded.indexOf('</summary>'), folded.indexOf('</details>'))).toContain('plan.pdf')
})

it('begins with what is held once the contract was terminated, which either party settles', async () => {
  const ended = await signedDeal(db, await createParties(db, Date.now()))
  const { client, provider, contractId, milestoneIds } = ended
  fund(ended, milestoneIds[0] ?? '')
  terminateContract(client, { contractId, reason: 'Insolvent.' })
  for (const by of [client, provider]) {
    const { cookie } = await signedIn(by)
    const html = (await server.ask(`/escrow/${contractId}`, { cookie })).text
    expect(html).toContain(`href="/escrow/${contractId}#milestones"`)
    expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(
      'What you have to do next Settle what is held 1. Demolition · €6,275.00',
    )
  }
})
