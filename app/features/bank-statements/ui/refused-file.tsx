import { useTranslation } from 'react-i18next'
import type { StatementProblem } from '#app/features/bank-statements/statement.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'

/** Why a file of statements is refused whole, with its line. */
export function RefusedFile({
  problem,
}: {
  problem: { problem: StatementProblem; line: number | null; params: Record<string, string | number> }
}) {
  const { t } = useTranslation('bankstatements')
  const format = useFormat()
  return (
    <Alert tone="danger" title={t('refusedWhole')}>
      <p>{t(`problem.${problem.problem}`, problem.params)}</p>
      {problem.line !== null && <p>{t('line', { line: format.number(problem.line) })}</p>}
    </Alert>
  )
}
