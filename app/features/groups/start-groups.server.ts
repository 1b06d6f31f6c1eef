import { subscribe } from '#app/platform/events.server.ts'
import { database } from '#db/handle.server.ts'
import { followCompanies } from './follow-companies.server.ts'

/** The conversations of companies, projects and contracts follow their people, from now on. Gives the way to stop. */
export function startGroups(): () => void {
  followCompanies(database(), Date.now(), null)
  return subscribe('company.members.changed', ({ companyId }) => followCompanies(database(), Date.now(), companyId))
}
