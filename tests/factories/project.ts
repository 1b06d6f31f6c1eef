import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import type { ProjectInput } from '#app/features/projects/schemas.server.ts'
import { testNow } from './people.ts'

export const day = 86_400_000

/** Form input for a new project: bids due in ten days or when the client closes the bidding, the work some weeks later, two lines. */
export function projectInput(change: Partial<ProjectInput> = {}): ProjectInput {
  const bidDeadline = change.bidDeadline ?? testNow + 10 * day
  const after = (days: number) => new Date(bidDeadline + days * day).toISOString().slice(0, 10)
  return {
    title: 'Kitchen of the Tapiola school',
    description: 'A new kitchen for 600 portions a day; the school stays open.',
    category: 'kitchen',
    location: 'Espoo',
    budget: 25_000_000,
    bidDeadline,
    startDate: after(51),
    endDate: after(190),
    vatTreatment: 'standard',
    buyerDeductsVat: true,
    sellsConstruction: change.vatTreatment === 'reverse_charge',
    addendumDays: 1,
    mayCloseEarly: true,
    invitedOnly: false,
    closesWhenAnswered: false,
    standstillDays: 0,
    lines: [
      { id: null, description: 'Demolition', quantityMilli: 120_000, unit: 'm²' },
      { id: null, description: 'Kitchen equipment', quantityMilli: 1_000, unit: 'pcs' },
    ],
    ...change,
  }
}

type NewProject = Partial<ProjectInput> & { estimateText?: string }

/** Creates a draft of `owner` with the verb. */
export const createDraft = (owner: CompanyContext, change?: NewProject) => createProject(owner, projectInput(change))

/** Creates an open project of `owner` with the verbs. */
export function createOpenProject(owner: CompanyContext, change?: NewProject): { id: string } {
  return publishProject(owner, { projectId: createDraft(owner, change).id })
}
