import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import {
  balanceRows,
  getBalanceStatement,
  readableBalances,
} from '#app/features/statements/balance-statement.server.ts'
import { statementFile } from '#app/features/statements/find-statement.server.ts'
import { statementAnswer } from '#app/features/statements/statement-files.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'

/** The statement of the company's balances as a PDF or as CSV. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireCompany(request, 'escrow.read')
    return await statementAnswer(ctx, request, {
      name: 'balances-statement',
      find: (period, after) => getBalanceStatement(ctx, period, after, statementFile),
      read: readableBalances,
      rows: balanceRows,
    })
  })
