import { hash } from '@node-rs/argon2'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { type Database, openDatabase, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { type Parties, password } from '#tests/factories/deal.ts'
import { createAdmin, createPerson, type PersonOptions } from '#tests/factories/people.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

export type JourneyOptions = { javaScriptEnabled: boolean }

export type SignUp = { name: string; organization?: string }

/** A signed-in user's browser page. */
export type PersonPage = Page & { email: string }

type Somebody = { id: string; email: string }

type Fixtures = {
  /** The database of the running server. */
  db: Database
  /** A new browser (with its own cookies) with one page. Console errors about refused or failed scripts fail the test. */
  open: () => Promise<Page>
  /** Signs up a new person through the real pages, in their own browser, and returns the page. */
  signUp: (person: SignUp) => Promise<PersonPage>
  /** A browser with a session cookie for a person, on no page yet. `fillLogin` uses the real form. */
  logIn: (person: Somebody) => Promise<PersonPage>
  /** A browser of somebody as after signing up: their company has a name and no details. `signUp` uses the real form. */
  newcomer: (person: { name: string; organization: string; emailVerified?: boolean }) => Promise<PersonPage>
  /** Adds a session for a person to the cookies of a browser context. */
  addSession: (context: BrowserContext, person: { id: string }) => Promise<void>
  /** Inserts a person with a company and a password into the database, for tests that are not about signing up. */
  insertPerson: (options?: PersonOptions & { name?: string; mustChangePassword?: boolean }) => Promise<CompanyContext>
  /** Two companies and an admin, inserted into the database for the factories; they can log in. */
  parties: () => Promise<Parties>
  /** A platform admin (or super admin), inserted into the database and logged in. */
  admin: (role?: 'admin' | 'super_admin') => Promise<PersonPage>
}

/** The password of everybody in the journeys; the factories sign contracts with it too. */
export { password }

let passwordHash: Promise<string> | undefined
/** Cheap on purpose; the server reads the cost from the hash. */
const hashed = () => {
  passwordHash ??= hash(password, { memoryCost: 1024, timeCost: 1 })
  return passwordHash
}

/** The base of every journey. Each creates its own people and companies, so that no journey sees another's data. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  db: async ({}, use) => {
    const db = openDatabase(`${process.env.E2E_DATA_DIR}/groundwork.db`)
    await use(db)
    db.$client.close()
  },
  page: async ({ open }, use) => use(await open()),
  open: async ({ browser, contextOptions, javaScriptEnabled, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, javaScriptEnabled, baseURL })
      contexts.push(context)
      const page = await context.newPage()
      watch(page, problems)
      return page
    })
    for (const context of contexts) await context.close()
    expect(problems, 'what the browser complained about').toEqual([])
  },
  signUp: async ({ open }, use) => {
    await use(async ({ name, organization }) => {
      const page = await open()
      const email = newEmail()
      await page.goto('/signup')
      if (organization) await page.getByRole('radio', { name: /^Organization/ }).check()
      await page.getByLabel('Full name').fill(name)
      await page.getByLabel('Email').fill(email)
      if (organization) await page.getByLabel('Organization name').fill(organization)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password').fill(password)
      await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
      await expect(page).toHaveURL('/dashboard')
      return Object.assign(page, { email })
    })
  },
  addSession: async ({ db, baseURL }, use) => {
    await use(async (context, actor) => {
      const [name = '', value = ''] = (await signedIn({ db, actor })).cookie.split('=', 2)
      await context.addCookies([{ name, value, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' }])
    })
  },
  logIn: async ({ open, addSession }, use) => {
    await use(async ({ id, email }) => {
      const page = await open()
      await addSession(page.context(), { id })
      return Object.assign(page, { email })
    })
  },
  newcomer: async ({ db, insertPerson, logIn }, use) => {
    const address = { street: null, postalCode: null, city: null }
    const details = { ...address, businessId: null, vatNumber: null, iban: null, bic: null }
    await use(async ({ organization, ...person }) => {
      const { actor, company } = await insertPerson(person)
      const isTheirs = eq(companies.id, company.id)
      db.update(companies)
        .set({ ...details, name: organization })
        .where(isTheirs)
        .run()
      return logIn(actor)
    })
  },
  insertPerson: async ({ db }, use) => {
    await use(async ({ name, mustChangePassword, ...options } = {}) => {
      const secret = await hashed()
      return transact(db, () => {
        const ctx = createPerson(db, { now: Date.now(), ...options })
        return { ...ctx, actor: { ...ctx.actor, ...prepareLogin(db, ctx, secret, { name, mustChangePassword }) } }
      })
    })
  },
  parties: async ({ db, insertPerson }, use) => {
    await use(async () => {
      const [client, provider, secret] = [await insertPerson(), await insertPerson(), await hashed()]
      return { client, provider, admin: transact(db, () => insertAdmin(db, 'admin', secret)) }
    })
  },
  admin: async ({ db, logIn }, use) => {
    await use(async (role = 'admin') => {
      const secret = await hashed()
      return logIn(transact(db, () => insertAdmin(db, role, secret)).actor)
    })
  },
})

export { expect }

/** A unique address, since all journeys share one database. */
export const newEmail = () => `${newId()}@example.com`

/** Fills in the login form of the page and submits it. */
export async function fillLogin(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

function insertAdmin(db: Database, role: 'admin' | 'super_admin', secret: string): UserContext {
  const ctx = createAdmin(db, role, Date.now())
  return { ...ctx, actor: { ...ctx.actor, ...prepareLogin(db, ctx, secret) } }
}

/** Gives a factory-made person a password and a unique address, because two workers use the same sequence. */
function prepareLogin(
  db: Database,
  { actor }: UserContext,
  secret: string,
  { name = actor.name, mustChangePassword = false }: { name?: string; mustChangePassword?: boolean } = {},
): { email: string; name: string } {
  const own = { email: newEmail(), name }
  db.update(users)
    .set({ ...own, mustChangePassword, passwordHash: secret })
    .where(eq(users.id, actor.id))
    .run()
  return own
}

/** Collects what must never happen in a browser: script errors, policy violations and dialogs. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('dialog', (dialog) => {
    problems.push(`${page.url()}: a dialog said “${dialog.message()}”`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) problems.push(`${page.url()}: ${message.text()}`)
  })
}
