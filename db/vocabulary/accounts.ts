/** Platform roles (ACC-1). */
export const roles = ['user', 'enterprise', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

/** What a person may do in their company; every signed-in person has some of these. */
export const permissions = ['read', 'write', 'manage_team'] as const
export type Permission = (typeof permissions)[number]

export const accountTypes = ['individual', 'enterprise'] as const
export type AccountType = (typeof accountTypes)[number]

export const userStatuses = ['active', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** An individual also works in a company, which the session does not expose as `companyId`. */
export const companyKinds = ['individual', 'organization'] as const
export type CompanyKind = (typeof companyKinds)[number]

export const companyRoles = ['owner', 'manager', 'member'] as const
export type CompanyRole = (typeof companyRoles)[number]

/** The parts of a company's workspace that a member's access can be set for. */
export const modules = [
  ...(['projects', 'bids', 'contracts', 'escrow', 'invoicing', 'financials', 'team', 'company', 'messages'] as const),
] as const
export type Module = (typeof modules)[number]

/** What a module permission lets a member do; `write` includes `read`. */
export const moduleAccesses = ['none', 'read', 'write'] as const
export type ModuleAccess = (typeof moduleAccesses)[number]

/** What a personal API token can be for: a module, or the notifications of its owner. */
export const apiScopeParts = [...modules, 'notifications'] as const
export type ApiScopePart = (typeof apiScopeParts)[number]

/** What a personal API token may do (ACC-14); `write` includes `read`. */
export type ApiScope = `${ApiScopePart}:${'read' | 'write'}`
export const apiScopes: readonly ApiScope[] = apiScopeParts.flatMap(
  (part) => [`${part}:read`, `${part}:write`] satisfies ApiScope[],
)

/** What binds the company or moves its money, and so needs a mandate (TEAM-7). */
export const powers = ['sign', 'award', 'release', 'bank', 'payables'] as const
export type Power = (typeof powers)[number]

/** What a plan limits. Without a value for the company there is no limit. */
export const companyLimitNames = ['projects', 'bids_per_month', 'active_contracts', 'users'] as const
export type CompanyLimitName = (typeof companyLimitNames)[number]

/** The purpose of an emailed token; a token is valid for one purpose only. */
export const tokenPurposes = ['reset_password', 'verify_email'] as const
export type TokenPurpose = (typeof tokenPurposes)[number]

/** What a passkey signs for: to be added, to log in, or to confirm something as its owner. */
export const passkeyPurposes = ['add', 'login', 'confirm'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]
