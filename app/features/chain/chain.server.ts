import { eq } from 'drizzle-orm'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { type ContractRow, findParty } from '#app/features/contracts/transition-contract.server.ts'
import { openCaseFile } from '#app/features/disputes/case-file/open-case-file.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'
import { type CheckedLink, checkedChain } from './chain.ts'
import { type LinkKind, linkKinds } from './link-kind.ts'
import { type KindOfLink, kindsOfLinks } from './link-kinds.server.ts'

export type Chain = {
  contract: Pick<ContractRow, 'id' | 'number' | 'title' | 'projectId' | 'documentHash'>
  /** In the order of time, each with what is wrong with it. */
  links: CheckedLink[]
  /** Kinds of links that the reader may not see. */
  hidden: LinkKind[]
}

/** The chain of a contract for one of its parties, as far as the reader's modules are open; null for everybody else. */
export function getChain(ctx: CompanyContext, contractId: string): Chain | null {
  const contract = findContract(ctx.db, contractId)
  const party = contract && findParty(contract, companyInScope(ctx, 'contracts.read'))
  if (!party) return null
  const isHidden = ({ right, ofClient }: KindOfLink) => !can(ctx, right) || (ofClient && party !== 'client')
  return chainOf(
    ctx.db,
    contract,
    linkKinds.filter((kind) => isHidden(kindsOfLinks[kind])),
  )
}

/** The chain of a contract for the admin of its dispute, which opens the case file (ESC-10); null for everybody else. */
export function getCaseChain(ctx: UserContext, contractId: string): Chain | null {
  const contract = openCaseFile(ctx, contractId) && findContract(ctx.db, contractId)
  return contract
    ? chainOf(
        ctx.db,
        contract,
        linkKinds.filter((kind) => !kindsOfLinks[kind].inDispute),
      )
    : null
}

/** The chain of a contract without the kinds that are hidden. Checks no right: the caller has. */
export function chainOf(db: Database | Transaction, contract: ContractRow, hidden: LinkKind[] = []): Chain {
  const { id, number, title, projectId, documentHash } = contract
  const shown = linkKinds.filter((kind) => !hidden.includes(kind))
  const links = shown.flatMap((kind) => kindsOfLinks[kind].linksOf(db, contract))
  return { contract: { id, number, title, projectId, documentHash }, links: checkedChain(links, hidden), hidden }
}

const findContract = (db: Database, id: string) => db.select().from(contracts).where(eq(contracts.id, id)).get()

const continued = sql(
  {
    params: { contract: contracts.id, company: companies.id },
    row: { ...columns(contracts, 'id', 'number'), side: oneOf(['before', 'after']) },
  },
  `SELECT b.id, b.number, 'before' AS side FROM contracts c JOIN projects p ON p.id = c.project_id
   JOIN contracts b ON b.project_id = p.continues_project_id AND b.status = 'terminated'
   WHERE c.id = :contract AND c.client_company_id = :company
   UNION ALL
   SELECT a.id, a.number, 'after' AS side FROM contracts c JOIN projects p INDEXED BY projects_continues ON p.continues_project_id = c.project_id
   JOIN contracts a ON a.project_id = p.id AND a.activated_at IS NOT NULL
   WHERE c.id = :contract AND c.status = 'terminated' AND c.client_company_id = :company`,
)

/** The terminated contract whose rest a contract goes on with, and those that go on with its own, for the client alone (PROJ-10). */
export const listContinued = (ctx: CompanyContext, contractId: string) =>
  continued.all(ctx.db, { contract: contractId, company: companyInScope(ctx, 'contracts.read') ?? '' })
