import {
  Building2,
  FilePenLine,
  FolderKanban,
  Gavel,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Settings,
  ShieldCheck,
  Users,
} from 'lucide-react'
import type { Resources } from '#app/i18n/namespaces.ts'

export type ItemName = keyof Resources['shell']['items']
type GroupName = keyof Resources['shell']['groups']

export type NavigationItem = { name: ItemName; to: string; icon: LucideIcon }
export type NavigationGroup = { name: GroupName; items: NavigationItem[] }

/** Facts about the viewer that decide which entries there are. */
export type NavigationFacts = {
  /** Belongs to a company at all (an individual's own counts). */
  company: boolean
  /** Belongs to an organization, so that there is something to set. */
  organization: boolean
  /** Party to an escrow contract, or of the platform (GEN-13). */
  escrow: boolean
  /** Entries to what was closed for the viewer in their company. */
  closed?: readonly ItemName[]
}

/** The sidebar: only what exists, and only what this viewer may open. */
export function navigationFor({ company, organization, escrow, closed = [] }: NavigationFacts): NavigationGroup[] {
  const open = (items: Array<NavigationItem | false>) =>
    items.filter((item) => item !== false).filter(({ name }) => !closed.includes(name))
  const main: NavigationItem[] = [
    { name: 'dashboard', to: '/dashboard', icon: LayoutDashboard },
    { name: 'messages', to: '/messages', icon: MessageSquare },
  ]
  const workspace: Array<NavigationItem | false> = [
    company && { name: 'bids', to: '/bids', icon: Gavel },
    company && { name: 'contracts', to: '/contracts', icon: FilePenLine },
    escrow && { name: 'escrow', to: '/escrow', icon: ShieldCheck },
    { name: 'projects', to: '/projects', icon: FolderKanban },
    company && { name: 'invoicing', to: '/invoicing', icon: ReceiptText },
    company && { name: 'team', to: '/team', icon: Users },
  ]
  const settings: Array<NavigationItem | false> = [
    organization && { name: 'companySettings', to: '/company-settings', icon: Building2 },
    { name: 'settings', to: '/settings', icon: Settings },
  ]
  return [
    { name: 'main', items: open(main) },
    { name: 'workspace', items: open(workspace) },
    { name: 'settings', items: open(settings) },
  ]
}

/** Whether an entry leads to the page that is shown, or to one above it. Paths are compared as the router does: without case. */
export function isCurrent(to: string, pathname: string): boolean {
  const path = pathname.toLowerCase()
  return path === to || path.startsWith(`${to}/`)
}
