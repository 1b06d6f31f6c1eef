import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { milestoneRights } from '#app/features/escrow/milestone-actions.ts'
import {
  apiScopes,
  type CompanyRole,
  companyRoles,
  type Module,
  type ModuleAccess,
  moduleAccesses,
  modules,
  type Role,
  roles,
} from '#db/vocabulary/accounts.ts'
import { decide, type Principal, type Right, rights } from './rights.ts'

/**
 * Right, module (- for none), access, allowed people (any user, company member, manager or owner, owner, team manager, platform
 * admin), whether a verified address is required, and the limit.
 */
const table = `
  profile.update          -         write anyone
  security.update         -         write anyone
  settings.update         -         write anyone
  notifications.read      -         read  anyone
  notifications.update    -         write anyone
  projects.read           projects  read  anyone
  projects.create         projects  write member
  projects.update         projects  write member
  projects.delete         projects  write member
  projects.publish        projects  write member verified projects
  projects.amend          projects  write member
  projects.closeBidding   projects  write member
  projects.cancel         projects  write member
  projects.invite         projects  write member verified
  projects.follow         projects  write member
  projects.manageTeam     projects  write member
  bids.read               bids      read  anyone
  bids.create             bids      write member verified
  bids.update             bids      write member verified
  bids.submit             bids      write member verified bids_per_month
  bids.confirm            bids      write member verified
  bids.withdraw           bids      write member
  bids.shortlist          bids      write member
  bids.level              bids      write member
  bids.evaluate           bids      write member
  bids.reject             bids      write member
  bids.askExtension       bids      write member verified
  bids.extend             bids      write member verified
  bids.askCompletion             bids      write member verified
  bids.complete             bids      write member verified
  bids.award              bids      write member verified
  bids.decline            bids      write member
  contracts.read          contracts read  anyone
  contracts.draft         contracts write member
  contracts.update        contracts write member
  contracts.negotiate     contracts write member verified
  contracts.send          contracts write member
  contracts.sign          contracts write member verified active_contracts
  contracts.decline       contracts write member
  contracts.void          contracts write member
  contracts.terminate     contracts write member
  contracts.change        contracts write member verified
  contracts.secure        contracts write member
  contracts.handover      contracts write member verified
  escrow.read             escrow    read  anyone
  escrow.fund             escrow    write member
  escrow.submit           escrow    write member
  escrow.approve          escrow    write member
  escrow.requestChanges   escrow    write member
  escrow.release          escrow    write member
  escrow.requestRefund    escrow    write member
  escrow.answerRefund     escrow    write member
  escrow.dispute          escrow    write member
  escrow.resolve          -         write admin
  escrow.recordTransfer   -         write admin
  escrow.payOut   -         write admin
  quoteRequests.handle    -         write admin
  listings.takeDown       -         write admin
  rates.add               -         write super
  database.read           -         read  super
  database.editSample     -         write super
  invoices.read           invoicing read  anyone
  invoices.create         invoicing write member
  invoices.update         invoicing write member
  invoices.delete         invoicing write member
  invoices.issue          invoicing write member verified
  invoices.send           invoicing write member verified
  invoices.share          invoicing write member verified
  invoices.recordPayment  invoicing write member
  invoices.credit         invoicing write member verified
  payables.record         invoicing write member
  payables.approve        invoicing write member verified
  financials.read         financials read anyone
  financials.record       financials write member
  financials.post         financials write member
  financials.setUp        financials write member
  clients.read            invoicing read  anyone
  clients.create          invoicing write member
  clients.update          invoicing write member
  clients.delete          invoicing write member
  team.read               team      read  anyone
  team.invite             team      write team verified users
  team.revokeInvite       team      write team
  team.changeRole         team      write team
  team.remove             team      write team
  team.setMandates        team      write owner
  team.resetTwoFactor     team      write owner
  team.requirePassword    team      write owner
  team.join               -         write anyone
  team.leave              -         write member
  company.read            company   read  anyone
  company.update          company   write manager
  company.changeBankAccount company write manager verified
  company.cancelBankAccount company write manager
  company.requireTwoFactor company write owner
  company.keepCertificates company write manager
  billing.read            company   read  anyone
  billing.change          company   write manager
  subscriptions.manage    -         write admin
  messages.read           messages  read  anyone
  messages.send           messages  write anyone verified
  messages.broadcast      messages  write manager verified
  messages.update         messages  write anyone
  groups.create           messages  write anyone verified
  groups.join             messages  write anyone
  groups.manage           messages  write anyone
  groups.leave            -         write anyone`
const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [right = '', module = '', access = '', who = '', ...more] = line.trim().split(/\s+/)
    const limit = more.find((one) => one !== 'verified')
    return { right: right as Right, module, access, who, verified: more.includes('verified'), limit }
  })
type Row = (typeof rows)[number]

/** Derives the expected decision from the table above, independently of the code under test. */
function expectedOf(row: Row, { role, companyRole, modules: set, emailVerified, limitReached }: Principal): string {
  const admin = role === 'admin' || role === 'super_admin'
  if (row.who === 'admin' && !admin) return 'errors:forbidden'
  if (row.who === 'super' && role !== 'super_admin') return 'errors:forbidden'
  if (row.who === 'team' && role === 'user') return 'errors:forbidden'
  if (['member', 'manager', 'team', 'owner'].includes(row.who) && companyRole === null) return 'errors:companyNeeded'
  if (['manager', 'team'].includes(row.who) && companyRole === 'member') return 'errors:managersOnly'
  if (row.who === 'owner' && companyRole !== 'owner') return 'errors:ownersOnly'
  if (companyRole === 'member' && row.module !== '-') {
    const access = set[row.module as Module]
    if (access === 'none') return 'errors:moduleClosed'
    if (access === 'read' && row.access === 'write') return 'errors:moduleReadOnly'
  }
  if (row.verified && !emailVerified) return 'errors:verifyEmailFirst'
  return row.limit && limitReached ? `errors:limit.${row.limit}` : 'allowed'
}

/** Every combination of platform role, company role, access (to this module, or to all others), verified address and limit. */
function everybody(module: string): Principal[] {
  const set = (access: ModuleAccess | null, own: boolean): Principal['modules'] =>
    access === null
      ? {}
      : Object.fromEntries(modules.filter((one) => (one === module) === own).map((one) => [one, access]))
  const accesses = [null, ...moduleAccesses].flatMap((access) => [set(access, true), set(access, false)])
  const all: Principal[] = []
  for (const role of roles as readonly Role[])
    for (const companyRole of [null, ...companyRoles] as Array<CompanyRole | null>)
      for (const access of accesses)
        for (const emailVerified of [true, false])
          for (const limitReached of [true, false])
            all.push({ role, companyRole, modules: access, emailVerified, limitReached })
  return all
}

describe('the table of rights', () => {
  it('matches the table in this test and has no duplicates', () => {
    expect(rows.map(({ right }) => right)).toEqual(Object.keys(rights))
  })

  it.each(rows)('$right', (row) => {
    for (const principal of everybody(row.module)) {
      const decision = decide(row.right, principal)
      expect(decision.allowed ? 'allowed' : decision.refused, JSON.stringify(principal)).toBe(
        expectedOf(row, principal),
      )
    }
  })
})

it('leaves a company whose subscription is over what it reads, its own account, and what it owes to others', () => {
  const owner = { role: 'enterprise', companyRole: 'owner', modules: {}, emailVerified: true } as const
  const refused = rows
    .filter(({ right }) => decide(right, owner).allowed)
    .filter(({ right }) => !decide(right, { ...owner, readOnly: true }).allowed)
  for (const { right } of refused)
    expect(decide(right, { ...owner, readOnly: true })).toEqual({ allowed: false, refused: 'errors:subscriptionOver' })
  expect(refused.map(({ right }) => right)).toEqual([
    ...['projects.create', 'projects.update', 'projects.publish', 'projects.invite'],
    ...['projects.follow', 'projects.manageTeam'],
    ...['bids.create', 'bids.update', 'bids.submit', 'bids.confirm', 'bids.shortlist', 'bids.level', 'bids.evaluate'],
    ...['bids.askExtension', 'bids.askCompletion', 'bids.award'],
    ...['contracts.draft', 'contracts.update', 'contracts.negotiate', 'contracts.send', 'contracts.sign'],
    ...['invoices.create', 'invoices.update', 'invoices.delete', 'invoices.share'],
    ...['financials.record', 'financials.post', 'financials.setUp', 'clients.create', 'team.invite'],
    ...['company.keepCertificates', 'groups.create'],
  ])
})

it('limits a token to its scopes, of which none covers the own account but for notifications, or the platform', () => {
  const owner = { role: 'super_admin', companyRole: 'owner', modules: {}, emailVerified: true } as const
  for (const { right, module, access } of rows)
    for (const scope of apiScopes) {
      const part = right.startsWith('notifications.') ? 'notifications' : module
      const covers = scope === `${part}:write` || (scope === `${part}:read` && access === 'read')
      const expected = covers ? { allowed: true } : { allowed: false, refused: 'errors:scopeMissing' }
      expect(decide(right, { ...owner, scopes: [scope] }), `${right} by ${scope}`).toEqual(expected)
    }
  // A scope never adds a right.
  const member = { ...owner, role: 'user', companyRole: 'member', modules: { escrow: 'read' } } as const
  const scopes = ['escrow:write'] as const
  expect(decide('escrow.fund', { ...member, scopes })).toEqual({ allowed: false, refused: 'errors:moduleReadOnly' })
})

describe('the verbs', () => {
  const sources = readdirSync('app/features', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => ({ name, text: readFileSync(join('app/features', name), 'utf8') }))
  const named = (pattern: RegExp) =>
    new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, right]) => right)))

  it('check every existing right', () => {
    const asked = named(/requireRight\(\s*ctx,\s*'([\w.]+)'/g)
    for (const right of Object.values(milestoneRights)) asked.add(right)
    const writes = rows.filter(({ access }) => access === 'write').map(({ right }) => right)
    expect(writes.filter((right) => !asked.has(right))).toEqual([])
  })

  it('check every existing limit', () => {
    const counted = named(/requireQuota\(tx, ctx, '(\w+)'/g)
    expect(rows.flatMap(({ limit }) => limit ?? []).filter((limit) => !counted.has(limit))).toEqual([])
  })

  it('are behind pages that require the right to read', () => {
    const asked = named(/(?:require(?:User|Company)\(request, |answerApi\(request, rateLimits\.\w+, )'([\w.]+)'/g)
    const reads = rows.filter(({ access }) => access === 'read').map(({ right }) => right)
    expect(reads.filter((right) => !asked.has(right))).toEqual([])
    const open = sources.filter(
      ({ name, text }) =>
        /^(projects|bids|contracts|escrow|invoicing|team|conversations|messages|groups)\/routes\//.test(name) &&
        /require(User|Company)\(request\)|requireRateLimitedUser\(request, [\w.]+\)/.test(text),
    )
    expect(open.map(({ name }) => name)).toEqual([])
  })
})
