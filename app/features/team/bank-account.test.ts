import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type LedgerPosting, payoutPosting } from '#app/features/escrow/ledger.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { env } from '#app/platform/env.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { bankAccountChanges, companies, users } from '#db/schema/accounts.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { password, withPassword } from '#tests/factories/deal.ts'
import { draftInvoice } from '#tests/factories/invoice.ts'
import { decidedPayout } from '#tests/factories/payout.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { applyDueBankAccounts } from './apply-due-bank-accounts.server.ts'
import { getBankAccountChange, listHeldPayouts } from './bank-account.server.ts'
import { cancelBankAccount } from './cancel-bank-account.server.ts'
import { changeBankAccount } from './change-bank-account.server.ts'
import { getCompany } from './queries.server.ts'

const hour = 3_600_000
const old = 'FI7944052020036082'
const other = { iban: 'FI2112345600000785', bic: 'NDEAFIHH', password }

let db: Database
let owner: CompanyContext
let second: CompanyContext
let notify: () => void
beforeEach(async () => {
  db = testDatabase()
  const dispatcher = startDispatcher(db, listeners)
  onTestFinished(() => dispatcher.stop())
  notify = () => dispatcher.deliver()
  owner = createPerson(db)
  second = createPerson(db, { company: owner.company })
  await withPassword(owner)
})
const later = (ctx: CompanyContext, hours: number) => ({ ...ctx, now: ctx.now + hours * hour })
const noticesOf = (ctx: CompanyContext) =>
  db
    .select()
    .from(notifications)
    .all()
    .flatMap((row) => (row.userId === ctx.actor.id ? [row.textKey] : []))
const ibanOfInvoice = (ctx: CompanyContext) => {
  const invoiceId = draftInvoice(ctx)
  issueInvoice(ctx, { invoiceId })
  return getInvoice(ctx, invoiceId)?.document.seller.iban
}

describe('a new bank account', () => {
  it('needs the password, and the role', async () => {
    await expect(changeBankAccount(owner, { ...other, password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
    const member = createPerson(db, { company: owner.company, companyRole: 'member' })
    await withPassword(member)
    await expect(changeBankAccount(member, other)).rejects.toMatchObject({ code: 'forbidden' })
    expect(db.select().from(bankAccountChanges).all()).toEqual([])
    expect(db.select().from(mails).all()).toEqual([])
  })

  it('is in force only after the delay, and is on invoices from then, before the job has run', async () => {
    const { effectiveAt, isFirst } = await changeBankAccount(owner, other)
    expect([effectiveAt, isFirst]).toEqual([owner.now + env.BANK_ACCOUNT_DELAY_HOURS * hour, false])
    expect(env.BANK_ACCOUNT_DELAY_HOURS).toBe(72)
    expect(getCompany(owner)?.iban).toBe(old)
    const before = { ...owner, now: effectiveAt - 1 }
    expect(applyDueBankAccounts(systemContext(db, before.now))).toBe(0)
    expect(ibanOfInvoice(before)).toBe(old)
    expect(ibanOfInvoice({ ...owner, now: effectiveAt })).toBe(other.iban)
    expect(getCompany(owner)).toMatchObject({ iban: other.iban, bic: other.bic })
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('is brought into force by the job, once', async () => {
    await changeBankAccount(owner, other)
    const ctx = systemContext(db, owner.now + 72 * hour)
    expect([applyDueBankAccounts(ctx), applyDueBankAccounts(ctx)]).toEqual([1, 0])
    expect(getCompany(owner)?.iban).toBe(other.iban)
    notify()
    expect(noticesOf(second)).toEqual(['bankAccountChanged', 'bankAccountInForce'])
    const actions = db.$client
      .prepare("SELECT action FROM audit_log WHERE action LIKE 'company.%' ORDER BY rowid")
      .pluck()
    expect(actions.all()).toEqual(['company.change_bank_account', 'company.bank_account_in_force'])
  })

  it('is mailed with the time in each owner’s zone', async () => {
    db.update(users).set({ timeZone: 'America/New_York' }).where(eq(users.id, second.actor.id)).run()
    await changeBankAccount(owner, other)
    const textTo = (ctx: CompanyContext) =>
      db
        .select()
        .from(mails)
        .all()
        .flatMap((mail) => (mail.recipient === ctx.actor.email ? [renderMail(mail).text] : []))
    expect(textTo(owner)).toEqual([expect.stringContaining('15:00 (Europe/Helsinki)')])
    expect(textTo(second)).toEqual([expect.stringContaining('08:00 (America/New York)')])
  })

  it('is mailed to every owner, without the whole number', async () => {
    const manager = createPerson(db, { company: owner.company, companyRole: 'manager' })
    await withPassword(manager)
    giveMandates(manager, null, ['bank'])
    await changeBankAccount(manager, other)
    const sent = db.select().from(mails).all()
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual([owner.actor.email, second.actor.email].sort())
    for (const { template, params } of sent) {
      expect(template).toBe('bankAccountChanged')
      expect(params).toMatchObject({ ending: '0785', effectiveAt: owner.now + 72 * hour })
      expect(JSON.stringify(params)).not.toContain('12345600')
    }
    notify()
    expect(noticesOf(owner)).toEqual(['bankAccountChanged'])
  })

  it('can be cancelled by any owner while it waits, and no longer', async () => {
    await changeBankAccount(owner, other)
    const changeId = getBankAccountChange(second)?.id ?? ''
    expect(getBankAccountChange(second)).toMatchObject({ iban: other.iban, requestedBy: owner.actor.name })
    const stranger = createPerson(db)
    expect(() => cancelBankAccount(stranger, { changeId })).toThrow('nothingToCancel')
    cancelBankAccount(later(second, 71), { changeId })
    expect(() => cancelBankAccount(second, { changeId })).toThrow('nothingToCancel')
    expect(applyDueBankAccounts(systemContext(db, owner.now + 100 * hour))).toBe(0)
    expect(getCompany(owner)?.iban).toBe(old)
    expect(getBankAccountChange(owner)).toBeNull()
    await changeBankAccount(owner, other)
    const next = getBankAccountChange(owner)?.id ?? ''
    expect(() => cancelBankAccount(later(owner, 72), { changeId: next })).toThrow('nothingToCancel')
  })

  it('takes the place of one that waits, and waits its own time', async () => {
    await changeBankAccount(owner, other)
    const next = { iban: 'FI4250008120251360', bic: null, password }
    await changeBankAccount(later(owner, 70), next)
    expect(applyDueBankAccounts(systemContext(db, owner.now + 73 * hour))).toBe(0)
    expect(applyDueBankAccounts(systemContext(db, owner.now + 142 * hour))).toBe(1)
    expect(getCompany(owner)).toMatchObject({ iban: next.iban, bic: null })
    await expect(changeBankAccount(owner, next)).rejects.toMatchObject({ text: { key: 'team:bank.same' } })
  })

  it('is on invoices at once if it is the first, but holds payouts all the same, and can be cancelled', async () => {
    db.update(companies).set({ iban: null, bic: null }).run()
    expect(await changeBankAccount(owner, other)).toMatchObject({ isFirst: true, effectiveAt: owner.now })
    expect(ibanOfInvoice(owner)).toBe(other.iban)
    expect(listHeldPayouts(createAdmin(db))).toMatchObject([{ company: owner.company.name, ending: '0785' }])
    cancelBankAccount(second, { changeId: getBankAccountChange(owner)?.id ?? '' })
    expect(getCompany(owner)?.iban).toBeNull()
    notify()
    expect(noticesOf(owner)).toEqual(['bankAccountAdded', 'bankAccountCancelled'])
  })

  it('keeps the database from paying out until it has waited', async () => {
    const admins = [createAdmin(db), createAdmin(db)] as const
    const companyId = owner.company.id
    const post = (posting: LedgerPosting, now: number, payoutId?: string) =>
      transact(db, (tx) =>
        writePosting(
          tx,
          { ...admins[0], now },
          {
            ...{ ...posting, contractId: null, milestoneId: null, currency: 'EUR', idempotencyKey: newId() },
            ...(payoutId ? { payoutId } : {}),
          },
        ),
      )
    const payOut = (now: number) =>
      post(
        payoutPosting('provider_payable', companyId, 100),
        now,
        decidedPayout(db, admins, { companyId, amountCents: 100 }),
      )
    const entries = [
      { kind: 'bank' as const, ownerId: '', amountCents: 1000 },
      { kind: 'provider_payable' as const, ownerId: companyId, amountCents: -1000 },
    ]
    post({ kind: 'deposit', entries }, owner.now)
    payOut(owner.now)
    await changeBankAccount(owner, other)
    expect(() => payOut(owner.now)).toThrow('has to wait')
    expect(() => payOut(owner.now + 72 * hour - 1)).toThrow('has to wait')
    payOut(owner.now + 72 * hour)
    cancelBankAccount(second, { changeId: getBankAccountChange(owner)?.id ?? '' })
    payOut(owner.now)
  })

  it('stays as it was entered, by the database too', async () => {
    await changeBankAccount(owner, other)
    for (const change of ["iban = 'x'", 'payouts_from = 0', 'effective_at = 0', "requested_by = 'x'"])
      expect(() => db.$client.exec(`UPDATE bank_account_changes SET ${change}`)).toThrow('immutable')
    expect(() => db.$client.exec('DELETE FROM bank_account_changes')).toThrow('immutable')
  })
})
