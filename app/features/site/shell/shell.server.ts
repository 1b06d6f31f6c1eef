import { refusedAddresses } from '#app/features/accounts/addresses/refused-addresses.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { loadSession } from '#app/features/accounts/sessions/session.server.ts'
import { countMissedCalls } from '#app/features/calls/queries.server.ts'
import { hasEscrowContract } from '#app/features/contracts/counts.server.ts'
import { countUnreadConversations } from '#app/features/conversations/conversation-queries.server.ts'
import { getChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { countOpenInvitations } from '#app/features/invitations/queries.server.ts'
import { countUnread } from '#app/features/notifications/queries.server.ts'
import { type Banner, bannerOf } from '#app/features/plans/queries.server.ts'
import { getOwnStatus } from '#app/features/presence/presence.server.ts'
import type { Resources } from '#app/i18n/namespaces.ts'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'
import { countWaiting } from './count-waiting.server.ts'
import type { ItemName, NavigationFacts } from './navigation.ts'
import { readOfflineChoice } from './offline-choice.server.ts'
import { readSidebarCollapsed } from './sidebar-cookie.server.ts'

/** A role that sets the reader apart: on the platform's staff, or in a company of several people. */
export type ShownRole = keyof Resources['shell']['roles']

export type ShellData = {
  viewer: { name: string; email: string; company: string | null; role: ShownRole | null }
  /** Unread notifications, counted up to 100. */
  unread: number
  /** Conversations with unread messages, except muted ones. */
  unreadChats: number
  /** What waits by entry of the menu, each counted up to 100: invitations to bid, unread conversations, missed calls, and on the dashboard everything that waits for the user. */
  waiting: Partial<Record<ItemName, number>>
  /** The status that the user chose; `auto` if it follows their presence. */
  status: PresenceStatus | 'auto'
  /** What the user wrote beside it; empty if nothing. */
  statusText: string
  collapsed: boolean
  /** Whether / leads to the search: shortcuts of single keys can be switched off (WCAG 2.1.4). */
  shortcuts: boolean
  facts: NavigationFacts
  /** The person for whom this browser keeps pages to read without a connection: one who asked for it or to be remembered, and is not staff. */
  keepsFor: string | null
  /** What the plan is about to stop, or has stopped. */
  plan: Banner | null
  /** In a browser: this was loaded with an earlier page, and could not be loaded again. */
  outdated?: true
}

/** The facts that decide which entries of the menu the caller has. */
export function navigationFacts(ctx: UserContext): NavigationFacts {
  const { actor, company } = ctx
  return {
    company: company !== null,
    organization: company?.kind === 'organization',
    staff: isAdmin(actor.role),
    escrow: isAdmin(actor.role) || hasEscrowContract(ctx),
    refused: refusedAddresses(ctx),
  }
}

/** Whether this browser keeps the last pages of somebody's own work; null for whoever has none, and for staff, whose pages show others' work. */
export async function keepsPages({ actor, company }: UserContext, request: Request): Promise<boolean | null> {
  if (!company || isAdmin(actor.role)) return null
  const { session } = await loadSession(request)
  return readOfflineChoice(request, actor.id, session.get('remember') === true)
}

/** Loads the shell of every workspace page, by a few point reads. */
export async function loadShell(ctx: UserContext, request: Request): Promise<ShellData> {
  const { actor, company } = ctx
  const organization = company?.kind === 'organization'
  const status = getOwnStatus(ctx)
  const unreadChats = countUnreadConversations(ctx)
  return {
    viewer: {
      ...{ name: actor.name, email: actor.email, company: organization ? company.name : null },
      role: isAdmin(actor.role) ? actor.role : organization ? actor.companyRole : null,
    },
    unread: countUnread(ctx),
    unreadChats,
    waiting: {
      dashboard: countWaiting(ctx),
      invitations: company ? countOpenInvitations(ctx) : 0,
      messages: unreadChats,
      calls: countMissedCalls(ctx.db, actor.id),
    },
    status: status.chosen ?? 'auto',
    statusText: status.customText,
    collapsed: await readSidebarCollapsed(request),
    shortcuts: getChatPreferences(ctx).shortcuts,
    facts: navigationFacts(ctx),
    keepsFor: (await keepsPages(ctx, request)) ? actor.id : null,
    plan: bannerOf(ctx),
  }
}
