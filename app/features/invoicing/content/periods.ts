type Period = { periodStart: string | null; periodEnd: string | null }

/** What is wrong with the period of an invoice and those of its lines, by field (EN 16931, BR-29 and BR-30; PEPPOL-EN16931-R110 and R111). */
export function refusalsOfPeriods(
  { periodStart, periodEnd }: Period,
  lines: readonly (Period | null | undefined)[],
): { path: (string | number)[]; message: string }[] {
  const refusals: { path: (string | number)[]; message: string }[] = []
  const refuse = (message: string, ...path: (string | number)[]) => refusals.push({ path, message })
  if (periodStart && periodEnd && periodEnd < periodStart) refuse('invoiceparts:form.periodBackwards', 'periodEnd')
  for (const [index, line] of lines.entries()) {
    if (!line) continue
    const { periodStart: start, periodEnd: end } = line
    if (start && end && end < start) refuse('invoiceparts:form.periodBackwards', 'lines', index, 'periodEnd')
    if (start && periodStart && start < periodStart)
      refuse('invoiceparts:form.periodOutside', 'lines', index, 'periodStart')
    if (end && periodEnd && end > periodEnd) refuse('invoiceparts:form.periodOutside', 'lines', index, 'periodEnd')
  }
  return refusals
}
