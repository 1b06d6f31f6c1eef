import type {
  ApiScope,
  ApiScopePart,
  CompanyLimitName,
  CompanyRole,
  Module,
  ModuleAccess,
  Permission,
  Role,
} from '#db/vocabulary/accounts.ts'
import { canUseModule, hasPermissions, isAdmin } from './permissions.ts'

export type Rule = {
  /** The module of the workspace; null for the user's own account and for platform work, which no company configures. */
  module: Module | null
  access: 'read' | 'write'
  permission: Permission
  /** The company roles that may; null if no company is needed. */
  companyRoles: readonly CompanyRole[] | null
  /** For platform admins only. */
  adminOnly?: true
  /** For super admins only. */
  superOnly?: true
  /** Publishing, bidding, signing and messaging require a verified address when REQUIRE_VERIFIED_EMAIL is on (ACC-4). */
  verifiedEmail?: true
  /** The limit it uses up, counted in the transaction that would exceed it. */
  limit?: CompanyLimitName
  /** Stays with a company whose subscription is over (PLAN-3): what it owes to the law or to others. */
  kept?: true
  /** Which scope of a token covers it, where that is not its module's. */
  scope?: ApiScopePart
}

const everyMember: readonly CompanyRole[] = ['owner', 'manager', 'member']
const managers: readonly CompanyRole[] = ['owner', 'manager']
const owners: readonly CompanyRole[] = ['owner']
const verified = { verifiedEmail: true } as const
const kept = { kept: true } as const

const read = (module: Module): Rule => ({ module, access: 'read', permission: 'read', companyRoles: null })
const write = (module: Module, more?: Partial<Rule>): Rule => ({
  module,
  access: 'write',
  permission: 'write',
  companyRoles: everyMember,
  ...more,
})
const manage = (module: Module, more?: Partial<Rule>): Rule =>
  write(module, { permission: 'manage_team', companyRoles: managers, ...more })
/** Messages can also be sent by people without a company. */
const converse = (more?: Partial<Rule>): Rule => write('messages', { companyRoles: null, ...kept, ...more })
/** What every signed-in user may do with their own account. */
const own: Rule = { module: null, access: 'write', permission: 'read', companyRoles: null }
const platform: Rule = { module: null, access: 'write', permission: 'write', companyRoles: null, adminOnly: true }

/**
 * Every right and what it requires. Verbs check it with `requireRight`, pages with `can`, and users
 * read it on their profile and on the team page. A right that is not listed here belongs to nobody. Ownership and state of a
 * record are checked by the verb's own query and state machine.
 */
export const rights = {
  'profile.update': own,
  'security.update': own,
  'settings.update': own,
  'notifications.read': { ...own, access: 'read', scope: 'notifications' },
  'notifications.update': { ...own, scope: 'notifications' },

  'projects.read': read('projects'),
  'projects.create': write('projects'),
  'projects.update': write('projects'),
  'projects.delete': write('projects', kept),
  'projects.publish': write('projects', { ...verified, limit: 'projects' }),
  'projects.amend': write('projects', kept),
  'projects.closeBidding': write('projects', kept),
  'projects.cancel': write('projects', kept),
  'projects.invite': write('projects', verified),
  'projects.follow': write('projects'),
  'projects.manageTeam': write('projects'),

  'bids.read': read('bids'),
  'bids.create': write('bids', verified),
  'bids.update': write('bids', verified),
  'bids.submit': write('bids', { ...verified, limit: 'bids_per_month' }),
  'bids.confirm': write('bids', verified),
  'bids.withdraw': write('bids', kept),
  'bids.shortlist': write('bids'),
  'bids.level': write('bids'),
  'bids.evaluate': write('bids'),
  'bids.reject': write('bids', kept),
  'bids.askExtension': write('bids', verified),
  'bids.extend': write('bids', { ...verified, ...kept }),
  'bids.askCompletion': write('bids', verified),
  'bids.complete': write('bids', { ...verified, ...kept }),
  'bids.award': write('bids', verified),
  'bids.decline': write('bids', kept),

  'contracts.read': read('contracts'),
  'contracts.draft': write('contracts'),
  'contracts.update': write('contracts'),
  'contracts.negotiate': write('contracts', verified),
  'contracts.send': write('contracts'),
  'contracts.sign': write('contracts', { ...verified, limit: 'active_contracts' }),
  'contracts.decline': write('contracts', kept),
  'contracts.void': write('contracts', kept),
  'contracts.terminate': write('contracts', kept),
  'contracts.change': write('contracts', { ...verified, ...kept }),
  'contracts.secure': write('contracts', kept),
  'contracts.handover': write('contracts', { ...verified, ...kept }),

  'escrow.read': read('escrow'),
  'escrow.fund': write('escrow', kept),
  'escrow.submit': write('escrow', kept),
  'escrow.approve': write('escrow', kept),
  'escrow.requestChanges': write('escrow', kept),
  'escrow.release': write('escrow', kept),
  'escrow.requestRefund': write('escrow', kept),
  'escrow.answerRefund': write('escrow', kept),
  'escrow.dispute': write('escrow', kept),
  'escrow.resolve': platform,
  'escrow.recordTransfer': platform,
  'escrow.payOut': platform,

  'quoteRequests.handle': platform,
  'listings.takeDown': platform,

  'rates.add': { ...platform, superOnly: true },

  'database.read': { ...platform, access: 'read', superOnly: true },
  'database.editSample': { ...platform, superOnly: true },

  'invoices.read': read('invoicing'),
  'invoices.create': write('invoicing'),
  'invoices.update': write('invoicing'),
  'invoices.delete': write('invoicing'),
  'invoices.issue': write('invoicing', { ...verified, ...kept }),
  'invoices.send': write('invoicing', { ...verified, ...kept }),
  'invoices.share': write('invoicing', verified),
  'invoices.recordPayment': write('invoicing', kept),
  'invoices.credit': write('invoicing', { ...verified, ...kept }),

  'payables.record': write('invoicing', kept),
  'payables.approve': write('invoicing', { ...verified, ...kept }),

  'financials.read': read('financials'),
  'financials.record': write('financials'),
  'financials.post': write('financials'),
  'financials.setUp': write('financials'),

  'clients.read': read('invoicing'),
  'clients.create': write('invoicing'),
  'clients.update': write('invoicing', kept),
  'clients.delete': write('invoicing', kept),

  'team.read': read('team'),
  'team.invite': manage('team', { ...verified, limit: 'users' }),
  'team.revokeInvite': manage('team', kept),
  'team.changeRole': manage('team', kept),
  'team.remove': manage('team', kept),
  'team.setMandates': write('team', { ...kept, companyRoles: owners }),
  'team.resetTwoFactor': write('team', { ...kept, companyRoles: owners }),
  'team.requirePassword': write('team', { ...kept, companyRoles: owners }),
  // The membership is the person's own, whatever access to the team they were given.
  'team.join': own,
  'team.leave': { ...own, companyRoles: everyMember },

  'company.read': read('company'),
  'company.update': write('company', { ...kept, companyRoles: managers }),
  'company.changeBankAccount': write('company', { ...kept, ...verified, companyRoles: managers }),
  'company.cancelBankAccount': write('company', { ...kept, companyRoles: managers }),
  'company.requireTwoFactor': write('company', { ...kept, companyRoles: owners }),
  'company.keepCertificates': write('company', { companyRoles: managers }),

  'billing.read': read('company'),
  'billing.change': write('company', { ...kept, companyRoles: managers }),
  'subscriptions.manage': platform,

  // The roles within a conversation are checked there, in addition.
  'messages.read': read('messages'),
  'messages.send': converse(verified),
  'messages.broadcast': converse({ companyRoles: managers, ...verified }),
  'messages.update': converse(),
  'groups.create': write('messages', { companyRoles: null, ...verified }),
  'groups.join': converse(),
  'groups.manage': converse(),
  'groups.leave': own,
} satisfies Record<`${string}.${string}`, Rule>

export type Right = keyof typeof rights
const rules: Record<Right, Rule> = rights

/** Whether a right is granted, and if not, why. */
export type Decision = { allowed: true } | { allowed: false; refused: RefusalKey }
export type RefusalKey =
  | 'errors:forbidden'
  | 'errors:companyNeeded'
  | 'errors:managersOnly'
  | 'errors:ownersOnly'
  | 'errors:moduleClosed'
  | 'errors:moduleReadOnly'
  | 'errors:verifyEmailFirst'
  | 'errors:subscriptionOver'
  | 'errors:scopeMissing'
  | `errors:limit.${CompanyLimitName}`

/** What is known about the person whose rights are decided. */
export type Principal = {
  role: Role
  /** Null for people without a company. */
  companyRole: CompanyRole | null
  /** The access set for them; owners and managers use every module. */
  modules: ModuleAccesses
  /** What the personal API token by which they act is limited to; without one they act themselves. */
  scopes?: readonly ApiScope[]
  /** Whether their address is verified, or verification is not required. */
  emailVerified: boolean
  /** Whether the company has reached the limit of the right. */
  limitReached?: boolean
  /** Whether the company's subscription is over, which leaves it reading and what it owes to others. */
  readOnly?: boolean
}
export type ModuleAccesses = Readonly<Partial<Record<Module, ModuleAccess>>>

/** Decides a right from platform role × company role × module access × scopes of the token × subscription × verified address × limit. */
export function decide(right: Right, principal: Principal): Decision {
  const refused = refusalOf(rules[right], principal)
  return refused ? { allowed: false, refused } : { allowed: true }
}

function refusalOf(
  rule: Rule,
  { role, companyRole, modules, scopes, emailVerified, limitReached, readOnly }: Principal,
): RefusalKey | null {
  if (!hasPermissions(role, [rule.permission])) return 'errors:forbidden'
  if ((rule.adminOnly && !isAdmin(role)) || (rule.superOnly && role !== 'super_admin')) return 'errors:forbidden'
  if (rule.companyRoles && !companyRole) return 'errors:companyNeeded'
  if (rule.companyRoles && companyRole && !rule.companyRoles.includes(companyRole))
    return rule.companyRoles === owners ? 'errors:ownersOnly' : 'errors:managersOnly'
  const set = (rule.module && modules[rule.module]) ?? null
  if (companyRole && !canUseModule(companyRole, set, rule.access)) {
    return set === 'none' ? 'errors:moduleClosed' : 'errors:moduleReadOnly'
  }
  if (scopes && !isInScope(rule, scopes)) return 'errors:scopeMissing'
  if (readOnly && rule.access === 'write' && rule.module !== null && !rule.kept) return 'errors:subscriptionOver'
  if (rule.verifiedEmail && !emailVerified) return 'errors:verifyEmailFirst'
  return rule.limit && limitReached ? `errors:limit.${rule.limit}` : null
}

/** Whether a token covers a right. None covers its owner's account but for notifications, or platform work (ACC-14). */
function isInScope({ module, access, scope }: Rule, scopes: readonly ApiScope[]): boolean {
  const part = scope ?? module
  if (!part) return false
  return scopes.includes(`${part}:write`) || (access === 'read' && scopes.includes(`${part}:read`))
}

/** The module that a right belongs to; null for the user's own account and for platform work. */
export const moduleOf = (right: Right): Module | null => rules[right].module

/** The limit of a right, if it has one. */
export const limitOf = (right: Right): CompanyLimitName | null => rules[right].limit ?? null

/** The group under which a right is listed for users: a module, their own account, or the platform. */
export type RightsPart = Module | 'own' | 'platform'
/** The rights of one group, each with the reason if it is refused. */
export type RightsOfPart = { part: RightsPart; rights: Array<{ right: Right; refused: RefusalKey | null }> }

/**
 * Decides every right for somebody, to be shown to users. Platform rights are listed for admins only.
 * @param isUsedUp whether the company has reached a limit
 */
export function listRights(
  principal: Omit<Principal, 'limitReached'>,
  isUsedUp: (limit: CompanyLimitName) => boolean,
): RightsOfPart[] {
  const parts = new Map<RightsPart, RightsOfPart>()
  for (const right of Object.keys(rules) as Right[]) {
    const { module, adminOnly, superOnly, limit } = rules[right]
    if ((adminOnly && !isAdmin(principal.role)) || (superOnly && principal.role !== 'super_admin')) continue
    const part = module ?? (adminOnly ? 'platform' : 'own')
    const listed = parts.get(part) ?? { part, rights: [] }
    const refused = refusalOf(rules[right], { ...principal, limitReached: limit ? isUsedUp(limit) : false })
    listed.rights.push({ right, refused })
    parts.set(part, listed)
  }
  return [...parts.values()]
}
