import { redirect, redirectDocument } from '@remix-run/node'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { database } from '#db/handle.server.ts'
import type { Role } from '#db/vocabulary/accounts.ts'
import type { CompanyContext, Context, UserContext } from './context.ts'
import { isAdmin } from './permissions.ts'
import { type Owed, refusalReason } from './require-right.server.ts'
import type { Right } from './rights.ts'
import { readReturnTo, rememberReturnTo } from './sessions/return-to.server.ts'
import { loadSession } from './sessions/session.server.ts'
import { referringPath, saveUnsentForm } from './sessions/unsent-form.server.ts'

/** The context of a request, whether or not the visitor is signed in. */
export async function visitorContext(request: Request): Promise<Context> {
  const { user, hash } = await loadSession(request)
  const { now, requestId, ip, userAgent } = requestContext()
  const origin = { requestId, ip, userAgent, sessionHash: user ? hash : null, via: 'page' as const }
  const base = { db: database(), now, clock: Date.now, ...origin }
  if (!user) return { ...base, actor: null, company: null }
  const { company, ...actor } = user
  return { ...base, actor, company }
}

/**
 * The context of a signed-in user who also holds `right`, where the page requires one: `noun.read` for viewing, or a verb's own
 * right for the page with its form. (Actions are checked by their verb.)
 * @throws Response: redirect to /login, remembering the path; to /security while a password change is required, and to /security/two-factor
 * while a second factor is; 403 without the
 * right
 */
export async function requireUser(request: Request, right?: Right, owed?: Owed): Promise<UserContext> {
  const ctx = await visitorContext(request)
  const { actor } = ctx
  if (!actor) throw await redirectToLogin(request)
  if (actor.mustChangePassword && !isPasswordChangePage(request)) throw redirect('/security?force_change=true')
  if (actor.mustSetUpTwoFactor && !isSecurityPage(request)) throw redirect('/security/two-factor')
  const refused = right && refusalReason(ctx, right, owed)
  if (refused) throw new Response(encodeMessage(refused), { status: 403 })
  return { ...ctx, actor }
}

/**
 * The context of a signed-in user who belongs to a company (an individual has their own) and holds `right`.
 * @throws Response 403 for users without a company, such as admins
 */
export async function requireCompany(request: Request, right?: Right, owed?: Owed): Promise<CompanyContext> {
  const ctx = await requireUser(request, right, owed)
  const { company } = ctx
  if (!company) throw new Response('errors:companyNeeded', { status: 403 })
  return { ...ctx, company }
}

/**
 * The context of a user with a platform role. Super admins also pass as admins.
 * @throws Response: redirects everybody else to /dashboard (ACC-7)
 */
export async function requireRole(
  request: Request,
  role: Extract<Role, 'admin' | 'super_admin'>,
): Promise<UserContext> {
  const ctx = await requireUser(request)
  const holds = role === 'admin' ? isAdmin(ctx.actor.role) : ctx.actor.role === 'super_admin'
  if (!holds) throw redirect('/dashboard')
  return ctx
}

/**
 * For /login and /signup: redirects a signed-in user to the remembered path, or to the dashboard.
 * @throws Response
 */
export async function requireGuest(request: Request): Promise<Context> {
  const ctx = await visitorContext(request)
  if (ctx.actor) {
    throw redirect(await readReturnTo(request))
  }
  return ctx
}

/** Returns the record, or throws a 404 response when it is absent or not visible to the caller. */
export function orNotFound<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw new Response('errors:notFound', { status: 404 })
  return thing
}

/** Redirects with a full page load, so that the scripts' state does not survive for the next person to log in. */
async function redirectToLogin(request: Request): Promise<Response> {
  if (request.method === 'GET') {
    const { pathname, search } = new URL(request.url)
    return redirectDocument('/login', { headers: { 'Set-Cookie': await rememberReturnTo(pathname + search) } })
  }
  // A session that was ended on purpose is deleted and saves no form: the person at the browser may be why it was ended.
  const saved = await saveUnsentForm(request)
  const headers = new Headers({ 'Set-Cookie': await rememberReturnTo(saved ? '/continue' : referringPath(request)) })
  if (saved) headers.append('Set-Cookie', saved)
  return redirectDocument(saved ? '/login?ended=true' : '/login?unsent=true', { headers })
}

/** Where somebody sets up the second factor that their company requires, changes their password, ends sessions, or leaves. */
function isSecurityPage(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return /^\/(security|security\/(two-factor|passkeys(\/challenge)?)|logout)(\.data)?$/i.test(pathname)
}

function isPasswordChangePage(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return /^\/(security|logout)(\.data)?$/i.test(pathname)
}
