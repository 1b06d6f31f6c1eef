import { writeUbl } from '#app/features/einvoices/write-ubl.ts'
import { einvoice, einvoiceAt } from '#tests/factories/einvoice.ts'

/** A document that says something wrong, by the rule that it breaks. `isPeppol`: a rule of Peppol's alone, which the rules of EN 16931 do not have. */
export type BrokenUbl = { id: string; xml: string; isPeppol: boolean }

const ground = { reason: 'Reverse charge', reasonCode: 'VATEX-EU-AE' }
const bases = {
  S: writeUbl(einvoice, { isPeppol: true }),
  AE: writeUbl(einvoiceAt({ category: 'AE', rateBp: 0 }, ground), { isPeppol: true }),
}

type Edit = readonly [from: string | RegExp, to: string]
const broken: readonly (readonly [id: string, base: keyof typeof bases, edit: Edit])[] = [
  ['BR-02', 'S', [/<cbc:ID>2026-000001<\/cbc:ID>/, '<cbc:ID></cbc:ID>']],
  // Of the totals: the sum of the lines, without VAT, with VAT, to be paid.
  ['BR-CO-10', 'S', [/(<cac:LegalMonetaryTotal>\s*<cbc:LineExtensionAmount currencyID="EUR">)500\.00/, '$1499.99']],
  ['BR-CO-13', 'S', [/(<cbc:TaxExclusiveAmount currencyID="EUR">)500\.00/, '$1500.01']],
  ['BR-CO-15', 'S', [/(<cbc:TaxInclusiveAmount currencyID="EUR">)627\.50/, '$1627.51']],
  ['BR-CO-16', 'S', [/(<cbc:PayableAmount currencyID="EUR">)627\.50/, '$1600.00']],
  // Of the VAT: another sum than its groups, another amount than the rate gives, another base than the lines.
  ['BR-CO-14', 'S', [/(<cac:TaxTotal>\s*<cbc:TaxAmount currencyID="EUR">)127\.50/, '$1126.50']],
  ['BR-CO-17', 'S', [/(<cac:TaxSubtotal>[\s\S]*?<cbc:TaxAmount currencyID="EUR">)127\.50/, '$1135.00']],
  ['BR-S-08', 'S', [/(<cbc:TaxableAmount currencyID="EUR">)500\.00/, '$1400.00']],
  // Of a reverse charge: the numbers of both parties, no rate, the base of its group, no VAT, and a ground.
  [
    'BR-AE-02',
    'AE',
    [
      /(<cac:AccountingCustomerParty>[\s\S]*?)<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>|<cbc:CompanyID schemeID="0212">2345678-0<\/cbc:CompanyID>/g,
      '$1',
    ],
  ],
  ['BR-AE-05', 'AE', [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>AE<\/cbc:ID>\s*<cbc:Percent>)0(?:\.0+)?/, '$125.5']],
  ['BR-AE-08', 'AE', [/(<cbc:TaxableAmount currencyID="EUR">)500\.00/, '$1400.00']],
  ['BR-AE-09', 'AE', [/(<cac:TaxSubtotal>[\s\S]*?<cbc:TaxAmount currencyID="EUR">)0\.00/, '$1127.50']],
  ['BR-AE-10', 'AE', [/\s*<cbc:TaxExemptionReason(?:Code)?>[^<]*<\/cbc:TaxExemptionReason(?:Code)?>/g, '']],
  ['PEPPOL-EN16931-R003', 'S', [/\s*<cbc:BuyerReference>[^<]*<\/cbc:BuyerReference>/, '']],
  ['PEPPOL-EN16931-R010', 'S', [/\s*<cbc:EndpointID schemeID="0216">003723456780<\/cbc:EndpointID>/, '']],
  ['PEPPOL-EN16931-R020', 'S', [/\s*<cbc:EndpointID schemeID="0216">003712345671<\/cbc:EndpointID>/, '']],
  ['PEPPOL-EN16931-R120', 'S', [/(<cbc:PriceAmount currencyID="EUR">)50(?:\.0+)?/, '$151']],
  ['PEPPOL-EN16931-P0104', 'AE', [/VATEX-EU-AE/, 'VATEX-EU-G']],
]

/**
 * Invoices as others may send them, each with one thing wrong.
 * @throws Error where the text to change is not there
 */
export function brokenUbl(): BrokenUbl[] {
  return broken.map(([id, base, [from, to]]) => {
    const xml = bases[base].replace(from, to)
    if (xml === bases[base]) throw new Error(`${id}: nothing was changed`)
    return { id, xml, isPeppol: id.startsWith('PEPPOL') }
  })
}

/** The same without what is wrong. */
export const soundUbl = (): string[] => Object.values(bases)
