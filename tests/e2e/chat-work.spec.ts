import { sentDeal } from '#tests/factories/deal.ts'
import { expectLive, messageIn, send } from './chat-parts.ts'
import { expect, test } from './fixtures.ts'

test('a contract and a project lead to their conversations, and a client to an invoice', async ({
  db,
  parties,
  logIn,
  javaScriptEnabled: scripts,
}) => {
  const people = await parties()
  const { contractId, projectId } = await sentDeal(db, people)
  const { client, provider } = people
  const [owner, bidder] = [await logIn(client.actor), await logIn(provider.actor)]
  await bidder.goto(`/contracts/${contractId}`)
  await bidder.getByRole('button', { name: 'Conversation' }).click()
  await expect(bidder).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  const conversation = new URL(bidder.url()).pathname
  if (scripts) await expectLive(bidder)
  await send(bidder, 'Shall we talk about the dates?')
  await expect(messageIn(bidder, 'Shall we talk about the dates?', scripts)).toBeVisible()

  await test.step('the other party comes to the same', async () => {
    await owner.goto(`/contracts/${contractId}`)
    await owner.getByRole('button', { name: 'Conversation' }).click()
    await expect(owner).toHaveURL(bidder.url().replace(/#.*/, ''))
    await expect(messageIn(owner, 'Shall we talk about the dates?', scripts)).toBeVisible()
    await owner.goto(`${owner.url()}/details`)
    await owner.getByRole('link', { name: 'Go to the contract' }).click()
    await expect(owner).toHaveURL(`/contracts/${contractId}`)
  })

  await test.step('the provider writes an invoice from it', async () => {
    await bidder.getByRole('link', { name: 'Create invoice' }).click()
    await expect(bidder).toHaveURL(/\/invoicing\/new\?clientName=/)
    await expect(bidder.locator('input[name=buyerName]')).toHaveValue(client.company.name)
  })

  await test.step('the project leads to the same, as long as its contract is the only one', async () => {
    await owner.goto(`/projects/${projectId}`)
    await owner.getByRole('button', { name: 'Conversation' }).click()
    await expect(owner).toHaveURL(conversation)
  })
})
