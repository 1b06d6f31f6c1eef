import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { expect, test } from './fixtures.ts'
import { expectFlash, openMail } from './parts.ts'

const days = (count: number) => invoiceDay(Date.now() + count * 86_400_000)

test('a quote is written, sent, accepted by its link and invoiced', async ({ insertPerson, logIn, open }) => {
  const seller = await insertPerson({ name: 'Sirpa Seller' })
  const page = await logIn({ id: seller.actor.id, email: seller.actor.email })
  const email = `client-${seller.actor.id}@example.org`

  await test.step('the seller writes it, with a wrong date first', async () => {
    await page.goto('/invoicing/quotes')
    await page.getByRole('main').getByRole('link', { name: 'New quote' }).first().click()
    await page.getByLabel('What it is about').fill('New roof')
    await page.getByLabel('Valid until').fill(days(-1))
    await page.getByLabel('Name', { exact: true }).fill('Carla Client')
    await page.getByLabel('Street address').first().fill('Katu 1')
    await page.getByLabel('Postal code').first().fill('00100')
    await page.getByLabel('City').first().fill('Helsinki')
    await page.getByLabel('Country').first().selectOption('FI')
    await page.getByLabel('Description').fill('Roofing')
    await page.getByLabel('Quantity').fill('100')
    await page.getByLabel('Unit', { exact: true }).fill('m²')
    await page.getByLabel('Unit price without VAT').fill('80')
    await page.getByRole('button', { name: 'Save quote' }).click()
    await expect(page.getByRole('alert')).toContainText('The date must not be in the past.')
    await expect(page.getByLabel('Description')).toHaveValue('Roofing')
    await page.getByLabel('Valid until').fill(days(14))
    await page.getByRole('button', { name: 'Save quote' }).click()
    await expectFlash(page, 'The quote is saved as a draft.')
    await expect(page.getByText('€10,040.00')).toBeVisible()
  })
  const quote = page.url()

  await test.step('and sends it', async () => {
    await page.getByRole('link', { name: 'Send to the client' }).click()
    await page.getByRole('radio', { name: 'By email' }).check()
    await page.getByLabel('Client’s email').fill(email)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expectFlash(page, 'is on its way')
    await expect(page.getByText('Not opened yet.')).toBeVisible()
  })

  const client = await open()
  await test.step('the client opens the mail’s link without an account, and accepts', async () => {
    await openMail(client, email, 'Quote Q-')
    await client.getByRole('link', { name: 'View quote' }).click()
    await expect(client.getByRole('heading', { level: 1, name: /^Quote Q-/ })).toBeVisible()
    await expect(client.getByText('New roof')).toBeVisible()
    await client.getByRole('link', { name: 'Accept the quote' }).click()
    await client.getByRole('button', { name: 'Accept the quote' }).click()
    await expect(client.getByRole('alert')).toBeVisible()
    await client.getByLabel('Your name').fill('Carla Client')
    await client.getByRole('checkbox', { name: /I accept the quote of €10,040.00/ }).check()
    await client.getByRole('button', { name: 'Accept the quote' }).click()
    await expect(client.getByText(/^Accepted by Carla Client on/)).toBeVisible()
    await expect(client.getByRole('link', { name: 'Decline the quote' })).toHaveCount(0)
  })

  await test.step('the seller is told, invoices an advance and then sees what is left', async () => {
    await page.goto('/notifications')
    await expect(page.getByText(/Carla Client accepted quote Q-/).first()).toBeVisible()
    await page.goto(quote)
    await page.getByRole('link', { name: 'Invoice a part' }).click()
    await page.getByLabel('How much of the quote').fill('30')
    await page.getByRole('checkbox', { name: 'It is an advance, before the work' }).check()
    await page.getByRole('button', { name: 'Make a draft' }).click()
    await expectFlash(page, 'The draft is ready.')
    await expect(page.getByText('New roof: advance of 30% on quote').first()).toBeVisible()
    await page.getByRole('link', { name: /^Quote Q-/ }).click()
    await expect(page.getByText('€2,400.00 of €8,000.00 is invoiced, without VAT.')).toBeVisible()
  })

  await test.step('what is left waits until the advance is issued or deleted', async () => {
    await page.getByRole('button', { name: 'Invoice what is left' }).click()
    await expect(page.getByText('An advance of this quote is still a draft.').first()).toBeVisible()
  })
})
