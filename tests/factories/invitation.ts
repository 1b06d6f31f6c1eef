import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { inviteCompanies } from '#app/features/invitations/invite-companies.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectInvitations } from '#db/schema/invitations.ts'

/** Puts a company into the directory and invites it to a project with the verb. Returns the invitation's id. */
export function createInvitation(
  owner: CompanyContext,
  projectId: string,
  { company }: Pick<CompanyContext, 'company'>,
  note?: string,
): string {
  owner.db.update(companies).set({ inDirectory: true }).where(eq(companies.id, company.id)).run()
  inviteCompanies(owner, { projectId, companyIds: [company.id], note })
  const { id, projectId: of, companyId } = projectInvitations
  const wanted = and(eq(of, projectId), eq(companyId, company.id))
  return owner.db.select({ id }).from(projectInvitations).where(wanted).get()?.id ?? ''
}
