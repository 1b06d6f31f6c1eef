export const closingInternal: Record<string, string> = {
  contract_security_terms: 'a part of the contract; frozen with it by triggers',
}
