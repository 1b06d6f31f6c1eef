import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { drawingFault } from '#app/documents/drawing.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { sentDeal } from '../factories/deal.ts'
import { expectAccessible, expectNoOverflow } from './checks.ts'
import { expect, password, test } from './fixtures.ts'
import { expectFlash } from './parts.ts'

/** A zigzag over the pad. */
const zigzag = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85].map((x, at) => ({ x, y: at % 2 === 0 ? 0.7 : 0.3 }))

async function within(pad: Locator) {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is not shown')
  return zigzag.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height }))
}

async function drawWithMouse(page: Page, pad: Locator): Promise<void> {
  const points = await within(pad)
  await page.mouse.move(points[0]?.x ?? 0, points[0]?.y ?? 0)
  await page.mouse.down()
  for (const { x, y } of points) await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

async function drawWithFinger(page: Page, pad: Locator): Promise<void> {
  const points = await within(pad)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', points.slice(0, 1))
  for (const point of points.slice(1)) await touch('touchMove', [point])
  await touch('touchEnd', [])
}

async function fillIn(page: Page, name: string, secret: string): Promise<void> {
  await page.getByLabel('Your full name').fill(name)
  await page.getByLabel('Your role').fill('Manager')
  await page.getByLabel('Basis of your authority').selectOption('managing_director')
  await page.getByLabel('Your password').fill(secret)
}

test('a signature is drawn on a phone, outlives an error, and stands on the page of the contract @scripts', async ({
  db,
  parties,
  logIn,
}) => {
  const { provider, contractId } = await sentDeal(db, await parties())
  const page = await logIn(provider.actor)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/contracts/${contractId}/sign`)
  await page.getByRole('button', { name: 'Draw signature' }).click()
  const pad = page.getByRole('group', { name: 'Signature pad' })
  await expect(pad).toBeFocused()
  await expectNoOverflow(page)
  const drawn = page.locator('input[name=drawing]')
  const area = pad.getByRole('img')
  await drawWithMouse(page, area)
  await expect(area).toHaveAccessibleName('Area to draw in, with your drawing')
  expect(drawingFault(await drawn.inputValue())).toBeNull()
  await expectAccessible(page)
  await pad.getByRole('button', { name: 'Clear' }).click()
  await expect(drawn).toHaveValue('')

  const before = await page.evaluate(() => window.scrollY)
  await drawWithFinger(page, area)
  const drawing = await drawn.inputValue()
  expect(drawingFault(drawing)).toBeNull()
  // The whole stroke came: the finger did not scroll the page instead.
  expect([await page.evaluate(() => window.scrollY), drawing.match(/[ML]/g)?.length]).toEqual([before, 7])

  await fillIn(page, provider.actor.name, 'not the password')
  await page.getByRole('button', { name: 'Sign contract' }).click()
  await expect(page.getByRole('alert')).toContainText('Your password')
  await expect(drawn).toHaveValue(drawing)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign contract' }).click()
  await expectFlash(page, 'You have signed. The contract takes effect once the other party signs too.')
  await expect(page.getByRole('img', { name: `Signature of ${provider.actor.name}, drawn by hand` })).toBeVisible()
  const stored = db.select().from(contractSignatures).where(eq(contractSignatures.contractId, contractId)).all()
  expect(stored.map((row) => row.drawing)).toEqual([drawing])
})

test('without scripts the typed name signs, and nothing is offered that would not work @plain', async ({
  db,
  parties,
  logIn,
}) => {
  const { provider, contractId } = await sentDeal(db, await parties())
  const page = await logIn(provider.actor)
  await page.goto(`/contracts/${contractId}/sign`)
  await expect(page.getByLabel('Your full name')).toBeVisible()
  await expect(page.getByText('Drawn signature')).toHaveCount(0)
  await fillIn(page, provider.actor.name, password)
  await page.getByRole('button', { name: 'Sign contract' }).click()
  await expectFlash(page, 'You have signed. The contract takes effect once the other party signs too.')
})
