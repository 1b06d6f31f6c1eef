import type { LoaderFunctionArgs } from '@remix-run/node'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { readableStatement, statementRows } from '#app/features/statements/contract-statement-document.server.ts'
import { findStatement, findStatementContract, statementFile } from '#app/features/statements/find-statement.server.ts'
import { statementAnswer } from '#app/features/statements/statement-files.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

/** The statement of a contract as a PDF or as CSV. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireUser(request, 'escrow.read')
    const { id, number } = orNotFound(findStatementContract(ctx, params.contractId ?? ''))
    return await statementAnswer(ctx, request, {
      name: `${number}-statement`,
      find: (period, after) => orNotFound(findStatement(ctx, id, period, after, statementFile)),
      read: readableStatement,
      rows: statementRows,
    })
  })
