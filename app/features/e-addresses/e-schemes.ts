/**
 * Schemes of electronic addresses that the form offers: codes of the EAS list (EN 16931, BR-CL-25), those used in Finland first, with the names
 * that their issuers give them. `IBAN` is none of the list: banks in Finland receive Finvoice by account number, with an operator, and an invoice
 * to one goes to no Peppol address (BT-49).
 */
export const eSchemes = {
  '0216': 'OVT-tunnus',
  '0212': 'Y-tunnus',
  '0213': 'ALV-numero (FI)',
  '0215': 'Net Service ID',
  IBAN: 'Finvoice',
  '0088': 'GLN',
  '0060': 'D-U-N-S',
  '0007': 'Organisationsnummer (SE)',
  '0192': 'Organisasjonsnummer (NO)',
  '0184': 'CVR (DK)',
  '9930': 'USt-IdNr. (DE)',
  '0204': 'Leitweg-ID (DE)',
  '0106': 'KvK (NL)',
  '0208': 'KBO/BCE (BE)',
  '0009': 'SIRET (FR)',
  '9920': 'NIF-IVA (ES)',
  '9923': 'NIPT (AL)',
  '0191': 'Registrikood (EE)',
} as const
export type EScheme = keyof typeof eSchemes

export const eSchemeCodes = Object.keys(eSchemes) as EScheme[]

export const eSchemeOf = (scheme: string): EScheme | null => eSchemeCodes.find((one) => one === scheme) ?? null

/** A scheme as people read it: its name and code; a code that is none of the list stands for itself. */
export function eSchemeName(scheme: string): string {
  const known = eSchemeOf(scheme)
  return known ? `${eSchemes[known]} (${known})` : scheme
}
