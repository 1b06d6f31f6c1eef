import type { Page } from '@playwright/test'
import { expect, newEmail, test } from './fixtures.ts'
import * as job from './job.ts'
import { expectFlash } from './parts.ts'

const lines = [
  { description: 'Demolition', quantity: '120', unit: 'm²' },
  { description: 'Kitchen equipment', quantity: '1', unit: 'pcs' },
]
const offer = (demolition: string, equipment: string) => ({
  approach: 'We work at night, behind dust walls.',
  weeks: '8',
  prices: { Demolition: demolition, 'Kitchen equipment': equipment },
})

test('a job goes from its first draft to paid invoices', async ({ newcomer, open, admin }) => {
  test.setTimeout(240_000)
  const unique = newEmail().slice(0, 23)
  const title = `Kitchen of the Tapiola school ${unique}`
  const names = { client: `Client ${unique}`, provider: `Provider ${unique}`, rival: `Rival ${unique}` }
  const milestones = [
    { number: '1', milestone: 'Demolition done', net: '8,000.00', vat: '2,040.00', gross: '10,040.00' },
    { number: '2', milestone: 'Kitchen running', net: '12,000.00', vat: '3,060.00', gross: '15,060.00' },
  ]
  const client = await newcomer({ name: 'Aino Client', organization: names.client })
  const provider = await newcomer({ name: 'Pekka Provider', organization: names.provider })
  const rival = await newcomer({ name: 'Risto Rival', organization: names.rival })

  await test.step('the client publishes a project with lines', async () => {
    await job.createDraft(client, { title, lines })
    await job.publish(client)
  })
  const project = new URL(client.url()).pathname

  await test.step('both bid, one revises, and nobody sees a thing before the bids are opened', async () => {
    await job.bid(provider, title, offer('60', '14,000'))
    await job.bid(rival, title, offer('55', '15,000'))
    await expectSealed(client, project, names)
    await job.revise(provider, offer('50', '14,000'))
    await rival.goto(new URL(provider.url()).pathname)
    await expect(rival.getByText('Error 404')).toBeVisible()
  })

  await test.step('the client opens the bids early and compares them side by side', async () => {
    await client.goto(project)
    await job.closeBidding(client)
    await client.getByRole('main').getByRole('link', { name: 'Compare bids' }).click()
    const row = (name: string) =>
      client.getByRole('row').filter({ has: client.getByRole('rowheader', { name, exact: true }) })
    await expect(row('Demolition').or(row('Demolition 120 m² requested'))).toContainText('6,000.00')
    await expect(row('Net')).toContainText('20,000.00')
    await expect(row('Net')).toContainText('21,600.00')
    await expect(row('Total with VAT')).toContainText('25,100.00')
    await expect(row('Total with VAT')).toContainText('27,108.00')
    await expect(client.getByText('All seals verified')).toBeVisible()
  })

  await test.step('the client awards, draws the contract up and sends it; both sign', async () => {
    await job.award(client, names.provider)
    await job.sendContract(client, [
      { title: 'Demolition done', amount: '8,000' },
      { title: 'Kitchen running', amount: '12,000' },
    ])
    await job.sign(client, 'Aino Client', 'You have signed.')
    await provider.goto(new URL(client.url()).pathname)
    await job.sign(provider, 'Pekka Provider', 'Both parties have signed. The contract is in force.')
    await rival.goto(new URL(client.url()).pathname)
    await expect(rival.getByText('Error 404')).toBeVisible()
  })

  const contract = new URL(client.url()).pathname

  await test.step('anybody with its hash can verify the document', async () => {
    await client.reload()
    await client.getByRole('link', { name: 'Verify this document' }).click()
    await expect(client).toHaveURL(/\/verify\//)
    const stranger = await open()
    await stranger.goto(client.url())
    await expect(stranger.getByText('The document is intact')).toBeVisible()
    for (const [name, { email }] of [['Aino Client', client] as const, ['Pekka Provider', provider] as const]) {
      await expect(stranger.getByText(name, { exact: true })).toBeVisible()
      await expect(stranger.getByText(`the account of ${name}, verified email address ${email}`)).toBeVisible()
    }
    await expect(stranger.getByRole('main')).not.toContainText('25,100.00')
  })

  await test.step('each milestone is paid in, done, approved, released and invoiced', async () => {
    const bank = await admin()
    await client.goto(contract)
    await client.getByRole('link', { name: 'Milestones and payments' }).click()
    await expect(client).toHaveURL(/\/escrow\//)
    const escrow = new URL(client.url()).pathname
    for (const { milestone, net, gross, vat, number } of milestones) {
      await client.goto(escrow)
      const reference = await job.paymentReference(client, milestone)
      const transfer = { reference, payer: names.client, archiveId: `${unique}${number}` }
      await job.recordTransfer(bank, { ...transfer, amount: '1.00', archiveId: `${transfer.archiveId} too little` })
      await expect(bank.getByRole('heading', { name: 'Too little' })).toBeVisible()
      await job.recordTransfer(bank, { ...transfer, amount: gross })
      await expectFlash(bank, 'The transfer has been recorded, and its milestone is funded.')
      await job.recordTransfer(bank, { ...transfer, amount: gross })
      await expectFlash(bank, 'This transfer had been recorded before. Nothing was changed.')
      await provider.goto(escrow)
      await job.submitWork(provider, milestone, 'All done, see the report.', 'handover.pdf')
      await client.goto(escrow)
      if (number === '1') {
        await job.requestChanges(client, milestone, 'The east wall is missing.')
        await provider.goto(escrow)
        await expect(provider.getByText('The east wall is missing.')).toBeVisible()
        await job.submitWork(provider, milestone, 'Now with the east wall.', 'handover-2.pdf')
        await client.goto(escrow)
        const file = (await client.getByRole('link', { name: 'handover-2.pdf' }).getAttribute('href')) ?? ''
        const download = await client.request.get(file)
        expect(download.headers()['content-disposition']).toContain('attachment')
        expect((await download.body()).subarray(0, 5).toString()).toBe('%PDF-')
        expect((await rival.request.get(file)).status()).toBe(404)
      }
      await job.approveAndRelease(client, milestone)
      const link = await job.invoice(provider, milestone, number === '1')
      await expect(provider.getByRole('main').getByText('Paid', { exact: true }).first()).toBeVisible()
      const stranger = await open()
      await stranger.goto(link)
      const shown = stranger.getByRole('article', { name: 'Invoice document' })
      for (const text of [names.provider, names.client, milestone, net, gross, vat, 'Paid in full']) {
        await expect(shown).toContainText(text)
      }
      await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \S+/)
    }
    await client.goto(escrow)
    await expect(client.getByText('All milestones are closed').or(client.getByText('Released').first())).toBeVisible()
  })

  await test.step('the contract and the project are completed, and the other bidder was told', async () => {
    for (const page of [client, provider]) {
      await page.goto(contract)
      await expect(page.getByText('Every milestone is closed, and the contract is completed.')).toBeVisible()
    }
    await client.goto(project)
    await expect(client.getByText('Every milestone of this project is closed.')).toBeVisible()
    await rival.goto(project)
    await expect(rival.getByRole('main').getByText('Not selected', { exact: true })).toBeVisible()
    await rival.goto('/notifications')
    await expect(rival.getByRole('main')).toContainText(title)
  })
})

/** Checks that the owner's pages reveal neither bidders, nor amounts, nor the number of bids. */
async function expectSealed(client: Page, project: string, names: { provider: string; rival: string }): Promise<void> {
  for (const path of [project, `${project}/bids`, '/bids?view=received', '/projects', '/notifications', '/dashboard']) {
    await client.goto(path)
    const shown = client.getByRole('main')
    await expect(shown).toBeVisible()
    await expect(shown).not.toContainText(names.provider)
    await expect(shown).not.toContainText(names.rival)
    await expect(shown).not.toContainText(/21,200|21,600|26,606|27,108/)
    await expect(shown).not.toContainText(/2 bids|bids? received/i)
  }
}
