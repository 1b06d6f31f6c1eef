import {
  BadgeCheck,
  Building2,
  ChartLine,
  Contact,
  CreditCard,
  Database,
  FilePenLine,
  FolderKanban,
  Gavel,
  LayoutDashboard,
  type LucideIcon,
  MailOpen,
  MessageSquare,
  Phone,
  ReceiptText,
  Settings,
  ShieldCheck,
  Users,
  Wallet,
} from 'lucide-react'
import type { RefusedAddresses } from '#app/features/accounts/addresses/refused-addresses.server.ts'
import type { Resources } from '#app/i18n/namespaces.ts'
import { matchesAny } from '#app/ui/refused-addresses.ts'

export type ItemName = keyof Resources['shell']['items']
type GroupName = keyof Resources['shell']['groups']

export type NavigationItem = { name: ItemName; to: string; icon: LucideIcon; isForAdmins?: true }
export type NavigationGroup = { name: GroupName; items: NavigationItem[] }

/** Facts about the user that decide which entries are shown. */
export type NavigationFacts = {
  /** Belongs to a company (an individual has their own). */
  company: boolean
  /** Belongs to an organization, which has settings. */
  organization: boolean
  /** The platform's staff. */
  staff: boolean
  /** Party to an escrow contract, or platform staff (GEN-13). */
  escrow: boolean
  /** The addresses that the user would be refused. No entry leads there. */
  refused: RefusedAddresses
}

/** The entries of the sidebar: only existing pages that the user may open. */
export function buildNavigation({ company, organization, staff, escrow, refused }: NavigationFacts): NavigationGroup[] {
  const open = (items: Array<NavigationItem | false>) =>
    items.filter((item) => item !== false).filter(({ to }) => !matchesAny(refused.open, to))
  const main: NavigationItem[] = [
    { name: 'dashboard', to: '/dashboard', icon: LayoutDashboard },
    { name: 'messages', to: '/messages', icon: MessageSquare },
    { name: 'calls', to: '/calls', icon: Phone },
  ]
  const workspace: Array<NavigationItem | false> = [
    company && { name: 'bids', to: '/bids', icon: Gavel },
    company && { name: 'invitations', to: '/invitations', icon: MailOpen },
    company && { name: 'contracts', to: '/contracts', icon: FilePenLine },
    escrow && { name: 'escrow', to: '/escrow', icon: ShieldCheck },
    { name: 'projects', to: '/projects', icon: FolderKanban },
    company && { name: 'invoicing', to: '/invoicing', icon: ReceiptText },
    company && { name: 'financials', to: '/financials', icon: ChartLine },
    company && { name: 'clients', to: '/clients', icon: Contact },
    organization && { name: 'approvals', to: '/approvals', icon: BadgeCheck },
    company && { name: 'team', to: '/team', icon: Users },
  ]
  const settings: Array<NavigationItem | false> = [
    staff && { name: 'database', to: '/database', icon: Database, isForAdmins: true },
    organization && { name: 'companySettings', to: '/company-settings', icon: Building2 },
    company && { name: 'billing', to: '/billing', icon: CreditCard },
    staff && { name: 'subscriptions', to: '/subscriptions', icon: Wallet },
    { name: 'settings', to: '/settings', icon: Settings },
  ]
  return [
    { name: 'main', items: open(main) },
    { name: 'workspace', items: open(workspace) },
    { name: 'settings', items: open(settings) },
  ]
}

/** Whether an entry links to the current page or one above it. Ignores case, as the router does. */
export function isCurrent(to: string, pathname: string): boolean {
  const path = pathname.toLowerCase()
  return path === to || path.startsWith(`${to}/`)
}

/** The entry that lists what a page shows one of; null on the list itself. */
export function listAbove(groups: readonly NavigationGroup[], pathname: string): NavigationItem | null {
  const path = pathname.toLowerCase().replace(/^\/(milestones|valuations|disputes)\//, '/escrow/')
  return groups.flatMap(({ items }) => items).find(({ to }) => path !== to && isCurrent(to, path)) ?? null
}
