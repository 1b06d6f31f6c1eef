import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { refusedAddresses } from '#app/features/accounts/refused-addresses.server.ts'
import { hasEscrowContract } from '#app/features/contracts/counts.server.ts'
import { countUnreadConversations } from '#app/features/conversations/conversation-queries.server.ts'
import { countOpenInvitations } from '#app/features/invitations/queries.server.ts'
import { countUnread } from '#app/features/notifications/queries.server.ts'
import { getOwnStatus } from '#app/features/presence/presence.server.ts'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'
import type { NavigationFacts } from './navigation.ts'
import { readSidebarCollapsed } from './sidebar-cookie.server.ts'

export type ShellData = {
  viewer: { name: string; email: string; company: string | null }
  /** Unread notifications, counted up to 100. */
  unread: number
  /** Conversations with unread messages, except muted ones. */
  unreadChats: number
  /** Invitations to bid that wait for an answer, counted up to 100. */
  openInvitations: number
  /** The status that the user chose; `auto` if it follows their presence. */
  status: PresenceStatus | 'auto'
  collapsed: boolean
  facts: NavigationFacts
  /** In a browser: this was loaded with an earlier page, and could not be loaded again. */
  outdated?: true
}

/** Loads the shell of every workspace page, by a few point reads. */
export async function loadShell(ctx: UserContext, request: Request): Promise<ShellData> {
  const { actor, company } = ctx
  const organization = company?.kind === 'organization'
  return {
    viewer: { name: actor.name, email: actor.email, company: organization ? company.name : null },
    unread: countUnread(ctx),
    unreadChats: countUnreadConversations(ctx),
    openInvitations: company ? countOpenInvitations(ctx) : 0,
    status: getOwnStatus(ctx).chosen ?? 'auto',
    collapsed: await readSidebarCollapsed(request),
    facts: {
      company: company !== null,
      organization,
      escrow: isAdmin(actor.role) || hasEscrowContract(ctx),
      refused: refusedAddresses(ctx),
    },
  }
}
