// `npm run check:invoices [-- FOLDER]` writes every issued invoice and credit note of the demo world, and a few hundred generated ones, as UBL, and runs the
// official rules of EN 16931 on them (the validation artefact of CEN/TC 434, EUPL 1.2, which is not part of the project), and on invoices that are broken on purpose. It
// names each failed rule, and fails if there is one, or if a broken invoice passes. Without the rules it is not run (scripts/check-invoices.mjs).
import '#tests/setup/environment.ts'
import { resolve } from 'node:path'

// Imported afterwards, because the environment is read on the first import.
const { checkEinvoice } = await import('#app/features/einvoices/check-einvoice.ts')
const { toEinvoice } = await import('#app/features/einvoices/to-einvoice.server.ts')
const { writeUbl } = await import('#app/features/einvoices/write-ubl.ts')
const { brokenUbl, soundUbl } = await import('./broken-ubl.ts')
const { generatedInvoices } = await import('./generated-invoices.ts')
const { officialRules } = await import('./official-rules.ts')
const { seededInvoices } = await import('./seeded-invoices.ts')

const folder = resolve(process.argv[2] ?? '../shared/einvoice')

const began = performance.now()
const rules = officialRules(folder, resolve('.cache'))
// Which words they are is of no matter to the rules.
const texts = {
  ground: (ground: string) => `Ground: ${ground}`,
  retained: (cents: number) => `${cents / 100} is retained`,
  unit: (unit: string) => `Unit: ${unit}`,
  lateInterest: (rateBp: number | null) => `Late interest: ${rateBp}`,
  complaints: (days: number) => `Complaints: ${days} days`,
  deducts: (number: string) => `Advance ${number}`,
  credits: (number: string) => `Credit note for invoice ${number}`,
}
const all = [
  ...seededInvoices().map((data) => ({ ...data, from: 'the demo world' })),
  ...generatedInvoices(300).map((data) => ({ ...data, from: 'generated' })),
]
const failed: { name: string; id: string; text: string }[] = []
const counts = { passed: 0, failed: 0, peppol: 0 }
for (const { document, facts, from } of all) {
  const einvoice = toEinvoice(document, facts, texts)
  const check = checkEinvoice(einvoice)
  const isPeppol = check.peppol.length === 0
  // Our own rules must know what the official ones refuse; what they refuse themselves is not offered.
  const own = check.core.map(({ id }) => ({ id, text: 'refused by our own rules' }))
  const broken = [...own, ...rules(writeUbl(einvoice, { isPeppol }))]
  for (const { id, text } of broken) failed.push({ name: `${document.number} (${from})`, id, text })
  counts[broken.length > 0 ? 'failed' : 'passed'] += 1
  if (isPeppol) counts.peppol += 1
}
// The rules must also refuse what is wrong: a report that finds nothing would otherwise pass everything.
const official = brokenUbl().filter(({ isPeppol }) => !isPeppol)
const unnoticed = official.filter(({ id, xml }) => !rules(xml).some((failure) => failure.id === id)).map(({ id }) => id)
const disturbed = soundUbl().flatMap((xml) => rules(xml).map(({ id }) => id))

for (const id of [...new Set(failed.map((failure) => failure.id))]) {
  const ofRule = failed.filter((failure) => failure.id === id)
  console.log(`✗ ${id}: ${ofRule.length} times, as in ${ofRule[0]?.name}`)
  console.log(`  ${ofRule[0]?.text}`)
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${counts.peppol} of ${all.length} keep the rules of Peppol as well (${seconds} s)`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
console.log(`${official.length - unnoticed.length} of ${official.length} that are broken on purpose are refused`)
for (const id of unnoticed) console.log(`✗ ${id} was broken, and not refused`)
for (const id of disturbed) console.log(`✗ ${id}: a sound document is refused`)
process.exitCode = counts.failed > 0 || counts.passed === 0 || unnoticed.length > 0 || disturbed.length > 0 ? 1 : 0
