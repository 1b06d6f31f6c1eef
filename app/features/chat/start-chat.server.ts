import type {} from '#app/features/accounts/company-events.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { database } from '#db/handle.server.ts'
import { followCompanies } from './follow-companies.server.ts'
import { listenToGoneFiles } from './forget-chat-files.server.ts'
import { listenToLinks } from './listen-to-links.server.ts'
import { listenToMessages } from './tell-mentions.server.ts'

/**
 * What chat does beside requests: the conversations of companies, projects and contracts follow their people, who is named or
 * asked is told, links are looked up, and the files of what was taken back go. Gives the way to stop.
 */
export function startChat(): () => void {
  followCompanies(database(), Date.now(), null)
  const stops = [
    subscribe('company.members.changed', ({ companyId }) => followCompanies(database(), Date.now(), companyId)),
    ...listenToMessages(),
    ...listenToLinks(),
    ...listenToGoneFiles(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
