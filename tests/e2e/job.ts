import { expect, type Page } from '@playwright/test'
import { businessIdOfNumber } from '../setup/check-digits.ts'
import { password } from './fixtures.ts'
import { expectFlash } from './parts.ts'

/** The steps of the main journey, through the pages only. */

const day = 86_400_000
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true }).click()

export type RequestedLine = { description: string; quantity: string; unit: string }

/** Creates a draft with its lines; the page then shows it. */
export async function createDraft(
  page: Page,
  { title, lines }: { title: string; lines: RequestedLine[] },
): Promise<void> {
  await page.goto('/projects')
  await main(page).getByRole('link', { name: 'Create project' }).first().click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('A new kitchen for 600 portions a day.\nThe school stays open.')
  await page.getByLabel('Category').selectOption({ label: 'Kitchen' })
  await page.getByLabel('Location').fill('Espoo')
  await page.getByLabel('Bid deadline').fill(new Date(Date.now() + 10 * day).toISOString().slice(0, 16))
  await page.getByLabel('Budget').fill('30,000')
  await page.getByLabel('We may close bidding before the deadline').check()
  for (const [index, line] of lines.entries()) {
    if (index > 0) await press(page, 'Add a line')
    const row = page.getByRole('group', { name: `Line ${index + 1}`, exact: true })
    await row.getByLabel('What is to be priced').fill(line.description)
    await row.getByLabel('Quantity').fill(line.quantity)
    await row.getByLabel('Unit').fill(line.unit)
  }
  await press(page, 'Create project')
  await expectFlash(page, 'The project was created as a draft.')
}

export async function publish(page: Page): Promise<void> {
  await follow(page, 'Review and publish')
  await press(page, 'Publish project')
  await expectFlash(page, 'The project is open for bids.')
}

export async function closeBidding(page: Page): Promise<void> {
  await follow(page, 'Close bidding')
  await press(page, 'Close bidding and open the bids')
  await expectFlash(page, 'Bidding is closed and the bids have been opened.')
}

export type Offer = { approach: string; weeks: string; prices: Record<string, string> }

async function fillOffer(page: Page, { approach, weeks, prices }: Offer): Promise<void> {
  for (const [description, price] of Object.entries(prices)) {
    await page.getByRole('group', { name: description }).getByLabel('Unit price').fill(price)
  }
  await page.getByLabel('Approach').fill(approach)
  await page.getByLabel('Timeline in weeks').fill(weeks)
}

/** Finds the project in the marketplace and submits a bid. */
export async function bid(page: Page, title: string, offer: Offer): Promise<void> {
  await page.goto('/projects?view=open')
  await follow(page, title)
  await follow(page, 'Make a bid')
  await fillOffer(page, offer)
  await fillAddress(page)
  await press(page, 'Submit bid')
  await expectFlash(page, 'The bid is submitted and sealed.')
}

export async function revise(page: Page, offer: Offer): Promise<void> {
  await follow(page, 'Revise bid')
  await fillOffer(page, offer)
  await press(page, 'Review bid')
  await expect(main(page).getByRole('heading', { name: 'What changes' })).toBeVisible()
  await press(page, 'Back to editing')
  const [price = ''] = Object.values(offer.prices)
  await expect(page.getByLabel('Unit price').first()).toHaveValue(price)
  await press(page, 'Review bid')
  await expect(main(page).getByRole('heading', { name: 'What changes' })).toBeVisible()
  await press(page, 'Submit revised bid')
  await expectFlash(page, 'The bid is submitted and sealed.')
}

/** Awards from the comparison, where the bidders are in the order of their columns. */
export async function award(page: Page, company: string): Promise<void> {
  const headers = await page.getByRole('columnheader').allTextContents()
  const column = headers.findIndex((text) => text.includes(company))
  const decision = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Decision' }) })
  await decision
    .getByRole('cell')
    .nth(column - 1)
    .getByRole('link', { name: 'Award' })
    .click()
  await expect(main(page).getByRole('heading', { name: `Award the project to ${company}?` })).toBeVisible()
  await press(page, 'Award project')
  await expectFlash(page, 'The project is awarded.')
}

export type Part = { title: string; amount: string }

/** Drafts the contract and sends it; the page then shows it. */
export async function sendContract(page: Page, parts: Part[]): Promise<void> {
  await follow(page, 'Prepare the contract')
  if (parts.length > 1) await press(page, `${parts.length} milestones`)
  await expect(page.getByLabel('What will be delivered')).toHaveCount(parts.length)
  for (const [index, part] of parts.entries()) {
    await page.getByLabel('What will be delivered').nth(index).fill(part.title)
    await page.getByLabel('Amount without VAT').nth(index).fill(part.amount)
  }
  await press(page, 'Save draft')
  await expectFlash(page, 'The draft has been saved.')
  await follow(page, 'Send contract')
  await fillAddress(page)
  await press(page, 'Send contract')
  await expectFlash(page, 'The contract has been sent.')
}

/** Fills in the company's address, for which the page asks while it is not known. */
async function fillAddress(page: Page): Promise<void> {
  const address = page.getByRole('group', { name: 'Your address, for the contract and its invoices' })
  await address.getByLabel('Street address').fill('Testikatu 1')
  await address.getByLabel('Postal code').fill('00100')
  await address.getByLabel('City').fill('Helsinki')
}

/** Signs the contract on the current page. Both addresses are known by now: the bidder's since the bid, the sender's since the sending. */
export async function sign(page: Page, name: string, flash: string): Promise<void> {
  await follow(page, 'Sign contract')
  await page.getByLabel('Your full name').fill(name)
  await page.getByLabel('Your role').fill('Managing Director')
  await page.getByLabel('Basis of your authority').selectOption('managing_director')
  await page.getByLabel('Your password').fill(password)
  await press(page, 'Sign contract')
  await expectFlash(page, flash)
}

/** Follows the link to missing seller details, fills them in besides the address, and returns. */
async function completeCompany(page: Page): Promise<void> {
  await follow(page, 'Open company settings')
  await expect(page.getByLabel('Street address')).toHaveValue('Testikatu 1')
  // One company only has an id, and the journey runs with scripts and without, in one database.
  const businessId = businessIdOfNumber(400_000 + Math.floor(Math.random() * 300_000))
  await page.getByLabel('Business ID (optional)').fill(businessId)
  await page.getByLabel('VAT number').fill(`FI${businessId.replace('-', '')}`)
  await press(page, 'Save company settings')
  await expectFlash(page, 'The company settings have been saved.')
  // What is missing now is the account.
  await follow(page, 'Add your bank account')
  await page.getByLabel('IBAN').fill('FI79 4405 2020 0360 82')
  await page.getByLabel('Your password').fill(password)
  await press(page, 'Save bank account')
  await expectFlash(page, 'The bank account has been saved. Nothing is paid out to it for now.')
}

/** The reference for paying a milestone, from the current escrow page. */
export async function paymentReference(page: Page, milestone: string): Promise<string> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: milestone }) })
  return (await row.getByText(/^\d[\d ]{3,}\d$/).textContent()) ?? ''
}

export type IncomingTransfer = { reference: string; amount: string; payer: string; archiveId: string }

/** Records a line of the bank statement, as an admin. */
export async function recordTransfer(
  page: Page,
  { reference, amount, payer, archiveId }: IncomingTransfer,
): Promise<void> {
  await page.goto('/escrow/transfers')
  await page.getByLabel('Reference number').fill(reference)
  await page.getByLabel('Archive ID').fill(archiveId)
  await page.getByLabel('Amount').fill(amount)
  await page.getByLabel('Payer', { exact: true }).fill(payer)
  await page.getByLabel('Date of payment').fill(new Date().toISOString().slice(0, 10))
  await press(page, 'Record transfer')
}

/** Follows an action of the milestone's card on the current escrow page. */
async function step(page: Page, milestone: string, action: string): Promise<void> {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { level: 3, name: milestone }) })
  await card.last().getByRole('link', { name: action, exact: true }).click()
}

export async function submitWork(page: Page, milestone: string, note: string, fileName: string): Promise<void> {
  await step(page, milestone, 'Submit work')
  await page.getByLabel('Note').fill(note)
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await page.getByLabel('Deliverables').setInputFiles({ name: fileName, mimeType: 'application/pdf', buffer })
  await press(page, 'Submit work')
  await expectFlash(page, 'The work has been submitted.')
}

export async function requestChanges(page: Page, milestone: string, reason: string): Promise<void> {
  await step(page, milestone, 'Request changes')
  await page.getByLabel('What has to change').fill(reason)
  await press(page, 'Request changes')
  await expectFlash(page, 'The provider has been asked for changes.')
}

export async function approveAndRelease(page: Page, milestone: string): Promise<void> {
  await step(page, milestone, 'Approve work')
  await press(page, 'Approve work')
  await expectFlash(page, 'The work has been approved.')
  await step(page, milestone, 'Release money')
  await page.getByLabel('Your password').fill(password)
  await press(page, 'Release money')
  await expectFlash(page, 'The money has been released.')
}

/**
 * Creates an invoice for a released milestone, issues it, and returns its public link. The first one asks for the seller's
 * details.
 */
export async function invoice(page: Page, milestone: string, isFirst: boolean): Promise<string> {
  await page.goto('/invoicing/new')
  await follow(page, `Invoice “${milestone}”`)
  await expect(page.getByText(`For the milestone “${milestone}”`)).toBeVisible()
  await press(page, 'Save draft')
  await expectFlash(page, 'The draft is saved.')
  await follow(page, 'Issue')
  if (isFirst) await completeCompany(page)
  await press(page, 'Issue invoice')
  await expectFlash(page, 'is issued.')
  await press(page, 'Create link')
  await expectFlash(page, 'The link is ready.')
  return page.getByLabel('Address').inputValue()
}
