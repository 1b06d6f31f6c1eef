/** The day (`YYYY-MM-DD`) of the terms and notices that are shown; change it with their texts. */
export const legalVersion = '2026-11-27'

/** The sections of each legal page, in their order. */
export const legalSections = {
  terms: [
    'service',
    'accounts',
    'content',
    'bids',
    'money',
    'prices',
    'availability',
    'liability',
    'ending',
    'changes',
    'law',
  ],
  privacy: ['controller', 'data', 'sources', 'recipients', 'transfer', 'keeping', 'rights', 'decisions'],
} as const

/** The length of the free trial, in days (GEN-11). */
export const trialDays = 14

/** The names of all cookies that the server sets, in the order in which their page lists them. */
export const cookieNames = [
  'session',
  'theme',
  'language',
  'sidebar',
  'offline',
  'device',
  'return-to',
  'unsent-form',
  'pending-login',
  'passkey',
  'flash',
] as const
