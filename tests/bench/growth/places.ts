import { seededId } from './seed-rows.ts'

type Reader = 'small' | 'large' | 'admin'
export type Place = { reader: Reader; page: string; name: string }

const lists = [
  '/dashboard',
  '/projects',
  '/projects?status=open',
  '/projects?category=kitchen',
  '/projects?sort=deadline',
  '/projects?page=3',
  '/projects?q=kitchen',
  '/projects?q=house',
  '/projects?q=house+777',
  '/projects?q=hous',
  '/projects?view=open',
  '/projects?view=open&category=roofing',
  '/projects?view=open&sort=deadline',
  '/projects?view=open&page=6',
  '/projects?view=open&q=kitchen',
  '/projects?view=open&q=house+777',
  '/projects?view=open&q=hous',
  '/projects?view=open&q=school+sauna&category=kitchen',
  '/projects?view=open&q=house&sort=deadline',
  '/bids',
  '/bids?status=submitted',
  '/bids?view=received',
  '/contracts',
  '/contracts?status=active',
  '/contracts?status=voided',
  '/escrow',
  '/invoicing',
  '/invoicing/received',
  '/invoicing?status=overdue',
  '/invoicing?status=sent',
  '/notifications',
  '/notifications?category=bid',
  '/notifications?unread=true',
  '/messages',
  '/messages?q=house+777',
  '/messages/new',
  '/messages/new?q=person+77',
  '/messages/groups',
  '/messages/groups?q=house+777',
  '/search?q=house+777',
  '/search?q=hous',
  '/search?q=zzzz',
  '/team',
  '/security',
  '/company-settings',
  '/invoicing/new',
]

/** Every page that shows stored rows, for a small and a large company, and what an admin sees. */
export function places(rows: number): Place[] {
  // Row 3 is the first that the small company owns, row 5 the first of which it is the other party; 2 and 7 are the large one's.
  const every = rows / 40
  const own = { small: 3 + every * 10, large: rows / 2 }
  const talks = { small: own.small, large: 400 }
  const others = { small: 5 + every * 10, large: rows / 2 + 1 }
  const details = (reader: 'small' | 'large') => [
    `/projects/${seededId('project', own[reader])}`,
    `/projects/${seededId('project', others[reader])}`,
    `/bids/${seededId('bid', others[reader])}`,
    `/contracts/${seededId('contract', own[reader])}`,
    `/invoicing/${seededId('invoice', others[reader])}`,
    `/messages/${seededId('conversation', talks[reader])}`,
    `/messages/${seededId('conversation', talks[reader])}/details`,
  ]
  const ofCompany = (reader: 'small' | 'large') => [
    ...lists.map((page) => ({ reader, page, name: `${reader} ${page}` })),
    ...details(reader).map((page) => ({
      reader,
      page,
      name: `${reader} ${page.replace(/[0-9a-f-]{36}/, (id) => (id === seededId('project', own[reader]) ? 'own' : ':id'))}`,
    })),
  ]
  const ofAdmin = ['/dashboard', '/escrow', '/escrow/transfers', '/projects?view=open', '/messages']
  return [
    ...ofCompany('small'),
    ...ofCompany('large'),
    ...ofAdmin.map((page) => ({ reader: 'admin' as const, page, name: `admin ${page}` })),
  ]
}
