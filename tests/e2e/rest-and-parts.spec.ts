import { approved, signedDeal } from '../factories/deal.ts'
import { offeredRest } from '../factories/rest.ts'
import { expect, type PersonPage, password, test } from './fixtures.ts'
import { expectFlash } from './parts.ts'

test('the next bidder accepts the rest of a terminated contract at its prices, and the client reads it', async ({
  parties,
  logIn,
}) => {
  const people = await parties()
  const projectId = await offeredRest(people)
  const provider = await logIn(people.provider.actor)
  await provider.goto(`/projects/${projectId}`)
  await provider.getByRole('link', { name: 'Accept at your prices' }).click()
  const lines = provider.getByRole('table', { name: 'What is left, at the prices of your bid' })
  await expect(lines).toContainText('€120.00')
  await expect(lines.getByRole('row').last()).toContainText('€14,520.00')
  await provider.getByRole('button', { name: 'Accept the rest at these prices' }).click()
  await expectFlash(provider, 'You have accepted the rest at your prices.')

  const client = await logIn(people.client.actor)
  await client.goto(`/projects/${projectId}/bids`)
  await client.getByRole('main').getByRole('link', { name: people.provider.company.name }).first().click()
  const bid = client.getByRole('main')
  await expect(bid).toContainText('At the prices of this company’s bid')
  await expect(bid).toContainText('€14,520.00')
})

test('a part is handed over by a protocol of its own while the rest goes on', async ({ db, parties, logIn }) => {
  const deal = await signedDeal(db, await parties())
  approved(deal, deal.milestoneIds[0] ?? '')
  const path = `/contracts/${deal.contractId}/handover`
  const client = await logIn(deal.client.actor)
  await client.goto(path)
  await client.getByLabel('1. Demolition').check()
  await client.getByRole('button', { name: 'Call the handover of this part' }).click()
  await expect(client.getByRole('main')).toContainText('Part of the work')
  await client.getByRole('link', { name: 'Write the protocol' }).click()
  await client.getByLabel('Present').fill('Aino Aho and Pekka Puu')
  await client.getByLabel('Accepted with defects').check()
  await client.getByRole('button', { name: 'Add a defect' }).click()
  const defect = client.getByRole('textbox', { name: 'Defect', exact: true })
  await expect(defect).toBeFocused()
  await client.keyboard.type('The gutter drips')
  await client.getByRole('button', { name: 'Save the protocol' }).click()
  await client.getByRole('link', { name: 'Sign first' }).click()
  await sign(client, deal.client.actor.name, 'Sign first')

  const provider = await logIn(deal.provider.actor)
  await provider.goto(path)
  await expect(provider.getByRole('main')).toContainText('The gutter drips')
  await provider.getByRole('link', { name: 'Sign the protocol' }).click()
  await sign(provider, deal.provider.actor.name, 'Sign the protocol')
  const main = provider.getByRole('main')
  await expect(main).toContainText('Signed by both')
  await expect(main.getByRole('note').filter({ hasText: 'Not taken over yet' })).toContainText('2. Installation')
})

async function sign(page: PersonPage, name: string, button: string): Promise<void> {
  await page.getByLabel('Your full name').fill(name)
  await page.getByLabel('Your role').fill('Manager')
  await page.getByLabel('Basis of your authority').selectOption('managing_director')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByLabel('Your password')).toBeHidden()
}
