import { useRouteLoaderData } from '@remix-run/react'
import { useUnreadChats } from '#app/features/conversations/ui/unread-chats.ts'
import { useUnreadNotices } from '#app/features/notifications/ui/unread-notices.ts'
import type { ShellData } from './shell.server.ts'

/** What the two badges of the header count together, for the title of the tab: '' for nothing, at most 99+. */
export function useUnreadTotal(): string {
  const shell = useRouteLoaderData('features/site/routes/workspace-layout') as ShellData | undefined
  const [chats, notices] = [useUnreadChats(shell?.unreadChats ?? 0), useUnreadNotices(shell?.unread ?? 0)]
  const total = shell ? chats + notices : 0
  return total > 99 ? '99+' : String(total || '')
}
