import type { Page } from '@playwright/test'
import type { UserContext } from '#app/features/accounts/context.ts'
import { received, watchConnections } from '#tests/setup/call-pages.ts'
import { colleagues } from './chat-parts.ts'
import { expect, type PersonPage } from './fixtures.ts'

export const screenOf = (page: Page) => page.getByRole('dialog', { name: /^Call: / })
export const ringOf = (page: Page) => page.getByRole('alertdialog')
export const control = (page: Page, name: string) => screenOf(page).getByRole('button', { name, exact: true })
export const call = (page: Page, type: 'Voice call' | 'Video call') =>
  page.getByRole('link', { name: type, exact: true }).click()

/** Waits until the page hears calls: its socket is connected, and its chat has loaded. */
export async function listening(page: Page): Promise<void> {
  await expect(page.locator('[data-calls-ready]')).toBeAttached()
}

export async function visit(page: PersonPage, address = '/dashboard'): Promise<PersonPage> {
  await watchConnections(page)
  await page.goto(address)
  await listening(page)
  return page
}

/** Media comes in: more frames and more sound than a moment ago. */
export async function expectFlow(page: Page, { video = true } = {}): Promise<void> {
  const before = await received(page)
  await expect
    .poll(async () => {
      const now = await received(page)
      return now.audioBytes > before.audioBytes && (!video || now.frames > before.frames)
    })
    .toBe(true)
}

type Insert = Parameters<typeof colleagues>[0]
type LogIn = (person: UserContext['actor']) => Promise<PersonPage>

export async function two(insertPerson: Insert, logIn: LogIn) {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const a = await visit(await logIn(anna.actor), `/messages/${conversationId}`)
  const b = await visit(await logIn(bo.actor))
  return { anna, bo, a, b, conversationId }
}
